import ContractTesting
import Foundation
import TestSupport
import Testing

@testable import todo_driver

@Suite("The code and the output in docs/in-tests.md")
struct InTestsDocumentTests {
  @Test(
    "the page shows the code of the example's tests",
    arguments: ["TodoTests", "KnownIssueTests", "VariationTests", "TodoXCTests"])
  func code(_ name: String) throws {
    let example = try Data(
      contentsOf: TestFolder.package.appendingPathComponent("Examples/TodoClient/Tests/\(name).swift"))
    let fences = try Page("docs/in-tests.md").fences
    let fence = try #require(fences.first { $0.info == "swift" && $0.text.contains(" \(name)") })
    expectText(String(decoding: example, as: UTF8.self), is: fence)
  }

  @Test("the page shows a failure as a test prints it")
  func failure() async throws {
    var files: [String: String] = [:]
    for name in ["create-todo.contract.json", "shared.json", "base.json"] {
      let text = try Data(contentsOf: TestFolder.package.appendingPathComponent("specs/todo/\(name)"))
      files["todo/\(name)"] = String(decoding: text, as: UTF8.self).replacing("401 } }", with: "403 } }")
    }
    try await SpecsFixture.with(files) { fixture in
      let tests = try ContractSuite(client: "todo", specs: fixture.specs + "/todo", driver: TodoDriver.self)
      let scenario = try tests.scenario("create-todo/token expired")
      let failure = try #require(await scenario.failure())
      let fence = try #require(try Page("docs/in-tests.md").fences.first { $0.text.hasPrefix("✘ ") })
      let shown = fixture.shown(failure).map { $0.replacing("FOLDER/", with: "").replacing("\n", with: "\n  ") }
      expectText("\(try heading(fence, of: scenario))\n↳ \(try #require(shown))\n", is: fence)
    }
  }

  @Test("the page shows a known issue as a test prints it")
  func knownIssue() async throws {
    let folder = TestFolder.package.appendingPathComponent("Examples/TodoClient/Accepted").path
    let tests = try ContractSuite(
      client: "todo", specs: "\(folder)/specs", driver: TodoDriver.self, accepted: "\(folder)/accepted.json")
    let scenario = try tests.scenario("delete-todo/already gone")
    let result = await scenario.run()
    let fence = try #require(try Page("docs/in-tests.md").fences.first { $0.text.hasPrefix("━ ") })
    let shown = result.text.replacing(TestFolder.package.path + "/", with: "").replacing("\n", with: "\n  ")
    expectText("\(try heading(fence, of: scenario))\n↳ \(shown)\n↳ \(try #require(result.knownIssue))\n", is: fence)
  }

  /// Returns the first line, which the test framework writes, after a look at the place that it names.
  private func heading(_ fence: Page.Fence, of scenario: ScenarioTest) throws -> Substring {
    let heading = try #require(fence.text.split(separator: "\n").first)
    let file = URL(fileURLWithPath: scenario.file).lastPathComponent
    #expect(heading.hasSuffix(" \(scenario) at \(file):\(scenario.line):1: Issue recorded"))
    return heading
  }
}
