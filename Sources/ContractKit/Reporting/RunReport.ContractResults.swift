import ContractCore

extension RunReport {
  /// One client's run of one contract.
  struct ContractResults {
    var client: String
    var contract: Contract
    var results: ArraySlice<ScenarioResult> = []
    var variations: ArraySlice<VariedResult> = []

    /// How many variations ended with each status.
    var variationCounts: [Status: Int] {
      var counts: [Status: Int] = [:]
      for varied in variations { for played in varied.played { counts[played.status, default: 0] += 1 } }
      return counts
    }
  }

  /// The results of each client's run of each contract, in order.
  var byContract: [ContractResults] {
    var parts: [ContractResults] = []
    var indexes: [ContractRun: Int] = [:]
    for results in results.byContract {
      guard let first = results.first else { continue }
      indexes[ContractRun(first.client, first.contract)] = parts.count
      parts.append(ContractResults(client: first.client, contract: first.contract, results: results))
    }
    for own in variations.chunked(by: { $0.contract === $1.contract && $0.client == $1.client }) {
      guard let first = own.first else { continue }
      if let index = indexes[ContractRun(first.client, first.contract)] {
        parts[index].variations = own
      } else {
        // The options choose only variations of this contract.
        parts.append(ContractResults(client: first.client, contract: first.contract, variations: own))
      }
    }
    return parts
  }
}
