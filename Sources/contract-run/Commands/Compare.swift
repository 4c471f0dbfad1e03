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
      1        a difference is not accepted, or an accepted one has a problem
      2        the command line, a file or a contract is invalid
      3        a scenario errored, or nothing was compared
      128 + N  signal N ended it
      """,
    page: "compare.md", operands: .clientsAndFiles, driver: .refused(help: "write it as --new 'DRIVER ARG…'"),
    own: [
      .config, .transport, .tls, .filter, .skip, .variations, .old, .new, .across, .accepted,
      .accept.for(
        "accept the differences, and add them to the file of accepted things with this reason",
        page: "compare.md#accept-what-is-right"),
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
  static let accepted = Option(
    "accepted", .file("FILE"), "the file of accepted things, in place of that of the configuration", .calls,
    page: "compare.md#accept-what-is-right")
}

/// `contract-run compare`: plays the same scenarios with two releases of a client, and reports what differs.
struct Compare: StartedCommand {
  let invocation: Invocation

  func run() throws(Exit) -> Int32 {
    let reports = settings.reports
    let configuration = try invocation.configuration()
    let accepting = try invocation.accepting(into: arguments.last(.accepted) ?? configuration?.accepted?.value)
    let sides = try ComparedReleases(arguments, configuration)
    if sides.clients.isEmpty, let path = sides.paths.first {
      throw .usage("'\(path)' is not used, because both releases are reports", "leave it out, or use --filter")
    }
    // With `--accept`, there need not be a file yet.
    func readAccepted() -> (accepted: Accepted, diagnostics: [Diagnostic]) {
      configuration.readAccepted(from: arguments.last(.accepted), isNew: arguments.has(.accept))
    }
    let (accepted, problems) = readAccepted()
    let plan = Plan.make(
      sides.clients, selection: settings.selection, transports: settings.transports, isFull: false,
      variations: settings.variations, accepted: accepted, comparesFields: accepted.hasFields,
      secrets: configuration.secrets)
    let diagnostics = problems + plan.diagnostics
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
    func compared(_ accepted: Accepted) -> ReleaseComparison {
      ReleaseComparison(
        old, new, isAcross: arguments.has(.across), accepted: accepted,
        isWhole: settings.selection.isEverything)
    }
    var comparison = compared(accepted)
    guard var accepting else { return report(comparison, reports) }
    if comparison.exitStatus == 3 {
      StandardError.print("note: nothing was accepted, because the comparison is not complete")
      return report(comparison, reports)
    }
    let names = Set((configuration?.clients ?? []).map(\.name))
    let client = new.clients.first.flatMap { names.contains($0) && names.count > 1 ? $0 : nil }
    // A verdict that an accepted difference does not explain any more is a cause only then.
    for round in 1...2 where !comparison.open.isEmpty {
      for cause in comparison.open where cause.hasMorePairs {
        StandardError.print("note: any values of \(cause.place) are accepted, because there are very many")
      }
      let entries = comparison.open.flatMap { $0.acceptedEntries(client: client, because: accepting.because) }
      accepting.write(entries.uniqued(on: HashedJSON.init))
      if let failure = accepting.failure {
        StandardError.print("error: \(round == 1 ? "nothing" : "not everything") was accepted: \(failure)")
        return 3
      }
      comparison = compared(readAccepted().accepted)
    }
    return report(comparison, reports)
  }

  // MARK: The end

  private func report(_ comparison: ReleaseComparison, _ reports: [RunSettings.Report]) -> Int32 {
    let words =
      TypedProgram.own + [Command.compare.name] + arguments.paths + arguments.words([.source, .calls, .plays])
      + [Option.verbose.name, Option.filter.name]
    // The command that shows what both releases did in a scenario.
    func show(_ id: String) -> String { invocation.secrets.applied(to: CommandWords(words + [id])).text }
    let descriptor: Int32 = reports.contains { $0.path == ReportFile.standardOutput } ? 2 : 1
    let settings = invocation.consoleSettings(descriptor: descriptor)
    let text = ComparisonText(comparison, style: ConsoleStyle(isColored: settings.isColored), command: show)
    StandardOutput.write(
      text.text(isVerbose: arguments.has(.verbose)).wrapped(to: settings.width), to: descriptor)
    let status = comparison.exitStatus
    let written = reports.filter { format, path in
      StandardError.hasWritten {
        let document =
          switch format {
          case .json: Array((text.json(runner: Version.text()).prettyText + "\n").utf8).withoutCommandsInJSON
          case .markdown: Array(text.markdown.utf8)
          default: text.page(runner: Version.text())
          }
        try ReportFile.write(document, to: path)
      }
    }
    return status == 0 && written.count < reports.count ? 3 : status
  }
}
