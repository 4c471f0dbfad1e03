import ContractCore
import Synchronization

/// One client's part of a run: its build step, then its scenarios in driver processes.
struct ClientRun {
  static let failFastReason = "an earlier scenario did not pass (--fail-fast)"

  let client: Plan.Client
  let settings: RunSettings
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption
  let console: ConsoleReporter
  let keepsRecords: Bool

  struct Summary {
    var results: [ScenarioResult]
    /// The driver's operations that no contract of the client calls.
    var uncalled: [String] = []
    var notices: [String] = []
    /// How many seconds the build step took.
    var building = 0.0
  }

  /// Runs the client's scenarios.
  ///
  /// - Parameter stopped: Why nothing may run any more, or nil if the run goes on.
  func run(stopped: String?) -> Summary {
    var verdicts: [Verdict?] = client.entries.map { entry in
      entry.skip.map { Verdict(reasons: [.skipped($0)]) }
    }
    for (index, verdict) in verdicts.enumerated() { if let verdict { console.finished(result(index, verdict)) } }
    let chosen = verdicts.indices.filter { verdicts[$0] == nil }
    let begin = ContinuousClock.now
    let obstacle = stopped.map(Reason.notRun) ?? (chosen.isEmpty ? nil : build())
    let building = (ContinuousClock.now - begin) / .seconds(1)
    if let reason = obstacle {
      let verdict = Verdict(reasons: [reason])
      for index in chosen {
        verdicts[index] = verdict
        console.finished(result(index, verdict))
      }
      return Summary(results: results(verdicts), building: building)
    }
    if chosen.isEmpty { return Summary(results: results(verdicts)) }

    let outcome = pool(for: chosen).run()
    interruption.onSignal { _ in }
    for (place, verdict) in zip(chosen, outcome.verdicts) { verdicts[place] = verdict }
    let called = Set(client.contracts.map(\.operation.value))
    return Summary(
      results: Self.compared(results(verdicts, preferred: outcome.hello?.preferred), as: client.entries),
      uncalled: (outcome.hello?.operations ?? []).filter { !called.contains($0) },
      notices: outcome.notices.map { "\(client.name): \($0)" }, building: building)
  }

  private func pool(for chosen: [Int]) -> Pool {
    var jobs = chosen.enumerated().map { place, entry in
      Job(index: place, client.entries[entry])
    }
    if let seed = settings.seed {
      var generator = SeededGenerator(seed: seed)
      jobs.shuffle(using: &generator)
    }
    let reported = Mutex(Array(repeating: false, count: jobs.count))
    let pool = Pool(
      jobs,
      settings: Pool.Settings(
        command: client.driver, folder: client.folder, environment: environment, timeout: settings.timeout,
        jobs: settings.jobs, failFast: settings.failFast, keepsRecords: keepsRecords),
      processes: processes
    ) { [client, console] index, transport, verdict in
      // The console prints a verdict once. Corrections appear in the report at the end.
      let wasReported = reported.withLock { reported in
        defer { reported[index] = true }
        return reported[index]
      }
      if wasReported { return }
      console.finished(client.result(client.entries[chosen[index]], on: transport, verdict))
    }
    interruption.onSignal { pool.stop($0) }
    return pool
  }

  /// Runs the build step. If the client cannot run after it, returns the reason.
  private func build() -> Reason? {
    guard let command = client.build else { return nil }
    interruption.onSignal { [processes] _ in processes.killAll() }
    defer { interruption.onSignal { _ in } }
    let failure = BuildStep(command: command, folder: client.folder).run(client.name, environment, processes)
    if let signal = interruption.signal { return .notRun(Death.name(ofSignal: signal)) }
    return failure.map { .givenUp(starts: 0, why: $0) }
  }

  private func results(_ verdicts: [Verdict?], preferred: Transport? = nil) -> [ScenarioResult] {
    verdicts.indices.map { index in
      let verdict = verdicts[index] ?? Verdict(reasons: [.notRun("the run ended before its turn")])
      return result(index, verdict, preferred: preferred)
    }
  }

  /// Returns the results. If a scenario passed on one transport and not on the other, its result mentions the other
  /// transport.
  private static func compared(_ results: [ScenarioResult], as entries: [Plan.Entry]) -> [ScenarioResult] {
    var results = results
    for index in results.indices.dropLast() where entries[index].scenario === entries[index + 1].scenario {
      let statuses = [results[index].verdict.status, results[index + 1].verdict.status]
      guard let passed = statuses.firstIndex(of: .passed),
        let broken = statuses.firstIndex(where: { $0 == .failed || $0 == .errored })
      else { continue }
      let transport = results[index + passed].transport
      results[index + broken] = results[index + broken].with(
        difference: "this scenario passed on \(transport.rawValue)")
    }
    return results
  }

  private func result(_ index: Int, _ verdict: Verdict, preferred: Transport? = nil) -> ScenarioResult {
    client.result(client.entries[index], on: client.entries[index].transport ?? preferred ?? .memory, verdict)
  }
}

extension Plan.Client {
  /// Returns what a report contains about one of its scenarios.
  fileprivate func result(_ entry: Plan.Entry, on transport: Transport, _ verdict: Verdict) -> ScenarioResult {
    ScenarioResult(
      of: entry.scenario, in: entry.contract, client: name, on: transport, namesTransport: namesTransports, verdict)
  }
}

extension Job {
  fileprivate init(index: Int, _ entry: Plan.Entry) {
    self.init(index: index, contract: entry.contract, scenario: entry.scenario, transport: entry.transport)
  }
}
