import ContractCore
import ContractReporting

/// `contract-run merge`: puts the reports of shards together, as if one machine had run everything.
struct Merge {
  let arguments: Arguments
  let environment: [String: String]

  func run() throws(Arguments.UsageError) -> Int32 {
    let settings = try settings()
    let listing = try output(settings.reports(nil, isFull: true))
    var isBroken = false
    func refuse(_ file: String, _ failure: RecordedReport.Failure) {
      CommandContext.printError("error: \(file) cannot be merged: \(failure.message)")
      CommandContext.printError(failure.help)
      isBroken = true
    }
    var reports: [RecordedReport] = []
    for file in arguments.paths.uniqued(on: FileSystem.absolute) {
      do throws(RecordedReport.Failure) {
        reports.append(try RecordedReport(file, runner: Version.text()))
      } catch { refuse(file, error) }
    }
    guard let first = reports.first, let reference = try reference(reports, listing) else { return 2 }
    let diagnostics = reference.prepared.plan.diagnostics
    let own = reference.run.hasForeignPaths ? nil : listing
    if CommandContext.report(diagnostics, reference.run, environment, orIn: own) {
      CommandContext.printError("these contracts are in the arguments of \(first.path); merge where its shard ran")
      return 2
    }
    reports = reports.filter { report in
      let failure = Self.difference(report.part, reference)
      if let failure { refuse(report.path, failure) }
      return failure == nil
    }
    if reports.isEmpty { return 2 }
    var merged = MergedShards(reference.prepared.plan, reports)
    for report in reports {
      do throws(RecordedReport.Failure) { try merged.read(report) } catch { refuse(report.path, error) }
    }
    let part = reference.report.part
    if arguments.has(.missing) {
      for shard in merged.lost {
        let line = CommandContext.shell(["--shard", "\(shard.index)/\(part.count)"] + part.arguments)
        print(line.cleanedLine.withoutCommands)
      }
      return isBroken ? 2 : 0
    }
    let isFull = reference.prepared.plan.isFull && merged.lost.isEmpty
    let output = try output(settings.reports(reference.prepared.clients.configuration, isFull: isFull))
    let commands = CommandContext.commands(reference.run, environment)
    let console = output.console(commands)
    var report = merged.report(reference.prepared, reference.run, console)
    report.commands = commands
    let status = output.end(report, console)
    return isBroken ? 2 : status
  }

  private func settings() throws(Arguments.UsageError) -> RunSettings {
    if arguments.paths.isEmpty {
      throw Arguments.UsageError(
        message: "nothing to merge", help: "name the JSON report of each shard", command: .merge)
    }
    if arguments.has(.missing), arguments.has(.report) || arguments.has(.junit) {
      throw Arguments.UsageError(
        message: "'--missing' writes no report", help: "leave out --report and --junit", command: .merge)
    }
    return try RunSettings(arguments)
  }

  /// Returns where the reports go. None of them may replace the report of a shard.
  private func output(
    _ reports: (written: [RunSettings.Report], leftAlone: [RunSettings.Report])
  ) throws(Arguments.UsageError) -> ReportOutput {
    try RunSettings.check(reports.written, .merge)
    let files = Set(arguments.paths.map { FileSystem.real(FileSystem.absolute($0)) })
    if let report = reports.written.first(where: { files.contains(FileSystem.real(FileSystem.absolute($0.path))) }) {
      throw Arguments.UsageError(
        message: "the report '\(report.path)' would replace the report of a shard",
        help: "choose another path for the report, or for the shard's", command: .merge)
    }
    return ReportOutput(
      arguments: arguments, environment: environment, written: reports.written, leftAlone: reports.leftAlone)
  }

  // MARK: The run

  /// A report whose run is the one that is merged, with the plan that its arguments make here.
  private struct Reference {
    var report: RecordedReport
    /// The command line of the run, without the shard.
    var run: Arguments
    var prepared: PreparedRun
    var digest: RunReport.Part.Digest
  }

  /// Returns the first report that fits the contracts here; the first one if none does; nil if a configuration or the
  /// arguments are invalid, which has been reported.
  private func reference(
    _ reports: [RecordedReport], _ listing: ReportOutput
  ) throws(Arguments.UsageError) -> Reference? {
    var first: Reference?
    for report in reports.uniqued(on: { $0.part.arguments + ["\($0.part.count)"] }) {
      // Nothing of a file that a forged report names must be printed.
      guard let run = try selection(report),
        let prepared = try PreparedRun(run, environment, run.hasForeignPaths ? nil : listing)
      else { return nil }
      let reference = Reference(
        report: report, run: run, prepared: prepared, digest: prepared.plan.digest(report.part.count))
      if reports.contains(where: { Self.difference($0.part, reference) == nil }) { return reference }
      first = first ?? reference
    }
    return first
  }

  /// Returns the command line of a run, without the shard. This command line may name another configuration.
  private func selection(_ report: RecordedReport) throws(Arguments.UsageError) -> Arguments? {
    do throws(Arguments.UsageError) {
      var run = try Arguments(["run"] + report.part.arguments)
      run.hasForeignPaths = !run.paths.isEmpty || run.has(.config) && !arguments.has(.config)
      if let path = arguments.last(.config) { run.replace(.config, with: path) }
      return run
    } catch {
      CommandContext.printError("error: \(report.path) cannot be merged: its arguments are invalid: \(error.message)")
      return nil
    }
  }

  /// Returns why a report belongs to another run; nil if it does not.
  private static func difference(_ part: RunReport.Part, _ reference: Reference) -> RecordedReport.Failure? {
    let (first, other) = (reference.report.part, reference.report.path)
    if part.count != first.count {
      return .init("it is a shard of \(part.count), and \(other) is one of \(first.count)", help: "merge one run")
    }
    if part.arguments != first.arguments {
      return .init(
        "it ran with \(CommandContext.shell(part.arguments)), and \(other) with \(CommandContext.shell(first.arguments))",
        help: "merge the shards of one run, which all have the same options")
    }
    if part.digest.contracts != reference.digest.contracts {
      return .init(
        "the contracts, or files that they name, were different when it ran",
        help: "merge in the checkout that the shards had, or run them again")
    }
    if part.digest.plan != reference.digest.plan {
      return .init(
        "its options choose other scenarios here than when it ran",
        help: "merge with the configuration that the shards had, or run them again")
    }
    return nil
  }
}
