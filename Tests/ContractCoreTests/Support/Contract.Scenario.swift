import Testing

@testable import ContractCore

extension Contract {
  /// Returns the scenario with a name.
  func scenario(_ name: String) throws -> Scenario {
    try #require(scenarios.first { $0.name == name }, "no scenario \(name)")
  }
}
