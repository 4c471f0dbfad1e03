import ContractTesting
import Testing

@testable import todo_driver

@Suite("the Todo client with variations")
struct VariationTests {
  @Test(
    "keeps its contracts if responses are broken, or written in another way",
    arguments: try ContractSuite(
      client: "todo", specs: "specs/todo", driver: TodoDriver.self, variations: .declared
    ).scenarios)
  func keeps(_ scenario: ScenarioTest) async {
    if let failure = await scenario.failure() {
      Issue.record("\(failure)", sourceLocation: scenario.sourceLocation)
    }
  }
}
