import ContractCore
import ContractReporting
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
    let list = try arguments.names(.list).last
    let shard = arguments.command == .run ? try Shard.named(by: arguments, environment) : nil
    // A list of scenarios writes no reports.
    let listing = list == nil ? try ReportOutput(arguments, environment) : nil
    guard var prepared = try PreparedRun(arguments, environment, listing) else { return 2 }
    let bazel = BazelTest(environment)
    // Another driver is not the client whose results are kept, even if it has the same name.
    let configuration = arguments.driver == nil && !bazel.isWaiting ? prepared.clients.configuration : nil
    let lastRun = configuration.map { LastRun(beside: $0.path) }
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
      prepared.plan.keepOnly(lastRun)
    }
    let output = try output(prepared, bazel)
    if let shard {
      if arguments.has(.strict) {
        throw Arguments.UsageError(
          message: "'--strict' cannot be combined with the shard \(shard.text)",
          help: "whether a scenario is vacuous is known from other scenarios, which other shards may have; use prove",
          command: .run)
      }
      if let client = prepared.plan.clientWithoutTransport {
        throw Arguments.UsageError(
          message: "a shard needs a stated transport, and nothing states that of the client '\(client)'",
          help: "add --transport memory, loopback or both, or write \"transport\" in \(Configuration.fileName)",
          command: .run)
      }
      prepared.plan.keepOnly(shard, arguments: CommandContext.selection(arguments))
    }
    let plan = prepared.plan
    if CommandContext.report(plan.diagnostics, arguments, environment, orIn: list == nil ? output : nil) {
      return plan.isEmpty ? 3 : 2
    }
    if let list {
      for note in plan.notes { CommandContext.printError("note: \(note)") }
      if list.isEmpty {
        for client in plan.clients { for id in client.ids { print(id.cleanedLine) } }
      } else {
        print(plan.listing)
      }
      return 0
    }
    return execute(prepared, output, lastRun)
  }

  /// Returns the reports that are written.
  private func output(_ prepared: PreparedRun, _ bazel: BazelTest) throws(Arguments.UsageError) -> ReportOutput {
    // The reports of the configuration are those of `run`. Each machine that runs a shard has its own.
    let configuration = proves || bazel.isWaiting ? nil : prepared.clients.configuration
    let (written, leftAlone) = prepared.settings.reports(configuration, isFull: prepared.plan.isFull)
    let output = ReportOutput(
      arguments: arguments, environment: environment, written: written + bazel.reports, leftAlone: leftAlone)
    try RunSettings.check(output.written, arguments.command)
    return output
  }

  private func execute(_ prepared: PreparedRun, _ output: ReportOutput, _ lastRun: LastRun?) -> Int32 {
    let (plan, settings) = (prepared.plan, prepared.settings)
    let started = Date()
    let begin = ContinuousClock.now
    let commands = CommandContext.commands(arguments, environment)
    let console = output.console(commands)
    console.begin(plan.parts)
    if let seed = settings.seed { console.say("random order: repeat it with --shuffle=\(seed)") }
    let keepsRecords =
      output.written.contains { $0.format != .junit } || arguments.has(.verbose) || settings.repeats || proves
    let collectors = plan.clients.map { DependenceCollector($0.jobs, keeps: proves) }
    let context = RunContext(
      settings: settings, environment: environment, processes: processes, interruption: interruption, console: console,
      buildSettings: CommandContext.consoleSettings(arguments, environment, descriptor: 2))
    var runs = plan.clients.map { ClientRun($0, in: context, keepsRecords: keepsRecords) }
    // `prove` judges calls again, as they were.
    if keepsRecords, !proves {
      let calls = CallFile(in: BazelTest(environment).temporaryFolder)
      for index in runs.indices { runs[index].callFile = calls }
    }
    for (index, collector) in collectors.enumerated() { runs[index].onEvidence = { collector.add($2, of: $0, on: $1) } }
    let unchecked = countsParts(plan) ? runs.map { _ in UncheckedParts() } : []
    for (index, parts) in unchecked.enumerated() {
      runs[index].onCall = { job, script, verdict in
        if verdict.status == .passed, !job.isVariations { parts.add(script) }
      }
    }
    let signal = play(&runs, settings, console)
    var report = RunReport(results: [], started: started, duration: 0, notices: plan.notes, interruptedBy: signal)
    report.commands = commands
    report.part = plan.part
    report.strength = StrengthReport(isStrict: proves || arguments.has(.strict))
    var building = 0.0
    var operations: [String: [String]] = [:]
    for (index, client) in plan.clients.enumerated() {
      let verdicts = proves ? runs[index].calls.map(\.verdict) : []
      if runs[index].isUnbuilt { report.unbuilt.insert(client.name) }
      let result = runs[index].finish()
      let proof =
        proves
        ? prove(client, result.results, verdicts, collectors[index], context)
        : Proof(dependences: collectors[index].finish())
      report.strength?.add(proof, client.jobs, result.results)
      // Not appended to an empty array, because a hundred thousand results would then be in memory twice.
      report.results = report.results.isEmpty ? result.results : report.results + result.results
      report.variations += result.variations
      building += result.building
      report.notices += result.notices
      operations[client.name] = result.operations
    }
    if !unchecked.isEmpty { report.strength?.countedParts = unchecked.reduce(0) { $0 + $1.count } }
    report.part?.operations = operations
    for note in lastRun?.update(plan, report) ?? [] where !report.notices.contains(note) {
      report.notices.append(note)
    }
    prepared.complete(&report, arguments, operations: operations)
    // The compiler's time does not matter for the clients.
    report.duration = (ContinuousClock.now - begin) / .seconds(1) - building
    let status = output.end(report, console, next: next(prepared, report))
    if status == 3 { BazelTest(environment).explain(report) }
    return interruption.signal.map { 128 + $0 } ?? status
  }

  /// Returns whether parts of requests are counted that no scenario checks. `prove` lists them, and other parts may be checked
  /// by scenarios that only other shards, or only a whole run, play.
  private func countsParts(_ plan: Plan) -> Bool { !proves && plan.part == nil && !arguments.has(.lastFailed) }

  /// Returns what comes after a full run in which everything passed: the client in place of the example of `init`, then
  /// what could pass by accident, and then CI, as long as nothing shows that there is one. Nil for other runs.
  private func next(_ prepared: PreparedRun, _ report: RunReport) -> String? {
    guard arguments.command == .run, !arguments.has(.quiet), environment["CI"] ?? "" == "",
      environment[Watch.mark] == nil,
      !BazelTest(environment).isTest, prepared.plan.isFull, report.exitStatus == 0,
      let configuration = prepared.clients.configuration
    else { return nil }
    let folder = FileSystem.parent(FileSystem.absolute(configuration.path))
    if let step = ProjectTemplate.callOfExample(in: folder) { return step.text(CommandContext.program) }
    if CIService.isUsed(around: folder) { return nil }
    if report.strength?.findings.isEmpty == false {
      return "see which scenarios a wrong client could pass: \(CommandContext.commands(arguments, environment).prove)"
    }
    return "run this in CI, too: \(Documentation.page("ci.md"))"
  }

  /// Plays all rounds. Returns the name of the signal that ended the run; nil if none did.
  private func play(_ runs: inout [ClientRun], _ settings: RunSettings, _ console: ConsoleReporter) -> String? {
    var round = 1
    while true {
      if settings.repeats { console.beginRound(round, of: settings.rounds) }
      var stopped = interruption.signal.map(TerminationStatus.name)
      for index in runs.indices {
        runs[index].play(round: round, stopped: stopped)
        if let signal = interruption.signal {
          stopped = TerminationStatus.name(ofSignal: signal)
        } else if settings.failFast, runs[index].hasFailed {
          stopped = ClientRun.failFastReason
        }
      }
      if let signal = interruption.signal { return TerminationStatus.name(ofSignal: signal) }
      let isLast = round == settings.rounds || settings.untilFail && runs.contains(where: \.hasFailed)
      // Without a scenario to run, the rounds of --until-fail would never end.
      if isLast || stopped != nil || !runs.contains(where: \.hasRun) { return nil }
      round += 1
    }
  }
}

/// What is known about the strength of one client's scenarios.
struct Proof {
  /// What other answers show about each scenario, as far as it is known.
  var dependences: [Job: Dependence]
  /// The mutants of each scenario; empty if nobody asked.
  var mutants: [Job: Mutants] = [:]
}

extension StrengthReport {
  /// Adds the results of one client.
  ///
  /// - Parameter results: The results of the jobs, in their order.
  mutating func add(_ proof: Proof, _ jobs: [Job], _ results: [ScenarioResult]) {
    add(results, jobs.map { proof.dependences[$0] })
    for (job, result) in zip(jobs, results) { if let mutants = proof.mutants[job] { add(mutants, of: result) } }
  }
}
