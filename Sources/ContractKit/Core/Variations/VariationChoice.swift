/// Which variations a run plays.
package enum VariationChoice: String, Sendable, CaseIterable {
  case none, declared
  /// Also those that need no decision about the client.
  case all

  /// The variations that entries of known issues can be about, whether or not they are played.
  package var listed: VariationChoice { self == .none ? .declared : self }

  /// Returns what is varied in a scenario of a contract; nil if nothing is.
  package func rules(of scenario: Scenario, in contract: Contract) -> VariationRules? {
    switch self {
    case .none: nil
    case .declared: contract.variations
    // If no place declares variations, reports show the scenario.
    case .all: VariationRules(allAt: scenario.place.object, and: contract.variations)
    }
  }
}
