import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("docs/variations.md", .slow)
struct VariationsDocumentTests {
  @Test("the page shows what a run prints for a client that is right, and for one that never looks at the status")
  func example() async throws {
    let fences = try Page("docs/variations.md").fences
    let (contract, right) = (fences[0], fences[1])
    let wrong = try #require(fences.last { $0.section == "A client that fails" })
    try await TestFolder.temporary { folder in
      let driver = TestFolder.products.appendingPathComponent("variation-faults-driver").path
      try folder.write(
        #"{ "clients": [{ "name": "shop", "specs": ["specs"], "driver": ["\#(driver)"], "transport": "memory" }] }"#,
        to: "contract-run.json")
      func screen(_ operation: String) async throws -> (status: Int32?, text: String) {
        try folder.write(
          contract.text.replacing(#""operation": "item""#, with: #""operation": "\#(operation)""#),
          to: "specs/item.contract.json")
        let ended = try await contractRun(["--timeout", "600"], in: folder)
        // The driver has operations for other tests, which no contract calls.
        let output = ended.output.replacing("; 1 more: --verbose", with: "")
        return (
          ended.status,
          output.replacing(#/ {2}\d[\d.]* s\b/#, with: "  0.05 s")
            .replacing(#/\S*contract-run --timeout 600/#, with: "swift run contract-run")
        )
      }
      let passed = try await screen("item")
      #expect(passed.status == 0)
      expectText(passed.text, is: right)
      let failed = try await screen("ignoresStatus")
      #expect(failed.status == 1)
      expectText(failed.text, is: wrong)
    }
  }

  @Test("the declarations and contracts on the page are valid")
  func declarations() async throws {
    let page = try Page("docs/variations.md")
    let fences = page.fences.filter { $0.info == "json variations" }
    #expect(fences.count == 10)
    let contracts = page.fences.filter { $0.info == "json contract" }
    #expect(contracts.count == 2)
    try TestFolder.temporary { folder in
      try folder.write(
        #"{ "variations": { "statusError": { "failure": "status" } } }"#, to: "base.json")
      for (index, fence) in fences.enumerated() {
        try folder.write(
          #"""
          {
            "contract": 1, "endpoint": "x", "request": { "method": "GET", "path": "/" },
            "variations": \#(fence.text),
            "scenarios": [
              { "name": "x", "expect": { "success": 1 }, "exchanges": [
                { "name": "login", "response": { "kind": "valid", "body": { "json": 1 } } },
                { "name": "avatar", "response": { "kind": "valid", "body": { "json": 1 } } },
                { "response": { "kind": "valid", "body": { "json": 1 } } }
              ] }
            ]
          }
          """#, to: "\(index).contract.json")
      }
      for fence in contracts { try folder.write(fence.text, to: "line-\(fence.line).contract.json") }
      let set = ContractSet.load([folder.path], below: [folder.path])
      #expect(set.diagnostics.hasErrors == false)
      #expect(set.contracts.count == fences.count + contracts.count)
      #expect(set.contracts.allSatisfy { $0.variations != nil })
    }
  }
}
