import ContractCore
import ContractReporting

/// What is known about the strength of one client's scenarios.
struct Proof {
  /// What other answers show about each scenario, as far as it is known.
  var dependences: [Job: Dependence]
  /// What each scenario pins; empty if nobody asked.
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
