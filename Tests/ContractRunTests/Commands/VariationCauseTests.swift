import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("What one defect does to variations", .slow, .enabled(if: Python.isThere, Python.absence))
struct VariationCauseTests {
  private func run(
    _ operation: String, _ transport: String, _ members: String
  ) async throws -> (
    ended: BuiltCommand.Ended, report: JSON
  ) {
    try await TestFolder.temporary { url in
      let driver = Python.driver(["varied", transport]).map { "\"\($0)\"" }.joined(separator: ", ")
      try url.write(
        """
        { "specs": ["specs"],
          "clients": [{ "name": "c", "driver": [\(driver)], "transport": "\(transport)" }] }
        """, to: "contract-run.json")
      try url.write(
        #"{ "contract": 1, "endpoint": "e", "operation": "\#(operation)", \#(members) }"#, to: "specs/e.contract.json")
      let ended = try await contractRun(["--jobs", "1", "--timeout", "600", "--report", "json=report.json"], in: url)
      return (ended, url.text("report.json").flatMap { JSON.parse($0) } ?? .null)
    }
  }

  @Test("a client that reads only the first page has one cause", arguments: ["memory", "loopback"])
  func firstPage(_ transport: String) async throws {
    let pages = (1...3).map { page in
      """
      { "request": { "method": "GET", "path": "\(page == 1 ? "/thing" : "/thing/\(page)")" },
        "response": { "kind": "valid", "body": { "json": { "items": [\(page)], "next": \(page + 100) } } } }
      """
    }
    let (ended, report) = try await run(
      "first_page", transport,
      """
      "variations": { "statusError": { "failure": "any" }, "nonHTTP": { "failure": "any" },
        "corruptJSON": { "failure": "any" }, "networkError": { "failure": "any" }, "equivalent": true, "steps": true },
      "scenarios": [{ "name": "all", "exchanges": [\(pages.joined(separator: ", "))],
        "expect": { "success": [1, 2, 3] } }]
      """)
    #expect(ended.status == 1, "\(ended.output)")
    let causes = try #require(report["causes"]?.array)
    #expect(causes.count == 1, "\(ended.output)")
    expectText(ended.output, has: "\n✗ c/e/all\n")
    #expect(!ended.output.contains("new client"))
  }

  @Test("calls that time out while the client's process is not warm fail no variation of a scenario that passed")
  func cold() async throws {
    let (ended, report) = try await run(
      "cold", "loopback",
      """
      "request": { "method": "GET", "path": "/thing" }, "variations": { "equivalent": true },
      "scenarios": [{ "name": "ok", "response": { "kind": "valid", "body": { "json": { "id": 1 } } },
        "expect": { "success": { "id": 1 } } }]
      """)
    #expect(ended.status == 0, "\(ended.output)")
    #expect(report["causes"]?.array?.isEmpty == true)
  }
}
