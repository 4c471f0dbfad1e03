import ContractCore
import ContractReporting

extension Command {
  static let merge = Command(
    name: "merge", summary: "put the reports of shards together, as if one machine had run them",
    usage: "[OPTION…] FILE…",
    examples: """
      contract-run merge shards/*.json                  print the summary of all
      contract-run merge shards/*.json --report junit=all.xml
      contract-run merge shards/*.json --missing        print what is missing
      """,
    explanation: """
      FILE is the JSON report of a shard, of some shards that were merged, or of a
      whole run. merge reads the contracts again, so it needs the checkout that the
      run had. It prints the summary and writes the reports of the whole run. A
      scenario of a shard that is missing, interrupted or in two files is errored.
      With --missing, merge prints the arguments with which contract-run runs each
      of these shards, one line for each, and nothing else.
      """,
    statuses: """
      0        no scenario failed or errored; with --missing, all FILEs are valid
      1        a scenario failed, an accepted entry has a problem, or the run does
               not cover what the configuration requires
      2        the command line, a FILE or a contract is invalid, or a FILE is of
               another run
      3        a shard is missing, interrupted or in two files; or a scenario
               errored and none failed, or nothing ran
      """,
    page: "scale.md#join-the-reports-merge",
    own: [.config, .report, .missing, .coverage, .quiet, .color], start: Merge.start)
}

extension Option {
  fileprivate static let missing = Option(
    "missing", "print the arguments that run the shards which are missing", page: "scale.md#join-the-reports-merge")
}

/// `contract-run merge`: puts the reports of shards together, as if one machine had run everything.
struct Merge: StartedCommand {
  let invocation: Invocation

  func run() throws(Exit) -> Int32 {
    try check()
    let listing = invocation.output
    var isBroken = false
    func refuse(_ file: String, _ failure: RecordedReport.Failure) {
      StandardError.print("error: \(file) cannot be merged: \(failure.message)")
      StandardError.print("\(failure.help)")
      isBroken = true
    }
    var reports: [RecordedReport] = []
    for file in arguments.paths.uniqued(on: FileSystem.absolute) {
      do throws(RecordedReport.Failure) {
        let report = try RecordedReport(file)
        guard report.plan.command == Command.run.name else {
          let command = FormerWords.command(report.plan.command) ?? report.plan.command
          throw RecordedReport.Failure(
            "it is a report of \(command)",
            help: "merge reports of run; write other reports of \(command) when it runs: --report FORMAT=PATH")
        }
        reports.append(report)
      } catch { refuse(file, error) }
    }
    guard let first = reports.first, let reference = try reference(reports) else { return 2 }
    let diagnostics = reference.prepared.plan.diagnostics
    let run = reference.prepared.invocation
    if run.arguments.hasForeignPaths ? run.report(diagnostics) : listing.report(diagnostics) {
      StandardError.print("these contracts are in the arguments of \(first.path); merge where its shard ran")
      return 2
    }
    reports = reports.filter { report in
      let failure = Self.difference(report, reference)
      if let failure { refuse(report.path, failure) }
      return failure == nil
    }
    if reports.isEmpty { return 2 }
    var merged = MergedShards(reference.prepared.plan, reports, reference.plan)
    for report in reports {
      do throws(RecordedReport.Failure) { try merged.read(report) } catch { refuse(report.path, error) }
    }
    if arguments.has(.missing) {
      for shard in merged.lost {
        let part = reference.report.part
        let line = ShellWords.text(["--shard", "\(shard.index)/\(part.count)"] + reference.plan.arguments)
        StandardOutput.print("\(line)")
      }
      return isBroken ? 2 : 0
    }
    let isFull = reference.prepared.plan.isFull && merged.lost.isEmpty
    let (written, leftAlone) = try settings.reports(reference.prepared.clients.configuration, isFull: isFull)
    let output = ReportOutput(invocation: invocation, written: written, leftAlone: leftAlone)
    let commands = run.commands
    let console = output.console(commands)
    var report = merged.report(reference.prepared, console)
    report.commands = commands
    let status = output.end(report, console)
    return isBroken ? 2 : status
  }

  private func check() throws(Exit) {
    if arguments.paths.isEmpty {
      throw .usage("nothing to merge", "name the JSON report of each shard")
    }
    if arguments.has(.missing), arguments.has(.report) {
      throw .usage("'--missing' writes no report", "leave out --report")
    }
  }

  // MARK: The run

  /// A report whose run is the one that is merged, with the plan that its arguments make here.
  private struct Reference {
    var report: RecordedReport
    var prepared: PreparedRun
    var plan: RunReport.Plan
  }

  /// Returns the first report that fits the contracts here; the first one if none does; nil without any report.
  private func reference(_ reports: [RecordedReport]) throws(Exit) -> Reference? {
    var first: Reference?
    for report in reports.uniqued(on: { $0.arguments + ["\($0.part.count)"] }) {
      let prepared = try PreparedRun(invocation.with(try selection(report)))
      let reference = Reference(
        report: report, prepared: prepared, plan: prepared.plan.record(report.arguments, shards: report.part.count))
      if reports.contains(where: { Self.difference($0, reference) == nil }) { return reference }
      first = first ?? reference
    }
    return first
  }

  /// Returns the command line of a run, without the shard. This command line may name another configuration.
  private func selection(_ report: RecordedReport) throws(Exit) -> Arguments {
    do throws(Exit) {
      var run = try Arguments([Command.run.name] + report.arguments)
      run.hasForeignPaths = !run.paths.isEmpty || run.has(.config) && !arguments.has(.config)
      if let path = arguments.last(.config) { run.replace(.config, with: path) }
      // Where it reports is said here, and not by a report, which anybody may have written.
      for option in [Option.report, .color] {
        run.remove(option)
        for value in arguments.all(option) { run.add(option, value) }
      }
      return run
    } catch {
      throw Exit(2, "\(report.path) cannot be merged: its arguments are invalid: \(error.message ?? "")")
    }
  }

  /// Returns why a report belongs to another run; nil if it does not.
  private static func difference(_ report: RecordedReport, _ reference: Reference) -> RecordedReport.Failure? {
    let (first, plan) = (reference.report, reference.plan)
    let (count, firstCount) = (report.part.count, first.part.count)
    if count != firstCount {
      return .init("it is a shard of \(count), and \(first.path) is one of \(firstCount)", help: "merge one run")
    }
    if report.arguments != plan.arguments {
      return .init(
        "it ran with \(ShellWords.text(report.arguments)), and \(first.path) with \(ShellWords.text(plan.arguments))",
        help: "merge the shards of one run, which all have the same options")
    }
    if report.plan.contracts != plan.contracts || report.plan.files != plan.files {
      return .init(
        "the contracts, or files that they name, were different when it ran",
        help: "merge in the checkout that the shards had, or run them again")
    }
    if report.plan.chosen != plan.chosen {
      return .init(
        "its options choose other scenarios here than when it ran",
        help: "merge with the configuration that the shards had, or run them again")
    }
    return nil
  }
}

extension RecordedReport {
  fileprivate var arguments: [String] { plan.arguments }
}
