import ContractAuthoring
import ContractCore

extension Plan {
  /// Keeps only the scenarios whose contract does not describe everything yet, and that are not skipped.
  mutating func keepOnlyUnlearned() { keep { !$0.scenario.isLearned && $0.skip == nil } }

  mutating func keepOnly(_ keys: Set<ScenarioKey>) { keep { keys.contains(ScenarioKey($0)) } }

  /// Keeps only the scenarios that failed, or that are not learned yet. Forgets what their contract describes
  /// differently. A known issue stays one: what the client does there is not right.
  mutating func forget(failuresOf calls: [LearnRun.Calls]) {
    var forgotten: [ScenarioKey: Scenario] = [:]
    var known: Set<ScenarioKey> = []
    for part in calls {
      for (job, observations) in part.all {
        let key = ScenarioKey(job)
        for observation in observations where observation.verdict.status.isBroken {
          let result = part.client.result(job, on: observation.transport, observation.verdict)
          if result.verdict.status == .knownIssue { known.insert(key) }
          forgotten[key] = (forgotten[key] ?? job.scenario).forgetting(observation.verdict.reasons)
        }
      }
    }
    for key in known { forgotten[key] = nil }
    for index in clients.indices {
      clients[index].jobs = clients[index].jobs.map { job in
        forgotten[ScenarioKey(job)].map {
          Job($0, of: job.contract, insteadOf: job.scenario, on: job.transport)
        } ?? job
      }
    }
    keep { forgotten[ScenarioKey($0)] != nil && $0.skip == nil }
  }

  private mutating func keep(_ isKept: (Job) -> Bool) {
    isFull = false
    for index in clients.indices { clients[index].jobs = clients[index].jobs.filter(isKept) }
  }
}
