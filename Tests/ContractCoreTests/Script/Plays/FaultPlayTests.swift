import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("A play with a fault")
struct FaultPlayTests {
  private static let failed = Outcome.failure(["category": "status"], values: nil)
  private static let success = Outcome.success(["items": ["milk"]])

  private func call(
    _ name: String, exchanges: String = StepCall.flow, scenario: String = "",
    variations: String = #""statusError": {"failure": "any"}"#
  ) throws -> PlayedCall {
    try PlayedCall(
      name,
      of: VariationFixture(
        exchanges: exchanges, scenario: scenario, expect: #"{"success": {"items": ["milk"]}}"#,
        declaring: "\"variations\": {\(variations), \"steps\": true}"))
  }

  @Test("gives the exchange's own answer to the second request if the fault comes once")
  func once() throws {
    var call = try call("login: status 503 once", variations: #""statusError": {"failure": "any"}, "attempts": 2"#)
    #expect(call.play.answersEarly)
    #expect(call.send("POST", "/login")?.kind == .status(503))
    #expect(!call.play.answersEarly)
    #expect(call.send("POST", "/login")?.kind == .status(200))
    call.send("GET", "/users/42/todos", [("Authorization", "Bearer t-123456")])
    #expect(call.send("POST", "/end", body: #"{"cursor": "c-2"}"#)?.kind == .status(200))
    #expect((0..<4).map { call.play.isFreeInTime($0) } == [false, true, true, true])
    let findings = call.findings(Self.success)
    #expect(findings.end == .recovered && findings.reasons.isEmpty && findings.needsAll)
  }

  @Test("finds a word in place of a value that the answer with the fault has")
  func hollow() throws {
    var call = try call("login: status 503")
    call.send("POST", "/login")
    call.send("GET", "/users/undefined/todos", [("Authorization", "Bearer undefined")])
    let findings = call.findings(Self.failed)
    #expect(findings.reasons.map(\.code) == ["hollow"] && findings.end == .failed && !findings.needsAll)
  }

  @Test("answers as `recovery` describes, as often as `attempts` allows, and compares that with nothing")
  func recovery() throws {
    let variations = StepCall.recovering(1, "POST", "/renew", #"{"token": "t-2"}"#)
    var call = try call("login: status 503", variations: variations)
    call.send("POST", "/login")
    #expect(call.send("POST", "/renew")?.kind == .status(200))
    #expect(call.send("POST", "/renew") == nil)
    #expect(call.free == [false, true, false])
    var unexpected = Reason.Unexpected(
      number: 3, request: call.state.played[2].exchanged.request, described: 3, attempts: 1, range: .nowhere)
    call.play.complete(&unexpected, 2, call.state)
    #expect(unexpected.fault?.text == #""login" had the fault status 503"#)
  }

  @Test("says that nothing was tried if the client does not reach it")
  func notReached() throws {
    var call = try call("exchange 2: status 503")
    #expect(call.findings(Self.failed).reasons.map(\.code) == ["notReached"])
    #expect(call.findings(Self.failed, isBroken: true).reasons.isEmpty)
    #expect(call.findings(Self.failed, isBroken: true).needsAll)
  }

  @Test("allows late requests only of clients that send at the same time")
  func late() throws {
    for isAny in [true, false] {
      var call = try call("login: status 503", scenario: isAny ? #""order": "any", "# : "")
      call.send("POST", "/login")
      let late = CapturedRequest(
        method: "GET", url: "http://localhost/v1/users/42/todos",
        headers: Headers([Headers.Line("Authorization", "Bearer t-123456")]))
      #expect(call.play.allowsLate(late, call.state) == isAny)
    }
  }
}
