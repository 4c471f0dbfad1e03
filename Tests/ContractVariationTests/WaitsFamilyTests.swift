import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Waits")
struct WaitsFamilyTests {
  private static let waits = #""variations": {"attempts": 2, "waits": true}"#
  /// Those after which the time of the next request is checked.
  private static let checked: [Variation] = [.wait(429, .seconds), .wait(503, .seconds), .wait(503, .date)]

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
    let expected = [("2", 2.0), ("2", 2), ("{{httpDate +3}}", 3)]
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

  @Test(
    "a wait of a day is played if the scenario says that it ends before",
    arguments: [("", false), (#""within": 6.5, "#, false), (#""within": 6, "#, true)])
  func day(_ within: String, _ isPlayed: Bool) throws {
    let fixture = try VariationFixture(scenario: within, declaring: Self.waits)
    #expect(fixture.list().played.contains(.wait(429, .day)) == isPlayed)
    #expect(fixture.list().leftOut[.noWithin] == (isPlayed ? nil : 1))
    if isPlayed { #expect(try fixture.varied(.wait(429, .day)).deadline(on: .memory, default: 5) == 6) }
  }

  @Test("values that careful clients read in different ways are played by name, with what they are compared with")
  func byName() throws {
    let names = ["in the past", "0", "-5", "120junk"].map { "\"status 503, Retry-After \($0)\"" }
    let fixture = try VariationFixture(
      declaring: #""variations": {"attempts": 2, "waits": {"also": [\#(names.joined(separator: ", "))]}}"#)
    let played = fixture.list().played.filter(\.traits.isOptional)
    #expect(played == [.wait(503, .past), .wait(503, .zero), .wait(503, .negative), .wait(503, .junk)])
    #expect(played.map(\.traits.base) == [.oneSecond, .oneSecond, .none, .none].map { .wait(503, $0) })
    func value(_ form: WaitChange.Form) throws -> String? {
      try fixture.varied(.wait(503, form)).exchanges.last?.response.headers["Retry-After"]
    }
    #expect(try value(.past) == "{{httpDate -60}}" && value(.negative) == "-5" && value(.none) == nil)
  }

  @Test(
    "after a value that is not valid, the outcome must be that without Retry-After",
    arguments: [(success, success, [String]()), (failure, failure, []), (success, failure, ["mismatch"])])
  func compared(_ base: Outcome, _ outcome: Outcome, _ codes: [String]) throws {
    let fixture = try VariationFixture(declaring: Self.waits)
    let judge = VariationJudge(fixture.scenario, of: fixture.contract, by: fixture.rules, accepted: nil)
    func judged(_ form: WaitChange.Form, _ outcome: Outcome) throws -> Verdict {
      let script = Script(try fixture.varied(.wait(503, form)), of: fixture.contract, transport: .memory)
      for _ in 0..<2 { _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a")) }
      script.finish(outcome)
      return judge.judge(script.verdict(), of: .wait(503, form), in: script)
    }
    #expect(judge.compares(.wait(503, .junk)) && !judge.compares(.wait(503, .seconds)))
    for _ in 0..<2 { #expect(try judged(.none, base).reasons.isEmpty) }
    #expect(try judged(.junk, outcome).reasons.map(\.code) == codes)
  }

  @Test("requests without an order have none")
  func order() throws {
    let fixture = try VariationFixture(scenario: #""order": "any", "#, declaring: Self.waits)
    #expect(fixture.list().played == [])
    #expect(fixture.list().leftOut == [.noOrder: 4])
  }

  // MARK: What a client does

  /// Returns the verdict on a client that sends a request after each of some times, in seconds.
  private func verdict(_ variation: Variation, _ times: [Double], _ outcome: Outcome) throws -> (Verdict, [Reply.Kind])
  {
    let fixture = try VariationFixture(declaring: Self.waits)
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
  private static let failure = Outcome.failure(["category": "status"], values: nil)

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
      let (verdict, _) = try verdict(variation, [0, 1], outcome)
      #expect(verdict.reasons.map(\.code) == ["tooSoon"])
      expectText(
        try #require(verdict.reasons.first).text,
        is: """
          request 2: the client sent it again before the time that Retry-After names
            contract  todo.contract.json:2:41 /scenarios/0/response
            actual    GET http://localhost/v1/a, 1 s after the one with the fault
            expected  2 s or more after it
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
