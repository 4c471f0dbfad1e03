import ContractCore
import Foundation
import TestSupport
import Testing

@Suite(
  "Mutants: clients that get exactly one part of a request or an outcome wrong", .slow,
  .enabled(if: Python.isThere, Python.absence))
struct MutantTests {
  private static let contract = #"""
    {
      "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
      "request": {
        "method": "POST", "path": "/things", "query": { "page": 2 }, "timeout": 10,
        "headers": { "Accept": "application/json", "X-Version": "3" }, "otherHeaders": "forbidden",
        "body": { "json": { "title": "test", "done": false } }
      },
      "scenarios": [
        { "name": "taken", "response": { "kind": "statusError", "status": 409 },
          "expect": {
            "failure": { "category": "status", "type": "APIError", "case": "statusCode", "payload": 409 } } }
      ]
    }
    """#

  /// The part that the client gets wrong, and the run's complete summary line about it.
  static let mutants: [(part: String, summary: String)] = [
    ("method", "request 1: method: expected POST, got PUT"),
    ("origin", "request 1: base URL: expected http://api.invalid/v1, got http://other.invalid"),
    ("prefix", "request 1: base URL: expected http://api.invalid/v1, got http://api.invalid/things"),
    ("path", "request 1: path: expected /things, got /thing"),
    ("query", #"request 1: query item "page": expected "2", got "3""#),
    ("no query", #"request 1: query item "page": expected "2", got nothing"#),
    ("more query", #"request 1: query item "debug": expected no such item, got "1""#),
    ("header", #"request 1: header X-Version: expected "3", got "4""#),
    ("no header", #"request 1: header X-Version: expected "3", got nothing"#),
    ("more headers", #"request 1: header X-Debug: expected no such header, got "1""#),
    ("timeout", "request 1: timeout: expected 10, got 60"),
    ("body", #"request 1: body at /title: expected "test", got "tset""#),
    ("no body", "request 1: body: expected"),
    ("body member", "request 1: body at /done: expected false, got nothing"),
    ("no request", "missing request 1: expected POST"),
    ("success", "outcome: expected"),
    ("category", #"outcome at /category: expected "status", got "other""#),
    ("type", #"outcome at /type: expected "APIError", got "OtherError""#),
    ("case", #"outcome at /case: expected "statusCode", got "unknown""#),
    ("payload", "outcome at /payload: expected 409, got 400"),
    ("no payload", "outcome at /payload: expected 409, got nothing"),
  ]

  private func summaries(of part: String) async throws -> [String] {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract, to: "thing.contract.json")
      let ended = try await contractRun(
        ["thing.contract.json", "--timeout", "600", "--report", "json=report.json", "--"]
          + Python.driver(["mutant", part]), in: folder)
      let report = JSON.parse(Array(try Data(contentsOf: folder.appendingPathComponent("report.json"))))
      let result = try #require(report?["results"]?.array?.first)
      let summaries = result["reasons"]?.array?.compactMap { $0["summary"]?.string } ?? []
      #expect(ended.status == (summaries.isEmpty ? 0 : 1), "\(ended.output)")
      return summaries
    }
  }

  @Test("the client without a mistake passes")
  func right() async throws {
    #expect(try await summaries(of: "nothing") == [])
  }

  @Test("the report names the wrong part and no other", arguments: mutants)
  func caught(_ mutant: (part: String, summary: String)) async throws {
    let summaries = try await summaries(of: mutant.part)
    #expect(summaries.count == 1, "\(summaries)")
    expectText(summaries.first, begins: mutant.summary)
  }
}
