import ContractKit
import Testing

extension ContractSuite {
  /// Returns a scenario by its id without the client's name, such as `a/deep/one`.
  func scenario(_ id: String) throws -> ScenarioTest {
    try #require(scenarios.first { $0.id == "\(client)/\(id)" }, "no scenario \(id)")
  }
}
