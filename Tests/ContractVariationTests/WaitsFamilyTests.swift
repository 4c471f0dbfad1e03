import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Waits")
struct WaitsFamilyTests {
  private static let waits = #""variations": {"attempts": 2, "waits": true}"#
  /// Those after which the time of the next request is checked.
  private static let checked: [Variation] = [.wait(429, .seconds), .wait(503, .second), .wait(503, .date)]

  @Test("a contract that allows one attempt has none, because its client never waits")
  func attempts() throws {
    #expect(
      try VariationFixture(declaring: Self.waits).list(on: .memory).played.map(\.name) == [
        "status 429, Retry-After as seconds", "status 503, Retry-After as seconds",
        "status 503, Retry-After as a date",
      ])
    let once = try VariationFixture()
    let rules = try #require(VariationChoice.all.rules(of: once.scenario, in: once.contract))
    #expect(rules.families.contains(.waits))
    #expect(
      !VariedScenario(Job(once.scenario, of: once.contract, on: .memory), rules: rules).played.contains {
        $0.family == .waits
      })
  }

  @Test("an error with Retry-After comes before the scenario's own response, and the deadline waits, too")
  func response() throws {
    let fixture = try VariationFixture(scenario: #""within": 1, "#, declaring: Self.waits)
    let expected = [("2", 2.0), ("1", 1), ("{{httpDate +3}}", 3)]
    for (variation, (header, wait)) in zip(Variation.all(.waits), expected) {
      let varied = try fixture.varied(variation)
      let response = try #require(varied.exchanges.last?.response)
      #expect(response.status == variation.traits.status)
      #expect(response.headers["Retry-After"] == header)
      #expect(response.body == nil)
      #expect(varied.deadline(on: .memory, default: 5) == 1 + wait)
      #expect(fixture.scenario.deadline(on: .memory, default: 5) == 1)
    }
  }

  @Test("a wait of a day is played by name, if the scenario has a deadline, which a client may pass by a short wait")
  func day() throws {
    let declared = #""variations": {"attempts": 2, "waits": {"also": ["status 429, Retry-After of a day"]}}"#
    let without = try VariationFixture(declaring: declared).list()
    #expect(!without.played.contains(.wait(429, .day)) && without.leftOut[.noWithin] == 1)
    let fixture = try VariationFixture(scenario: #""within": 3, "#, declaring: declared)
    #expect(fixture.list().played.contains(.wait(429, .day)))
    let varied = try fixture.varied(.wait(429, .day))
    #expect(varied.exchanges.last?.response.headers["Retry-After"] == "86400")
    #expect(varied.deadline(on: .memory, default: 5) == 5)
    #expect(
      !(try VariationFixture(scenario: #""within": 3, "#, declaring: Self.waits).list().played).contains(
        .wait(429, .day)))
  }

  @Test("after a wait of a day, a client may give up or come again; one that has no result fails, and learns why")
  func afterDay() throws {
    let (again, _) = try verdict(.wait(429, .day), [0, 1], Self.success)
    #expect(again.status == .passed)
    let (givesUp, _) = try verdict(.wait(429, .day), [0], .failure(["category": "status"], values: nil))
    #expect(givesUp.obstacle == .notAgain)
    let fixture = try VariationFixture(scenario: #""within": 3, "#, declaring: Self.waits)
    let script = Script(try fixture.varied(.wait(429, .day)), of: fixture.contract, transport: .memory)
    _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a"))
    script.blame(.timedOut(deadline: 5, sinceLastAnswer: 4.9))
    let verdict = script.verdict()
    #expect(verdict.status == .failed)
    expectText(
      verdict.reasons[0].text,
      is: """
        no result within 5 s
          answered  the last answer was 429, and asked the client to wait for a day
          next      let the client give up if Retry-After names a time that is too late for its caller
        """)
  }

  @Test("a header that names no time to come is played by name, beside the same error without it")
  func noTime() throws {
    let names = ["in the past", "of -5", "of 120junk"].map { "status 503, Retry-After \($0)" }
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let fixture = try VariationFixture(declaring: #""variations": {"attempts": 2, "waits": {"also": [\#(list)]}}"#)
    let varied = fixture.list(on: .memory)
    #expect(varied.played.map(\.name).suffix(3) == names)
    let headers = ["{{httpDate -3600}}", "-5", "120junk"]
    for (variation, header) in zip(varied.played.suffix(3), headers) {
      #expect(try fixture.varied(variation).exchanges.last?.response.headers["Retry-After"] == header)
    }
    let calls = VariedCalls(varied, accepted: nil)
    #expect(calls.written.map { $0.variation?.name } == ["status 503, no Retry-After", "status 503, no Retry-After"])
    #expect(try fixture.varied(.wait(503, .missing)).exchanges.last?.response.headers.lines.isEmpty == true)
  }

  @Test("after such a header, a client does what it does without it, or what the scenario expects")
  func afterNoTime() throws {
    let status = Outcome.failure(["category": "status"], values: nil)
    let other = Outcome.failure(["category": "other"], values: nil)
    let partial = Outcome.success([:])
    let rows: [(base: Outcome, then: Outcome, isRight: Bool)] = [
      (status, status, true), (Self.success, Self.success, true), (status, Self.success, true),
      (Self.success, other, false), (status, other, false), (status, partial, false), (partial, partial, true),
    ]
    for row in rows {
      let fixture = try VariationFixture(
        declaring: #""variations": {"attempts": 2, "waits": {"also": ["status 503, Retry-After of -5"]}}"#)
      let judge = VariationJudge(fixture.scenario, of: fixture.contract, by: fixture.rules, accepted: nil)
      func verdict(_ variation: Variation, _ outcome: Outcome) throws -> Verdict {
        let script = Script(
          try fixture.varied(variation), of: fixture.contract, transport: .memory, seesOtherHosts: true)
        _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a"))
        script.finish(outcome)
        return judge.judge(script.verdict(), of: variation, in: script)
      }
      for _ in 0..<2 { _ = try verdict(.wait(503, .missing), row.base) }
      let codes = try verdict(.wait(503, .negative), row.then).reasons.map(\.code)
      #expect(codes == (row.isRight ? [] : ["mismatch"]), "\(row)")
    }
  }

  @Test("requests without an order have none")
  func order() throws {
    let fixture = try VariationFixture(scenario: #""order": "any", "#, declaring: Self.waits)
    #expect(fixture.list().played == [])
    #expect(fixture.list().leftOut == [.noOrder: 3])
  }

  // MARK: What a client does

  /// Returns the verdict on a client that sends a request after each of some times, in seconds.
  private func verdict(_ variation: Variation, _ times: [Double], _ outcome: Outcome) throws -> (Verdict, [Reply.Kind])
  {
    let within = variation == .wait(429, .day) ? #""within": 3, "# : ""
    let fixture = try VariationFixture(scenario: within, declaring: Self.waits)
    let clock = TestClock()
    let script = Script(
      try fixture.varied(variation), of: fixture.contract, transport: .memory, seesOtherHosts: true, now: { clock.now })
    let replies = times.map { time in
      clock.wait(time)
      return script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a")).kind
    }
    script.finish(outcome)
    return (script.verdict(), replies)
  }

  private static let success = Outcome.success(["id": 1, "title": "a"])

  @Test("a client that waits gets the scenario's own response", arguments: Self.checked)
  func right(_ variation: Variation) throws {
    for seconds in [2.0, 1.995, 3, 60] {
      let (verdict, replies) = try verdict(variation, [0, seconds], Self.success)
      #expect(verdict.status == .passed, "\(verdict.reasons)")
      #expect(replies == [.status(variation.traits.status ?? 0), .status(201)])
    }
  }

  @Test("one that comes too soon fails, whatever becomes of its call", arguments: Self.checked)
  func tooSoon(_ variation: Variation) throws {
    for outcome in [Self.success, .failure(["category": "status"], values: nil)] {
      let (verdict, _) = try verdict(variation, [0, 0.5], outcome)
      #expect(verdict.reasons.map(\.code) == ["tooSoon"])
      expectText(
        try #require(verdict.reasons.first).text,
        is: """
          request 2: the client sent it again before the time that Retry-After names
            contract  todo.contract.json:2:41 /scenarios/0/response
            actual    GET http://localhost/v1/a, 0.5 s after the one with the fault
            expected  \(variation == .wait(503, .second) ? 1 : 2) s or more after it
            fault     exchange 1 had \(variation.name)
            next      let the client wait as long as Retry-After says (RFC 9110, section 10.2.3), or give up; if it may send the request sooner, write "waits": false into the contract's `variations`
          """)
    }
  }

  @Test("one that gives up shows nothing, and is left out")
  func givesUp() throws {
    let (verdict, _) = try verdict(Variation.all(.waits)[0], [0], .failure(["category": "status"], values: nil))
    #expect(verdict.obstacle == .notAgain && verdict.status == .skipped)
  }

  @Test("one that begins again, or sends something else, shows nothing either")
  func others() throws {
    let fixture = try VariationFixture(
      exchanges: """
        {"request": {"path": "/login"}, "response": {"kind": "valid", "delay": 1}},
        {"response": {"kind": "valid", "delay": 1, "headers": {"Retry-After": "9"}}}
        """, declaring: Self.waits)
    for path in ["login", "telemetry"] {
      let varied = try fixture.varied(Variation.all(.waits)[0])
      #expect(
        varied.exchanges[1].response.headers.lines.map(\.value) == ["2"] && varied.exchanges[1].response.delay == 0)
      let script = Script(varied, of: fixture.contract, transport: .memory, seesOtherHosts: true)
      for path in ["login", "a", path] {
        _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/\(path)"))
      }
      script.finish(.failure(["category": "status"], values: nil))
      let verdict = script.verdict()
      #expect(verdict.obstacle == .notAgain && verdict.status == .skipped, "\(path): \(verdict.reasons)")
    }
  }

  @Test("`--variations all` plays none that the contract turns off")
  func off() throws {
    let fixture = try VariationFixture(declaring: #""variations": {"attempts": 2, "waits": false, "fields": false}"#)
    let rules = try #require(VariationChoice.all.rules(of: fixture.scenario, in: fixture.contract))
    #expect(!rules.families.contains(.waits) && !rules.families.contains(.fields))
    #expect(rules.families.contains(.security))
    var families: Set<Variation.Family> = []
    fixture.contract.addUndeclaredFamilies(to: &families, on: [.memory])
    #expect(!families.contains(.waits) && !families.contains(.fields))
  }

  @Test("one that sends the request a third time is not right")
  func thirdTime() throws {
    let (verdict, _) = try verdict(Variation.all(.waits)[0], [0, 2, 2], Self.success)
    #expect(verdict.reasons.map(\.code) == ["unexpectedRequest"])
  }
}
