import ContractTesting
import Testing

@testable import todo_driver

@Suite("the Todo client with a known issue")
struct KnownIssueTests {
  @Test(
    "keeps its contracts, except where a known issue is listed",
    arguments: try ContractSuite(
      client: "todo", specs: "Examples/TodoClient/Accepted/specs", driver: TodoDriver.self,
      accepted: "Examples/TodoClient/Accepted/accepted.json"
    ).scenarios)
  func keeps(_ scenario: ScenarioTest) async {
    let result = await scenario.run()
    if let reason = result.knownIssue {
      withKnownIssue("\(reason)") { Issue.record("\(result.text)", sourceLocation: scenario.sourceLocation) }
    } else if result.status != .passed {
      Issue.record("\(result.text)", sourceLocation: scenario.sourceLocation)
    }
  }
}
