import Foundation
import TestSupport
import Testing

@Suite("docs/accepted.md")
struct AcceptedDocumentTests {
  private static let example = TestFolder.package.appendingPathComponent("Examples/TodoClient/Accepted")

  @Test("the page shows the files of its example, and what a run prints for it", .slow)
  func example() async throws {
    let fences = try Page("docs/accepted.md").fences.filter { $0.section == "An example" }
    try #require(fences.count == 5)
    let contract = "specs/delete-todo.contract.json"
    let text = try #require(Self.example.text(contract))
    let scenario = fences[0].text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    #expect(text.contains(scenario), "the scenario is not in \(contract)")
    expectText(try #require(Self.example.text("accepted.json")), is: fences[1])
    try await TestFolder.temporary { folder in
      let driver = TestFolder.products.appendingPathComponent("todo-driver").path
      try folder.write(fences[2].text.replacing(".build/debug/todo-driver", with: driver), to: "contract-run.json")
      try folder.write(fences[1].text, to: "accepted.json")
      try folder.write(text, to: contract)
      func screen() async throws -> (status: Int32?, text: String) {
        let ended = try await contractRun(["--timeout", "600"], in: folder)
        return (ended.status, ended.output.replacing(#/\d[\d.]* s\b/#, with: "0.05 s"))
      }
      let known = try await screen()
      #expect(known.status == 0)
      expectText(known.text, is: fences[3])
      try folder.write(
        text.replacing(#""case": "notFound""#, with: #""case": "statusCode", "payload": 404"#), to: contract)
      let fixed = try await screen()
      #expect(fixed.status == 1)
      expectText(fixed.text, is: fences[4])
    }
  }
}
