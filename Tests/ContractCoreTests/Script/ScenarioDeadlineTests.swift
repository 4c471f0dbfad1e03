import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("The deadline of a call")
struct ScenarioDeadlineTests {
  private func deadlines(_ scenario: String) throws -> [Double] {
    let contract = try Contract.read(
      Contract.text(
        [#"{"name": "s", \#(scenario), "expect": {"failure": "network"}}"#],
        request: #"{"method": "GET", "path": "/", "timeout": 10}"#))
    let scenario = contract.scenarios[0]
    return [scenario.deadline(on: .memory, default: 5), scenario.deadline(on: .loopback, default: 5)]
  }

  private let silence = #"{"kind": "networkError", "error": "timedOut"}"#

  @Test("the contract's own deadline takes precedence, on both transports")
  func within() throws { #expect(try deadlines(#""within": 0.5, "response": \#(silence)"#) == [0.5, 0.5]) }

  @Test("if the answer is silence on a socket, the deadline is the client's own timeout plus 2 s")
  func silent() throws {
    #expect(try deadlines(#""response": \#(silence)"#) == [5, 12])
    #expect(try deadlines(#""request": {"timeout": 0.5}, "response": \#(silence)"#) == [5, 2.5])
    let parts = [#""body": {"text": "abc"}, "after": 1"#, #""during": "headers""#]
    for part in parts {
      #expect(
        try deadlines(#""response": {"kind": "networkError", "error": "timedOut", \#(part)}"#) == [5, 12], "\(part)")
    }
  }

  @Test("multiple silences are waited out one after another")
  func several() throws {
    let exchanges =
      #"{"request": {"timeout": 3}, "response": \#(silence)}, {"response": {"kind": "valid"}}, {"response": \#(silence)}"#
    #expect(try deadlines(#""exchanges": [\#(exchanges)]"#) == [5, 15])
  }

  @Test("delays that the scenario requires are added, unless it limits the time of the call")
  func waits() throws {
    let unavailable = #"{"response": {"kind": "statusError", "status": 503, "delay": 0.5}}"#
    let retry = #"{"notBefore": 3, "response": {"kind": "valid"}}"#
    #expect(try deadlines(#""exchanges": [\#(unavailable), \#(retry), \#(retry)]"#) == [11.5, 11.5])
    #expect(try deadlines(#""within": 2, "exchanges": [\#(unavailable), \#(retry)]"#) == [2, 2])
    #expect(try deadlines(#""exchanges": [\#(retry), {"response": \#(silence)}], "order": "any""#) == [8, 15])
    let chunks = #""body": {"chunks": [{"text": "a", "delay": 1}, {"text": "b", "delay": 2}]}"#
    #expect(try deadlines(#""response": {"kind": "valid", "delay": 0.25, \#(chunks)}"#) == [8.25, 8.25])
  }

  @Test("a pause counts at most as long as the client waits")
  func pauses() throws {
    let slow = #""response": {"kind": "valid", "delay": 86400}"#
    #expect(try deadlines(slow) == [15, 15])
    #expect(try deadlines(#""request": {"timeout": 2}, \#(slow)"#) == [7, 7])
    #expect(try deadlines(#""request": {"timeout": {"$any": true}}, \#(slow)"#) == [65, 65])
    #expect(try deadlines(#""response": {"kind": "networkError", "error": "timedOut", "delay": 3}"#) == [8, 15])
  }

  @Test("otherwise, the run's deadline applies: for another fault, or if the contract has no number of seconds")
  func byDefault() throws {
    #expect(try deadlines(#""response": {"kind": "networkError", "error": "networkConnectionLost"}"#) == [5, 5])
    #expect(try deadlines(#""request": {"timeout": {"$any": true}}, "response": \#(silence)"#) == [5, 5])
  }

  @Test("a large response gives the client more time, and more on a busy machine, unless the contract limits it")
  func large() throws {
    func deadline(_ kind: FieldChange.Kind, _ members: String = "", slowness: Double) throws -> Double {
      let fixture = try VariationFixture(
        #"{"kind": "valid", "body": {"json": [{"a": "b"}]}}"#, scenario: members, expect: #"{"success": 1}"#,
        declaring: #""variations": {"fields": {"$jsonSchema": {}}}"#)
      let pointer = kind == .long ? "/0/a" : kind == .extraMember ? "/0" : ""
      let varied = try fixture.varied(.field(FieldChange(kind, at: pointer)))
      return varied.deadline(on: .memory, default: 5, slowness: slowness)
    }
    for kind in [FieldChange.Kind.many, .long, .deep] {
      #expect(try deadline(kind, slowness: 1) == 30)
      #expect(try deadline(kind, slowness: 4) == 120)
      #expect(try deadline(kind, #""within": 3, "#, slowness: 4) == 3)
    }
    #expect(try deadline(.extraMember, slowness: 4) == 5)
  }

  @Test("the report about an answer that goes on says what ends such a call")
  func stallText() throws {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "body": {"text": "0123456789abcdefghij"}}"#,
      request: #"{"method": "GET", "path": "/a", "timeout": 2}"#, expect: #"{"success": 1}"#,
      declaring: #""variations": {"networkError": {"failure": "any", "also": ["slow body"]}}"#)
    let contract = try fixture.contract(of: .connection(.slowBody))
    let script = Script(contract.scenarios[0], of: contract, transport: .memory, addresses: nil, afterResult: nil)
    _ = script.reply(to: .get("/a", on: "http://localhost/v1"))
    script.blame(.timedOut(deadline: 12, sinceLastAnswer: -2))
    expectText(
      script.verdict().reasons[0].text,
      is: """
        no result within 12 s
          answered  a body that came byte by byte, and went on
          note      a timeout that begins again with each byte does not end such a call
          next      limit the time of the whole answer
        """)
  }

  @Test("the report about a large response does not guess")
  func largeText() throws {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "body": {"json": [1]}}"#, expect: #"{"success": 1}"#,
      declaring: #""variations": {"fields": {"$jsonSchema": {}}}"#)
    let contract = try fixture.contract(of: .field(FieldChange(.many, at: "")))
    let script = Script(contract.scenarios[0], of: contract, transport: .memory, addresses: nil, afterResult: nil)
    _ = script.reply(to: .get("/a", on: "http://localhost/v1"))
    script.blame(.timedOut(deadline: 30, sinceLastAnswer: 29.5))
    expectText(
      script.verdict().reasons[0].text,
      is: """
        no result within 30 s
          answered  a response with 10,000 elements
          note      the client has not ended: it is slow with such a response, or it hangs
          next      to find out which, raise `--timeout`, or the scenario's `within`, and run it alone
        """)
  }
}
