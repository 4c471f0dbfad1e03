import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("Hostile values that a client refuses")
struct RefusedValuesTests {
  /// Plays the hostile values of an input that the path and the query carry.
  ///
  /// - Parameters:
  ///   - refuses: Returns with which type of failure the client refuses a value; nil if it sends its request.
  ///   - isChosen: Whether the run has a value; by default, it has all.
  private func play(
    _ refuses: (HostileValue) -> String?, among isChosen: (HostileValue) -> Bool = { _ in true }
  ) throws -> [ScenarioResult] {
    let fixture = try VariationFixture(
      request: """
        {"method": "GET", "path": "/{b}", "pathParameters": {"b": "photos"},
         "query": {"b": "photos", "p": "public", "q": "public"}}
        """,
      scenario: #""input": {"bucket": "photos", "policy": "public"}, "#,
      expect: #"{"success": {"id": 1, "title": "a"}}"#,
      declaring: #""variations": {"hostile": true}"#)
    let all = fixture.list(on: .memory).played
    let calls = try all.compactMap { variation -> (variation: Variation, verdict: Verdict)? in
      guard let value = variation.hostile else { throw Missing() }
      if !isChosen(value) { return nil }
      let script = Script(try fixture.varied(variation), of: fixture.contract, transport: .memory)
      if let type = refuses(value) {
        script.finish(
          .failure(["type": .string(type), "payload": .string("no \(value.kind.rawValue)")], values: nil))
      } else {
        func text(_ text: String, _ pointer: String) -> String {
          let new = CarriedText(old: text, inserted: value.kind.inserted(in: nil), mayStay: false).new
          return escaped(value.pointer == pointer ? new : text)
        }
        let (bucket, policy) = (text("photos", "/bucket"), text("public", "/policy"))
        _ = script.reply(
          to: CapturedRequest(
            method: "GET", url: "http://localhost/v1/\(bucket)?b=\(bucket)&p=\(policy)&q=\(policy)"))
        script.finish(.success(["id": 1, "title": "a"]))
      }
      return (variation, script.verdict())
    }
    let refused = RefusedValues(calls, of: all)
    return try calls.filter { $0.verdict.status != .passed }.map { variation, verdict in
      ScenarioResult(
        of: try fixture.varied(variation), in: fixture.contract, client: "c", on: .memory,
        refused.named(verdict, of: variation))
    }
  }

  private struct Missing: Error {}

  private func escaped(_ text: String) -> String {
    text.utf8.map { "%" + Hexadecimal.text(UInt32($0), width: 2) }.joined()
  }

  /// The last line of the note on the missing request of each cause.
  private func advice(_ results: [ScenarioResult]) -> [String] {
    Causes(of: results).all.map { cause in
      guard case .mismatch(let mismatch) = cause.reason else { return cause.reason.code }
      return "\(cause.results.count): " + (mismatch.note?.split(separator: "\n").last.map(String.init) ?? "")
    }
  }

  @Test("a client that refuses all values of a string has one cause for each string, with the exception to paste")
  func all() throws {
    // Those of a query.
    let count = 12
    func text(_ count: Int, _ name: String) -> String {
      #"\#(count): if the client is right to refuse these values, write "hostile": {"except": ["\#(name)"]} into "variations""#
    }
    expectTexts(
      try advice(play { $0.pointer == "/bucket" ? "ValueError" : nil }), are: [text(count - 1, "/bucket")])
    expectTexts(try advice(play { _ in "ValueError" }), are: [text(count, "/policy"), text(count - 1, "/bucket")])
  }

  @Test("a client that refuses some values has one cause, which names them and no other")
  func some() throws {
    expectTexts(
      try advice(play { [.slash, .space].contains($0.kind) && $0.pointer == "/bucket" ? "ValueError" : nil }),
      are: [
        #"2: if the client is right to refuse these values, write "hostile": {"except": ["/bucket: space", "/bucket: slash"]} into "variations""#
      ])
    expectTexts(
      try advice(play { $0.exceptionNames[0] == "/bucket: slash" ? "ValueError" : nil }),
      are: [
        #"1: if the client is right to refuse this value, write "hostile": {"except": ["/bucket: slash"]} into "variations", or ["/bucket"] for all such values"#
      ])
  }

  @Test("a run of what failed last has the same advice, which leaves out nothing that passes")
  func chosen() throws {
    let isRefused = { (value: HostileValue) in [.slash, .space].contains(value.kind) && value.pointer == "/bucket" }
    let refuses = { (value: HostileValue) in isRefused(value) ? "ValueError" : nil }
    expectTexts(try advice(play(refuses, among: isRefused)), are: try advice(play(refuses)))
  }

  /// Returns the notes of each variation of a client that sends nothing.
  private func notes(input: String, exchanges: String) throws -> [[String]] {
    let fixture = try VariationFixture(
      exchanges: exchanges, scenario: #""input": \#(input), "#, declaring: #""variations": {"hostile": true}"#)
    let all = fixture.list(on: .memory).played
    let calls = try all.map { variation -> (variation: Variation, verdict: Verdict) in
      let script = Script(try fixture.varied(variation), of: fixture.contract, transport: .memory)
      script.finish(.failure(["type": "ValueError"], values: nil))
      return (variation, script.verdict())
    }
    let refused = RefusedValues(calls, of: all)
    return calls.map { variation, verdict in
      refused.named(verdict, of: variation).reasons.compactMap { reason in
        if case .mismatch(let mismatch) = reason, reason.isMissingRequest { mismatch.note } else { nil }
      }
    }
  }

  @Test("the advice comes once, however many requests are missing")
  func severalRequests() throws {
    let pages = (1...3).map { page in
      #"{"request": {"method": "GET", "path": "/p", "query": {"q": "milk", "page": \#(page)}}, "#
        + #""response": {"kind": "valid"}}"#
    }
    let notes = try notes(input: #"{"q": "milk"}"#, exchanges: pages.joined(separator: ", "))
    #expect(!notes.isEmpty)
    for all in notes {
      #expect(all.map { $0.contains("if the client is right to refuse") } == [true, false, false], "\(all)")
    }
  }

  @Test("the elements of an array that are refused in one way have one advice")
  func elements() throws {
    let notes = try notes(
      input: #"{"ids": ["home", "work"]}"#,
      exchanges: #"""
        {"request": {"method": "GET", "path": "/p",
                     "query": {"ids": {"separator": ",", "elements": ["home", "work"]}}},
         "response": {"kind": "valid"}}
        """#)
    #expect(notes.count > 20)
    let advice = #"write "hostile": {"except": ["/ids/0", "/ids/1"]} into "variations""#
    for all in notes {
      expectText(all.first, has: "if the client is right to refuse these values, \(advice)")
    }
  }
}
