import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("No reason shows a secret in one of the documented shapes")
struct ShapedSecretsTests {
  /// A way to write a secret, as a text of JSON: the name of the secret, and its value.
  struct Shape: Sendable, CustomTestStringConvertible {
    var testDescription: String { text("NAME", "VALUE") }
    var text: @Sendable (_ name: String, _ value: String) -> String
  }

  private static let shapes: [Shape] = [
    Shape { #"{"name": "\#($0)", "value": "\#($1)"}"# }, Shape { #"{"key": "\#($0)", "value": "\#($1)"}"# },
    Shape { #"{"id": "\#($0)", "value": "\#($1)"}"# }, Shape { #"{"value": "\#($1)", "name": "\#($0)"}"# },
    Shape { #"[{"name": "a", "value": "b"}, {"Name": "\#($0)", "Value": "\#($1)"}]"# },
    Shape { #"[{"op": "add", "path": "/user/\#($0)", "value": "\#($1)"}]"# },
    Shape { #"{"op": "add", "path": "/\#($0)", "value": {"is": ["\#($1)"]}}"# },
    Shape { #"[["user", "ann"], ["\#($0)", "\#($1)"]]"# }, Shape { #"[["\#($0)", "\#($1)"]]"# },
    Shape { #"{"\#($0)": "\#($1)"}"# }, Shape { #"{"headers": [{"name": "\#($0)", "value": "\#($1) and more"}]}"# },
  ]

  private static let names = ["password", "contraseña", "X-Api-Key", "X-Tenant"]
  static let planted = shapes.enumerated().map { ($1, names[$0 % names.count]) }

  /// Pairs of a described and a sent text, which differ in the shape or around it.
  private func pairs(_ shape: Shape, _ name: String) -> [(described: String, sent: String)] {
    let (one, other) = (shape.text(name, "hunter2PLANTED"), shape.text(name, "swordfishPLANTED"))
    let number = shape.text(name, "PLANTED").replacing("\"PLANTED\"", with: "7357")
    return [
      (one, other), (one, "[]"), (one, "{}"), ("[]", other), ("{}", other), (#"{"a": 1}"#, other), ("\"a\"", other),
      (one, "\"a\""), (#"{"a": \#(one)}"#, #"{"a": \#(other)}"#), (#"{"a": [1, \#(one)]}"#, #"{"a": [\#(other), 1]}"#),
      (#"[1, \#(one)]"#, #"[1]"#), ("[1]", #"[1, \#(other)]"#), (#"{"$partial": \#(one)}"#, other),
      (#"{"$unordered": [\#(one), 1]}"#, #"[1, \#(other)]"#), (#"{"$each": \#(one)}"#, "[\(other)]"),
      (#"{"$contains": \#(one)}"#, "[\(other), \(other)]"), (#"{"$anyOf": [\#(one), 1]}"#, other),
      (#"{"$not": \#(other)}"#, other), (#"{"$allOf": [\#(one), {"$any": true}]}"#, other),
      (#"{"$literal": \#(one)}"#, other), (one, number), (#"{"a": 1, "b": \#(one)}"#, #"{"a": 2, "b": \#(other)}"#),
    ]
  }

  private static let secrets = Secrets(["X-Tenant"])

  private func result(_ scenario: String, _ request: CapturedRequest, _ outcome: Outcome) throws -> ScenarioResult {
    let contract = try Contract.read(
      """
      {"contract": 1, "endpoint": "e", "baseURL": "http://localhost/api", "scenarios": [{"name": "s", \(scenario)}]}
      """, allowsWarnings: true)
    let script = Script(contract.scenarios[0], of: contract, transport: .memory)
    _ = script.reply(to: request)
    script.finish(outcome)
    return ScenarioResult(
      of: contract.scenarios[0], in: contract, client: "c", on: .memory, script.verdict(), secrets: Self.secrets)
  }

  /// Expects that neither a reason nor a report has the value.
  private func expectNothing(_ result: ScenarioResult, _ what: String) {
    let texts = result.verdict.reasons.map { ("reason", $0.text) } + PlantedSecretsTests.outputs([result])
    for (format, text) in texts {
      guard let found = text.range(of: "PLANTED") ?? text.range(of: "7357") else { continue }
      Issue.record("\(format), \(what): …\(text[..<found.upperBound].suffix(300))")
    }
  }

  @Test("in bodies of requests", arguments: planted)
  func requests(shape: Shape, name: String) throws {
    for (described, sent) in pairs(shape, name) {
      let request = #""request": {"method": "POST", "path": "/a", "body": {"json": \#(described)}}, "#
      let answer = #""response": {"kind": "valid"}, "expect": {"success": 1}"#
      expectNothing(try result(request + answer, .get("/a", "POST", body: sent), .success(1)), "\(described) \(sent)")
    }
    let sent = shape.text(name, "swordfishPLANTED")
    for body in [#"{"text": "a"}"#, #"{"form": {"a": "b"}}"#, #"{"jsonLines": [1]}"#, #"{"base64": "AA=="}"#] {
      let request = #""request": {"method": "POST", "path": "/a", "body": \#(body)}, "#
      let answer = #""response": {"kind": "valid"}, "expect": {"success": 1}"#
      expectNothing(try result(request + answer, .get("/a", "POST", body: sent), .success(1)), "\(body) \(sent)")
    }
  }

  @Test("in outcomes", arguments: planted)
  func outcomes(shape: Shape, name: String) throws {
    let request = #""request": {"method": "POST", "path": "/a"}, "response": {"kind": "valid"}, "expect": "#
    for (described, sent) in pairs(shape, name) {
      let value = try #require(JSON.parse(Array(sent.utf8)))
      let failure: JSON = ["category": "other", "payload": value]
      let outcomes: [(String, Outcome)] = [
        (#"{"success": \#(described)}"#, .success(value)), (#"{"failure": "network"}"#, .success(value)),
        (#"{"failure": {"payload": \#(described)}}"#, .failure(failure, values: nil)),
        (#"{"success": \#(described)}"#, .failure(failure, values: [value])),
        (#"{"failure": {"category": "other"}}"#, .failure(failure, values: [value])),
      ]
      for (expect, outcome) in outcomes {
        expectNothing(try result(request + expect, .get("/a", "POST"), outcome), "\(expect) \(sent)")
      }
    }
  }

  @Test("what only looks like a shape is shown")
  func ordinary() {
    for text in [
      #"{"name": "color", "value": "red"}"#, #"{"required": ["password", "token"]}"#, #"["password", "token"]"#,
      #"[["a", "b"], ["c", "d"]]"#, #"{"name": "password"}, {"value": "red"}"#,
      #"{"path": "password", "value": "red"}"#,
      #"{"value": "red", "user": {"name": "password"}}"#, #"[["password", "a", "b"]]"#, "value: red, name: password",
    ] {
      #expect(Secrets.standard.masked(text) == text)
    }
    for (text, masked) in [
      (#"{"name": "password", "value": "red"}"#, #"{"name": "password", "value": "…"}"#),
      (#"{\"value\": \"red\", \"name\": \"password\"}"#, #"{\"value\": \"…\", \"name\": \"password\"}"#),
      (#"order: ["password", "red"], ["a", "b"]"#, #"order: ["password", "…"], ["a", "b"]"#),
      (#"[["a", "b"], ["password", "red"]]"#, #"[["a", "b"], ["password", "…"]]"#),
      (#"{"contraseña": "red"}"#, #"{"contraseña": "…"}"#), ("?contrase%C3%B1a=red&a=b", "?contrase%C3%B1a=…&a=b"),
    ] {
      #expect(Secrets.standard.masked(text) == masked)
    }
  }

  @Test("a secret in a long line of a contract is covered before the line is cut, although its name is cut off")
  func coversBeforeCutting() throws {
    let secret = String(repeating: "k-9f8e7d6c5b4a", count: 4)
    for filler in [0, 200, 2000] {
      let text =
        "{ \"request\": { \"headers\": { \"X-Api-Key\": \"" + String(repeating: "x", count: filler) + secret
        + "\" } }, \"variations\": [\"al\"] }"
      let source = Source(path: "a.contract.json", text: text)
      let start = text.utf8.count - 7
      let range = SourceRange(source: source, start: start, end: start + 4)
      let shown = [
        DiagnosticListing([Diagnostic(.methodCase("get"), at: range)]).text.string,
        Diagnostic(.methodCase("get"), at: range).text,
        try #require(ContractLines(range, secrets: Mask.standard.secrets(in: source))).json.text,
      ]
      for text in shown { #expect(!text.contains("5b4a") && text.contains("variations"), "\(text)") }
    }
  }

  @Test("hostile texts of these shapes take linear time", .exhaustive)
  func time() {
    for part in [#""value":"#, #""name":"value":"#, #"["a","#, #"{"value":1,"#, #"","#] {
      _ = Secrets.standard.ranges(in: String(repeating: part, count: 10_000))
    }
  }
}
