import ContractAuthoring
import ContractCore
import ContractReporting
import Foundation

extension Command {
  static let compare = Command(
    name: "compare", summary: "show what differs between two releases of a client",
    usage: "[OPTION…] OLD NEW [PATH…]",
    examples: """
      contract-run compare todo-1 todo-2        compare two clients
      contract-run compare old.json new.json    compare two JSON reports of run
      contract-run compare old.json todo        compare a report with a client
      contract-run compare --old './v1/driver' --new './v2/driver' specs
      """,
    explanation: """
      OLD and NEW are clients of the configuration, or JSON reports of run.
      PATH is a contract or a folder of contracts. It replaces the specs of both.
      The same scenarios and variations are played with OLD, with NEW, and with OLD
      again. What differs between the two runs of OLD varies by itself: it is
      counted, and not compared. A report of run --repeat 2 has two runs, too.
      Differences with one cause are one line, the worst first.
      """,
    statuses: """
      0        both releases did the same, or all differences are accepted
      1        a difference is not accepted, or an accepted one is stale
      2        the command line, a file or a contract is invalid
      3        a scenario errored, or nothing was compared
      128 + N  signal N ended it
      """,
    page: "compare.md", operands: .clientsAndFiles, driver: .refused(help: "write it as --new 'DRIVER ARG…'"),
    own: [
      .config, .transport, .filter, .skip, .variations, .old, .new, .across, .approvals, .accept,
      .noBuild.with(\.role, .calls), .jobs,
      .timeout,
      .report.with(\.value, .report([.json, .markdown, .html])).for(
        "write a report; FORMAT is json, markdown or html; PATH may be - (stdout); may be repeated",
        page: "compare.md#reports"),
      .verbose.for("also print what both releases did, for up to ten scenarios"), .color,
    ], start: Compare.start)
}

extension Option {
  static let old = Option(
    "old", .text("CMD"),
    "the driver of the old release, in place of OLD; its words are split as a shell does, without a shell", .calls,
    page: "compare.md")
  static let new = Option("new", .text("CMD"), "the driver of the new release, in place of NEW", .calls)
  static let across = Option(
    "across", "the releases are in different languages: compare what must be the same in all of them", .calls)
  static let approvals = Option(
    "approvals", .file("FILE"), "the file with the differences that you accepted", .calls,
    page: "compare.md#accept-what-is-right")
  static let accept = Option(
    "accept", .text("REASON"),
    "accept the differences, and write them into the file of --approvals with this reason")
}

/// `contract-run compare`: plays the same scenarios with two releases of a client, and reports what differs.
struct Compare: StartedCommand {
  let invocation: Invocation

  func run() throws(Exit) -> Int32 {
    let reports = settings.reports
    try check()
    let configuration = try invocation.configuration()
    let sides = try ComparedReleases(arguments, configuration)
    try checkFiles(sides, reports)
    let collector = Diagnostic.Collector()
    let approvals = approvals(collector)
    let plan = plan(sides, configuration)
    let diagnostics = collector.diagnostics + plan.diagnostics
    if invocation.report(diagnostics) {
      return !sides.clients.isEmpty && plan.isEmpty ? 3 : 2
    }
    for note in plan.notes { StandardError.print("note: \(note)") }
    var run = ComparisonRun(
      sides: sides, plan: plan,
      context: RunContext(invocation, invocation.console(descriptor: 2, onlyProgress: true)))
    let (old, new): (Release, Release)
    do throws(ComparisonRun.Failure) {
      (old, new) = try run.play()
    } catch {
      StandardError.print("error: \(error.path) cannot be compared: \(error.failure.message)")
      StandardError.print("\(error.failure.help)")
      return 2
    }
    if let signal = interruption.signal { return 128 + signal }
    func compared(_ approvals: DifferenceApprovals) -> ReleaseComparison {
      ReleaseComparison(
        old, new, isAcross: arguments.has(.across), approvals: approvals,
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

  private func check() throws(Exit) {
    if arguments.has(.accept), !arguments.has(.approvals) {
      throw .usage("'--accept' needs a file for what it accepts", "add --approvals FILE")
    }
    if let reason = arguments.last(.accept), reason.allSatisfy(\.isWhitespace) {
      throw .usage("'--accept' needs a reason", "write why the differences are right")
    }
  }

  /// Refuses options that would be ignored, and files that would be lost.
  private func checkFiles(_ sides: ComparedReleases, _ reports: [RunSettings.Report]) throws(Exit) {
    if sides.clients.isEmpty, let path = sides.paths.first {
      throw .usage("'\(path)' is not used, because both releases are reports", "leave it out, or use --filter")
    }
    let read = Set((sides.files + arguments.all(.approvals)).map(Self.location))
    if let lost = reports.map(\.path).first(where: { read.contains(Self.location($0)) }) {
      throw .usage("'\(lost)' would be written over a file that is read", "choose another path")
    }
  }

  private static func location(_ path: String) -> String { FileSystem.real(FileSystem.absolute(path)) }

  private func plan(_ sides: ComparedReleases, _ configuration: Configuration?) -> Plan {
    let approvals = sides.clients.filter { $0.accepted[.approvals] != nil }.approvals()
    var plan = Plan.make(
      sides.clients, selection: settings.selection, transports: settings.transports, isFull: false,
      variations: settings.variations, approvals: approvals.byClient, secrets: configuration?.secrets ?? .standard)
    plan.diagnostics += approvals.diagnostics
    return plan
  }

  // MARK: The end

  private func report(_ comparison: ReleaseComparison, _ reports: [RunSettings.Report]) -> Int32 {
    let words =
      TypedProgram.own + [Command.compare.name] + arguments.paths + arguments.words([.source, .calls, .plays])
      + [Option.verbose.name, Option.filter.name]
    // The command that shows what both releases did in a scenario, without tokens.
    func show(_ id: String) -> String { Secrets.standard.masked(ShellWords.text(words + [id])) }
    let descriptor: Int32 = reports.contains { $0.path == ReportFile.standardOutput } ? 2 : 1
    let settings = invocation.consoleSettings(descriptor: descriptor)
    let text = ComparisonText(
      comparison, style: ConsoleStyle(isColored: settings.isColored), command: show)
    StandardOutput.write(text.text(isVerbose: arguments.has(.verbose)), to: descriptor)
    let status = comparison.exitStatus
    let written = reports.filter { format, path in
      StandardError.hasWritten {
        let runner = Version.text()
        switch format {
        case .json:
          try ReportFile.write(ComparisonJSON(comparison, runner: runner, command: show).utf8, to: path)
        case .markdown:
          try ReportFile.write(Array(ComparisonMarkdown(text).text.utf8), to: path)
        default: try ReportFile.write(ComparisonPage(text, runner: runner).utf8, to: path)
        }
      }
    }
    return status == 0 && written.count < reports.count ? 3 : status
  }

  /// Writes the differences that nobody accepted yet into the file of approvals. Returns whether that was possible.
  private func accept(_ comparison: ReleaseComparison, _ compared: (DifferenceApprovals) -> ReleaseComparison) -> Bool {
    if comparison.exitStatus == 3 {
      StandardError.print("note: nothing was accepted, because the comparison is not complete")
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
      StandardError.print("note: any values of \(cause.place) are accepted, because there are very many")
    }
    if FileSystem.kind(path) == .missing,
      !StandardError.hasWritten({ try ReportFile.write(Array("[]\n".utf8), to: path) })
    {
      return false
    }
    let source = Source(path: path, bytes: Array(FileManager.default.contents(atPath: path) ?? Data()))
    guard let list = source.whole else { return false }
    AtomicFile.removeLeftovers(in: FileSystem.parent(FileSystem.real(path)))
    return StandardError.hasWritten {
      try SourceFile.replace(source, with: source.edited(entries.map { JSONEdit(at: list, .append($0)) }))
    }
  }
}
