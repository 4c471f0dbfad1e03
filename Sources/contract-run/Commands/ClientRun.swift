import ContractCore
import ContractReporting
import Synchronization

/// One client's part of a run: its build step once, then its scenarios in driver processes, once in each round.
struct ClientRun {
  static let failFastReason = "an earlier scenario did not pass (--fail-fast)"
  /// The maximum number of notices of a repeated run, because every round can have new ones.
  private static let keptNotices = 20

  let client: Plan.Client
  let settings: RunSettings
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption
  let console: ConsoleReporter
  let keepsRecords: Bool
  /// Where the calls that passed are kept; nil for the memory.
  var callFile: CallFile?
  /// The form of standard error, for the build step.
  let buildSettings: ConsoleSettings
  /// Whether every second round has the reverse order.
  var reversesRounds = false
  /// Receives the calls that show what the client makes of its answers, by the position of their entry; nil if nobody
  /// asks.
  var onAnswered: (@Sendable (Int, Transport, Answered) -> Void)?
  /// Receives the calls of scenarios that passed; nil if nobody asks.
  var onPassed: (@Sendable (Script) -> Void)?

  /// The verdicts of the last round; nil for a scenario that has none. Empty if there was no round.
  private var verdicts: [Verdict?] = []
  /// The verdicts of all rounds by scenario. Empty if scenarios are not repeated.
  private var repeated: [RepeatedVerdict] = []
  private var hello: DriverMessage.Hello?
  private var notices: [String] = []
  /// How many notices are not kept.
  private var moreNotices = 0
  /// How many seconds the build step took.
  private var building = 0.0
  /// Whether the build step has run.
  private var isBuilt = false
  /// Why no scenario can run after the build step.
  private var obstacle: Reason?
  /// Whether the build step failed.
  private(set) var isUnbuilt = false
  /// What became of the variations in all rounds.
  private var varied: [VariedResult] = []
  /// Whether a variation took place in a round.
  private var hasPlayedVariations = false
  /// Whether a scenario or a variation failed or errored, and is not a known issue.
  private(set) var hasFailed = false

  init(
    client: Plan.Client, settings: RunSettings, environment: [String: String], processes: Processes,
    interruption: Interruption, console: ConsoleReporter, keepsRecords: Bool, buildSettings: ConsoleSettings
  ) {
    (self.client, self.settings, self.environment) = (client, settings, environment)
    (self.processes, self.interruption, self.console) = (processes, interruption, console)
    (self.keepsRecords, self.buildSettings) = (keepsRecords, buildSettings)
  }

  struct Summary {
    var results: [ScenarioResult]
    var variations: [VariedResult]
    /// The operations that the driver offers.
    var operations: [String]
    var notices: [String]
    /// How many seconds the build step took.
    var building: Double
  }

  /// Runs the client's scenarios once, and then their variations.
  ///
  /// - Parameters:
  ///   - round: The number of the round, from 1.
  ///   - stopped: Why nothing may run any more, or nil if the run goes on.
  mutating func play(round: Int, stopped: String?) {
    playScenarios(round: round, stopped: stopped)
    playVariations(round: round, stopped: stopped)
  }

  private mutating func playScenarios(round: Int, stopped: String?) {
    var verdicts: [Verdict?] = client.entries.map { entry in
      entry.skip.map { Verdict(reasons: [.skipped($0)]) }
    }
    defer { keep(verdicts) }
    for (index, verdict) in verdicts.enumerated() { if let verdict { console.finished(result(index, verdict)) } }
    let chosen = verdicts.indices.filter { verdicts[$0] == nil }
    if chosen.isEmpty { return }
    if stopped == nil, !isBuilt { build() }
    if let reason = stopped.map(Reason.notRun) ?? obstacle {
      let verdict = Verdict(reasons: [reason])
      for index in chosen {
        verdicts[index] = verdict
        if !isUnbuilt { console.finished(result(index, verdict)) }
      }
      return
    }
    let summary = run(pool(for: chosen, round: round))
    for (place, verdict) in zip(chosen, summary.verdicts) { verdicts[place] = verdict }
  }

  /// Runs a pool, and keeps its notices.
  private mutating func run(_ pool: Pool) -> Pool.Summary {
    interruption.onSignal { pool.stop($0, isSignal: true) }
    let summary = pool.run()
    interruption.onSignal { _ in }
    hello = hello ?? summary.hello
    for notice in summary.notices where !notices.contains(notice) {
      if settings.repeats, notices.count >= Self.keptNotices { moreNotices += 1 } else { notices.append(notice) }
    }
    return summary
  }

  // MARK: Variations

  private mutating func playVariations(round: Int, stopped: String?) {
    if client.varied.isEmpty { return }
    var stopped = stopped ?? interruption.signal.map(Death.name)
    if stopped == nil, settings.failFast, hasFailed { stopped = Self.failFastReason }
    if stopped == nil, !isBuilt { build() }
    var results: [VariedResult] = []
    for part in VariationBatch.batches(client.varied) {
      let batch = VariationBatch(part, reviews: client.reviews)
      if let reason = stopped.map(Reason.notRun) ?? obstacle {
        let rest = Verdict(reasons: [reason])
        results += batch.results(batch.jobs.map { _ in rest }, of: client, preferred: hello?.preferred)
        continue
      }
      let summary = run(pool(for: batch, round: round))
      if summary.verdicts.contains(where: \.tookPlace) { hasPlayedVariations = true }
      results += batch.results(summary.verdicts, of: client, preferred: hello?.preferred)
      stopped = interruption.signal.map(Death.name)
      if stopped == nil, settings.failFast, results.contains(where: { $0.hasFailed }) {
        stopped = Self.failFastReason
      }
    }
    if varied.isEmpty { varied = results } else { for index in varied.indices { varied[index].add(results[index]) } }
    if results.contains(where: \.hasFailed) { hasFailed = true }
  }

  private func pool(for batch: VariationBatch, round: Int) -> Pool {
    pool(
      inOrder(batch.jobs, round: round), keepsRecords: false, id: { [client] in client.id(of: Plan.Entry($0)) },
      isKnown: { [client] job, transport, verdict in
        client.result(Plan.Entry(job, isMade: true), on: transport, verdict).verdict.status == .knownIssue
      },
      review: batch.review
    ) { [client, console] job, transport, verdict in
      guard job.variation != nil else { return }
      let isKnown =
        verdict.status == .failed
        && client.result(Plan.Entry(job, isMade: true), on: transport, verdict).verdict.status == .knownIssue
      console.finishedVariation(of: job.contract, client: client.name, isKnown ? .knownIssue : verdict.status)
    }
  }

  /// Returns whether a scenario failed or errored, and is not a known issue.
  private func isFailure(_ verdict: Verdict?, at index: Int) -> Bool {
    guard let verdict, !verdict.reasons.isEmpty else { return false }
    return result(index, verdict, preferred: hello?.preferred).verdict.status.isBroken
  }

  private mutating func keep(_ verdicts: [Verdict?]) {
    self.verdicts = verdicts
    if settings.repeats {
      if repeated.isEmpty { repeated = verdicts.map { _ in RepeatedVerdict() } }
      for (index, verdict) in verdicts.enumerated() { repeated[index].add(verdict ?? Self.ended) }
    }
    // Only these options need to know it before the end. A known issue that passes in another round is flaky.
    if settings.failFast || settings.untilFail {
      hasFailed = verdicts.indices.contains { index in
        isFailure(settings.repeats ? repeated[index].verdict : verdicts[index], at: index)
      }
    }
  }

  /// The calls of the last round, with their scenarios and transports.
  var calls: [(entry: Plan.Entry, transport: Transport, verdict: Verdict)] {
    verdicts.indices.map { index in
      let entry = client.entries[index]
      return (entry, entry.transport ?? hello?.preferred ?? .memory, verdicts[index] ?? Self.ended)
    }
  }

  /// Whether a scenario or a variation took place.
  var hasRun: Bool { hasPlayedVariations || verdicts.contains { $0?.tookPlace == true } }

  /// Returns the results of all rounds. Call it once, after the last round.
  mutating func finish() -> Summary {
    defer { (verdicts, repeated, varied) = ([], [], []) }
    return Summary(
      results: Self.compared(results(preferred: hello?.preferred), as: client.entries),
      variations: settings.repeats ? varied.map { $0.withFlakiness(client.knownIssues) } : varied,
      operations: hello?.operations ?? [],
      notices: (notices + (moreNotices > 0 ? ["and \(moreNotices) more notices"] : [])).map { "\(client.name): \($0)" },
      building: building)
  }

  // MARK: Pools

  private func pool(for chosen: [Int], round: Int) -> Pool {
    let jobs = chosen.enumerated().map { place, entry in Job(index: place, client.entries[entry]) }
    return pool(
      inOrder(jobs, round: round), keepsRecords: keepsRecords, id: { [client] in client.id(of: Plan.Entry($0)) },
      isKnown: { [client] job, transport, verdict in
        let result = client.result(client.entries[chosen[job.index]], on: transport, verdict)
        return result.verdict.status == .knownIssue
      },
      review: { [client, callFile] _, _, verdict in
        verdict.reasons.isEmpty ? callFile?.storing(verdict, client.secrets) ?? verdict : verdict
      },
      onAnswered: onAnswered(chosen), onPassed: onPassed
    ) { [client, console] job, transport, verdict in
      console.finished(client.result(client.entries[chosen[job.index]], on: transport, verdict))
    }
  }

  /// Returns calls in the order of a round.
  private func inOrder(_ jobs: [Job], round: Int) -> [Job] {
    guard let seed = settings.seed else { return reversesRounds && round % 2 == 0 ? jobs.reversed() : jobs }
    // Another order in each round. That of round 3 is the one that a single run has with this seed plus 2.
    var generator = SeededGenerator(seed: seed &+ UInt64(round - 1))
    return jobs.shuffled(using: &generator)
  }

  /// Makes a pool.
  ///
  /// - Parameter onVerdict: Receives each verdict once. Corrections appear in the report at the end.
  private func pool(
    _ jobs: [Job], keepsRecords: Bool, id: @escaping @Sendable (Job) -> String,
    isKnown: @escaping @Sendable (Job, Transport, Verdict) -> Bool,
    review: @escaping @Sendable (Job, Transport, Verdict) -> Verdict = { $2 },
    onAnswered: (@Sendable (Job, Transport, Answered) -> Void)? = nil, onPassed: (@Sendable (Script) -> Void)? = nil,
    onVerdict: @escaping @Sendable (Job, Transport, Verdict) -> Void
  ) -> Pool {
    let ordered = jobs.sorted { $0.index < $1.index }
    let reported = Mutex(Array(repeating: false, count: jobs.count))
    return Pool(
      jobs,
      settings: Pool.Settings(
        command: client.driver, folder: client.folder, environment: environment, allowed: client.allowed,
        timeout: settings.timeout,
        jobs: settings.jobs, failFast: settings.failFast, keepsRecords: keepsRecords, review: review,
        isKnown: isKnown, onAnswered: onAnswered, onPassed: onPassed),
      processes: processes,
      onLongCall: { [console] driver, call in
        console.isRunning(longestIn: driver, for: call?.seconds ?? 0, call.map { id(ordered[$0.index]) })
      }
    ) { index, transport, verdict in
      let wasReported = reported.withLock { reported in
        defer { reported[index] = true }
        return reported[index]
      }
      if !wasReported { onVerdict(ordered[index], transport, verdict) }
    }
  }

  /// Returns what receives the calls of a pool; nil if nobody asks.
  private func onAnswered(_ chosen: [Int]) -> (@Sendable (Job, Transport, Answered) -> Void)? {
    guard let onAnswered else { return nil }
    return { job, transport, answered in onAnswered(chosen[job.index], transport, answered) }
  }

  /// Runs the build step, if there is one. If the client cannot run after it, keeps the reason.
  private mutating func build() {
    isBuilt = true
    guard settings.builds, let command = client.build else { return }
    let begin = ContinuousClock.now
    interruption.onSignal { [processes] _ in processes.killAll() }
    defer { interruption.onSignal { _ in } }
    let step = BuildStep(client: client.name, command: command, folder: client.folder, settings: buildSettings)
    let failure = console.withoutProgress { step.run(environment, processes) }
    building = (ContinuousClock.now - begin) / .seconds(1)
    if let signal = interruption.signal {
      obstacle = .notRun(Death.name(ofSignal: signal))
    } else {
      obstacle = failure.map { .givenUp(starts: 0, why: $0) }
      isUnbuilt = failure != nil
      if isUnbuilt { console.leaveOut(client.name) }
    }
  }

  private static let ended = Verdict(reasons: [.notRun("the run ended before its turn")])

  private func results(preferred: Transport?) -> [ScenarioResult] {
    if settings.repeats {
      return repeated.indices.map { index in
        result(index, repeated[index].verdict ?? Self.ended, preferred: preferred, runs: repeated[index].runs)
      }
    }
    return verdicts.indices.map { result($0, verdicts[$0] ?? Self.ended, preferred: preferred) }
  }

  /// Returns the results. If a scenario passed on one transport and not on the other, its result mentions the other
  /// transport.
  static func compared(_ results: [ScenarioResult], as entries: [Plan.Entry]) -> [ScenarioResult] {
    var results = results
    for index in results.indices.dropLast() where entries[index].scenario === entries[index + 1].scenario {
      let statuses = [results[index].verdict.status, results[index + 1].verdict.status]
      guard let passed = statuses.firstIndex(of: .passed),
        let broken = statuses.firstIndex(where: \.isBroken)
      else { continue }
      let transport = results[index + passed].transport
      results[index + broken] = results[index + broken].with(
        difference: "this scenario passed on \(transport.rawValue)")
    }
    return results
  }

  private func result(
    _ index: Int, _ verdict: Verdict, preferred: Transport? = nil, runs: RepeatedVerdict.Runs? = nil
  ) -> ScenarioResult {
    client.result(
      client.entries[index], on: client.entries[index].transport ?? preferred ?? .memory, verdict, runs: runs)
  }
}

extension Plan.Client {
  /// Returns what a report contains about one of its scenarios.
  func result(
    _ entry: Plan.Entry, on transport: Transport, _ verdict: Verdict, runs: RepeatedVerdict.Runs? = nil
  ) -> ScenarioResult {
    ScenarioResult(
      of: entry.scenario, in: entry.contract, client: name, on: transport, namesTransport: namesTransports, verdict,
      runs: runs, secrets: secrets
    ).judged(by: knownIssues)
  }
}

extension Job {
  fileprivate convenience init(index: Int, _ entry: Plan.Entry) {
    self.init(index: index, contract: entry.contract, written: entry.scenario, transport: entry.transport)
  }
}

extension Plan.Entry {
  /// Makes the entry of a call.
  ///
  /// - Parameter isMade: Whether its scenario is the one that is played, and not the written one.
  fileprivate init(_ job: Job, isMade: Bool = false) {
    self.init(
      contract: job.contract, scenario: isMade ? job.scenario : job.written, transport: job.transport,
      variation: isMade ? nil : job.variation)
  }
}
