import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("Clients that send multiple requests, on both transports", .slow, .enabled(if: Python.isThere, Python.absence))
struct MultipleRequestsTests {
  /// A scenario in a contract of its own, and the verdict that it must get on each transport.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// The members of the scenario after its name.
    var scenario: String
    var codes: [String] = []
    /// Texts that the verdict must contain on both transports.
    var says: [String] = []
    var options: [String] = []
    var testDescription: String { name }
  }

  private static let two = #"""
    "exchanges": [
      { "request": { "path": "/a" }, "response": { "kind": "valid", "body": { "json": "a" } } },
      { "request": { "path": "/b" }, "response": { "kind": "valid", "body": { "json": "b" } } }
    ]
    """#
  private static func retry(after seconds: Double, notBefore: Double) -> String {
    #"""
    "input": { "retry": \#(seconds) },
    "exchanges": [
      { "response": { "kind": "statusError", "status": 503, "headers": { "Retry-After": "1" } } },
      { "notBefore": \#(notBefore), "response": { "kind": "valid", "body": { "json": 1 } } }
    ],
    "expect": { "success": 1 }
    """#
  }
  private static let unauthorized =
    #"{ "request": { "headers": { "Authorization": "Bearer old" } }, "response": { "kind": "statusError", "status": 401 } }"#
  private static let refreshed =
    #"{ "request": "refresh", "response": { "kind": "valid", "body": { "json": { "token": "new" } } } }"#
  private static let authorized =
    #"{ "request": { "headers": { "Authorization": "Bearer new" } }, "response": { "kind": "valid", "body": { "json": 1 } } }"#

  static let cases = [
    Case(
      name: "two at once, as they are listed",
      scenario: #""input": { "at_once": ["/a", "/b"] }, "order": "any", \#(two), "expect": { "success": ["a", "b"] }"#),
    Case(
      name: "two at once, the other way round",
      scenario: #""input": { "at_once": ["/b", "/a"] }, "order": "any", \#(two), "expect": { "success": ["b", "a"] }"#),
    Case(
      name: "two, one of them misspelled",
      scenario:
        #""input": { "at_once": ["/b", "/aa"] }, "order": "any", \#(two), "expect": { "failure": { "payload": 500 } }"#,
      codes: ["unexpectedRequest", "mismatch"],
      says: [
        "exchange 1: sent GET /aa, described GET /a: path differs", "(2 were described)",
        "2 requests, in any order",
      ]),
    Case(
      name: "one after another, in the wrong order",
      scenario: #""input": { "pages": "/b" }, \#(two), "expect": { "success": "a" }"#,
      codes: ["mismatch", "mismatch", "mismatch"],
      says: ["request 1 matches exchange 2", "request 2", "expected  /a", "actual    /b"]),
    Case(name: "a retry in time", scenario: retry(after: 0.3, notBefore: 0.3)),
    Case(
      name: "a retry too early", scenario: retry(after: 0, notBefore: 60), codes: ["mismatch"],
      says: ["request 2 came too early", "expected  60 s or more", "s after request 1", "correct `notBefore`"]),
    Case(
      name: "a retry that takes longer than the run's deadline, as it is described",
      scenario: retry(after: 5.2, notBefore: 5.2), options: ["--timeout", "5"]),
    Case(
      name: "an expired token, refreshed at another base URL",
      scenario: #"""
        "input": { "refresh": "old" }, "exchanges": [\#(unauthorized), \#(refreshed), \#(authorized)], "expect": { "success": 1 }
        """#),
    Case(
      name: "a retry that takes longer than the contract allows",
      scenario: #""within": 5, "# + retry(after: 600, notBefore: 0.5), codes: ["timedOut", "mismatch"],
      says: ["no result within 5 s", "request 2"]),
    Case(
      name: "an answer that takes longer than the run's deadline, as it is described",
      scenario: #"""
        "input": { "retry": 0 }, "response": { "kind": "valid", "delay": 5.2, "body": { "json": 1 } }, "expect": { "success": 1 }
        """#, options: ["--timeout", "5"]),
    Case(
      name: "a body cut from another scenario's, which comes at the second attempt",
      scenario: #"""
        "input": { "retry": 0 }, "exchanges": [
          { "response": { "kind": "statusError", "status": 503 } },
          { "response": { "kind": "corruptJSON", "body": { "from": "whole", "truncate": 20 } } }
        ], "expect": { "failure": { "category": "decoding", "payload": "{ \"at\": \"{{baseURL}}" } }
        """#),
    Case(
      name: "page after page by Link headers",
      scenario: #"""
        "input": { "pages": "/list" },
        "exchanges": [
          { "request": { "path": "/list" }, "response": { "kind": "valid",
              "headers": { "Link": "<{{baseURL}}/list?page=2>; rel=\"next\"" }, "body": { "json": [1, 2] } } },
          { "request": { "path": "/list", "query": { "page": 2 } },
            "response": { "kind": "valid", "delay": 0.05, "body": { "json": [3] } } }
        ],
        "expect": { "success": [1, 2, 3] }
        """#),
  ]

  @Test("every scenario gets the same verdict in memory and on loopback", arguments: cases)
  func verdicts(_ testCase: Case) async throws {
    try await TestFolder.temporary { folder in
      let contract = #"""
        {
          "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
          "baseURLs": { "auth": "http://auth.invalid" },
          "request": { "method": "GET", "path": "/thing" },
          "requests": { "refresh": { "method": "POST", "base": "auth", "path": "/token", "body": { "json": { "refresh": "r1" } } } },
          "scenarios": [
            { "name": "case", \#(testCase.scenario) },
            { "name": "whole", "skip": "another one's body is cut from this", "expect": { "success": null },
              "response": { "kind": "valid", "body": { "json": { "at": "{{baseURL}}", "n": 1 } } } }
          ]
        }
        """#
      try folder.write(contract, to: "a.contract.json")
      // If `--timeout` is repeated, the last one counts.
      let options = ["--transport", "both", "--timeout", "600"]
      let reports = ["--report", "junit=rich.xml", "--report", "json=report.json"]
      let command =
        ["a.contract.json"] + options + reports + testCase.options + ["--"] + Python.driver(["multiple_requests"])
      let ended = try await contractRun(command, in: folder)
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")), "\(ended.errors)")
      let report = try JSONResult(folder.appendingPathComponent("report.json"))
      for transport in Transport.allCases {
        let found = try #require(result["case@\(transport)"], "\(ended.output)\(ended.errors)")
        #expect(report.codes("case@\(transport)") == testCase.codes, "\(found.text)")
        for phrase in testCase.says { expectText(found.text, has: phrase) }
      }
      #expect(ended.status == (testCase.codes.isEmpty ? 0 : 1), "\(ended.output)")
    }
  }
}
