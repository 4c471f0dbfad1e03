import ContractTesting
import Testing

@testable import todo_driver

@Suite("the Todo client")
struct TodoTests {
  @Test(
    "keeps its contracts",
    arguments: try ContractSuite(client: "todo", specs: "specs/todo", driver: TodoDriver.self).scenarios)
  func keeps(_ scenario: ScenarioTest) async {
    if let failure = await scenario.failure() {
      Issue.record("\(failure)", sourceLocation: scenario.sourceLocation)
    }
  }
}

extension ScenarioTest {
  /// The scenario's line in its contract, where Swift Testing reports a failure.
  var sourceLocation: SourceLocation {
    SourceLocation(fileID: "contracts/\(file)", filePath: file, line: line, column: 1)
  }
}
