/// Which variations a run plays.
package enum VariationChoice: String, Sendable, CaseIterable {
  case none, declared
  /// Also those of contracts that declare none.
  case all

  /// The variations that entries of known issues can be about, whether or not they are played.
  package var listed: VariationChoice { self == .none ? .declared : self }

  /// Returns what is varied in a scenario of a contract; nil if nothing is.
  package func rules(of scenario: Scenario, in contract: Contract) -> VariationRules? {
    switch self {
    case .none: nil
    case .declared: contract.variations
    // If no place declares responses, reports show the scenario.
    case .all:
      contract.variations.flatMap { $0.declaresNoResponses ? nil : $0 }
        ?? VariationRules(usualAt: scenario.place.object, and: contract.variations)
    }
  }
}
