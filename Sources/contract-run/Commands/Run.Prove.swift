import ContractCore
import ContractReporting
import Synchronization

// `contract-run prove`: a run, and then the calls that it lacks.
extension Run {
  /// Plays the answers that no scenario gives, and changes each part of each recorded call.
  ///
  /// - Parameters:
  ///   - results: The results of the client's scenarios, in the order of the plan.
  ///   - verdicts: Their verdicts, with secrets.
  func prove(
    _ client: Plan.Client, _ results: [ScenarioResult], _ verdicts: [Verdict], _ tally: DependenceCollector,
    _ settings: RunSettings
  ) -> Proof {
    let addresses = tally.addresses
    var mutants: [Job: Mutants] = [:]
    var passed: Set<Job> = []
    for (job, (result, verdict)) in zip(client.jobs, zip(results, verdicts))
    where result.verdict.status == .passed && !result.scenario.exchanges.isEmpty {
      passed.insert(job)
      mutants[job] = addresses[job].flatMap { Mutants(verdict, of: result, at: $0) }
    }
    let probes = interruption.signal == nil ? play(tally.missing(for: passed.contains), client, settings) : []
    return Proof(dependences: tally.finish(probes), mutants: mutants)
  }

  /// Plays extra calls, and returns them with what the client made of them.
  private func play(
    _ probes: [DependenceCollector.Probe], _ client: Plan.Client, _ settings: RunSettings
  ) -> [DependenceCollector.Probe] {
    if probes.isEmpty { return [] }
    var client = client
    // It is built already.
    client.build = nil
    client.varied = []
    client.jobs = probes.map { Job($0.scenario, of: $0.job.contract, on: $0.transport) }
    var settings = settings
    (settings.failFast, settings.untilFail, settings.repeats) = (false, false, false)
    let console = CommandContext.console(arguments, environment, descriptor: 2, onlyProgress: true)
    defer { console.close() }
    console.begin(Plan(clients: [client], diagnostics: [], isFull: false).parts)
    var run = ClientRun(
      client: client, settings: settings, environment: environment, processes: processes, interruption: interruption,
      console: console, keepsRecords: false,
      buildSettings: CommandContext.consoleSettings(arguments, environment, descriptor: 2))
    let evidence = Mutex<[Job: CallEvidence]>([:])
    run.onEvidence = { job, _, call in evidence.withLock { $0[job] = call } }
    run.play(round: 1, stopped: nil)
    let calls = evidence.withLock(\.self)
    return zip(probes, client.jobs).map { probe, job in
      var probe = probe
      probe.evidence = calls[job]
      return probe
    }
  }
}
