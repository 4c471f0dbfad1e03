import ContractAuthoring
import ContractCore

extension Plan {
  /// Keeps only the scenarios whose contract does not describe everything yet, and that are not skipped.
  mutating func keepOnlyUnlearned() { keep { !$0.scenario.isLearned && $0.skip == nil } }

  /// Keeps only some scenarios.
  mutating func keepOnly(_ keys: Set<ScenarioKey>) { keep { keys.contains(ScenarioKey($0)) } }

  /// Keeps only the scenarios that failed, or that are not learned yet. Forgets what their contract describes
  /// differently. A known issue stays one: what the client does there is not right.
  mutating func forget(failuresOf calls: [LearningRun.Calls]) {
    var forgotten: [ScenarioKey: Scenario] = [:]
    var known: Set<ScenarioKey> = []
    for part in calls {
      for (entry, observations) in part.all {
        let key = ScenarioKey(entry)
        for observation in observations where observation.verdict.status.isBroken {
          let result = part.client.result(entry, on: observation.transport, observation.verdict)
          if result.verdict.status == .knownIssue { known.insert(key) }
          forgotten[key] = (forgotten[key] ?? entry.scenario).forgetting(observation.verdict.reasons)
        }
      }
    }
    for key in known { forgotten[key] = nil }
    for index in clients.indices {
      for place in clients[index].entries.indices {
        let key = ScenarioKey(clients[index].entries[place])
        guard let scenario = forgotten[key] else { continue }
        clients[index].entries[place].original = clients[index].entries[place].scenario
        clients[index].entries[place].scenario = scenario
      }
    }
    keep { forgotten[ScenarioKey($0)] != nil && $0.skip == nil }
  }

  private mutating func keep(_ isKept: (Entry) -> Bool) {
    isFull = false
    for index in clients.indices { clients[index].entries = clients[index].entries.filter(isKept) }
  }
}
