import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("The examples in docs/learn.md")
struct LearnDocumentTests {
  @Test("the first contract leads to the change that the page shows, and then passes", .slow)
  func example() async throws {
    let fences = try Page("docs/learn.md").fences.filter { $0.section == "An example" }
    let contract = try #require(fences.first { $0.info.hasPrefix("json specs/") })
    let screen = try #require(fences.first { $0.info.isEmpty })
    try await TestFolder.temporary { folder in
      try folder.write(contract.text, to: String(try #require(contract.info.split(separator: " ").last)))
      let driver = [
        "--transport", "both", "specs", "--", TestFolder.products.appendingPathComponent("todo-driver").path,
      ]
      let ended = try await contractRun(["learn"] + driver, in: folder)
      #expect(ended.status == 0, "\(ended.errors)")
      let command = "contract-run learn"
      let shown = ended.output.replacing(#/\S*contract-run learn/#, with: command)
        .replacing(#/\S*todo-driver/#, with: ".build/debug/todo-driver")
      expectText("$ \(command) --transport both specs -- .build/debug/todo-driver\n\(shown)", is: screen)
      #expect(try await contractRun(driver, in: folder).status == 3)
      #expect(try await contractRun(["learn", "--write"] + driver, in: folder).status == 0)
      #expect(try await contractRun(driver, in: folder).status == 0)
    }
  }

  @Test("the page shows what is printed about a client that hides errors", .enabled(if: Python.isThere, Python.absence))
  func refused() async throws {
    let page = try Page("docs/learn.md")
    let screen = try #require(page.fences.first { $0.section == "What is refused" && $0.info.isEmpty })
    try await TestFolder.temporary { folder in
      let error = #"{ "kind": "networkError", "error": "cannotConnectToHost" }"#
      let scenarios = [LearnSample.valid, LearnSample.scenario("server down", #"{ "do": "swallow" }"#, error)]
      try folder.write(LearnSample.contract(scenarios), to: "specs/profile.contract.json")
      let ended = try await LearnSample.learn(["--write"], in: folder)
      #expect(ended.status == 1)
      let shown = try #require(ended.output.firstRange(of: "✗"))
      // The page has a configuration, so nothing has to name the contracts and the driver.
      let text = ended.output[shown.lowerBound...].replacing(#/learn --write specs(.*) -- .*/#) {
        "learn --write\($0.output.1)"
      }
      expectText(String(text), is: screen)
    }
  }

  @Test("the scenario with two calls is valid without requests and an expectation")
  func scenario() async throws {
    let scenario = try #require(try Page("docs/learn.md").fences.first { $0.info == "json scenario" })
    try await TestFolder.temporary { folder in
      try folder.write(LearnSample.contract([scenario.text]), to: "specs/thing.contract.json")
      let ended = try await contractRun(["check", "specs"], in: folder)
      #expect(ended.status == 0, "\(ended.errors)")
    }
  }
}
