import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Mismatches about secrets that are not there")
struct HiddenPatternTests {
  private func shown(_ pattern: String, _ value: String?) throws -> String {
    let request = """
      { "method": "GET", "path": "/", "headers": { "X-Api-Key": \(pattern) } }
      """
    let scenario = #"{"name": "a", "response": {"kind": "valid"}, "expect": {"success": 1}}"#
    let contract = try Contract.read(Contract.text([scenario], request: request))
    let script = Script(contract.scenarios[0], of: contract, transport: .memory)
    let headers = Headers(value.map { [.init("X-Api-Key", $0)] } ?? [])
    _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/", headers: headers))
    script.finish(.success(1))
    let verdict = script.verdict().masked(by: .standard)
    return verdict.reasons.first?.text.split(separator: "\n").dropFirst().filter { !$0.contains("contract  ") }
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n") ?? ""
  }

  @Test("a pattern is shown if nothing came, without a word about secrets")
  func nothing() throws {
    expectText(
      try shown(#"{ "$regex": "^.+$" }"#, nil),
      is: """
        expected  a string that contains a match of /^.+$/
        actual    nothing
        """)
    expectText(
      try shown(#"{ "$type": "string" }"#, nil),
      is: """
        expected  a string
        actual    nothing
        """)
    expectText(
      try shown(#"{ "$format": "uuid" }"#, nil),
      is: """
        expected  a string in the format uuid
        actual    nothing
        """)
  }

  @Test("a pattern is shown beside a hidden value")
  func value() throws {
    expectText(
      try shown(#"{ "$regex": "^[0-9]{20}$" }"#, "k-9f8e7d6c5b4a"),
      is: """
        expected  a string that contains a match of /^[0-9]{20}$/
        actual    "…(14 characters)"
        note      the values are not shown, because they are secret
        """)
  }

  @Test(
    "what may be a secret is hidden in a pattern too",
    arguments: [
      #"{ "$regex": "^k-9f8e7d6c5b4a$" }"#, #"{ "$anyOf": ["k-9f8e7d6c5b4a", "b"] }"#,
      #"{ "$allOf": [{ "$type": "string" }, { "$regex": "9f8e7d6c5b4a" }] }"#, #""k-9f8e7d6c5b4a""#,
    ])
  func hidden(_ pattern: String) throws {
    for value in [nil, "other"] {
      let text = try shown(pattern, value)
      #expect(!text.contains("9f8e"))
      #expect(text.hasSuffix("note      the values are not shown, because they are secret"))
    }
  }
}
