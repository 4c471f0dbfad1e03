import ContractCore

/// One scenario to be run once on one transport.
struct Job: Sendable {
  /// The place of its verdict among the client's.
  var index: Int
  var contract: Contract
  var scenario: Scenario
  var transport: Transport
}
