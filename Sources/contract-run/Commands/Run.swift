import ContractCore
import Foundation

/// `contract-run run`: builds the drivers, runs the scenarios, and reports the results. `prove` also makes the extra calls
/// that show how strong the scenarios are.
struct Run {
  let arguments: Arguments
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption
  /// Whether extra calls are made.
  private var proves: Bool { arguments.command == .prove }

  /// Runs everything and returns the exit status.
  func run() throws(Arguments.UsageError) -> Int32 {
    let settings = try RunSettings(arguments)
    let shard = arguments.command == .run ? try Shard.named(by: arguments, environment) : nil
    guard let clients = try CommandContext.clients(arguments, environment) else { return 2 }
    let configuration = clients.configuration
    // Another driver is not the client whose results are kept, even if it has the same name.
    let lastRun = arguments.driver == nil ? configuration.map { LastRun(beside: $0.path) } : nil
    var plan = Plan.make(
      clients.chosen, selection: settings.selection, transports: settings.transports,
      isFull: Plan.isFull(arguments, configuration, settings), variations: proves ? .none : settings.variations,
      knownIssues: clients.knownIssues, reviews: clients.reviews, secrets: clients.secrets)
    plan.diagnostics += clients.diagnostics + plan.unknownExceptions
    if arguments.has(.lastFailed) {
      if let shard {
        throw Arguments.UsageError(
          message: "'--last-failed' cannot be combined with the shard \(shard.text)",
          help: "the last results of this machine are not those of the others", command: .run)
      }
      guard let lastRun else {
        throw Arguments.UsageError(
          message: "'--last-failed' cannot be combined with '-- DRIVER'",
          help: "the last results are those of the clients of \(Configuration.fileName); use --filter instead",
          command: arguments.command)
      }
      plan.keepOnly(lastRun)
    }
    // The reports of the configuration are those of `run`. Each machine has its own.
    let reports = settings.reports(proves ? nil : configuration, isFull: plan.isFull)
    if let shard {
      if let client = plan.clientWithoutTransport {
        throw Arguments.UsageError(
          message: "a shard needs a stated transport, and nothing states that of the client '\(client)'",
          help: "add --transport memory, loopback or both, or write \"transport\" in \(Configuration.fileName)",
          command: .run)
      }
      plan.keepOnly(shard)
    }
    try RunSettings.check(reports.written, arguments.command)
    if CommandContext.report(plan.diagnostics, arguments, environment) { return plan.isEmpty ? 3 : 2 }
    if arguments.has(.list) {
      for note in plan.notes { CommandContext.printError("note: \(note)") }
      for client in plan.clients { for id in client.ids { print(id.cleanedLine) } }
      return 0
    }
    return execute(plan, settings, reports, lastRun)
  }

  private func execute(
    _ plan: Plan, _ settings: RunSettings, _ reports: (written: [RunSettings.Report], leftAlone: [RunSettings.Report]),
    _ lastRun: LastRun?
  ) -> Int32 {
    let started = Date()
    let begin = ContinuousClock.now
    let usesOutput = reports.written.contains { $0.path == ReportFile.standardOutput }
    let console = CommandContext.console(arguments, environment, descriptor: usesOutput ? 2 : 1)
    console.begin(plan.parts)
    if let seed = settings.seed { console.say("random order: repeat it with --shuffle=\(seed)") }
    let keepsRecords =
      reports.written.contains { $0.format != .junit } || arguments.has(.verbose) || settings.repeats || proves
    let tallies = plan.clients.map { $0.siblings(keeps: proves) }
    var runs = plan.clients.map { client in
      ClientRun(
        client: client, settings: settings, environment: environment, processes: processes, interruption: interruption,
        console: console, keepsRecords: keepsRecords,
        buildSettings: CommandContext.consoleSettings(arguments, environment, descriptor: 2))
    }
    for (index, tally) in tallies.enumerated() { runs[index].onAnswered = { tally.add($2, of: $0, on: $1) } }
    let signal = play(&runs, settings, console)
    var report = RunReport(results: [], started: started, duration: 0, notices: plan.notes, interruptedBy: signal)
    report.command = CommandContext.again(arguments)
    report.part = plan.part
    report.strength = StrengthReport(isStrict: proves || arguments.has(.strict))
    var building = 0.0
    var operations: [String: [String]] = [:]
    for (index, client) in plan.clients.enumerated() {
      let result = runs[index].finish()
      let proof = proves ? prove(client, result.results, tallies[index], settings) : Proof(tallies[index].finish())
      report.strength?.add(proof, result.results)
      // Not appended to an empty array, because a hundred thousand results would then be in memory twice.
      report.results = report.results.isEmpty ? result.results : report.results + result.results
      report.variations += result.variations
      building += result.building
      report.notices += result.notices
      operations[client.name] = result.operations
      // A partial run may leave out the contracts that call the other operations.
      if plan.isFull, !result.uncalled.isEmpty { report.uncalledOperations.append((client.name, result.uncalled)) }
    }
    for note in lastRun?.update(plan, report) ?? [] where !report.notices.contains(note) {
      report.notices.append(note)
    }
    report.knownIssues = plan.knownIssueResults(
      report, settings, hasAllContracts: arguments.paths.isEmpty)
    report.staleReviews = plan.staleReviews
    report.coverage = plan.coverage(report, operations: operations)
    if arguments.has(.coverage), !plan.isFull, plan.clients.contains(where: { $0.requirement != nil }) {
      report.notices.append("only a full run is compared with the coverage that the configuration requires")
    }
    // The compiler's time does not matter for the clients.
    report.duration = (ContinuousClock.now - begin) / .seconds(1) - building
    let checkout = Checkout(environment: environment)
    var failed = false
    var files: [(format: String, path: String)] = []
    for (format, path) in reports.written {
      do {
        if let dialect = format.dialect, path.hasSuffix("/") {
          try ReportFolder.write(JUnitReport(report, dialect: dialect).files, to: path)
        } else {
          try ReportFile.write(format.utf8(of: report, runner: Version.text(), checkout: checkout), to: path)
        }
        files.append((format.rawValue, path))
      } catch {
        failed = true
        CommandContext.printError("error: \(error)")
      }
    }
    console.end(report, files: files, leftAlone: reports.leftAlone.map { ($0.format.rawValue, $0.path) })
    if environment["GITHUB_ACTIONS"] == "true" {
      writeForGitHub(GitHubReport(report, checkout: checkout), descriptor: usesOutput ? 2 : 1)
    }
    if let signal = interruption.signal { return 128 + signal }
    let status = report.exitStatus
    // If CI waits for a report that could not be written, the run must not look like a success.
    return status == 0 && failed ? 3 : status
  }

  /// Plays all rounds. Returns the name of the signal that ended the run; nil if none did.
  private func play(_ runs: inout [ClientRun], _ settings: RunSettings, _ console: ConsoleReporter) -> String? {
    var round = 1
    while true {
      if settings.repeats { console.beginRound(round, of: settings.rounds) }
      var stopped = interruption.signal.map(Death.name)
      for index in runs.indices {
        runs[index].play(round: round, stopped: stopped)
        if let signal = interruption.signal {
          stopped = Death.name(ofSignal: signal)
        } else if settings.failFast, runs[index].hasFailed {
          stopped = ClientRun.failFastReason
        }
      }
      if let signal = interruption.signal { return Death.name(ofSignal: signal) }
      let isLast = round == settings.rounds || settings.untilFail && runs.contains(where: \.hasFailed)
      // Without a scenario to run, the rounds of --until-fail would never end.
      if isLast || stopped != nil || !runs.contains(where: \.hasRun) { return nil }
      round += 1
    }
  }
}
