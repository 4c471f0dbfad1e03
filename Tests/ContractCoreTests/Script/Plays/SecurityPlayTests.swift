import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("A play of security")
struct SecurityPlayTests {
  private static let host = "http://127.9.9.9:5000"
  private static let secret = ("X-Api-Key", "k-1234567890")

  private func call(_ name: String, input: String = "") throws -> PlayedCall {
    try PlayedCall(
      name,
      of: VariationFixture(
        request: #"{"method": "GET", "path": "/me/milk"}"#, scenario: input,
        declaring: #""variations": {"security": true}"#),
      on: .loopback)
  }

  @Test("answers requests after the exchanges, and compares them with nothing")
  func further() throws {
    var call = try call("redirect 302 to another host")
    #expect(call.send("GET", "/me/milk")?.kind == .status(302))
    #expect(call.send("GET", "/moved", at: Self.host)?.kind == .status(201))
    #expect(call.free == [false, true])
    let findings = call.findings(.success(1))
    #expect(findings.reasons.isEmpty && findings.tally?.requests == 2)
  }

  @Test("finds a secret that arrives at the other host")
  func leak() throws {
    var call = try call("redirect 302 to another host")
    call.send("GET", "/me/milk", [Self.secret])
    call.send("GET", "/moved", at: Self.host, [Self.secret])
    let findings = call.findings(.success(1))
    #expect(findings.reasons.map(\.code) == ["leaked"] && findings.tally?.leaked == 1)
  }

  @Test("finds a client that does not stop, which explains its deadline")
  func endless() throws {
    var call = try call("redirect to itself")
    for _ in 0..<101 { #expect(call.send("GET", "/me/milk") != nil) }
    let timeout = Reason.timedOut(Reason.Timeout(deadline: 1))
    #expect(!call.play.explains(timeout, call.state))
    #expect(call.send("GET", "/me/milk") == nil)
    #expect(call.play.explains(timeout, call.state) && call.free.last == true)
    #expect(call.findings().reasons.map(\.code) == ["endless"])
  }

  @Test("knows the string of the scenario that it was made from")
  func original() throws {
    for (path, codes) in [("/me/milk", ["injected"]), ("/me/milk%0D%0AX-Contract-Run%3Ainjected", [])] {
      var call = try call("line break in /title", input: #""input": {"title": "milk"}, "#)
      call.send("GET", path)
      #expect(call.findings(.success(1)).reasons.map(\.code) == codes, "\(path)")
    }
  }
}
