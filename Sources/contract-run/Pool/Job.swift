import ContractCore

/// One scenario, or one variation of it, that waits for a driver, to run once.
struct Job: Sendable {
  /// The position of its verdict among the verdicts of its pool.
  var index: Int
  /// The contract that the scenario belongs to.
  var contract: Contract
  /// The scenario as the contract has it.
  var written: Scenario
  /// The variation to run; nil for the scenario itself.
  var variation: Variation?
  /// The contract's rules for the variation.
  var rules: VariationRules?
  /// How its requests travel; nil if the driver's hello decides.
  var transport: Transport?
  /// Whether its outcome is compared with that of another call, so that it is kept although the scenario passed.
  var isCompared = false

  /// The scenario to run. Variations are made when they are needed, because a run can have many.
  var scenario: Scenario {
    guard let variation, let rules else { return written }
    // The plan has left out the variations that cannot be made.
    return (try? written.varied(by: variation, rules)) ?? written
  }
}
