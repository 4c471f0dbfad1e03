import ContractCore

extension Plan {
  /// The plan that the console prints at the beginning: each contract with the number of its chosen scenarios.
  var parts: RunPlan {
    RunPlan(
      clients.flatMap { client in
        var parts: [RunPlan.Part] = []
        for entry in client.entries {
          if parts.last?.contract !== entry.contract {
            parts.append(RunPlan.Part(client: client.name, contract: entry.contract, scenarios: 0))
          }
          parts[parts.count - 1].scenarios += 1
        }
        return parts
      })
  }
}
