import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Plays of single values, and the choice of a play")
struct PlayTests {
  @Test("each scenario has its play, and a variation the scenario that it was made from")
  func choice() throws {
    let fixture = try VariationFixture(
      exchanges: StepCall.flow, scenario: #""input": {"title": "a"}, "#, expect: #"{"success": 1}"#,
      declaring: #"""
        "variations": {
          "statusError": {"failure": "any"}, "equivalent": true, "fields": "approved", "steps": true, "security": true}
        """#)
    #expect(Scene(fixture.scenario, of: fixture.contract, transport: .memory).play() is WrittenPlay)
    var kinds: [Variation.Family: String] = [:]
    for variation in fixture.list().played {
      let varied = try fixture.varied(variation)
      #expect(varied.variant?.original === fixture.scenario && varied.variation == variation)
      let play = Scene(varied, of: fixture.contract, transport: .loopback).play()
      kinds[variation.family] = "\(type(of: play))"
    }
    #expect(
      kinds == [
        .statusError: "WrittenPlay", .equivalent: "WrittenPlay", .fields: "WrittenPlay", .steps: "FaultPlay",
        .security: "SecurityPlay",
      ])
  }

  @Test("a written scenario answers what it describes, and nothing else")
  func written() throws {
    let fixture = try VariationFixture(request: #"{"method": "GET", "path": "/a"}"#)
    var call = PlayedCall(fixture.scenario, of: fixture.contract)
    #expect(call.send("GET", "/a")?.kind == .status(201))
    #expect(call.send("GET", "/a") == nil)
    #expect(call.free == [false, false] && call.state.beyond == 1)
    let findings = call.findings(.success(1))
    #expect(findings.reasons.isEmpty && findings.needsAll && findings.end == nil && findings.tally == nil)
  }

  @Test("the last exchange answers again as often as `attempts` allows")
  func attempts() throws {
    let fixture = try VariationFixture(
      declaring: #""variations": {"statusError": {"failure": "any"}, "attempts": 2}"#)
    var call = try PlayedCall("status 503", of: fixture)
    #expect((0..<3).map { _ in call.send("GET", "/a")?.kind } == [.status(503), .status(503), nil])
  }

  @Test("a hostile value that was not sent has the advice to refuse it")
  func hostile() throws {
    let fixture = try VariationFixture(
      request: #"{"method": "GET", "path": "/a/milk"}"#, scenario: #""input": {"title": "milk"}, "#,
      declaring: #""variations": {"hostile": true}"#)
    let name = try #require(fixture.list().played.first?.name)
    var call = try PlayedCall(name, of: fixture)
    #expect(call.play is WrittenPlay && call.findings().noteOnMissing != nil)
    call.send("GET", "/a/other")
    #expect(call.findings().noteOnMissing == nil)
  }

  @Test("a changed field has a note on its schema, and its outcome may be too large for a message")
  func field() throws {
    let contract = try FieldFixture.contract(#"{"title": "milk"}"#)
    let rules = try #require(contract.variations)
    for (kind, isTooLarge) in [(FieldChange.Kind.long, true), (.null, false)] {
      let varied = try contract.scenarios[0].varied(by: .field(FieldChange(kind, at: "/title")), rules)
      var call = PlayedCall(varied, of: contract)
      #expect(call.play is WrittenPlay)
      #expect((call.findings(.unsupported(why: "too long")).obstacle == .tooLarge) == isTooLarge)
      #expect(call.findings(.unsupported(why: nil)).obstacle == nil)
      #expect(call.findings(.success(1)).noteOnOutcome == nil)
      call = PlayedCall(
        varied.with(
          expect: .some(Scenario.Expectation(outcome: .success(Pattern(.any, at: .nowhere)), range: .nowhere))),
        of: contract)
      #expect(call.findings(.success(1)).noteOnOutcome == "the changed body is valid against the schema")
    }
  }
}
