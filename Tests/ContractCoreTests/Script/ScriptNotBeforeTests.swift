import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Scripts whose requests must wait")
struct ScriptNotBeforeTests {
  private static let unavailable = #"{"response": {"kind": "statusError", "status": 503}}"#
  private static func waits(_ seconds: String, path: String = "/a") -> String {
    #"{"request": {"path": "\#(path)"}, "notBefore": \#(seconds), "response": {"kind": "valid"}}"#
  }
  private static let refused =
    #"{"request": {"base": "auth"}, "response": {"kind": "networkError", "error": "cannotConnectToHost"}}"#

  /// Returns the verdict on requests, each with a time in seconds.
  private func verdict(
    _ fixture: ScriptFixture, _ requests: [(after: Double, path: String)], on transport: Transport = .memory
  ) -> Verdict {
    let clock = TestClock()
    let script = fixture.script(transport, clock: clock)
    for request in requests {
      clock.wait(request.after)
      _ = script.reply(to: .get(request.path))
    }
    script.finish(.success(1))
    return script.verdict()
  }

  @Test("a retry in time passes, and one that comes too soon is a mismatch of its own", arguments: Transport.allCases)
  func retry(transport: Transport) throws {
    let fixture = try ScriptFixture([Self.unavailable, Self.waits("1")])
    #expect(fixture.scenario.exchanges.map(\.notBefore?.value) == [nil, 1])
    #expect(verdict(fixture, [(5, "/a"), (1, "/a")], on: transport).status == .passed)
    #expect(verdict(fixture, [(5, "/a"), (100, "/a")], on: transport).status == .passed)
    let early = verdict(fixture, [(5, "/a"), (0.2, "/a")], on: transport)
    #expect(early.status == .failed)
    expectTexts(early.unobserved.map(\.text), are: ["other hosts"])
    expectTexts(
      early.reasons.map(\.summary), are: ["request 2 came too early: 0.2 s after request 1, expected 1 s or more"])
    expectTexts(
      early.reasons.map(\.text),
      are: [
        """
        request 2 came too early
          contract  todo.contract.json:9:48 /scenarios/0/exchanges/1/notBefore
          expected  1 s or more
          actual    0.2 s after request 1
          next      let the client wait before it sends this request, or correct `notBefore`
        """
      ])
  }

  @Test("the tolerance for clocks is ten milliseconds", arguments: [(0.995, true), (0.991, true), (0.985, false)])
  func tolerance(seconds: Double, isRight: Bool) throws {
    let fixture = try ScriptFixture([Self.unavailable, Self.waits("1")])
    #expect((verdict(fixture, [(0, "/a"), (seconds, "/a")]).status == .passed) == isRight)
  }

  @Test("requests that come too soon still keep their places")
  func inPlace() throws {
    let fixture = try ScriptFixture([Self.unavailable, Self.waits("1"), Self.waits("1")])
    let reasons = verdict(fixture, [(0, "/a"), (0, "/a"), (0, "/a")]).reasons
    expectTexts(
      reasons.map(\.summary),
      are: [
        "request 2 came too early: 0 s after request 1, expected 1 s or more",
        "request 3 came too early: 0 s after request 2, expected 1 s or more",
      ])
    #expect(reasons.compactMap(\.nearest).isEmpty)
  }

  @Test("the time counts from the previous request, whichever it is, and is reported beside other mistakes")
  func before() throws {
    let fixture = try ScriptFixture([Self.unavailable, Self.waits("1", path: "/b"), Self.waits("2.5", path: "/c")])
    #expect(verdict(fixture, [(0, "/a"), (1, "/b"), (2.5, "/c")]).status == .passed)
    expectTexts(
      verdict(fixture, [(0, "/a"), (0.5, "/x"), (1.5, "/c")]).reasons.map(\.summary),
      are: [
        "request 2: path: expected /b, got /x", "request 2 came too early: 0.5 s after request 1, expected 1 s or more",
        "request 3 came too early: 1.5 s after request 2, expected 2.5 s or more",
      ])
  }

  @Test("in any order, the time counts from the request that came before, and the first request has none")
  func anyOrder() throws {
    let fixture = try ScriptFixture([Self.waits("1", path: "/b"), Self.waits("2", path: "/c")], order: "any")
    #expect(verdict(fixture, [(0, "/b"), (2, "/c")]).status == .passed)
    #expect(verdict(fixture, [(0, "/c"), (1, "/b")]).status == .passed)
    expectTexts(
      verdict(fixture, [(0, "/c"), (0.1, "/b")]).reasons.map(\.summary),
      are: [
        "request 2 came too early: 0.1 s after request 1, expected 1 s or more"
      ])
    // An unexpected request also counts as the one before.
    expectTexts(
      verdict(fixture, [(0, "/b"), (1.5, "/x"), (0.75, "/c")]).reasons.map(\.summary),
      are: [
        "unexpected request 2 (2 were described): GET http://localhost/api/x",
        "request 3 came too early: 0.75 s after request 2, expected 2 s or more",
      ])
  }

  @Test(
    "after a request that no socket shows, the time counts as not checked; too short a time is reported")
  func hidden() throws {
    let fixture = try ScriptFixture([Self.unavailable, Self.refused, Self.waits("1")])
    let verdict = verdict(fixture, [(0, "/a"), (3, "/a")], on: .loopback)
    #expect(verdict.status == .passed)
    expectTexts(verdict.unobserved.map(\.text), are: ["request 3: notBefore", "request 2", "other hosts"])
    expectTexts(
      self.verdict(fixture, [(0, "/a"), (0.5, "/a")], on: .loopback).reasons.map(\.summary),
      are: [
        "request 3 came too early: 0.5 s after request 1, expected 1 s or more"
      ])
    let first = try ScriptFixture([Self.refused, Self.waits("1")])
    expectTexts(
      self.verdict(first, [(0, "/a")], on: .loopback).unobserved.map(\.text),
      are: [
        "request 2: notBefore", "request 1", "other hosts",
      ])
    let any = try ScriptFixture([Self.waits("1", path: "/b"), Self.refused], order: "any")
    expectTexts(
      self.verdict(any, [(0, "/b")], on: .loopback).unobserved.map(\.text),
      are: [
        "request 1: notBefore", "the request of exchange 2", "other hosts",
      ])
  }
}
