import ContractCore

extension RunReport {
  /// One client's run of one contract.
  struct ContractResults {
    /// The client's name.
    var client: String
    /// The contract.
    var contract: Contract
    /// The results of the scenarios.
    var results: ArraySlice<ScenarioResult> = []
    /// What became of the variations.
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
    var places: [Key: Int] = [:]
    for results in results.byContract {
      guard let first = results.first else { continue }
      places[Key(first.client, first.contract)] = parts.count
      parts.append(ContractResults(client: first.client, contract: first.contract, results: results))
    }
    var rest = variations[...]
    while let first = rest.first {
      let own = rest.prefix { $0.contract === first.contract && $0.client == first.client }
      rest = rest[own.endIndex...]
      if let place = places[Key(first.client, first.contract)] {
        parts[place].variations = own
      } else {
        // The options choose only variations of this contract.
        parts.append(ContractResults(client: first.client, contract: first.contract, variations: own))
      }
    }
    return parts
  }

  private struct Key: Hashable {
    var client: String
    var contract: ObjectIdentifier

    init(_ client: String, _ contract: Contract) { (self.client, self.contract) = (client, ObjectIdentifier(contract)) }
  }
}
