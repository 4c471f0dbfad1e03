import ContractCore

/// One scenario to be run once.
struct Job: Sendable {
  /// The place of its verdict among the client's.
  var index: Int
  /// The contract that the scenario belongs to.
  var contract: Contract
  /// What is run.
  var scenario: Scenario
  /// How its requests travel; nil where the driver's hello decides.
  var transport: Transport?
}
