import ContractCore

/// Which variations a run plays.
enum VariationChoice: String, CaseIterable {
  case none, declared
  /// Also those of contracts that declare none.
  case all

  /// Returns what is varied in a contract; nil if nothing is.
  func rules(of contract: Contract) -> VariationRules? {
    switch self {
    case .none: nil
    case .declared: contract.variations
    case .all: contract.variations.flatMap { $0.hasOnlyHostile ? nil : $0 } ?? all(contract)
    }
  }

  /// Returns what is varied in a contract that declares at most hostile values.
  private func all(_ contract: Contract) -> VariationRules {
    VariationRules(all: contract.range, hostileExceptions: contract.variations?.hostileExceptions)
  }
}
