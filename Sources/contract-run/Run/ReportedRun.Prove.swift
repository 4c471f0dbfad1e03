import ContractCore
import ContractReporting
import Synchronization

// `--prove`: a run, and then the calls that it lacks.
extension ReportedRun {
  /// Plays the answers that no scenario gives, and changes each part of each recorded call.
  ///
  /// - Parameters:
  ///   - results: The results of the client's scenarios, in the order of the plan.
  ///   - verdicts: Their verdicts, with secrets.
  /// - Returns: What other answers show about each scenario, as far as it is known, and the mutants of each scenario.
  func prove(
    _ client: Plan.Client, _ results: [ScenarioResult], _ verdicts: [Verdict], _ collector: DependenceCollector,
    _ context: RunContext
  ) -> (dependences: [Job: Dependence], mutants: [Job: Mutants]) {
    let addresses = collector.addresses
    var mutants: [Job: Mutants] = [:]
    var passed: Set<Job> = []
    for (job, (result, verdict)) in zip(client.jobs, zip(results, verdicts))
    where result.verdict.status == .passed && !result.scenario.exchanges.isEmpty {
      passed.insert(job)
      mutants[job] = addresses[job].flatMap { Mutants(verdict, of: result, at: $0) }
    }
    let probes = interruption.signal == nil ? play(collector.missing(for: passed.contains), client, context) : []
    return (collector.finish(probes), mutants)
  }

  /// Plays extra calls, and returns them with what the client made of them.
  private func play(
    _ probes: [DependenceCollector.Probe], _ client: Plan.Client, _ context: RunContext
  ) -> [DependenceCollector.Probe] {
    if probes.isEmpty { return [] }
    var client = client
    // It is built already.
    client.configured.build = nil
    client.varied = []
    client.jobs = probes.map { Job($0.scenario, of: $0.job.contract, on: $0.transport) }
    var context = context
    (context.settings.failFast, context.settings.untilFail, context.settings.repeats) = (false, false, false)
    context.console = invocation.console(descriptor: 2, onlyProgress: true)
    defer { context.console.close() }
    context.console.begin(Plan(clients: [client], diagnostics: [], isFull: false).parts)
    var run = ClientRun(client, in: context, keepsRecords: false)
    let evidence = Mutex<[Job: CallEvidence]>([:])
    run.onEvidence = { job, _, call in evidence.withLock { $0[job] = call } }
    run.play()
    let calls = evidence.withLock(\.self)
    return zip(probes, client.jobs).map { probe, job in
      var probe = probe
      probe.evidence = calls[job]
      return probe
    }
  }
}
