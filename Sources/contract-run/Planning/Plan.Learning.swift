import ContractCore

extension Plan {
  /// Keeps only the scenarios whose contract does not describe everything yet, and that are not skipped.
  mutating func keepOnlyUnlearned() { keep { _, entry in !entry.scenario.isLearned && entry.skip == nil } }

  /// Keeps only some scenarios.
  mutating func keepOnly(_ keys: Set<ScenarioKey>) { keep { _, entry in keys.contains(ScenarioKey(entry)) } }

  /// Keeps only the scenarios that failed, or that are not learned yet. Forgets what their contract describes
  /// differently. A known issue stays one: what the client does there is not right.
  mutating func forget(failuresOf calls: [LearningRun.Calls]) {
    var forgotten: [ScenarioKey: Scenario] = [:]
    var known: Set<ScenarioKey> = []
    for part in calls {
      for (entry, observations) in part.all {
        let key = ScenarioKey(entry)
        for observation in observations where observation.verdict.status.isBroken {
          let subject = KnownIssue.Subject(
            client: part.client.name, contract: entry.contract.name, scenario: entry.scenario.name,
            transport: observation.transport)
          if !part.client.knownIssues.covering(observation.verdict, of: subject).isEmpty { known.insert(key) }
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
    keep { _, entry in forgotten[ScenarioKey(entry)] != nil && entry.skip == nil }
  }

  private mutating func keep(_ isKept: (Client, Entry) -> Bool) {
    isFull = false
    for index in clients.indices {
      let client = clients[index]
      clients[index].entries = client.entries.filter { isKept(client, $0) }
    }
  }
}
