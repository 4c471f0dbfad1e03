import ContractCore
import Foundation
import TestSupport
import Testing

/// A scenario in a contract of its own, and the verdict that it must get.
struct LoopbackCase: Sendable, CustomTestStringConvertible {
  var name: String
  var operation = "get"
  /// The members of the scenario after its name.
  var scenario: String
  var status = Status.passed
  var codes: [String] = []
  var says: [String] = []
  var testDescription: String { name }

  static let answered = #""response": { "kind": "valid", "body": { "json": { "n": 1 } } }"#

  static let faults: [LoopbackCase] = [
    LoopbackCase(name: "answered", scenario: "\(answered), \"expect\": { \"success\": { \"n\": 1 } }"),
    LoopbackCase(
      name: "a status and headers of multiple lines",
      scenario: #"""
        "response": { "kind": "statusError", "status": 418, "headers": { "Set-Cookie": ["a=1", "b=2"] }, "body": { "text": "short" } },
        "expect": { "failure": { "payload": 418 } }
        """#),
    LoopbackCase(
      name: "corrupt JSON",
      scenario:
        #""response": { "kind": "corruptJSON", "body": { "text": "{{}" } }, "expect": { "failure": "decoding" }"#),
    LoopbackCase(
      name: "a body that is cut",
      scenario: #"""
        "response": { "kind": "valid", "headers": { "Content-Length": "9" }, "body": { "text": "[1" } },
        "expect": { "failure": { "type": "IncompleteRead" } }
        """#),
    LoopbackCase(
      name: "in chunks, with a pause",
      scenario: #"""
        "response": { "kind": "valid", "body": { "chunks": [{ "text": "[1," }, { "text": "2]", "delay": 0.05 }] } },
        "expect": { "success": [1, 2] }
        """#),
    LoopbackCase(
      name: "bytes that are not HTTP",
      scenario:
        #""response": { "kind": "nonHTTP" }, "expect": { "loopback": { "failure": { "type": "BadStatusLine" } }, "memory": { "failure": "other" } }"#
    ),
    fault("cannotConnectToHost", "ConnectionRefusedError"),
    fault("cannotFindHost", "gaierror"),
    fault("networkConnectionLost", "ConnectionResetError"),
    fault("networkConnectionLost", "ConnectionResetError", #", "body": { "text": "[1,2,3]" }, "after": 3"#),
    fault("networkConnectionLost", "ConnectionResetError", #", "during": "headers""#),
    fault("badServerResponse", "RemoteDisconnected"),
    fault("badServerResponse", "IncompleteRead", #", "body": { "text": "[1,2,3]" }, "after": 3"#),
    fault("timedOut", "TimeoutError", operation: "impatient"),
    fault("timedOut", "TimeoutError", #", "during": "statusLine""#, operation: "impatient"),
    fault("timedOut", "TimeoutError", #", "during": "headers""#, operation: "impatient"),
    fault("timedOut", "TimeoutError", #", "body": { "text": "[1,2,3]" }, "after": 3"#, operation: "impatient"),
    fault("cannotParseResponse", "BadStatusLine"),
    fault("secureConnectionFailed", "SSLError"),
  ]

  static func fault(
    _ error: String, _ type: String, _ more: String = "", operation: String = "get"
  ) -> LoopbackCase {
    LoopbackCase(
      name: error + more, operation: operation,
      scenario:
        #""response": { "kind": "networkError", "error": "\#(error)"\#(more) }, "expect": { "failure": { "category": "network", "type": "\#(type)" } }"#
    )
  }
}

@Suite("What a client does on a socket, on loopback", .slow, .enabled(if: Python.isThere, Python.absence))
struct LoopbackTests {
  @Test("every response of a contract really happens on the socket", arguments: LoopbackCase.faults)
  func faults(_ testCase: LoopbackCase) async throws { try await run(testCase) }

  @Test(
    "every request that the client sends is counted and judged",
    arguments: [
      LoopbackCase(
        name: "11 requests for one described: default retries", operation: "retries",
        scenario: #""response": { "kind": "statusError", "status": 500 }, "expect": { "failure": { "payload": 500 } }"#,
        status: .failed, codes: ["unexpectedRequest"],
        says: [
          "unexpected requests 2 to 11 (1 was described): GET http://127.", "expected  1 request",
          "the same as request 1: the client tries again", "in the scenario's `exchanges`",
        ]),
      LoopbackCase(
        name: "a retry that is described", operation: "retries",
        scenario: #"""
          "exchanges": [{ "response": { "kind": "statusError", "status": 503 } }, { \#(LoopbackCase.answered) }],
          "expect": { "success": { "n": 1 } }
          """#),
      LoopbackCase(
        name: "a connection refused after an answer", operation: "retries",
        scenario: #"""
          "exchanges": [{ "response": { "kind": "statusError", "status": 503 } }, { "response": { "kind": "networkError", "error": "cannotConnectToHost" } }],
          "expect": { "failure": { "type": "ConnectionRefusedError" } }
          """#),
      LoopbackCase(
        name: "no request at all", operation: "nothing",
        scenario: "\(LoopbackCase.answered), \"expect\": { \"success\": null }",
        status: .failed, codes: ["mismatch"], says: ["request 1", "the client sent nothing"]),
      LoopbackCase(
        name: "no request is described, and none is sent", operation: "nothing",
        scenario: #""exchanges": [], "expect": { "success": null }"#),
      LoopbackCase(
        name: "a request after the result, when nothing else happens", operation: "late",
        scenario: "\(LoopbackCase.answered), \"expect\": { \"success\": { \"n\": 1 } }", status: .failed,
        codes: ["late"],
        says: ["late request, after the result: GET http://127.", "/v1/late"]),
      LoopbackCase(
        name: "garbage after the result", operation: "late_garbage",
        scenario: "\(LoopbackCase.answered), \"expect\": { \"success\": { \"n\": 1 } }", status: .failed,
        codes: ["malformed"],
        says: ["the client sent bytes that are not an", "no request at all"]),
      LoopbackCase(
        name: "TLS at an http URL", operation: "https",
        scenario: "\(LoopbackCase.answered), \"expect\": { \"failure\": \"network\" }", status: .failed,
        codes: ["malformed"],
        says: ["TLS", "request: it is a"]),
      LoopbackCase(
        name: "two lengths", operation: "two_lengths",
        scenario: "\(LoopbackCase.answered), \"expect\": { \"failure\": { \"payload\": 400 } }", status: .failed,
        codes: ["malformed"], says: ["Content-Length", "POST /v1/thing HTTP/1.1"]),
      LoopbackCase(
        name: "half a request", operation: "half",
        scenario: "\(LoopbackCase.answered), \"expect\": { \"failure\": \"cancelled\" }", status: .failed,
        codes: ["malformed"], says: ["9 of 500 bytes"]),
      LoopbackCase(
        name: "a request that is not whole when the time is over", operation: "waits_in_body",
        scenario: "\(LoopbackCase.answered), \"expect\": { \"success\": null }, \"within\": 5", status: .failed,
        codes: ["timedOut", "malformed"], says: ["only 9 of 500 bytes of its body had arrived by then"]),
      LoopbackCase(
        name: "at another base URL of the contract", operation: "elsewhere",
        scenario: "\(LoopbackCase.answered), \"expect\": { \"success\": { \"n\": 1 } }", status: .failed,
        codes: ["mismatch"],
        says: ["note      this is the base URL", "this is the base URL \"auth\" of `baseURLs`"]),
      LoopbackCase(
        name: "two base URLs, each with its own listener", operation: "login",
        scenario: #"""
          "input": { "at": "{{baseURL.auth}}/token" },
          "exchanges": [
            { "request": { "base": "auth", "path": "/token" }, "response": { "kind": "valid", "body": { "json": "{{baseURL}}" } } },
            { \#(LoopbackCase.answered) }
          ],
          "expect": { "success": ["{{baseURL}}", { "n": 1 }] }
          """#),
      LoopbackCase(
        name: "one of two base URLs does not answer", operation: "login",
        scenario: #"""
          "input": { "at": "{{baseURL.auth}}/token" },
          "exchanges": [
            { "request": { "base": "auth", "path": "/token" }, "response": { "kind": "networkError", "error": "cannotConnectToHost" } }
          ],
          "expect": { "failure": { "type": "ConnectionRefusedError" } }
          """#),
      LoopbackCase(
        name: "two requests in one write", operation: "pipelines",
        scenario:
          #""exchanges": [{ \#(LoopbackCase.answered) }, { \#(LoopbackCase.answered) }], "expect": { "success": 2 }"#),
      LoopbackCase(
        name: "a death in mid-answer", operation: "dies_in_mid_answer",
        scenario: #"""
          "response": { "kind": "valid", "body": { "chunks": [{ "text": "1" }, { "text": "2", "delay": 60 }] } }, "expect": { "success": 12 }
          """#, status: .failed, codes: ["crashed"], says: ["exited with status 3"]),
    ])
  func counted(_ testCase: LoopbackCase) async throws { try await run(testCase) }

  private func run(_ testCase: LoopbackCase) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(
        Self.contract(testCase.operation, #"{ "name": "case", \#(testCase.scenario) }"#), to: "a.contract.json")
      let result = try await Self.run(["a.contract.json"], in: folder).result
      // The driver ends with status 7, and causes a notice, if `bye` came within 70 ms of the last result. The runner must
      // wait longer than that, or it loses late requests.
      #expect(result.notices == "")
      let found = try #require(result["case"])
      #expect(found.status == testCase.status, "\(found.text)")
      for phrase in testCase.says { expectText(found.text, has: phrase) }
      let report = try JSONResult(folder.appendingPathComponent("report.json"))
      #expect(report.results.first?.reasons.map(\.code) == testCase.codes, "\(found.text)")
    }
  }

  @Test("the request of a client that waits for no answer arrives before its result")
  func forgets() async throws { try await hundred("forgets", "null") }

  @Test("a client that keeps its connections open delays neither the next call nor the end")
  func holds() async throws { try await hundred("holds", #"{ "n": 1 }"#) }

  /// Runs an operation a hundred times in sequence. Each call must pass.
  private func hundred(_ operation: String, _ success: String) async throws {
    try await TestFolder.temporary { folder in
      let scenarios = (0..<100).map {
        #"{ "name": "\#($0)", \#(LoopbackCase.answered), "expect": { "success": \#(success) } }"#
      }
      try folder.write(Self.contract(operation, scenarios.joined(separator: ",")), to: "a.contract.json")
      let (ended, result) = try await Self.run(["a.contract.json", "--jobs", "1"], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      #expect(result.cases.map(\.status) == Array(repeating: .passed, count: 100))
    }
  }

  @Test("if the runner runs out of descriptors for a connection, the client is not blamed")
  func exhausted() async throws {
    try await TestFolder.temporary { folder in
      let scenario = "{ \"name\": \"case\", \(LoopbackCase.answered), \"expect\": { \"success\": null } }"
      try folder.write(Self.contract("hoards", scenario), to: "a.contract.json")
      let limited = ["-c", #"ulimit -S -n 64; exec "$@""#, "sh"]
      let command = [TestFolder.products.appendingPathComponent("contract-run").path, "a.contract.json", "--jobs", "1"]
      let ended = try await BuiltCommand(
        limited + command + ["--timeout", "600", "--report", "json=report.json", "--"] + Python.driver(["sockets"]),
        program: "/bin/sh",
        in: folder
      ).end()
      #expect(ended.status == 3, "\(ended.output)")
      let report = try JSONResult(folder.appendingPathComponent("report.json"))
      // On a busy machine, the request may be read after the call.
      let codes = report.results.first?.reasons.map(\.code) ?? []
      #expect([["notRun", "mismatch"], ["notRun", "mismatch", "late"]].contains(codes))
      expectText(ended.output, has: "some connections to 127.0.0.1 could not be accepted: accept: Too many open files")
    }
  }

  @Test(
    "if descriptors run out, calls that are over release theirs for the next driver",
    arguments: [("--jobs=1", 36), ("--jobs=1", 48), ("--jobs=64", 48), ("--jobs=64", 64)])
  func exhaustion(_ jobs: String, _ limit: Int) async throws {
    try await TestFolder.temporary { folder in
      let good = (0..<7).map {
        #"{ "name": "\#($0)", \#(LoopbackCase.answered), "expect": { "success": { "n": 1 } } }"#
      }
      let bad = #"{ "name": "dies", \#(LoopbackCase.answered), "expect": { "success": null } }"#
      for block in 0..<8 {
        try folder.write(Self.contract("get", good.joined(separator: ",")), to: "\(block)a.contract.json")
        try folder.write(Self.contract("dies_in_mid_answer", bad), to: "\(block)b.contract.json")
      }
      let command = [
        "ulimit -n \(limit); exec \"$0\" \"$@\"", TestFolder.products.appendingPathComponent("contract-run").path,
      ]
      let options = ["--transport", "loopback", jobs, "--timeout", "600", "--report", "junit=rich.xml", "."]
      let driver = ["--"] + Python.driver(["sockets"])
      let ended = try await BuiltCommand(["-c"] + command + options + driver, program: "/bin/sh", in: folder).end()
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")), "\(ended.errors)")
      let others = result.cases.filter { $0.status != .passed && $0.code != "crashed" }
      #expect(others.map(\.text) == [], "\(ended.output)")
      #expect(result.cases.count { $0.status == .passed } == 56, "\(ended.output)")
      #expect(result.cases.count { $0.code == "crashed" } == 8, "\(ended.output)")
    }
  }

  /// Calls that open a number of base URLs each.
  private struct Hungry {
    var urls: Int
    var calls: Int
  }

  /// Runs calls with a limit of 64 descriptors, one file after the other, and returns their cases in the report.
  private static func casesOfLimitedRun(_ files: [Hungry], together: Int) async throws -> [RunResult.Case] {
    try await TestFolder.temporary { folder in
      for (index, file) in files.enumerated() {
        let urls = (0..<file.urls).map { #""\#($0)": "https://\#($0).example.com", "# }.joined()
        let scenarios = (0..<file.calls).map {
          #"{ "name": "\#($0)", \#(LoopbackCase.answered), "expect": { "success": { "n": 1 } } }"#
        }
        let contract = Self.contract("get", scenarios.joined(separator: ","))
          .replacing(#""baseURLs": { "#, with: #""baseURLs": { \#(urls)"#)
        try folder.write(contract, to: "\(index).contract.json")
      }
      let program = TestFolder.products.appendingPathComponent("contract-run").path
      let options = ["--jobs", "1", "--timeout", "600", "--report", "junit=rich.xml", ".", "--"]
      let ended = try await BuiltCommand(
        ["-c", #"ulimit -n 64; exec "$@""#, "sh", program] + options + Python.driver(["sockets", "\(together)"]),
        program: "/bin/sh", in: folder
      ).end()
      return try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")), "\(ended.errors)").cases
    }
  }

  @Test("if three calls in a row get no port, the remaining ones do not run")
  func noPorts() async throws {
    var files = [Hungry(urls: 100, calls: 2), Hungry(urls: 1, calls: 1), Hungry(urls: 100, calls: 3)]
    files.append(Hungry(urls: 1, calls: 1))
    let cases = try await Self.casesOfLimitedRun(files, together: 1)
    #expect(cases.map(\.status) == [.errored, .errored, .passed, .errored, .errored, .errored, .errored])
    for one in cases where one.status == .errored {
      expectText(one.text, has: "not run: cannot open a port on this machine: socket: Too many open files")
    }
  }

  @Test("a call that gets no port beside others is made when one of them is over")
  func portsLater() async throws {
    let cases = try await Self.casesOfLimitedRun([Hungry(urls: 10, calls: 12)], together: 6)
    #expect(cases.filter { $0.status != .passed }.map(\.text) == [])
    #expect(cases.count == 12)
  }

  @Test("a response that sockets cannot give is skipped with the reason; if all are skipped, nothing was tested")
  func skipped() async throws {
    try await TestFolder.temporary { folder in
      let reasons = [
        ("notConnectedToInternet", #""response": { "kind": "networkError", "error": "notConnectedToInternet" }"#),
        ("nonHTTP", #""response": { "kind": "nonHTTP" }"#),
        ("memory", #""transports": ["memory"], \#(LoopbackCase.answered)"#),
      ]
      // A failure would be expected on loopback, too.
      let scenarios = reasons.map { #"{ "name": "\#($0.0)", \#($0.1), "expect": { "success": 1 } }"# }
      try folder.write(Self.contract("get", scenarios.joined(separator: ",")), to: "a.contract.json")
      let (ended, result) = try await Self.run(["a.contract.json"], in: folder)
      #expect(ended.status == 3)
      expectTexts(
        result.cases.map(\.summary),
        are: [
          "skipped: no socket can cause the error notConnectedToInternet (-1009)",
          "skipped: expect has no loopback outcome for a response that is not HTTP",
          "skipped: the contract allows only memory",
        ])
    }
  }

  static func contract(_ operation: String, _ scenarios: String) -> String {
    #"""
    {
      "contract": 1, "endpoint": "thing", "operation": "\#(operation)", "baseURL": "https://api.example.com/v1",
      "baseURLs": { "auth": "https://login.example.com/v1" },
      "request": { "method": "GET", "path": "/thing", "timeout": 2, "otherQuery": "allowed" },
      "scenarios": [\#(scenarios)]
    }
    """#
  }

  static func run(_ words: [String], in folder: URL) async throws -> (ended: BuiltCommand.Ended, result: RunResult) {
    let options = ["--timeout", "600", "--report", "junit=rich.xml", "--report", "json=report.json"]
    let ended = try await contractRun(words + options + ["--"] + Python.driver(["sockets"]), in: folder)
    return (ended, try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")), "\(ended.errors)"))
  }
}
