import TestSupport
import Testing

@testable import ContractCore

@Suite("Calls that contradict the verdict of their scenario")
struct ContradictedCallTests {
  private static let right = Outcome.success(["id": 1, "title": "a"])
  private static let late = Outcome.failure(["category": "network", "type": "TimeoutException"], values: nil)

  /// Returns the codes of the reasons against a variation whose outcome is right.
  ///
  /// - Parameters:
  ///   - own: The outcome of the scenario itself.
  ///   - calls: The outcomes of the calls that the variation is compared with.
  ///   - again: Those of the calls that come again.
  private func codes(own: Outcome, _ calls: [Outcome], again: [Outcome]) throws -> (codes: [String], isAgain: Bool) {
    let fixture = try VariationFixture(declaring: #""variations": {"equivalent": true}"#)
    func script(_ scenario: Scenario, _ outcome: Outcome) -> Script {
      let script = Script(scenario, of: fixture.contract, transport: .memory)
      _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a"))
      script.finish(outcome)
      return script
    }
    let judge = VariationJudge(
      fixture.scenario, of: fixture.contract, by: fixture.rules, approvals: nil,
      own: script(fixture.scenario, own).verdict())
    func call(_ outcome: Outcome) {
      let script = script(fixture.scenario, outcome)
      _ = judge.judge(script.verdict(), of: nil, in: script)
    }
    calls.forEach(call)
    let variation = Variation.equivalent(.whiteSpace)
    let varied = script(try fixture.varied(variation), Self.right)
    let verdict = judge.judge(varied.verdict(), of: variation, in: varied)
    let isAgain = judge.needsMoreCalls
    if isAgain { again.forEach(call) }
    let finished = judge.finish(verdict, of: variation, on: .memory, after: [])
    return (finished?.reasons.map(\.code) ?? ["nothing"], isAgain)
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
    func note(_ calls: [Outcome]) throws -> String? {
      let fixture = try VariationFixture(declaring: #""variations": {"equivalent": true}"#)
      func script(_ scenario: Scenario, _ outcome: Outcome) -> Script {
        let script = Script(scenario, of: fixture.contract, transport: .memory)
        _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a"))
        script.finish(outcome)
        return script
      }
      let judge = VariationJudge(
        fixture.scenario, of: fixture.contract, by: fixture.rules, approvals: nil,
        own: script(fixture.scenario, Self.right).verdict())
      let variation = Variation.equivalent(.whiteSpace)
      let varied = script(try fixture.varied(variation), Self.late)
      let verdict = judge.judge(varied.verdict(), of: variation, in: varied)
      for outcome in calls {
        let script = script(fixture.scenario, outcome)
        _ = judge.judge(script.verdict(), of: nil, in: script)
      }
      guard case .mismatch(let mismatch)? = judge.finish(verdict, of: variation, on: .memory, after: [])?.reasons.first
      else { return nil }
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
