import ContractCore

/// One scenario, or one variation of it, that waits for a driver, to run once.
final class Job: Sendable {
  /// The position of its verdict among the verdicts of its pool.
  let index: Int
  /// The contract that the scenario belongs to.
  let contract: Contract
  /// The scenario as the contract has it.
  let written: Scenario
  /// The variation to run; nil for the scenario itself.
  let variation: Variation?
  /// The contract's rules for the variation.
  let rules: VariationRules?
  /// How its requests travel; nil if the driver's hello decides.
  let transport: Transport?
  /// Whether its outcome is compared with that of another call, so that it is kept although the scenario passed.
  let isCompared: Bool

  init(
    index: Int, contract: Contract, written: Scenario, variation: Variation? = nil, rules: VariationRules? = nil,
    transport: Transport?, isCompared: Bool = false
  ) {
    (self.index, self.contract, self.written, self.transport) = (index, contract, written, transport)
    (self.variation, self.rules, self.isCompared) = (variation, rules, isCompared)
  }

  /// The scenario to run. Variations are made when they are needed, because a run can have many.
  var scenario: Scenario {
    guard let variation, let rules else { return written }
    // The plan has left out the variations that cannot be made.
    return (try? written.varied(by: variation, rules)) ?? written
  }
}
