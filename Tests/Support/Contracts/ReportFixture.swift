import Foundation
import Synchronization
import Testing

@testable import ContractCore

/// The results of a made-up run, so that all tests describe the same run.
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
    transport: Transport = .memory, namesTransport: Bool = false, unobserved: [Unobserved] = [],
    record: [Verdict.Exchanged] = [], outcome: Outcome? = nil, output: String = "", duration: Double = 0.0025
  ) -> ScenarioResult {
    ScenarioResult(
      of: self.scenario(scenario, of: contract, line: line, kinds: kinds),
      in: self.contract(contract, endpoint: endpoint), client: client, on: transport, namesTransport: namesTransport,
      Verdict(
        reasons: reasons, unobserved: unobserved, record: record, outcome: outcome, output: output, duration: duration))
  }

  /// Returns the contract of a name and an endpoint. It is the same instance each time, because reports compare
  /// contracts by identity.
  static func contract(
    _ name: String = "todo/create-todo", endpoint: String = "create todo", file: String? = nil
  ) -> Contract {
    let file = file ?? "specs/\(name).contract.json"
    return contracts.withLock { contracts in
      let key = [name, endpoint, file]
      let range = SourceRange(source: Source(path: file, bytes: []), start: 0, end: 0)
      let contract =
        contracts[key]
        ?? Contract(
          source: range.source, name: name, endpoint: endpoint, range: range,
          operation: SourceLocated(endpoint, at: range),
          baseURL: .localhost, scenarios: [])
      contracts[key] = contract
      return contract
    }
  }

  private static let contracts = Mutex<[[String]: Contract]>([:])

  /// Returns a scenario whose name is on a given line.
  private static func scenario(_ name: String, of contract: String, line: Int, kinds: [Response.Kind]) -> Scenario {
    let source = Source(path: "specs/\(contract).contract.json", text: String(repeating: "\n", count: line - 1))
    let range = SourceRange(source: source, start: line - 1, end: line - 1)
    let shape = RequestShape(method: SourceLocated("GET", at: range), path: SourceLocated("/", at: range), range: range)
    return Scenario(
      name: name, at: Scenario.Place(range),
      exchanges: kinds.map { Exchange(request: shape, response: Response(kind: $0, range: range), range: range) },
      expect: Scenario.Expectation(outcome: nil, range: range))
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

  // Other tests check the text of each reason. These are the forms that reports give to it.

  /// Returns a reason's text under a scenario on the console, from the third column of its first line.
  static func reported(_ reason: Reason) -> String {
    reason.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n  ")
      .replacingOccurrences(of: "\n  \n", with: "\n\n")
  }

  /// Returns a text with the escapes of XML.
  static func xml(_ text: String) -> String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")].reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  /// Returns a text with the escapes of an XML attribute.
  static func attribute(_ text: String) -> String { xml(text).replacingOccurrences(of: "\"", with: "&quot;") }

  static let exchanged = Verdict.Exchanged(
    request: CapturedRequest(
      method: "POST", url: "http://localhost:8080/todos",
      headers: Headers([.init("Authorization", "Bearer c2VjcmV0"), .init("Content-Type", "application/json")]),
      body: Array(#"{"title":"test"}"#.utf8), timeout: 10),
    reply: Reply(
      .status(401), headers: Headers([.init("Set-Cookie", "session=abc; Path=/")]), body: Array("no".utf8)))
}
