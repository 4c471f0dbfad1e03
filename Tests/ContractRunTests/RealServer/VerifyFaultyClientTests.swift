import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("What the built verify sends for clients with a fault", .slow, .enabled(if: Python.isThere, Python.absence))
struct VerifyFaultyClientTests {
  /// A client's fault: which request, what is changed, and how.
  private struct Fault {
    var request: Int
    var what: String
    var value: JSON

    init(_ request: Int, _ what: String, _ value: JSON = .null) {
      (self.request, self.what, self.value) = (request, what, value)
    }

    var json: JSON { [.number(request), .string(what), value] }
  }

  private static let faults = [
    Fault(1, "method", "HEAD"), Fault(1, "method", "POST"), Fault(1, "method", "DELETE"), Fault(1, "path", "/todo"),
    Fault(1, "path", "/todos/"), Fault(1, "path", "/todos/1"), Fault(1, "path", "/todos/../todos"),
    Fault(1, "query", "?page=1"), Fault(1, "body", [:]), Fault(1, "header", ["Authorization": .null]),
    Fault(1, "header", ["Authorization": "Bearer other"]), Fault(1, "deletes first"), Fault(1, "again"),
    Fault(1, "at once"), Fault(2, "method", "GET"), Fault(2, "method", "PUT"), Fault(2, "path", "/todos"),
    Fault(2, "path", "/todos/2x"), Fault(2, "path", "/todos/undefined"), Fault(2, "path", "/todos/1/"),
    Fault(2, "path", "/lists/1"), Fault(2, "query", ""), Fault(2, "query", "?reason=other"),
    Fault(2, "query", "?reason=done&force=1"), Fault(2, "query", "?reason=done&reason=done"),
    Fault(2, "header", ["If-Match": .null]), Fault(2, "header", ["If-Match": "*"]),
    Fault(2, "header", ["Authorization": .null]), Fault(2, "header", ["Authorization": "Basic x"]),
    Fault(2, "header", ["Content-Type": "text/plain"]), Fault(2, "body"), Fault(2, "member", ["why": .null]),
    Fault(2, "member", ["why": "lost"]), Fault(2, "member", ["more": 1]), Fault(2, "member", ["mode": "hard"]),
    Fault(2, "again"), Fault(2, "at once"),
  ]

  private static func contract(_ faults: [JSON]) -> JSON {
    let auth: JSON = .string("Bearer \(RealTodos.token)")
    let todo: JSON = ["id": 7, "title": "bread", "state": "open", "due": .null, "tags": []]
    let list: JSON = [
      "request": ["method": "GET", "path": "/todos", "headers": ["Authorization": auth]],
      "response": ["kind": "valid", "body": ["json": ["items": [todo], "next": .null]]],
    ]
    let deletion: JSON = [
      "request": [
        "method": "DELETE", "path": "/todos/7", "query": ["reason": "done"],
        "headers": ["Authorization": auth, "If-Match": "\"v1\"", "Content-Type": "application/json"],
        "body": ["json": ["why": "bought", "mode": "soft"]],
      ],
      "response": ["kind": "valid", "body": ["json": todo]],
    ]
    let scenarios = faults.enumerated().map { index, fault -> JSON in
      [
        "name": .string("\(index): \(fault.text)"), "input": ["token": .string(RealTodos.token), "fault": fault],
        "exchanges": [list, deletion], "expect": ["success": "deleted"],
      ]
    }
    return [
      "contract": 1, "endpoint": "delete the first todo", "operation": "deleteFirst",
      "baseURL": "https://api.example.com/v1", "scenarios": .array(scenarios),
    ]
  }

  private static func verify(
    _ faults: [JSON], _ body: (_ statuses: [String], _ requests: [String], BuiltCommand.Ended) throws -> Void
  ) async throws {
    try await RealTodos.with { folder, server in
      try folder.write(contract(faults).text, to: "specs/delete.contract.json")
      let driver = URL(fileURLWithPath: RealTodos.driver[2]).deletingLastPathComponent()
        .appendingPathComponent("faulty.py").path
      let words = [
        "--unsafe", "DELETE", "--unsafe", "POST", "--unsafe", "PUT", "--rate", "1000", "--max-requests", "1000",
      ]
      let ended = try await contractRun(
        ["verify", "--against", server.url] + words + ["--report", "json=report.json", "specs", "--"]
          + [RealTodos.driver[0], "-S", driver], in: folder)
      let report = try #require(folder.text("report.json").flatMap { JSON.parse($0) })
      try body((report["results"]?.elements ?? []).compactMap { $0["status"]?.string }, server.requests, ended)
    }
  }

  private static let list = "GET /v1/todos Bearer \(RealTodos.token) "
  private static let deletion =
    "DELETE /v1/todos/1?reason=done Bearer \(RealTodos.token) " + #"{"why": "bought", "mode": "soft"}"#

  @Test("nothing that is not described reaches the provider, and each faulty client is red")
  func faults() async throws {
    try await Self.verify([[]] + Self.faults.map(\.json)) { statuses, requests, ended in
      let expected = Self.faults.flatMap { fault -> [String] in
        let isRepeat = ["again", "at once"].contains(fault.what)
        return Array([Self.list, Self.deletion].prefix(isRepeat ? fault.request : fault.request - 1))
      }
      #expect(requests == [Self.list, Self.deletion] + expected, "\(ended.output)")
      #expect(statuses == ["passed"] + Self.faults.map { _ in "failed" }, "\(ended.output)\(ended.errors)")
    }
  }

  @Test("a call in which the driver ends is not played again, nor the one before it")
  func crash() async throws {
    let crash = Fault(2, "crash")
    try await Self.verify([[], crash.json, []]) { statuses, requests, ended in
      let once = [Self.list, Self.deletion]
      #expect(requests == once + once + once)
      #expect(statuses == ["passed", "failed", "passed"], "\(ended.output)\(ended.errors)")
    }
  }
}
