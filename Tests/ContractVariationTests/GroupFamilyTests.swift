import Synchronization
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Multiple calls on one client")
struct GroupFamilyTests {
  private static let renewal = """
    {"request": {"method": "GET", "path": "/a", "headers": {"Authorization": "old"}},
     "response": {"kind": "statusError", "status": 401}},
    {"name": "renew", "request": {"method": "POST", "path": "/t"}, "response": {"kind": "valid", "body": {"json": 1}}},
    {"name": "last", "request": {"method": "GET", "path": "/a", "headers": {"Authorization": "new"}},
     "response": {"kind": "valid", "body": {"json": 2}}}
    """

  /// A scenario whose call renews a token.
  private static func renewing(_ declared: String) throws -> VariationFixture {
    try VariationFixture(
      exchanges: renewal, expect: #"{"success": 2}"#, declaring: #""variations": {"group": \#(declared)}"#)
  }

  private static func names(_ fixture: VariationFixture, on transport: Transport = .loopback) -> [String] {
    fixture.list(on: transport).played.map(\.name)
  }

  @Test("true plays three calls at once and five in a row; an object plays only what it names")
  func names() throws {
    #expect(
      Self.names(try VariationFixture(declaring: #""variations": {"group": true}"#)) == [
        "3 at once", "5 in a row", "5 in a row, connections closed",
      ])
    #expect(
      Self.names(try Self.renewing(#"{"atOnce": 4, "once": ["renew"]}"#)) == [
        "4 at once", "4 at once, one answer late",
      ])
    #expect(Self.names(try Self.renewing(#"{"again": 2}"#)) == ["2 in a row"])
    #expect(Self.names(try Self.renewing(#"{"once": ["renew"]}"#)).count == 4)
    // In memory, there are no connections.
    #expect(Self.names(try Self.renewing(#"{"again": 2, "once": ["renew"]}"#), on: .memory) == ["2 in a row"])
    #expect(
      Self.names(try Self.renewing(#"{"again": 2, "once": ["renew"]}"#)) == [
        "2 in a row", "2 in a row, connections closed",
      ])
  }

  @Test("what cannot be played is left out, with the reason")
  func leftOut() throws {
    func leftOut(_ fixture: VariationFixture) -> [Variation.Obstacle: Int] { fixture.list(on: .loopback).leftOut }
    #expect(leftOut(try VariationFixture(declaring: #""variations": {"group": {"again": 2}}"#)) == [.noError: 1])
    // The second call would have no exchange.
    #expect(leftOut(try Self.renewing(#"{"again": 2, "once": ["last"]}"#)) == [.nothingToChange: 2, .noError: 1])
    #expect(leftOut(try Self.renewing(#"{"again": 2}"#))[.notIdempotent] == 1)
    let anyOrder = try VariationFixture(
      scenario: #""order": "any", "#, declaring: #""variations": {"group": {"again": 2, "atOnce": 2}}"#)
    #expect(leftOut(anyOrder) == [.noOrder: 2, .noError: 1])
  }

  /// Plays a variation: the requests of each call, then its outcome.
  private func verdict(
    _ fixture: VariationFixture, _ name: String, _ calls: [(requests: [String], outcome: Outcome)],
    connections: [Int] = []
  ) throws -> Verdict {
    let variation = try #require(fixture.list(on: .loopback).played.first { $0.name == name })
    let script = Script(
      try fixture.varied(variation), of: fixture.contract, transport: .memory, seesOtherHosts: true)
    for (index, call) in calls.enumerated() {
      for request in call.requests {
        let words = request.split(separator: " ").map(String.init)
        let headers = words.count > 2 ? [Headers.Line("Authorization", words[2])] : []
        _ = script.reply(
          to: CapturedRequest(method: words[0], url: "http://localhost/v1\(words[1])", headers: Headers(headers)))
      }
      if index < connections.count { script.left(connections[index]) }
      if index == calls.count - 1 { script.finish(call.outcome) } else { script.end(call.outcome) }
    }
    return script.verdict()
  }

  private static let old = "GET /a old"
  private static let renew = "POST /t"
  private static let new = "GET /a new"

  @Test("in a row, calls after the first one begin behind the exchanges that answer once")
  func inRow() throws {
    let fixture = try Self.renewing(#"{"again": 3, "once": ["renew"]}"#)
    let first = (requests: [Self.old, Self.renew, Self.new], outcome: Outcome.success(2))
    let later = (requests: [Self.new], outcome: Outcome.success(2))
    #expect(try verdict(fixture, "3 in a row", [first, later, later]).status == .passed)
    // The token was not kept.
    let again = try verdict(fixture, "3 in a row", [first, first, later])
    #expect(again.reasons.map(\.code) == ["mismatch", "unexpectedRequest", "unexpectedRequest"])
    #expect(again.reasons[0].text.contains("in call 2 of 3 on one client"))
    #expect(again.reasons[1].text.contains("call      call 2 of 3 on one client"))
    // A call that sends nothing does not take the request of the next one.
    let silent = try verdict(fixture, "3 in a row", [first, (requests: [], outcome: .success(2)), later])
    #expect(silent.reasons.map(\.summary) == ["missing request 4: expected GET http://localhost/v1/a"])
    let wrong = try verdict(fixture, "3 in a row", [first, (requests: [Self.new], outcome: .success(3)), later])
    #expect(wrong.reasons.map(\.code) == ["mismatch"])
    #expect(wrong.reasons[0].text.contains("this is call 2 of 3 on one client"))
  }

  @Test("what each call does wrong in the same way is said once")
  func sameMistake() throws {
    let fixture = try VariationFixture(declaring: #""variations": {"group": {"again": 4}}"#)
    let success = Outcome.success(["id": 1, "title": "a"])
    let calls = [["GET /a"], ["GET /b"], ["GET /b"], ["GET /b"]].map { (requests: $0, outcome: success) }
    let verdict = try verdict(fixture, "4 in a row", calls)
    #expect(verdict.reasons.map(\.code) == ["mismatch"])
    #expect(verdict.reasons[0].text.contains("the same happened 2 more times"))
  }

  @Test("at once, an exchange answers once for each call, and once in all if the contract says so")
  func atOnce() throws {
    let fixture = try Self.renewing(#"{"atOnce": 3, "once": ["renew"]}"#)
    func verdict(_ requests: [String]) throws -> Verdict {
      let nothing = (requests: [String](), outcome: Outcome.success(2))
      return try self.verdict(
        fixture, "3 at once", [(requests: requests, outcome: .success(2)), nothing, nothing])
    }
    let (old, renew, new) = (Self.old, Self.renew, Self.new)
    #expect(try verdict([old, old, old, renew, new, new, new]).status == .passed)
    // A call that begins later has the new token already.
    #expect(try verdict([old, renew, new, new, new]).status == .passed)
    let twice = try verdict([old, old, old, renew, renew, renew, new, new, new])
    expectText(
      twice.reasons.map(\.text).joined(),
      is: """
        request 5: a call sent "renew" again, which one call must send for all, and 1 more
          contract  todo.contract.json:4:30 /scenarios/0/exchanges/1/request
          actual    POST http://localhost/v1/t
          expected  one request for 3 calls on one client, as `once` of `group` says
          next      let the calls wait for the one that has begun "renew", and then use what it got; let a call whose \
        request fails late look whether that is there already
        """)
    #expect(try verdict([old, old, old, old, renew, new, new, new]).reasons.map(\.code) == ["unexpectedRequest"])
    let missing = try verdict([old, old, old, new, new, new]).reasons
    #expect(missing.map(\.code) == ["mismatch"])
    #expect(missing.first?.summary.contains("POST") == true, "\(missing.map(\.summary))")
  }

  @Test("at once, a request that two exchanges describe gets no answer that anybody could choose")
  func ambiguous() throws {
    let exchanges = """
      {"request": {"method": "GET", "path": "/a"}, "response": {"kind": "statusError", "status": 503}},
      {"request": {"method": "GET", "path": "/a"}, "response": {"kind": "valid", "body": {"json": 2}}}
      """
    let fixture = try VariationFixture(
      exchanges: exchanges, expect: #"{"success": 2}"#, declaring: #""variations": {"group": {"atOnce": 2}}"#)
    let calls = [["GET /a"], ["GET /a"]].map { (requests: $0, outcome: Outcome.success(2)) }
    let verdict = try verdict(fixture, "2 at once", calls)
    #expect(verdict.obstacle == .ambiguous && verdict.status == .skipped)
  }

  /// A contract whose second scenario has an error.
  private static func failing(_ status: Int, _ declared: String) throws -> (Contract, Scenario, VariationRules) {
    let contract = try VariationFixture.contract(
      """
      "request": {"method": "GET", "path": "/a"}, "variations": {\(declared)},
      "scenarios": [
        {"name": "s", "within": 1, "response": {"kind": "valid", "body": {"json": 2}}, "expect": {"success": 2}},
        {"name": "e", "response": {"kind": "statusError", "status": \(status), "body": {"json": {}}},
         "expect": {"failure": "any"}}
      ]
      """)
    return (contract, try #require(contract.variedScenarios.first), try #require(contract.variations))
  }

  @Test("after errors, each call may try again as often as the contract allows")
  func retries() throws {
    let (contract, scenario, rules) = try Self.failing(503, #""attempts": 2, "group": {"again": 3}"#)
    let varied = VariedScenario(Job(scenario, of: contract, on: .memory), rules: rules)
    let variation = try #require(varied.played.first { $0.name == "after 3 errors" })
    let script = Script(
      try scenario.varied(by: variation, rules), of: contract, transport: .memory, seesOtherHosts: true)
    let request = CapturedRequest(method: "GET", url: "http://localhost/v1/a")
    for call in 0..<4 {
      #expect(script.reply(to: request).kind == .status(call < 3 ? 503 : 200))
      if call < 3 { #expect(script.reply(to: request).kind == .status(503)) }
      if call < 3 { script.end(.failure(["category": "status"], values: nil)) } else { script.finish(.success(2)) }
    }
    #expect(script.verdict().reasons.isEmpty)
  }

  @Test("a 401 after which a token is renewed is not repeated")
  func renewal() throws {
    func leftOut(_ declared: String) throws -> Int? {
      let (contract, scenario, rules) = try Self.failing(401, declared)
      return VariedScenario(Job(scenario, of: contract, on: .memory), rules: rules).leftOut[.noError]
    }
    #expect(try leftOut(#""group": {"again": 3}"#) == nil)
    #expect(
      try leftOut(
        #"""
        "group": {"again": 3}, "recovery": [{"request": {"method": "POST", "path": "/t"},
          "response": {"kind": "valid", "body": {"json": 1}}}], "statusError": {"failure": "any"}
        """#) == 1)
  }

  @Test("the deadline of the contract waits for the answers that are held")
  func deadline() throws {
    let (contract, scenario, rules) = try Self.failing(404, #""group": {"atOnce": 3}"#)
    let varied = VariedScenario(Job(scenario, of: contract, on: .memory), rules: rules)
    let atOnce = try scenario.varied(by: try #require(varied.played.first), rules)
    #expect(atOnce.deadline(on: .memory, default: 5) == 1.1)
  }

  @Test("the last of the answers before a renewal is held back")
  func late() throws {
    let fixture = try Self.renewing(#"{"atOnce": 2, "once": ["renew"]}"#)
    let variation = try #require(fixture.list().played.first { $0.name == "2 at once, one answer late" })
    let script = Script(try fixture.varied(variation), of: fixture.contract, transport: .memory)
    let request = CapturedRequest(
      method: "GET", url: "http://localhost/v1/a", headers: Headers([Headers.Line("Authorization", "old")]))
    #expect([script.reply(to: request).delay, script.reply(to: request).delay] == [0.1, 0.1 + 0.6])
  }

  @Test(
    "connections leak if each of four or more calls leaves one more",
    arguments: [
      ([1, 1, 1, 1, 1], false), ([1, 2, 3, 4, 5], true), ([1, 2, 3, 4, 1], false), ([0, 0, 0, 0, 0], false),
      ([2, 3, 4, 5, 6], true), ([1, 2, 2, 3, 4], false),
    ])
  func leaks(_ connections: [Int], _ isLeak: Bool) throws {
    let fixture = try VariationFixture(declaring: #""variations": {"group": {"again": 5}}"#)
    let call = (requests: ["GET /a"], outcome: Outcome.success(["id": 1, "title": "a"]))
    let verdict = try verdict(
      fixture, "5 in a row", Array(repeating: call, count: 5), connections: connections)
    #expect(verdict.reasons.map(\.code) == (isLeak ? ["leftOpen"] : []))
  }

  // MARK: Cancel

  private static func canceling(_ declared: String = "true", attempts: Int = 1) throws -> VariationFixture {
    try VariationFixture(declaring: #""variations": {"attempts": \#(attempts), "cancel": \#(declared)}"#)
  }

  @Test("a call is canceled before and within its answer, and between attempts if there are any")
  func cancelNames() throws {
    #expect(Self.names(try Self.canceling()) == ["canceled after the request", "canceled within the body"])
    #expect(Self.names(try Self.canceling(attempts: 2)).last == "canceled between attempts")
    #expect(Self.names(try Self.canceling(), on: .memory).isEmpty)
    let stream =
      #"{"kind": "valid", "headers": {"Content-Type": "text/event-stream"}, "body": {"text": "data: 1\n\ndata: 2\n\n"}}"#
    let streaming = try VariationFixture(
      stream, expect: #"{"success": [1, 2]}"#, declaring: #""variations": {"cancel": true}"#)
    #expect(Self.names(streaming) == ["canceled after the request", "canceled after the first event"])
  }

  @Test("a canceled call fails as such, and the next one on its client has the outcome of the scenario")
  func cancel() throws {
    func verdict(_ outcome: Outcome, _ fixture: VariationFixture, next: Outcome? = nil) throws -> Verdict {
      let variation = try #require(fixture.list(on: .loopback).played.first)
      let script = Script(
        try fixture.varied(variation), of: fixture.contract, transport: .loopback, seesOtherHosts: true)
      let request = CapturedRequest(method: "GET", url: "http://localhost/v1/a")
      #expect(script.secondsSinceRequest(answeredBy: 0) == nil)
      _ = script.reply(to: request)
      #expect(script.secondsSinceRequest(answeredBy: 0) != nil)
      script.cancel()
      script.end(outcome)
      _ = script.reply(to: request)
      script.finish(next ?? .success(["id": 1, "title": "a"]))
      return script.verdict()
    }
    let canceled = Outcome.failure(["category": "cancelled", "type": "E"], values: nil)
    let other = Outcome.failure(["category": "other"], values: nil)
    #expect(try verdict(canceled, try Self.canceling()).status == .passed)
    #expect(try verdict(other, try Self.canceling()).reasons.map(\.code) == ["mismatch"])
    #expect(try verdict(other, try Self.canceling(#"{"failure": "other"}"#)).status == .passed)
    #expect(try verdict(canceled, try Self.canceling(), next: other).reasons.map(\.code) == ["mismatch"])
  }

  @Test("a canceled call may have a request on its way, and sends none later", arguments: [(0.1, false), (0.5, true)])
  func sentOn(_ seconds: Double, _ isWrong: Bool) throws {
    let fixture = try Self.canceling(attempts: 3)
    let variation = try #require(fixture.list(on: .loopback).played.last)
    let time = Mutex(ContinuousClock.now)
    let script = Script(
      try fixture.varied(variation), of: fixture.contract, transport: .loopback, seesOtherHosts: true,
      now: { time.withLock { $0 } })
    let request = CapturedRequest(method: "GET", url: "http://localhost/v1/a")
    _ = script.reply(to: request)
    script.cancel()
    time.withLock { $0 += .seconds(seconds) }
    _ = script.reply(to: request)
    script.end(.failure(["category": "cancelled"], values: nil))
    _ = script.reply(to: request)
    script.finish(.success(["id": 1, "title": "a"]))
    let verdict = script.verdict()
    let reasons = verdict.reasons
    #expect(reasons.map(\.code) == (isWrong ? ["notCancelled"] : []))
    #expect(verdict.obstacle == (isWrong ? nil : .endedBefore))
    #expect(reasons.allSatisfy { $0.summary == "request 2: the client sent it after its call was canceled" })
  }

  @Test("the timeline has each call and each request, and in a row, the call of a request")
  func timeline() throws {
    func timeline(of name: String, _ fixture: VariationFixture) throws -> Timeline? {
      let variation = try #require(fixture.list(on: .loopback).played.first { $0.name == name })
      let time = Mutex(ContinuousClock.now)
      let script = Script(
        try fixture.varied(variation), of: fixture.contract, transport: .loopback, now: { time.withLock { $0 } })
      let isAtOnce = name.contains("once")
      if isAtOnce { for _ in 0..<2 { script.begin() } }
      for call in 0..<2 {
        if !isAtOnce { script.begin() }
        time.withLock { $0 += .seconds(1) }
        _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a"))
        if name.contains("canceled"), call == 0 { script.cancel() }
        time.withLock { $0 += .seconds(1) }
        if isAtOnce, call == 0 { continue }
        script.endFirst()
        if call == 0 {
          script.end(.success(1))
        } else {
          script.blame(.timedOut(deadline: 1, sinceLastAnswer: nil, language: nil))
        }
      }
      return script.verdict().timeline
    }
    let declared = #""variations": {"group": {"atOnce": 2, "again": 2}, "cancel": true}"#
    let fixture = try VariationFixture(declaring: declared)
    #expect(
      try timeline(of: "2 in a row", fixture)
        == Timeline(
          calls: [.init(from: 0, to: 2), .init(from: 2, to: 4)],
          requests: [.init(from: 1, to: 1, call: 1), .init(from: 3, to: 3, call: 2)]))
    #expect(
      try timeline(of: "canceled after the request", fixture)
        == Timeline(
          calls: [.init(from: 0, canceled: 1, to: 2), .init(from: 2, to: 4)],
          requests: [.init(from: 1, to: nil, call: 1), .init(from: 3, to: 3, call: 2)]))
    let atOnce = try timeline(of: "2 at once", fixture)
    #expect(atOnce?.calls.last == .init(from: 0, to: nil))
    #expect(atOnce?.requests == [.init(from: 1, to: 1.1, call: nil), .init(from: 3, to: 3.1, call: nil)])
    #expect(try VariationFixture().scenario.variant == nil)
  }

  @Test("a call that has its result before it is canceled shows nothing")
  func endedBefore() throws {
    let fixture = try Self.canceling()
    let call = (requests: ["GET /a"], outcome: Outcome.success(["id": 1, "title": "a"]))
    #expect(try verdict(fixture, "canceled after the request", [call, call]).obstacle == .endedBefore)
  }
}
