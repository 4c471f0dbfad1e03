import ContractKit
import Testing

@testable import todo_driver

@Suite("the Todo client")
struct TodoTests {
  @Test(
    "keeps its contracts",
    arguments: try ContractTests(client: "todo", specs: "specs/todo", driver: TodoDriver.self).scenarios)
  func keeps(_ scenario: ScenarioTest) async {
    if let failure = await scenario.failure() { Issue.record("\(failure)") }
  }
}
