import ContractCore

extension Plan {
  /// Keeps only the scenarios whose contract does not describe everything yet, and that are not skipped.
  mutating func keepOnlyUnlearned() { keep { _, entry in !entry.scenario.isLearned && entry.skip == nil } }

  /// Keeps only some scenarios.
  mutating func keepOnly(_ keys: Set<ScenarioKey>) { keep { _, entry in keys.contains(ScenarioKey(entry)) } }

  /// Keeps only the scenarios that failed in a way that a contract can describe, or that are not learned yet. Forgets
  /// what their contract describes differently.
  mutating func forget(failuresOf calls: [LearningRun.Calls]) {
    var forgotten: [ScenarioKey: Scenario] = [:]
    for part in calls {
      for (entry, observations) in part.all {
        let key = ScenarioKey(entry)
        let scenario = forgotten[key] ?? entry.scenario
        for observation in observations { forgotten[key] = scenario.forgetting(observation.verdict.reasons) }
      }
    }
    for index in clients.indices {
      for place in clients[index].entries.indices {
        let key = ScenarioKey(clients[index].entries[place])
        guard let scenario = forgotten[key] else { continue }
        clients[index].entries[place].original = clients[index].entries[place].scenario
        clients[index].entries[place].scenario = scenario
      }
    }
    keepOnlyUnlearned()
  }

  private mutating func keep(_ isKept: (Client, Entry) -> Bool) {
    isFull = false
    for index in clients.indices {
      let client = clients[index]
      clients[index].entries = client.entries.filter { isKept(client, $0) }
    }
  }
}
