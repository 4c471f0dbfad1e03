import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Clients that return what they got unread")
struct UnreadTextTests {
  private static let json = #"{"a":1,"b":"x"}"#

  /// Returns the verdict about a variation, after two calls of the scenario.
  ///
  /// - Parameters:
  ///   - client: Returns what the client makes of a response.
  ///   - isLate: Whether the calls of the scenario come after the variation.
  private func verdict(
    _ equivalence: Variation.Equivalence, of body: String = json, _ type: String = "application/json",
    isLate: Bool = false, _ client: (Response) -> Outcome
  ) throws -> Verdict {
    let also = equivalence.isOptional ? #"{"also": ["\#(equivalence.rawValue)"]}"# : "true"
    let fixture = try VariationFixture(
      #"{"kind": "valid", "headers": {"Content-Type": "\#(type)"}, "body": {"text": \#(JSON.string(body).text)}}"#,
      expect: #"{"success": {"$any": true}}"#, declaring: #""variations": {"equivalent": \#(also)}"#)
    let judge = VariationJudge(fixture.scenario, of: fixture.contract, by: fixture.rules, accepted: nil)
    func play(_ variation: Variation?) throws -> Verdict {
      let scenario = try variation.map(fixture.varied) ?? fixture.scenario
      let script = Script(scenario, of: fixture.contract, transport: .memory)
      _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a"))
      script.finish(client(try #require(scenario.exchanges.last?.response)))
      return judge.judge(script.verdict(), of: variation, in: script)
    }
    let variation = Variation.equivalent(equivalence)
    let early = isLate ? try play(variation) : nil
    let written = try (0..<2).map { _ in try play(nil) }
    return try judge.finish(early ?? play(variation), of: variation, on: .memory, after: written)
      ?? Verdict(noResult: .notRun("no"))
  }

  private static func text(_ response: Response) -> String {
    String(decoding: response.body?.bytes ?? [], as: UTF8.self)
  }

  @Test("what fails keeps its requests and its outcome for reports, whatever came first", arguments: [false, true])
  func keepsCall(_ isLate: Bool) throws {
    let failed = try verdict(.whiteSpace, isLate: isLate) { response in
      .success(JSON(.number(JSON.Number(response.body?.bytes.count ?? 0))))
    }
    #expect(failed.status == .failed)
    #expect(failed.record.count == 1)
    #expect(failed.outcome != nil)
    let passed = try verdict(.whiteSpace, isLate: isLate) { _ in .success(1) }
    #expect(passed.status == .passed)
    #expect(passed.record.isEmpty && passed.outcome == nil)
  }

  private static let bodies: [Variation.Equivalence] = [.whiteSpace, .escapes, .membersReversed]

  @Test("a body that comes back as text or bytes, also in a larger value, is left out, and not red", arguments: bodies)
  func unread(_ equivalence: Variation.Equivalence) throws {
    let clients: [(Response) -> JSON] = [
      { .string(Self.text($0)) },
      { .string("got: \(Self.text($0).filter { $0 != "\u{0}" }).") },
      { .string(Self.text($0).trimmingCharacters(in: .whitespacesAndNewlines)) },
      { ["n": 1, "raw": .string(Self.text($0))] },
      { ["base64": .string(Data($0.body?.bytes ?? []).base64EncodedString())] },
    ]
    for (index, client) in clients.enumerated() {
      for (isLate, end) in [(false, ""), (true, ""), (false, "\n")] {
        let verdict = try verdict(equivalence, of: Self.json + end, isLate: isLate) { .success(client($0)) }
        #expect(verdict.obstacle == .unread && verdict.status == .skipped, "client \(index)")
      }
    }
    let failed = try verdict(equivalence) {
      .failure(JSON(members: ["category": "other", "payload": .string(Self.text($0))]), values: nil)
    }
    #expect(failed.obstacle == .unread)
  }

  @Test("a client that reads the body passes, and one that reads it wrongly fails", arguments: bodies)
  func read(_ equivalence: Variation.Equivalence) throws {
    let right = try verdict(equivalence) { .success(JSON.parse($0.body?.bytes ?? [])?["a"] ?? .null) }
    #expect(right.status == .passed && right.obstacle == nil)
    let wrong: [(Response) -> Outcome] = [
      // It falls back to the text.
      { .success(Self.text($0) == Self.json ? 1 : .string(Self.text($0))) },
      // It returns the text, and something else that is wrong.
      { .success(["raw": .string(Self.text($0)), "a": JSON(.bool(Self.text($0) == Self.json))]) },
      { .success(.string(String(Self.text($0).reversed()))) },
      { Self.text($0) == Self.json ? .success(1) : .failure(JSON(members: ["category": "decoding"]), values: nil) },
    ]
    for (index, client) in wrong.enumerated() {
      let verdict = try verdict(equivalence) { client($0) }
      #expect(verdict.status == .failed && verdict.obstacle == nil, "client \(index)")
    }
  }

  @Test("so are the text of a stream, the data of its events, and a Content-Type")
  func others() throws {
    let stream = "data: {\"t\":\"\\u2028\"}\n\n"
    for equivalence in [Variation.Equivalence.eventsWithCRLF, .comments, .noSpaces, .eventsWithSeparators] {
      let verdict = try verdict(equivalence, of: stream, "text/event-stream") { .success(.string(Self.text($0))) }
      #expect(verdict.obstacle == .unread, "\(equivalence)")
    }
    let data = try verdict(.eventsWithSeparators, of: stream, "text/event-stream") { response in
      let body = StreamedBody(response.body?.bytes ?? [], .events)
      return .success(.array(body.events.map { .string(String(decoding: body.value($0), as: UTF8.self)) }))
    }
    #expect(data.obstacle == .unread)
    let type = try verdict(.charset) { .success(["type": .string($0.headers["Content-Type"] ?? "")]) }
    #expect(type.obstacle == .unread)
    // Nothing that the client returned is different.
    let same = try verdict(.charset) { .success(.string(Self.text($0))) }
    #expect(same.status == .passed && same.obstacle == nil)
  }

  @Test("a changed field that no message can carry is left out, and an operation that is not there is not")
  func tooLarge() throws {
    let contract = try FieldFixture.contract(#"{"a": [1]}"#)
    func verdict(_ kind: FieldChange.Kind, _ outcome: Outcome) throws -> Verdict {
      let rules = try #require(contract.variations)
      let scenario = try contract.scenarios[0].varied(by: .field(FieldChange(kind, at: "/a")), rules)
      let script = Script(scenario, of: contract, transport: .memory)
      _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/todo"))
      script.finish(outcome)
      return script.verdict()
    }
    for kind in [FieldChange.Kind.deep, .many] {
      let verdict = try verdict(kind, .unsupported(why: "the result is nested too deeply"))
      #expect(verdict.obstacle == .tooLarge && verdict.status == .skipped)
    }
    #expect(try verdict(.deep, .unsupported()).reasons.map(\.code) == ["unsupported"])
    #expect(try verdict(.null, .unsupported(why: "x")).reasons.map(\.code) == ["unsupported"])
    #expect(try verdict(.deep, .success(1)).status == .passed)
  }
}
