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
    case .all: contract.variations.flatMap { $0.declaresNoResponses ? nil : $0 } ?? all(scenario, contract)
    }
  }

  /// Returns what is varied in a contract that declares at most hostile values, security and attempts. No place declares it, so
  /// that reports show the scenario.
  private func all(_ scenario: Scenario, _ contract: Contract) -> VariationRules {
    VariationRules(
      all: scenario.place.object, hostileExceptions: contract.variations?.hostileExceptions,
      security: contract.variations?.security, attempts: contract.variations?.attempts ?? 1)
  }
}
