import ContractCore

/// One scenario that waits for a driver, to run once.
struct Job: Sendable {
  /// The position of its verdict among the client's verdicts.
  var index: Int
  /// The contract that the scenario belongs to.
  var contract: Contract
  /// The scenario to run.
  var scenario: Scenario
  /// How its requests travel; nil if the driver's hello decides.
  var transport: Transport?
}
