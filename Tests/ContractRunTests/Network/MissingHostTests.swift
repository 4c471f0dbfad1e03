import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// A lookup asks name servers and opens sockets of its own. The guard must not change what comes of it.
@Suite("A host that is not found", .slow, .enabled(if: GuardSupport.isPossible, "this system has no network guard"))
struct MissingHostTests {
  private static let contract = """
    { "contract": 1, "endpoint": "todo", "operation": "deleteTodo", "input": { "id": "1", "token": "t" },
      "request": { "method": "DELETE", "path": "/todos/1" },
      "scenarios": [
        { "name": "not found", "response": { "kind": "networkError", "error": "cannotFindHost" },
          "expect": { "failure": "network" } },
        { "name": "not looked up", "response": { "kind": "networkError", "error": "dnsLookupFailed" },
          "expect": { "failure": "network" } },
        { "name": "refused", "response": { "kind": "networkError", "error": "cannotConnectToHost" },
          "expect": { "failure": "network" } } ] }
    """

  /// Runs the scenarios, and returns their statuses and outcomes, without what differs in each run.
  private func outcomes(_ driver: [String], allow: String) async throws -> [String] {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract, to: "specs/todo.contract.json")
      let words = driver.map { JSON.string($0).text }.joined(separator: ", ")
      try folder.write(
        """
        { "clients": [{ "name": "c", "specs": ["specs"], "transport": "loopback", "driver": [\(words)],
            "allow": [\(allow)] }] }
        """, to: "contract-run.json")
      let ended = try await contractRun(["--report", "json=r.json", "--timeout", "600"], in: folder)
      let report = try #require(folder.text("r.json").flatMap { JSON.parse($0) }, "\(ended.output)\(ended.errors)")
      let results = try #require(report["results"]?.array, "\(report.text)")
      return results.map { result in
        let outcome = result["outcome"]?.text ?? "no outcome: \(result.text)"
        return "\(result["scenario"]?.string ?? "") \(result["status"]?.string ?? "") "
          + outcome.replacing(/:[0-9]+|port[= ][0-9]+|[0-9]+ ms|0x[0-9a-f]+/, with: "…")
      }
    }
  }

  private func compare(_ driver: [String]) async throws {
    let guarded = try await outcomes(driver, allow: "")
    #expect(guarded.count == 3)
    for text in guarded { #expect(text.contains(" passed "), "\(text)") }
    #expect(try await outcomes(driver, allow: #""*""#) == guarded)
  }

  @Test("is the same to URLSession with and without the guard")
  func session() async throws {
    try await compare([TestFolder.products.appendingPathComponent("todo-driver").path])
  }

  @Test("is the same to urllib with and without the guard", .enabled(if: Python.isThere, Python.absence))
  func urllib() async throws { try await compare(Self.python("urllib_driver.py")) }

  @Test(
    "is the same to requests with and without the guard",
    .enabled(if: Python.has("requests"), "this client needs requests for python3"))
  func requests() async throws { try await compare(Self.python("requests_driver.py")) }

  /// The command of an example driver, with the interpreter itself, so that its modules are found.
  private static func python(_ file: String) -> [String] {
    [Python.path ?? "python3", TestFolder.package.appendingPathComponent("Examples/python/\(file)").path]
  }

  @Test(
    "is the same to Node's fetch with and without the guard",
    .enabled(
      if: CommandLineTool.canRun(["node", "-e", "process.exit(typeof fetch == 'function' ? 0 : 1)"]), "it needs node 18"
    ))
  func node() async throws {
    try await compare(["node", TestFolder.package.appendingPathComponent("Tests/Fixtures/Node/fetches.js").path])
  }
}
