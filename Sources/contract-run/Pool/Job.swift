import ContractCore

/// One scenario to be run once; small, because a run may have a hundred thousand.
struct Job: Sendable {
  /// The place of its verdict among the client's.
  var index: Int
  /// The place of its contract among the pool's.
  var contract: Int
  /// The place of its scenario in the contract.
  var scenario: Int
  /// How its requests travel; nil where the driver's hello decides.
  var transport: Transport?
}
