import ContractCore
import ContractReporting
import Foundation

/// `contract-run run`: builds the drivers, runs the scenarios, and reports the results. With `--prove`, it also makes the
/// extra calls that show how strong the scenarios are.
struct ReportedRun: Invoked {
  let invocation: Invocation
  /// Returns what people do after the run; nil if it need not say that.
  var next: ((PreparedRun, RunReport) -> String?)?

  private var proves: Bool { arguments.has(.prove) }

  /// The variable by which a run knows that `--watch` started it.
  static let watchMark = "CONTRACT_RUN_WATCH"

  func run() throws(Exit) -> Int32 {
    let list = arguments.last(.list)
    let shard = proves ? nil : try Shard.named(by: arguments, environment)
    var prepared = try PreparedRun(invocation)
    try CertificateAuthority.check(prepared.clients.chosen)
    // Another driver is not the client whose results are kept, even if it has the same name.
    let configuration = arguments.driver == nil && !invocation.bazel.isWaiting ? prepared.clients.configuration : nil
    let lastRun = configuration.map { LastRun(beside: $0.path) }
    if arguments.has(.lastFailed) {
      if let shard {
        throw .usage(
          "'--last-failed' cannot be combined with the shard \(shard.text)",
          "the last results of this machine are not those of the others")
      }
      guard let lastRun else {
        throw .usage(
          "'--last-failed' cannot be combined with '-- DRIVER'",
          "the last results are those of the clients of \(Configuration.fileName); use --filter instead")
      }
      prepared.plan.keepOnly(lastRun)
    }
    let output = try output(prepared)
    var record: RunReport.Plan?
    if let shard {
      if arguments.has(.strict) {
        throw .usage(
          "'--strict' cannot be combined with the shard \(shard.text)",
          "whether a scenario is vacuous is known from other scenarios, which other shards may have; use --prove")
      }
      if let client = prepared.plan.clientWithoutTransport {
        throw .usage(
          "a shard needs a stated transport, and nothing states that of the client '\(client)'",
          "add --transport memory, loopback, proxy or both, or write \"transport\" in \(Configuration.fileName)")
      }
      let shares = prepared.plan.shares(shard.count)
      record = prepared.plan.record(invocation.selection, shards: shard.count)
      prepared.plan.keepOnly(shard, shares)
    } else if output.writesRecord {
      record = prepared.plan.record(invocation.selection, by: proves ? "prove" : Command.run.name)
    }
    let plan = prepared.plan
    if list == nil ? output.report(plan.diagnostics) : invocation.report(plan.diagnostics) {
      return plan.isEmpty ? 3 : 2
    }
    if let list {
      for note in plan.notes { StandardError.print("note: \(note)") }
      if list.isEmpty {
        for client in plan.clients { for id in client.ids { StandardOutput.print("\(id)") } }
      } else {
        StandardOutput.write(document: plan.listing + "\n")
      }
      return 0
    }
    let accepted = try invocation.accepting(into: prepared.clients.configuration?.accepted?.value)
    return execute(prepared, output, lastRun, record, accepted)
  }

  private func output(_ prepared: PreparedRun) throws(Exit) -> ReportOutput {
    let bazel = invocation.bazel
    // The reports of the configuration have no extra calls. Each machine that runs a shard has its own.
    let configuration = proves || bazel.isWaiting ? nil : prepared.clients.configuration
    let (written, leftAlone) = try settings.reports(
      configuration, isFull: prepared.plan.isFull, adding: bazel.reports)
    return ReportOutput(invocation: invocation, written: written, leftAlone: leftAlone)
  }

  private func execute(
    _ prepared: PreparedRun, _ output: ReportOutput, _ lastRun: LastRun?, _ record: RunReport.Plan?,
    _ accepted: AcceptedEntries?
  ) -> Int32 {
    var prepared = prepared
    let plan = prepared.plan
    let started = Date()
    let begin = ContinuousClock.now
    let commands = invocation.commands
    let console = output.console(commands)
    console.begin(plan.parts)
    if let seed = settings.seed { console.say("random order: repeat it with --shuffle=\(seed)") }
    let keepsRecords =
      output.written.contains { $0.format != .junit } || arguments.has(.verbose) || settings.repeats || proves
    let collectors = plan.clients.map { DependenceCollector($0.jobs, keeps: proves) }
    let context = RunContext(invocation, console)
    var runs = plan.clients.map { ClientRun($0, in: context, keepsRecords: keepsRecords) }
    // `--prove` judges calls again, as they were.
    if keepsRecords, !proves {
      let calls = CallFile(in: invocation.bazel.temporaryFolder)
      for index in runs.indices { runs[index].callFile = calls }
    }
    for (index, collector) in collectors.enumerated() { runs[index].onEvidence = { collector.add($2, of: $0, on: $1) } }
    // `--prove` lists the parts of requests that no scenario checks. Others may be checked by scenarios that only other
    // shards, or only a whole run, play.
    let countsParts = !proves && plan.part == nil && !arguments.has(.lastFailed)
    let unchecked = countsParts ? runs.map { _ in UncheckedParts() } : []
    for (index, parts) in unchecked.enumerated() {
      runs[index].onCall = { job, script, verdict in
        if verdict.status == .passed, !job.isVariations { parts.add(script) }
      }
    }
    let signal = play(&runs, console)
    var report = RunReport(
      results: [], started: started, duration: 0, notices: plan.notes.map(RunReport.Notice.init), interruptedBy: signal)
    report.commands = commands
    (report.part, report.plan) = (plan.part, record)
    report.strength = StrengthReport(isStrict: proves || arguments.has(.strict))
    var building = 0.0
    var operations: [String: [String]] = [:]
    for (index, client) in plan.clients.enumerated() {
      let verdicts = proves ? runs[index].calls.map(\.verdict) : []
      if runs[index].isUnbuilt { report.unbuilt.insert(client.name) }
      let result = runs[index].finish()
      let (dependences, mutants) =
        proves ? prove(client, result.results, verdicts, collectors[index], context) : (collectors[index].finish(), [:])
      report.strength?.add(result.results, client.jobs.map { dependences[$0] })
      for (job, result) in zip(client.jobs, result.results) {
        if let mutants = mutants[job] { report.strength?.add(mutants, of: result) }
      }
      // Not appended to an empty array, because a hundred thousand results would then be in memory twice.
      report.results = report.results.isEmpty ? result.results : report.results + result.results
      report.variations += result.variations
      building += result.building
      report.notices += result.notices
      operations[client.name] = result.operations
    }
    if !unchecked.isEmpty { report.strength?.countedParts = unchecked.reduce(0) { $0 + $1.count } }
    report.plan?.operations = operations
    report.notices += (lastRun?.update(plan, report) ?? []).map(RunReport.Notice.init)
    report.notices = report.notices.uniqued()
    if let accepted, signal == nil { prepared.accept(&report, into: accepted) }
    prepared.complete(&report, operations: operations)
    // The compiler's time does not matter for the clients.
    report.duration = Seconds.recorded((ContinuousClock.now - begin) / .seconds(1) - building)
    let status = output.end(report, console, next: next?(prepared, report))
    if status == 3 { invocation.bazel.explain(report) }
    return interruption.signal.map { 128 + $0 } ?? status
  }

  /// Plays all rounds. Returns the name of the signal that ended the run; nil if none did.
  private func play(_ runs: inout [ClientRun], _ console: ConsoleReporter) -> String? {
    var round = 1
    while true {
      if settings.repeats { console.beginRound(round, of: settings.rounds) }
      var stopped: String?
      for index in runs.indices {
        runs[index].play(round: round, stopped: stopped)
        if settings.failFast, runs[index].hasFailed { stopped = Pool.failFastReason }
      }
      if let signal = interruption.signal { return TerminationStatus.name(ofSignal: signal) }
      let isLast = round == settings.rounds || settings.untilFail && runs.contains(where: \.hasFailed)
      // Without a scenario to run, the rounds of --until-fail would never end.
      if isLast || stopped != nil || !runs.contains(where: \.hasRun) { return nil }
      round += 1
    }
  }
}
