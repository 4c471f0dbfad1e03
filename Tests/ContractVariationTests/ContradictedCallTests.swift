import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Calls that contradict the verdict of their scenario")
struct ContradictedCallTests {
  private static let right = Outcome.success(["id": 1, "title": "a"])
  private static let late = Outcome.failure(["category": "network", "type": "TimeoutException"], values: nil)

  /// Calls of one scenario, and of a variation that means the same.
  private struct Calls {
    static let variation = Variation.equivalent(.whiteSpace)
    let fixture: VariationFixture
    let judge: VariationJudge

    /// - Parameter own: The outcome of the scenario itself.
    init(own: Outcome) throws {
      fixture = try VariationFixture(declaring: #""variations": {"equivalent": true}"#)
      let verdict = Self.script(fixture.scenario, of: fixture, own).verdict()
      judge = VariationJudge(
        fixture.scenario, of: fixture.contract, by: fixture.rules, accepted: nil, own: verdict)
    }

    private static func script(_ scenario: Scenario, of fixture: VariationFixture, _ outcome: Outcome) -> Script {
      let script = Script(scenario, of: fixture.contract, transport: .memory)
      _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a"))
      script.finish(outcome)
      return script
    }

    /// Calls the scenario itself.
    func call(_ outcome: Outcome) {
      let script = Self.script(fixture.scenario, of: fixture, outcome)
      _ = judge.judge(script.verdict(), of: nil, in: script)
    }

    /// Calls the variation. Returns its verdict so far.
    func callVariation(_ outcome: Outcome) throws -> Verdict {
      let varied = Self.script(try fixture.varied(Self.variation), of: fixture, outcome)
      return judge.judge(varied.verdict(), of: Self.variation, in: varied)
    }

    func finish(_ verdict: Verdict) -> Verdict? {
      judge.finish(verdict, of: Self.variation, on: .memory, after: [])
    }
  }

  /// Returns the codes of the reasons against a variation whose outcome is right.
  ///
  /// - Parameters:
  ///   - own: The outcome of the scenario itself.
  ///   - outcomes: The outcomes of the calls that the variation is compared with.
  ///   - again: Those of the calls that come again.
  private func codes(
    own: Outcome, _ outcomes: [Outcome], again: [Outcome]
  ) throws -> (codes: [String], isAgain: Bool) {
    let calls = try Calls(own: own)
    outcomes.forEach(calls.call)
    let verdict = try calls.callVariation(Self.right)
    let isAgain = calls.judge.needsMoreCalls
    if isAgain { again.forEach(calls.call) }
    return (calls.finish(verdict)?.reasons.map(\.code) ?? ["nothing"], isAgain)
  }

  @Test("if the scenario passed, calls of it that fail come again, and nothing is compared with them")
  func contradicted() throws {
    for calls in [[Self.late, Self.late], [Self.late, Self.right], [Self.right, Self.late]] {
      let (codes, isAgain) = try codes(own: Self.right, calls, again: [Self.right, Self.right])
      #expect(codes == [] && isAgain, "\(calls)")
    }
    let never = try codes(own: Self.right, [Self.late, Self.late], again: [Self.late, Self.late])
    #expect(never.codes == ["notCompared"])
  }

  @Test("a variation that fails says that another call of the scenario failed, too")
  func noted() throws {
    func note(_ outcomes: [Outcome]) throws -> String? {
      let calls = try Calls(own: Self.right)
      let verdict = try calls.callVariation(Self.late)
      outcomes.forEach(calls.call)
      guard case .mismatch(let mismatch)? = calls.finish(verdict)?.reasons.first else { return nil }
      return mismatch.note
    }
    expectText(
      try note([Self.late, Self.right, Self.right]),
      has: "another call of the scenario itself, without this change, failed, too: ")
    #expect(try note([Self.right, Self.right])?.contains("another call") != true)
  }

  @Test("if the scenario failed, or its calls pass, none comes again")
  func compared() throws {
    let failing = try codes(own: Self.late, [Self.late, Self.late], again: [])
    #expect(failing.codes == ["mismatch"] && !failing.isAgain)
    let right = try codes(own: Self.right, [Self.right, Self.right], again: [])
    #expect(right.codes == [] && !right.isAgain)
  }
}
