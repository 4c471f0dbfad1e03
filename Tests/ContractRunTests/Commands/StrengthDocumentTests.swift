import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("The example in docs/strength.md", .slow, .enabled(if: Python.isThere, Python.absence))
struct StrengthDocumentTests {
  @Test("the client passes, and prove prints the tables that the page shows")
  func example() async throws {
    let fences = try Page("docs/strength.md").fences.filter { $0.section == "An example" }
    let screens = fences.filter(\.info.isEmpty)
    try #require(screens.count == 2)
    try await TestFolder.temporary { folder in
      for fence in fences where !fence.info.isEmpty {
        try folder.write(fence.text, to: String(try #require(fence.info.split(separator: " ").last)))
      }
      try folder.copyPythonKit()
      for (command, status, screen) in [([], 0, screens[0]), (["--prove"], 1, screens[1])]
        as [([String], Int32, Page.Fence)]
      {
        let ended = try await contractRun(command, in: folder)
        #expect(ended.status == status, "\(ended.output)\(ended.errors)")
        let shown = ended.output.replacing(#/  (\d+ min )?\d+(\.\d+)? s\n/#, with: "  0.02 s\n")
        expectText("$ \((["contract-run"] + command).joined(separator: " "))\n\(shown)", is: screen)
      }
      let strict = try await contractRun(["--strict"], in: folder)
      #expect(strict.status == 0, "run has too few answers to call something vacuous")
    }
  }
}
