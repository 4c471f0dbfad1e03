import ContractCore
import ContractReporting

extension Plan {
  /// The plan that the console prints at the beginning: each contract with the number of its chosen scenarios.
  var parts: RunPlan {
    RunPlan(
      clients.flatMap { client in
        var counts: [ObjectIdentifier: (scenarios: Int, variations: Int)] = [:]
        for job in client.jobs { counts[ObjectIdentifier(job.contract), default: (0, 0)].scenarios += 1 }
        for varied in client.varied {
          counts[ObjectIdentifier(varied.job.contract), default: (0, 0)].variations += varied.count
        }
        return client.contracts.compactMap { contract in
          counts[ObjectIdentifier(contract)].map {
            RunPlan.Part(client: client.name, contract: contract, scenarios: $0.scenarios, variations: $0.variations)
          }
        }
      })
  }
}
