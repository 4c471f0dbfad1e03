import ContractKit
import Testing

extension ContractTests {
  /// The scenario of an id, the client's name left out: `a/deep/one`.
  func scenario(_ id: String) throws -> ScenarioTest {
    try #require(scenarios.first { $0.id == "\(client)/\(id)" }, "no scenario \(id)")
  }
}
