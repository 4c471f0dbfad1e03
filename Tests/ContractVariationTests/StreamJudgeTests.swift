import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("What is compared after a broken stream")
struct StreamJudgeTests {
  private static let body = "data: {\"n\":1}\n\ndata: {\"n\":2}\n\ndata: [DONE]\n\n"

  /// Returns the codes of the reasons against an outcome, after calls of the scenario and of the stream without its last
  /// event.
  private func codes(
    _ change: Variation.StreamChange, _ outcome: Outcome, all: JSON = [1, 2], withoutLast: JSON = [1]
  ) throws -> [String] {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "headers": {"Content-Type": "text/event-stream"}, "body": {"text": \#(JSON.string(Self.body).text)}}"#,
      expect: #"{"success": [1, 2]}"#, declaring: #""variations": {"stream": {"failure": "network"}}"#)
    let judge = VariationJudge(fixture.scenario, of: fixture.contract, by: fixture.rules, accepted: nil)
    #expect(judge.compares(.stream(change)) == [.endsInEvent, .noEndMark, .resetAfterLast].contains(change))
    for (variation, value) in [(Variation?.none, all), (.stream(.withoutLast), withoutLast)] {
      for _ in 0..<2 { _ = try self.verdict(variation, .success(value), fixture, judge) }
    }
    return try verdict(.stream(change), outcome, fixture, judge).reasons.map(\.code)
  }

  private func verdict(
    _ variation: Variation?, _ outcome: Outcome, _ fixture: VariationFixture, _ judge: VariationJudge
  ) throws -> Verdict {
    let scenario = try variation.map(fixture.varied) ?? fixture.scenario
    let script = Script(scenario, of: fixture.contract, transport: .memory)
    _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a"))
    script.finish(outcome)
    let isCompared = variation.map { judge.compares($0) || $0.traits.isBase } ?? true
    return isCompared ? judge.judge(script.verdict(), of: variation, in: script) : script.verdict()
  }

  private static let lost = Outcome.failure(JSON(members: ["category": "network"]), values: nil)

  @Test("the failure that the contract describes is right after each of them, and another one is not")
  func failures() throws {
    for change in Variation.StreamChange.allCases
    where !change.traits.isOptional && change != .resetInTheMiddle && change != .withoutLast
      && change.isPossible(on: .memory)
    {
      #expect(try codes(change, Self.lost) == [])
      #expect(try codes(change, .failure(JSON(members: ["category": "decoding"]), values: nil)) == ["mismatch"])
    }
  }

  @Test("a success needs exactly the complete events, and is wrong if events were lost")
  func successes() throws {
    #expect(try codes(.endsInEvent, .success([1])) == [])
    #expect(try codes(.endsInEvent, .success([1, 2])) == ["mismatch"])
    #expect(try codes(.endsInEvent, .success([])) == ["mismatch"])
    #expect(try codes(.noEndMark, .success([1, 2])) == [])
    #expect(try codes(.noEndMark, .success([1])) == ["mismatch"])
    #expect(try codes(.resetAfterLast, .success([1, 2])) == [])
    #expect(try codes(.resetAfterFirst, .success([1])) == ["mismatch"])
  }

  @Test("a client that returns the mark of the end may return it or not")
  func marks() throws {
    let (all, one): (JSON, JSON) = ([1, 2, "[DONE]"], [1, "[DONE]"])
    #expect(try codes(.noEndMark, .success([1, 2]), all: all, withoutLast: one) == [])
    #expect(try codes(.endsInEvent, .success([1]), all: all, withoutLast: one) == [])
    #expect(try codes(.endsInEvent, .success(one), all: all, withoutLast: one) == [])
    #expect(try codes(.endsInEvent, .success([]), all: all, withoutLast: one) == ["mismatch"])
    // Only the mark may be missing.
    #expect(try codes(.noEndMark, .success([1]), all: [1, 2], withoutLast: [1]) == ["mismatch"])
  }

  @Test("the message of a failure is not compared, at any depth, and everything else is")
  func messages() throws {
    func failure(_ type: JSON, _ message: JSON) -> Outcome {
      let inner = JSON(members: ["category": "decoding", "message": message])
      return .failure(
        JSON(members: ["category": "decoding", "type": type, "message": message, "underlying": inner]), values: nil)
    }
    let contract = try VariationFixture()
    let same = try #require(
      SameOutcome(failure("E", "at 1"), again: failure("E", "at 1"), at: contract.rules.range))
    let variation = Variation.equivalent(.whiteSpace)
    #expect(same.reasons(failure("E", "at 2"), of: variation).map(\.code) == [])
    #expect(same.reasons(failure("F", "at 1"), of: variation).map(\.code) == ["mismatch"])
  }
}
