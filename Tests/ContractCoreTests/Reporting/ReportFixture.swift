import Foundation

@testable import ContractCore

/// Results of a made-up run, so that every report tells of the same one.
enum ReportFixture {
  static let started = Date(timeIntervalSince1970: 1_795_256_767.25)

  static let source = Source(
    path: "specs/todo/create-todo.contract.json",
    text: """
      {
        "scenarios": [
          { "name": "token expired", "expect": { "failure": { "payload": 401 } } }
        ]
      }
      """)

  static func result(
    _ scenario: String, _ reasons: [Reason] = [], client: String = "todo", contract: String = "todo/create-todo",
    endpoint: String = "create todo", line: Int = 20, kinds: [Response.Kind] = [.valid],
    transport: Transport = .memory, id: String? = nil, unobserved: [String] = [],
    record: [Verdict.Exchanged] = [], outcome: Outcome? = nil, output: String = "", duration: Double = 0.0025
  ) -> ScenarioResult {
    ScenarioResult(
      id: id ?? "\(client)/\(contract)/\(scenario)", client: client, contract: contract, endpoint: endpoint,
      file: "specs/\(contract).contract.json", line: line, scenario: scenario, kinds: kinds, transport: transport,
      verdict: Verdict(
        reasons: reasons, unobserved: unobserved, record: record, outcome: outcome, output: output, duration: duration))
  }

  /// A mismatch that points at the 401 of `source`.
  static var mismatch: Mismatch {
    let start = source.bytes.firstRange(of: Array("401".utf8))?.lowerBound ?? 0
    return Mismatch(
      .outcome, pointer: "/payload", expected: "401", actual: "500",
      range: SourceRange(source: source, start: start, end: start + 3))
  }

  static let different = Reason.mismatch(mismatch)
  static let fault = Reason.protocolFault("request has no member url")
  static let skip = Reason.skipped("a socket cannot do this")

  // A reason's words are pinned where they are made; these are the forms that reports give them.

  /// A reason's text under a scenario on the console, from its first line's third column on.
  static func told(_ reason: Reason) -> String {
    reason.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n  ")
      .replacingOccurrences(of: "\n  \n", with: "\n\n")
  }

  /// A text as XML writes it.
  static func xml(_ text: String) -> String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")].reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  /// A text as an XML attribute writes it.
  static func attribute(_ text: String) -> String { xml(text).replacingOccurrences(of: "\"", with: "&quot;") }

  static let exchanged = Verdict.Exchanged(
    request: CapturedRequest(
      method: "POST", url: "http://localhost:8080/todos",
      headers: Headers([.init("Authorization", "Bearer c2VjcmV0"), .init("Content-Type", "application/json")]),
      body: Array(#"{"title":"test"}"#.utf8), timeout: 10),
    reply: Reply(
      .status(401), headers: Headers([.init("Set-Cookie", "session=abc; Path=/")]), body: Array("no".utf8)))

  /// One scenario of each status in one contract, two that passed in another.
  static var mixed: RunReport {
    RunReport(
      results: [
        result("created", unobserved: ["request 1: Content-Length", "request 2: Content-Length"], record: [exchanged]),
        result(
          "token expired", [different], line: 31, kinds: [.statusError], record: [exchanged],
          outcome: .failure(["category": "status", "type": "APIError", "payload": 500], values: nil),
          output: "sending\nretrying\n"),
        result("server down", [fault], line: 40, kinds: [.networkError]),
        result("not HTTP", [skip], line: 50, kinds: [.nonHTTP], duration: 0),
        result(
          "listed", contract: "todo/todos", endpoint: "todos", unobserved: ["exactlyOnce", "request 1: Content-Length"]
        ),
        result("empty list", contract: "todo/todos", endpoint: "todos"),
      ],
      started: started, duration: 0.314,
      uncalledOperations: [("todo", ["deleteAll", "ping"])], notices: ["the driver todo was started 2 times"])
  }
}
