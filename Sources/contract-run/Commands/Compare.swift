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
    try checkFiles(sides, reports)
    let collector = Diagnostic.Collector()
    let approvals = approvals(collector)
    let plan = plan(sides, configuration, settings)
    let diagnostics = collector.diagnostics + plan.diagnostics
    if CommandContext.report(diagnostics, arguments, environment) {
      return !sides.clients.isEmpty && plan.isEmpty ? 3 : 2
    }
    for note in plan.notes { CommandContext.printError("note: \(note)") }
    var run = ComparisonRun(
      sides: sides, plan: plan,
      context: RunContext(
        settings: settings, environment: environment, processes: processes, interruption: interruption,
        console: CommandContext.console(arguments, environment, descriptor: 2, onlyProgress: true),
        buildSettings: CommandContext.consoleSettings(arguments, environment, descriptor: 2)))
    let releases: ComparisonRun.Releases
    do throws(ComparisonRun.Failure) {
      releases = try run.play(saves: arguments.has(.save))
    } catch {
      CommandContext.printError("error: \(error.path) cannot be compared: \(error.failure.message)")
      CommandContext.printError(error.failure.help)
      return 2
    }
    if let signal = interruption.signal { return 128 + signal }
    if let path = arguments.last(.save),
      !CommandContext.isWritten({
        try ReportFile.write(ReleaseFile.utf8(of: releases.new, runner: Version.text()), to: path)
      })
    {
      return 3
    }
    guard let old = releases.old else { return saved(releases.new) }
    func compared(_ approvals: DifferenceApprovals) -> ReleaseComparison {
      ReleaseComparison(
        old, releases.new, isAcross: arguments.has(.across), approvals: approvals,
        isWhole: settings.selection.isEverything)
    }
    let comparison = compared(approvals)
    guard arguments.has(.accept) else { return report(comparison, reports) }
    if !accept(comparison, compared) { return 3 }
    return report(compared(self.approvals(collector)), reports)
  }

  /// Reads the differences that people accepted. With `--accept`, there need not be a file yet.
  private func approvals(_ collector: Diagnostic.Collector) -> DifferenceApprovals {
    guard let path = arguments.last(.approvals) else { return DifferenceApprovals() }
    if arguments.has(.accept), FileSystem.kind(path) == .missing { return DifferenceApprovals() }
    return DifferenceApprovals(AcceptedFile(.differences, path: path, clients: []), collector)
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

  /// Refuses options that would be ignored, and files that would be lost.
  private func checkFiles(_ sides: ComparedReleases, _ reports: [RunSettings.Report]) throws(Arguments.UsageError) {
    func refuse(_ message: String, _ help: String) -> Arguments.UsageError {
      Arguments.UsageError(message: message, help: help, command: .compare)
    }
    let ignored = arguments.given.map(\.option).first { [.report, .approvals, .accept, .across].contains($0) }
    if sides.old == nil, let ignored {
      throw refuse(
        "'\(ignored.name)' needs two releases, and only one is named", "name the old one, or leave the option out")
    }
    let chosen = arguments.given.map(\.option).first { [.tag, .kind].contains($0) }
    if !sides.files.isEmpty, let chosen {
      throw refuse("'\(chosen.name)' needs contracts, and a saved release has only ids", "use --filter or --skip")
    }
    if sides.clients.isEmpty, let path = sides.paths.first {
      throw refuse("'\(path)' is not used, because both releases are saved", "leave it out, or use --filter")
    }
    let read = Set((sides.files + arguments.all(.approvals)).map(Self.location))
    if let path = arguments.last(.save) {
      if path.isEmpty || path == ReportFile.standardOutput || path.hasSuffix(".contract.json") {
        throw refuse("'--save' cannot be '\(path)'", "write the path of a file that is not a contract")
      }
      if reports.contains(where: { Self.location($0.path) == Self.location(path) }) {
        throw refuse("a report and '--save' have the path '\(path)'", "give each file its own path")
      }
    }
    if let lost = (arguments.all(.save) + reports.map(\.path)).first(where: { read.contains(Self.location($0)) }) {
      throw refuse("'\(lost)' would be written over a file that is read", "choose another path")
    }
  }

  private static func location(_ path: String) -> String { FileSystem.real(FileSystem.absolute(path)) }

  private func plan(_ sides: ComparedReleases, _ configuration: Configuration?, _ settings: RunSettings) -> Plan {
    let approvals = sides.clients.filter { $0.accepted[.approvals] != nil }.approvals()
    var plan = Plan.make(
      sides.clients, selection: settings.selection, transports: settings.transports, isFull: false,
      variations: settings.variations, approvals: approvals.byClient, secrets: configuration?.secrets ?? .standard)
    plan.diagnostics += approvals.diagnostics
    return plan
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
    let status = comparison.exitStatus
    let written = reports.filter { format, path in
      CommandContext.isWritten {
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

  /// Writes the differences that nobody accepted yet into the file of approvals. Returns whether that was possible.
  ///
  /// - Parameter compared: Returns the comparison with other approvals.
  private func accept(_ comparison: ReleaseComparison, _ compared: (DifferenceApprovals) -> ReleaseComparison) -> Bool {
    if comparison.exitStatus == 3 {
      CommandContext.printError("note: nothing was accepted, because the comparison is not complete")
      return true
    }
    if comparison.open.isEmpty { return true }
    let folder = FileSystem.parent(FileSystem.real(FileSystem.absolute(arguments.last(.approvals) ?? "")))
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Another run may accept the same differences at the same time.
    return AtomicFile.locked(folder) { write(compared(approvals(Diagnostic.Collector())).open) }
  }

  /// Adds differences to the file of approvals. Returns whether that was possible.
  private func write(_ open: [ReleaseCause]) -> Bool {
    let (path, because) = (arguments.last(.approvals) ?? "", arguments.last(.accept) ?? "")
    let entries = open.flatMap { DifferenceApprovals.entries(for: $0, because: because) }
    if entries.isEmpty { return true }
    for cause in open where cause.hasMorePairs {
      CommandContext.printError("note: any values of \(cause.place) are accepted, because there are very many")
    }
    if FileSystem.kind(path) == .missing,
      !CommandContext.isWritten({ try ReportFile.write(Array("[]\n".utf8), to: path) })
    {
      return false
    }
    let source = Source(path: path, bytes: Array(FileManager.default.contents(atPath: path) ?? Data()))
    guard let list = source.whole else { return false }
    AtomicFile.removeLeftovers(in: FileSystem.parent(FileSystem.real(path)))
    return CommandContext.isWritten {
      try SourceFile.replace(source, with: source.edited(entries.map { JSONEdit(at: list, .append($0)) }))
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

  /// Returns the command that shows what both releases did in a scenario, without tokens.
  func show(_ id: String) -> String { Secrets.standard.masked(CommandContext.shell(begin + end + [id])) }
}
