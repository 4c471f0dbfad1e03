import ContractCore
import ContractReporting
import Synchronization

/// What the runs of all clients of a command share.
struct RunContext: Invoked {
  let invocation: Invocation
  /// The options, which some commands change.
  var settings: RunSettings
  var console: ConsoleReporter
  /// What asks the real server in place of the scenarios' answers; nil if these are played.
  var provider: (any Provider)?

  init(_ invocation: Invocation, _ console: ConsoleReporter) {
    (self.invocation, settings, self.console) = (invocation, invocation.settings, console)
  }
}

/// One client's part of a run: its build step once, then its scenarios in driver processes, once in each round.
struct ClientRun {
  /// The maximum number of notices of a repeated run, because every round can have new ones.
  private static let keptNotices = 20

  let client: Plan.Client
  let context: RunContext
  let keepsRecords: Bool
  private let refusals = HostRefusals()
  /// Where the calls that passed are kept; nil for the memory.
  var callFile: CallFile?
  /// Whether nothing but the calls is asked for. Then results are made only for a console that shows them.
  var makesOnlyCalls = false
  private var needsResults: Bool { !makesOnlyCalls || context.console.showsResults }
  /// Whether every second round has the reverse order.
  var reversesRounds = false
  /// Receives the calls that show what the client makes of its answers; nil if nobody asks.
  var onEvidence: (@Sendable (Job, Transport, CallEvidence) -> Void)?
  /// Receives each call of a scenario or a variation with its verdict; nil if nobody asks.
  var onCall: (@Sendable (Job, Script, Verdict) -> Void)?

  /// The verdicts of the last round. Empty if there was no round.
  private var verdicts = Verdicts()
  /// The results of the last round, as the console got them.
  private var made = MadeResults()
  /// The verdicts of all rounds. Empty if scenarios are not repeated.
  private var repeated: [Job: RepeatedVerdict] = [:]
  private var hello: DriverMessage.Hello?
  private var notices: [String] = []
  private var moreNotices = 0
  /// How many seconds the build step took.
  private var building = 0.0
  private var isBuilt = false
  /// Why no scenario can run after the build step.
  private var obstacle: Reason?
  /// Whether the build step failed.
  private(set) var isUnbuilt = false
  /// What became of the variations in all rounds.
  private var varied: [VariedResult] = []
  private var hasPlayedVariations = false
  /// Whether a scenario or a variation failed or errored, and is not a known issue.
  private(set) var hasFailed = false

  init(_ client: Plan.Client, in context: RunContext, keepsRecords: Bool) {
    (self.client, self.context, self.keepsRecords) = (client, context, keepsRecords)
  }

  private var settings: RunSettings { context.settings }

  struct Summary {
    var results: [ScenarioResult]
    var variations: [VariedResult]
    var operations: [String]
    var notices: [RunReport.Notice]
    /// How many seconds the build step took.
    var building: Double
  }

  /// Runs the client's scenarios once, and then their variations.
  ///
  /// - Parameters:
  ///   - round: The number of the round, from 1.
  ///   - stopped: Why nothing may run any more, or nil if the run goes on.
  mutating func play(round: Int = 1, stopped: String? = nil) {
    let stopped = context.interruption.signal.map(TerminationStatus.name) ?? stopped
    playScenarios(round: round, stopped: stopped)
    playVariations(round: round, stopped: stopped)
  }

  private mutating func playScenarios(round: Int, stopped: String?) {
    var verdicts = Verdicts()
    made = MadeResults()
    defer { keep(verdicts) }
    for job in client.jobs {
      guard let why = job.skip else { continue }
      let verdict = Verdict(noResult: .skipped(why))
      verdicts[job] = verdict
      finished(job, verdict)
    }
    let chosen = client.jobs.filter { verdicts[$0] == nil }
    if chosen.isEmpty { return }
    if stopped == nil, !isBuilt { build() }
    if let reason = stopped.map(Reason.notRun) ?? obstacle {
      let verdict = Verdict(noResult: reason)
      for job in chosen {
        verdicts[job] = verdict
        if !isUnbuilt { finished(job, verdict) }
      }
      return
    }
    verdicts.merge(run(pool(chosen, round: round, varied: false)).verdicts)
  }

  private func finished(_ job: Job, _ verdict: Verdict) {
    if needsResults, let result = made.first(job, { result(job, verdict) }) { context.console.finished(result) }
  }

  private mutating func run(_ pool: Pool) -> Pool.Summary {
    context.interruption.onSignal { pool.stop($0, isSignal: true) }
    let summary = pool.run()
    context.interruption.onSignal { _ in }
    hello = hello ?? summary.hello
    for notice in summary.notices where !notices.contains(notice) {
      if settings.repeats, notices.count >= Self.keptNotices { moreNotices += 1 } else { notices.append(notice) }
    }
    return summary
  }

  // MARK: Variations

  private mutating func playVariations(round: Int, stopped: String?) {
    if client.varied.isEmpty { return }
    var stopped = stopped ?? context.interruption.signal.map(TerminationStatus.name)
    if stopped == nil, settings.failFast, hasFailed { stopped = Pool.failFastReason }
    if stopped == nil, !isBuilt { build() }
    var results: [VariedResult] = []
    for part in VariationBatch.batches(client.varied) {
      let batch = VariationBatch(
        part, accepted: client.comparesFields ? (client.accepted, client.name) : nil, after: verdicts)
      if let reason = stopped.map(Reason.notRun) ?? obstacle {
        let verdicts = Verdicts(batch.jobs, Verdict(noResult: reason))
        results += batch.results(verdicts, of: client, hello)
        continue
      }
      var summary = run(pool(batch.jobs, round: round, varied: true))
      let again = context.interruption.signal == nil ? batch.calledAgain : []
      if !again.isEmpty {
        summary.verdicts.merge(run(pool(again, round: round, varied: true)).verdicts)
      }
      if summary.verdicts.contains(where: \.tookPlace) { hasPlayedVariations = true }
      results += batch.results(summary.verdicts, of: client, hello)
      stopped = context.interruption.signal.map(TerminationStatus.name)
      if stopped == nil, settings.failFast, results.contains(where: { $0.hasFailed }) { stopped = Pool.failFastReason }
    }
    if varied.isEmpty { varied = results } else { for index in varied.indices { varied[index].add(results[index]) } }
    if results.contains(where: \.hasFailed) { hasFailed = true }
  }

  private mutating func keep(_ verdicts: Verdicts) {
    self.verdicts = verdicts
    if settings.repeats {
      for job in client.jobs { repeated[job, default: RepeatedVerdict()].add(verdicts[job] ?? .unplayed) }
    }
    // Only these options need to know it before the end. A known issue that passes in another round is flaky.
    if settings.failFast || settings.untilFail {
      hasFailed = client.jobs.contains { job in
        guard let verdict = settings.repeats ? repeated[job]?.verdict : verdicts[job], verdict.status.isBroken else {
          return false
        }
        return result(job, verdict).verdict.status.isBroken
      }
    }
  }

  /// The calls of the last round, with their scenarios and transports.
  var calls: [(job: Job, transport: Transport, verdict: Verdict)] {
    client.jobs.map { ($0, $0.transport(for: hello), verdicts[$0] ?? .unplayed) }
  }

  var hasRun: Bool { hasPlayedVariations || verdicts.contains(where: \.tookPlace) }

  /// Returns the results of all rounds. Call it once, after the last round.
  mutating func finish() -> Summary {
    defer { (verdicts, repeated, varied, made) = (Verdicts(), [:], [], MadeResults()) }
    return Summary(
      results: Self.compared(results, of: client.jobs),
      variations: settings.repeats ? varied.map { $0.withFlakiness(client.accepted) } : varied,
      operations: (hello?.operations ?? []).map(client.secrets.masked),
      notices: (notices + (moreNotices > 0 ? ["and \(moreNotices) more notices"] : []))
        .map { RunReport.Notice($0, of: client.name) }.map(client.secrets.masked),
      building: building)
  }

  // MARK: Pools

  private func inOrder(_ jobs: [Job], round: Int) -> [Job] {
    guard let seed = settings.seed else { return reversesRounds && round % 2 == 0 ? jobs.reversed() : jobs }
    // Another order in each round. That of round 3 is the one that a single run has with this seed plus 2.
    var generator = SeededNumbers(state: seed &+ UInt64(round - 1))
    return jobs.shuffled(using: &generator)
  }

  /// Makes a pool for the calls of a round.
  ///
  /// - Parameter varied: Whether the calls are those of variations, of which no report shows one that passed.
  private func pool(_ jobs: [Job], round: Int, varied: Bool) -> Pool {
    var own = Pool.Options(
      client: client, environment: context.environment, settings: settings, keepsRecords: keepsRecords && !varied,
      calls: varied ? nil : callFile, provider: context.provider, refusals: refusals,
      onEvidence: varied ? nil : onEvidence, onCall: onCall)
    own.onLongCall = { [client, console = context.console] driver, job, seconds in
      console.isRunning(longestIn: driver, for: seconds, job.map(client.id))
    }
    let reported = Mutex<Set<Job>>([])
    own.onVerdict = { [client, console = context.console, made, needsResults] job, transport, verdict in
      if !varied {
        if needsResults, let result = made.first(job, { client.result(job, on: transport, verdict) }) {
          console.finished(result)
        }
        return
      }
      guard job.variation != nil, reported.withLock({ $0.insert(job).inserted }) else { return }
      let status =
        verdict.status == .failed ? client.result(job, on: transport, verdict).verdict.status : verdict.status
      console.finishedVariation(of: job.contract, client: client.name, status)
    }
    return Pool(inOrder(jobs, round: round), options: own, processes: context.processes)
  }

  /// Runs the build step, if there is one. If the client cannot run after it, keeps the reason.
  private mutating func build() {
    isBuilt = true
    guard settings.builds, let command = client.configured.build else { return }
    let begin = ContinuousClock.now
    context.interruption.onSignal { [processes = context.processes] _ in processes.killAll() }
    defer { context.interruption.onSignal { _ in } }
    let step = BuildStep(
      client: client.name, command: command, folder: client.configured.folder,
      settings: context.invocation.consoleSettings(descriptor: 2))
    let failure = context.console.withoutProgress { step.run(context.environment, context.processes) }
    building = (ContinuousClock.now - begin) / .seconds(1)
    if let signal = context.interruption.signal {
      obstacle = .notRun(TerminationStatus.name(ofSignal: signal))
    } else {
      obstacle = failure.map { .givenUp(starts: 0, why: $0) }
      isUnbuilt = failure != nil
      if isUnbuilt { context.console.leaveOut(client.name) }
    }
  }

  private var results: [ScenarioResult] {
    client.jobs.map { job in
      let transport = job.transport(for: hello)
      if settings.repeats {
        let repeated = repeated[job]
        return client.result(
          job, on: transport, repeated?.verdict ?? .unplayed, runs: repeated?.runs, another: repeated?.another)
      }
      // Of a scenario that was skipped before the hello, the transport was not known.
      if let result = made.uncorrected(job), result.transport == transport { return result }
      return client.result(job, on: transport, verdicts.boxed(job) ?? Boxed(.unplayed))
    }
  }

  /// Returns the results. If a scenario passed on one transport and not on the other, its result mentions the other
  /// transport.
  static func compared(_ results: [ScenarioResult], of jobs: [Job]) -> [ScenarioResult] {
    var results = results
    for index in results.indices.dropLast() where jobs[index].scenario === jobs[index + 1].scenario {
      let statuses = [results[index].verdict.status, results[index + 1].verdict.status]
      guard let passed = statuses.firstIndex(of: .passed),
        let broken = statuses.firstIndex(where: \.isBroken)
      else { continue }
      let transport = results[index + passed].transport
      results[index + broken].difference = "this scenario passed on \(transport.rawValue)"
    }
    return results
  }

  private func result(_ job: Job, _ verdict: Verdict) -> ScenarioResult {
    client.result(job, on: job.transport(for: hello), verdict)
  }
}

/// The results of scenarios as the console got them, so that the report need not make them again. Those that have nothing
/// to hide are made again, because that takes no longer than to keep them.
private final class MadeResults: Sendable {
  private struct State {
    var seen: Set<Job> = []
    var results: [Job: ScenarioResult] = [:]
    var corrected: Set<Job> = []
  }

  private let state = Mutex(State())

  /// Makes the result of a scenario; nil if it was made before. A correction appears only in the report.
  func first(_ job: Job, _ make: () -> ScenarioResult) -> ScenarioResult? {
    let isFirst = state.withLock { state in
      let isFirst = state.seen.insert(job).inserted
      if !isFirst { state.corrected.insert(job) }
      return isFirst
    }
    if !isFirst { return nil }
    let result = make()
    if !result.verdict.value.hasNothingToHide { state.withLock { $0.results[job] = result } }
    return result
  }

  /// Returns the result of a scenario whose verdict was not corrected since; nil for others.
  func uncorrected(_ job: Job) -> ScenarioResult? {
    state.withLock { $0.corrected.contains(job) ? nil : $0.results[job] }
  }
}
