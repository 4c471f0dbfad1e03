import ContractCore
import Synchronization

/// One client's part of a run: its build step, then its scenarios in driver processes.
struct ClientRun {
  static let failFastReason = "--fail-fast: an earlier scenario did not pass"

  let client: Plan.Client
  let settings: RunSettings
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption
  let console: ConsoleReporter
  let keepsRecords: Bool

  struct Result {
    var results: [ScenarioResult]
    /// The driver's operations that no contract of the client calls.
    var uncalled: [String] = []
    var notices: [String] = []
    /// Seconds that the build step took.
    var building = 0.0
  }

  /// Runs the client's scenarios.
  ///
  /// - Parameter stopped: Why nothing is to run any more; nil where the run goes on.
  func run(stopped: String?) -> Result {
    let skipped = client.entries.indices.filter { client.entries[$0].skip != nil }
    var verdicts: [Verdict?] = client.entries.map { entry in
      entry.skip.map { Verdict(reasons: [.skipped($0)]) }
    }
    for index in skipped { if let verdict = verdicts[index] { console.finished(result(index, verdict)) } }
    let chosen = client.entries.indices.filter { client.entries[$0].skip == nil }
    let begin = ContinuousClock.now
    let obstacle = stopped.map(Reason.notRun) ?? (chosen.isEmpty ? nil : build())
    let building = (ContinuousClock.now - begin) / .seconds(1)
    if let reason = obstacle {
      let verdict = Verdict(reasons: [reason])
      for index in chosen {
        verdicts[index] = verdict
        console.finished(result(index, verdict))
      }
      return Result(results: results(verdicts), building: building)
    }
    if chosen.isEmpty { return Result(results: results(verdicts)) }

    let outcome = pool(for: chosen).run()
    interruption.onSignal { _ in }
    for (place, verdict) in zip(chosen, outcome.verdicts) { verdicts[place] = verdict }
    let called = Set(client.contracts.map(\.operation.value))
    return Result(
      results: Self.compared(results(verdicts, preferred: outcome.hello?.preferred), as: client.entries),
      uncalled: (outcome.hello?.operations ?? []).filter { !called.contains($0) },
      notices: outcome.notices.map { "\(client.name): \($0)" }, building: building)
  }

  private func pool(for chosen: [Int]) -> Pool {
    var jobs = chosen.enumerated().map { place, entry in
      Job(
        index: place, contract: client.entries[entry].contract, scenario: client.entries[entry].scenario,
        transport: client.entries[entry].transport)
    }
    if let seed = settings.seed {
      var generator = SeededGenerator(seed: seed)
      jobs.shuffle(using: &generator)
    }
    let told = Mutex(Array(repeating: false, count: jobs.count))
    let pool = Pool(
      jobs, of: client.contracts,
      settings: Pool.Settings(
        command: client.driver, folder: client.folder, environment: environment, timeout: settings.timeout,
        jobs: settings.jobs, failFast: settings.failFast, keepsRecords: keepsRecords),
      processes: processes
    ) { [client, console] index, transport, verdict in
      // The console hears of a verdict once; corrections are in the report at the end.
      let wasTold = told.withLock { told in
        defer { told[index] = true }
        return told[index]
      }
      if wasTold { return }
      console.finished(Self.result(client, chosen[index], verdict, on: transport))
    }
    interruption.onSignal { pool.stop($0) }
    return pool
  }

  /// Runs the build step; returns why the client cannot be run, where it cannot.
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
      return Self.result(client, index, verdict, on: client.entries[index].transport ?? preferred ?? .memory)
    }
  }

  /// The results, those of scenarios that broke on one transport alone with a word about the other.
  private static func compared(_ results: [ScenarioResult], as entries: [Plan.Entry]) -> [ScenarioResult] {
    var results = results
    for index in results.indices.dropLast() where entries[index].scenarioID == entries[index + 1].scenarioID {
      let statuses = [results[index].verdict.status, results[index + 1].verdict.status]
      guard let passed = statuses.firstIndex(of: .passed),
        let broken = statuses.firstIndex(where: { $0 == .failed || $0 == .errored })
      else { continue }
      results[index + broken].difference = "on \(results[index + passed].transport.rawValue) this scenario passed"
    }
    return results
  }

  private func result(_ index: Int, _ verdict: Verdict) -> ScenarioResult {
    Self.result(client, index, verdict, on: client.entries[index].transport ?? .memory)
  }

  private static func result(
    _ client: Plan.Client, _ index: Int, _ verdict: Verdict, on transport: Transport
  ) -> ScenarioResult {
    let entry = client.entries[index]
    return client.contracts.result(
      of: entry.scenario, in: entry.contract, id: entry.id, client: client.name, on: transport, verdict)
  }
}
