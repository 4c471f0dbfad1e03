import ContractAuthoring
import ContractCore
import ContractReporting
import Foundation

/// `contract-run compare`: plays the same scenarios with two releases of a client, and reports what differs.
struct Compare {
  let arguments: Arguments
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption

  /// Runs everything and returns the exit status.
  func run() throws(Arguments.UsageError) -> Int32 {
    let settings = try RunSettings(arguments)
    let reports = settings.reports(nil, isFull: true).written
    try check(reports)
    let configuration: Configuration?
    switch try CommandContext.configuration(arguments, environment) {
    case .found(let found): configuration = found
    case .none: configuration = nil
    case .invalid: return 2
    }
    let sides = try ComparedReleases(arguments, configuration)
    let collector = Diagnostic.Collector()
    let file = arguments.last(.approvals).flatMap { path in
      arguments.has(.accept) && FileSystem.kind(path) == .missing
        ? nil : AcceptedFile(.differences, path: path, clients: [])
    }
    let approvals = file.map { DifferenceApprovals($0, collector) } ?? DifferenceApprovals()
    let plan = plan(sides, configuration, settings)
    let diagnostics = collector.diagnostics + plan.diagnostics
    if CommandContext.report(diagnostics, arguments, environment) { return plan.isEmpty ? 3 : 2 }
    for note in plan.notes { CommandContext.printError("note: \(note)") }
    guard let (old, new) = play(sides, plan, settings) else { return 2 }
    if let signal = interruption.signal { return 128 + signal }
    if let path = arguments.last(.save),
      !isWritten({ try ReportFile.write(ReleaseFile.utf8(of: new, runner: Version.text()), to: path) })
    {
      return 3
    }
    guard let old else { return saved(new) }
    let comparison = ReleaseComparison(
      old, new, isAcross: arguments.has(.across), approvals: approvals,
      isWhole: settings.selection.isEverything)
    return report(comparison, reports)
  }

  // MARK: The command line

  private func check(_ reports: [RunSettings.Report]) throws(Arguments.UsageError) {
    try RunSettings.check(reports, .compare)
    let formats = Command.compare.reportFormats
    if let other = reports.first(where: { !formats.contains($0.format) }) {
      throw Arguments.UsageError(
        message: "compare writes no report in the format \(other.format.rawValue)",
        help: "formats: \(formats.map(\.rawValue).joined(separator: ", "))", command: .compare)
    }
    if arguments.has(.accept), !arguments.has(.approvals) {
      throw Arguments.UsageError(
        message: "'--accept' needs a file for what it accepts", help: "add --approvals FILE", command: .compare)
    }
    if let reason = arguments.last(.accept), reason.allSatisfy(\.isWhitespace) {
      throw Arguments.UsageError(
        message: "'--accept' needs a reason", help: "write why the differences are right", command: .compare)
    }
  }

  private func plan(_ sides: ComparedReleases, _ configuration: Configuration?, _ settings: RunSettings) -> Plan {
    let approvals = sides.clients.filter { $0.accepted[.approvals] != nil }.approvals()
    var plan = Plan.make(
      sides.clients, selection: settings.selection, transports: settings.transports, isFull: false,
      variations: settings.variations, approvals: approvals.byClient, secrets: configuration?.secrets ?? .standard)
    plan.diagnostics += approvals.diagnostics
    return plan
  }

  // MARK: Playing

  /// Returns what the releases did: the old one, the new one, and the old one again; nil if a file cannot be compared,
  /// which has been reported.
  private func play(
    _ sides: ComparedReleases, _ plan: Plan, _ settings: RunSettings
  ) -> (old: Release?, new: Release)? {
    let context = RunContext(
      settings: settings, environment: environment, processes: processes, interruption: interruption,
      console: CommandContext.console(arguments, environment, descriptor: 2, onlyProgress: true),
      buildSettings: CommandContext.consoleSettings(arguments, environment, descriptor: 2))
    defer { context.console.close() }
    var clients = plan.clients[...]
    func begin(_ side: ComparedReleases.Side?) -> Started? {
      switch side {
      case .played(_, let name)?: clients.popFirst().map { .played($0, Release(name: name, ids: [], runs: [])) }
      case .saved(let path)?: read(path, settings, plan).map(Started.saved)
      case nil: nil
      }
    }
    let (first, second) = (begin(sides.old), begin(sides.new))
    guard let second, first != nil || sides.old == nil else { return nil }
    var (old, new) = (first, second)
    func play(_ started: inout Started?) {
      guard case .played(let client, var release)? = started, interruption.signal == nil else { return }
      context.console.begin(Plan(clients: [client], diagnostics: [], isFull: false).parts)
      release.runs.append(ReleaseRun(client: client, context: context).play(&release.ids))
      release.contracts = plan.fingerprints(of: client)
      // The second run does not build again.
      var built = client
      built.build = nil
      started = .played(built, release)
    }
    var last: Started? = new
    play(&old)
    play(&last)
    play(&old)
    if arguments.has(.save) { play(&last) }
    new = last ?? new
    var releases = (old: old?.release, new: new.release)
    if let name = releases.old?.name, name == releases.new.name {
      releases.old?.name += " (old)"
      releases.new.name += " (new)"
    }
    if let failure = releases.old?.difference(from: releases.new), releases.old?.isSaved == true || releases.new.isSaved
    {
      let path = arguments.last(.baseline) ?? arguments.paths.first { $0.hasSuffix(".json") } ?? "the file"
      refuse(path, failure)
      return nil
    }
    return releases
  }

  /// A release whose runs are not all done.
  private enum Started {
    case played(Plan.Client, Release)
    case saved(Release)

    var release: Release {
      switch self {
      case .played(_, let release), .saved(let release): release
      }
    }
  }

  /// Reads a saved release, without what the options leave out.
  private func read(_ path: String, _ settings: RunSettings, _ plan: Plan) -> Release? {
    do throws(ReleaseFile.Failure) {
      var release = try ReleaseFile.read(path, runner: Version.text())
      release.keepOnly(settings.selection)
      return release
    } catch {
      refuse(path, error)
      return nil
    }
  }

  private func refuse(_ path: String, _ failure: ReleaseFile.Failure) {
    CommandContext.printError("error: \(path) cannot be compared: \(failure.message)")
    CommandContext.printError(failure.help)
  }

  // MARK: The end

  private func saved(_ release: Release) -> Int32 {
    let calls = release.runs[0].calls.values
    let errored = calls.count { $0.status == .errored }
    let path = arguments.last(.save) ?? ""
    print("saved what \(release.name) did in \(English.counted(release.ids.count, "scenario")) in \(path)".cleanedLine)
    if errored > 0 { CommandContext.printError("error: \(English.counted(errored, "scenario")) errored") }
    return errored > 0 || release.ids.isEmpty ? 3 : 0
  }

  private func report(_ comparison: ReleaseComparison, _ reports: [RunSettings.Report]) -> Int32 {
    let commands = CompareCommands(arguments)
    let descriptor: Int32 = reports.contains { $0.path == ReportFile.standardOutput } ? 2 : 1
    let settings = CommandContext.consoleSettings(arguments, environment, descriptor: descriptor)
    let text = ComparisonText(
      comparison, style: ConsoleStyle(isColored: settings.isColored), command: commands.show)
    Descriptor.write(Array(text.text(isVerbose: arguments.has(.verbose)).withoutCommands.utf8), to: descriptor)
    var status = comparison.exitStatus
    if arguments.has(.accept) { status = accept(comparison) }
    let written = reports.filter { format, path in
      isWritten {
        let runner = Version.text()
        switch format {
        case .json:
          try ReportFile.write(ComparisonJSON(comparison, runner: runner, command: commands.show).utf8, to: path)
        case .markdown:
          try ReportFile.write(Array(ComparisonMarkdown(text).text.utf8), to: path)
        default: try ReportFile.write(ComparisonPage(text, runner: runner).utf8, to: path)
        }
      }
    }
    return status == 0 && written.count < reports.count ? 3 : status
  }

  /// Writes the differences that nobody accepted yet into the file of approvals. Returns the exit status.
  private func accept(_ comparison: ReleaseComparison) -> Int32 {
    let (path, because) = (arguments.last(.approvals) ?? "", arguments.last(.accept) ?? "")
    if comparison.exitStatus == 3 {
      CommandContext.printError("error: nothing was accepted, because the comparison is not complete")
      return 3
    }
    let entries = comparison.open.flatMap { DifferenceApprovals.entries(for: $0, because: because) }
    if entries.isEmpty { return comparison.exitStatus }
    if FileSystem.kind(path) == .missing, !isWritten({ try ReportFile.write(Array("[]\n".utf8), to: path) }) {
      return 3
    }
    let source = Source(path: path, bytes: Array(FileManager.default.contents(atPath: path) ?? Data()))
    guard let list = source.whole else { return 3 }
    do throws(SourceFile.Failure) {
      try SourceFile.replace(source, with: source.edited(entries.map { JSONEdit(at: list, .append($0)) }))
    } catch {
      CommandContext.printError("error: \(error)")
      return 3
    }
    print("accepted \(English.counted(comparison.open.count, "cause")) in \(path)".cleanedLine)
    return comparison.approvals.stale.isEmpty ? 0 : 1
  }

  private func isWritten(_ write: () throws -> Void) -> Bool {
    do {
      try write()
      return true
    } catch {
      CommandContext.printError("error: \(error)")
      return false
    }
  }
}

/// The command lines that a comparison proposes.
private struct CompareCommands {
  private let begin: [String]
  private let end: [String]

  init(_ arguments: Arguments) {
    let kept: [Option] = [
      .config, .transport, .variations, .old, .new, .baseline, .across, .approvals, .noBuild, .timeout,
    ]
    let options = CommandContext.words(of: arguments.given.filter { kept.contains($0.option) })
    begin = CommandContext.program + [Command.compare.rawValue] + arguments.paths
    end = options + [Option.verbose.name, Option.filter.name]
  }

  /// Returns the command that shows what both releases did in a scenario.
  func show(_ id: String) -> String { CommandContext.shell(begin + end + [id]) }
}

extension Release {
  /// Leaves out the scenarios that texts of ids do not choose.
  fileprivate mutating func keepOnly(_ selection: Plan.Selection) {
    let known = Set(ids)
    func isNamed(_ id: String, by texts: [String]) -> Bool {
      texts.contains { known.contains($0) ? $0 == id : id.range(of: $0, options: .caseInsensitive) != nil }
    }
    ids = ids.filter { id in
      (selection.filters.isEmpty || isNamed(id, by: selection.filters)) && !isNamed(id, by: selection.skips)
    }
  }
}
