import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("The outcome that is expected on a transport")
struct ExpectedOutcomeTests {
  private func codes(
    _ expect: String, kind: String = "nonHTTP", _ outcome: Outcome, on transport: Transport
  ) throws -> [String] {
    let read = try Contract.read(
      Contract.text([#"{"name": "s", "response": {"kind": "\#(kind)"}, "expect": \#(expect)}"#]))
    let script = Script(read.scenarios[0], of: read, transport: transport)
    _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/"))
    script.finish(outcome)
    return script.verdict().reasons.map(\.code)
  }

  private let parse = Outcome.failure(["category": "network", "code": -1017], values: nil)
  private let partly = Outcome.failure(["category": "network"], values: [1])

  @Test("for a response that is not HTTP, loopback expects any failure, and no success")
  func nonHTTP() throws {
    let expect = #"{"failure": "invalidResponse"}"#
    #expect(try codes(expect, parse, on: .loopback) == [])
    #expect(try codes(expect, partly, on: .loopback) == [])
    #expect(try codes(expect, .success(1), on: .loopback) == ["mismatch"])
    #expect(try codes(expect, parse, on: .memory) == ["mismatch"])
    #expect(
      try codes(#"{"failure": "invalidResponse", "loopback": {"failure": "decoding"}}"#, parse, on: .loopback) == [
        "mismatch"
      ])
  }

  @Test("for other responses, loopback expects the same as memory")
  func others() throws {
    #expect(try codes(#"{"failure": "invalidResponse"}"#, kind: "valid", parse, on: .loopback) == ["mismatch"])
  }

  @Test("the word any expects a failure, whatever it is")
  func any() throws {
    for transport in Transport.allCases {
      #expect(try codes(#"{"failure": "any"}"#, kind: "valid", parse, on: transport) == [])
      #expect(try codes(#"{"failure": "any"}"#, kind: "valid", .success(1), on: transport) == ["mismatch"])
    }
    // For a stream, values before the failure must be described.
    #expect(try codes(#"{"failure": "any"}"#, kind: "valid", partly, on: .memory) == ["mismatch"])
    #expect(try codes(#"{"failure": "any", "values": [1]}"#, kind: "valid", partly, on: .memory) == [])
  }

  @Test("any is explicit, so check has nothing to say about it")
  func lint() throws {
    let contract = try Contract.read(
      Contract.text([
        #"{"name": "a", "response": {"kind": "statusError", "status": 500}, "expect": {"failure": "any"}}"#,
        #"{"name": "b", "response": {"kind": "statusError", "status": 501}, "expect": {"failure": {"$any": true}}}"#,
      ]))
    var linter = Linter()
    linter.lint(contract)
    #expect(linter.diagnostics.compactMap { $0.warning?.code } == ["missing-kind", "matches-anything"])
  }

  @Test("any is not a category anywhere else")
  func category() {
    for failure in [#"{"category": "any"}"#, #"{"$anyOf": ["any"]}"#, #"{"underlying": "any"}"#] {
      let (_, diagnostics) = ContractReader.read(
        Contract.text([#"{"name": "a", "response": {"kind": "valid"}, "expect": {"failure": \#(failure)}}"#]))
      #expect(diagnostics.count == 1, "\(failure)")
    }
  }
}
