import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Random patterns of all kinds", .exhaustive)
struct PatternPropertyTests {
  private static let values = [
    "null", "true", "0", "1", "1.5", #""a""#, #""ab""#, "[]", "[1]", "[1, 2]", "[2, 1]", #"["a", "a"]"#, "{}",
    #"{"a": 1}"#,
    #"{"a": 1, "b": [1, 2]}"#, #"{"a": {"b": "a"}}"#, #"[{"a": 1}, {"a": 1, "b": 2}]"#,
  ]

  private static func pattern(_ random: inout SeededNumbers, depth: Int) -> String {
    func list(_ counts: ClosedRange<Int>) -> String {
      let count = Int.random(in: counts, using: &random)
      return "[" + (0..<count).map { _ in pattern(&random, depth: depth - 1) }.joined(separator: ",") + "]"
    }
    func object() -> String {
      let members = ["a", "b", "c"].shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)).map { name in
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "\"\(name)\":{\"$absent\":true}"
        case 1: "\"\(name)\":{\"$optional\":\(pattern(&random, depth: depth - 1))}"
        default: "\"\(name)\":\(pattern(&random, depth: depth - 1))"
        }
      }
      return "{" + members.joined(separator: ",") + "}"
    }
    switch Int.random(in: 0..<(depth == 0 ? 6 : 15), using: &random) {
    case 0: return #"{"$any":true}"#
    case 1: return #"{"$type":["integer","string"]}"#
    case 2: return #"{"$regex":"^a"}"#
    case 3: return #"{"$literal":{"$any":[1]}}"#
    case 4, 5: return values.randomElement(using: &random) ?? "1"
    case 6: return #"{"$anyOf":\#(list(1...3))}"#
    case 7: return #"{"$allOf":\#(list(1...2))}"#
    case 8: return #"{"$not":\#(pattern(&random, depth: depth - 1))}"#
    case 9: return #"{"$contains":\#(pattern(&random, depth: depth - 1))}"#
    case 10: return #"{"$each":\#(pattern(&random, depth: depth - 1))}"#
    case 11: return #"{"$unordered":\#(list(0...3))}"#
    case 12: return #"{"$partial":\#(object())}"#
    case 13: return list(0...3)
    default: return object()
    }
  }

  /// Returns patterns that a contract can have, each with its text.
  private func patterns(_ count: Int, seed: UInt64) throws -> [(text: String, pattern: Pattern)] {
    var random = SeededNumbers(state: seed)
    var patterns: [(text: String, pattern: Pattern)] = []
    while patterns.count < count {
      let text = Self.pattern(&random, depth: 3)
      let (pattern, diagnostics) = try Pattern.reading(text)
      // A pattern that can never match is refused, and none of these patterns for any other reason.
      for diagnostic in diagnostics { expectText(diagnostic.message, has: "never matches") }
      if diagnostics.isEmpty { patterns.append((text, pattern)) }
    }
    return patterns
  }

  @Test("a pattern is read back from its own JSON without a change", arguments: 0..<2)
  func json(seed: UInt64) throws {
    for (text, pattern) in try patterns(2000, seed: seed) {
      #expect(pattern.json == (try JSON.read(text)), "\(text)")
      let again = try Pattern.read(pattern.json.text)
      #expect(again.json.text == pattern.json.text && again.text == pattern.text, "\(text)")
    }
  }

  @Test(
    "double negation and a single alternative change nothing; $each and $contains are related by $not",
    arguments: 0..<2)
  func laws(seed: UInt64) throws {
    let values = try Self.values.map { try JSON.read($0) }
    var (matching, differing) = (0, 0)
    for (text, pattern) in try patterns(1000, seed: seed) {
      func made(_ kind: Pattern.Kind) -> Pattern { Pattern(kind, at: pattern.range) }
      for value in values {
        let plain = MatcherFixture.matches(pattern, value)
        (matching, differing) = plain == true ? (matching + 1, differing) : (matching, differing + 1)
        let said = "\(text) and \(value.text)"
        #expect(plain != nil, "\(said)")
        #expect(MatcherFixture.matches(made(.not(made(.not(pattern)))), value) == plain, "\(said)")
        #expect(MatcherFixture.matches(made(.not(pattern)), value) != plain, "\(said)")
        #expect(MatcherFixture.matches(made(.allOf([pattern])), value) == plain, "\(said)")
        #expect(MatcherFixture.matches(made(.anyOf([pattern])), value) == plain, "\(said)")
        #expect(MatcherFixture.matches(made(.unordered([pattern])), [value]) == plain, "\(said)")
        #expect(
          MatcherFixture.matches(made(.contains(pattern)), [value, 7])
            == (plain == true || MatcherFixture.matches(pattern, 7) == true), "\(said)")
        guard let elements = value.array, !elements.isEmpty else { continue }
        let none = made(.not(made(.contains(made(.not(pattern))))))
        #expect(MatcherFixture.matches(made(.each(pattern)), value) == MatcherFixture.matches(none, value), "\(said)")
        #expect(
          MatcherFixture.matches(made(.unordered(Array(repeating: pattern, count: elements.count))), value)
            == MatcherFixture.matches(made(.each(pattern)), value), "\(said)")
      }
    }
    #expect(matching > 2000 && differing > 2000)
  }

  @Test("a plain match is also a match for the full matcher, in every reading", arguments: 0..<2)
  func plain(seed: UInt64) throws {
    let texts =
      Self.values + [
        #""x.a""#, #""a.x""#, #"{"type": "x.a", "a": 1}"#, #"{"type": "xa"}"#, #"{"category": "a", "b": "x.ab"}"#,
      ]
    let values = try texts.map { try JSON.read($0) }
    let named = try [#"{"type": "a"}"#, #"{"category": "a"}"#, #"{"type": ""}"#, #"{"underlying": "a"}"#]
      .map { ($0, try Pattern.read($0)) }
    var plain = 0
    for (text, pattern) in try patterns(1500, seed: seed) + named {
      for value in values {
        for reading in [Matcher.Reading.value, .failure, .typeName] where pattern.plainlyMatches(value, as: reading) {
          plain += 1
          var matcher = Matcher(isQuiet: true)
          matcher.match(pattern, value.unfolded, as: reading)
          #expect(matcher.count == 0 && matcher.doubts.isEmpty, "\(text) and \(value.text) as \(reading)")
          #expect(matcher.bindings.values.isEmpty)
        }
      }
    }
    #expect(plain > 2000)
  }

  @Test(
    "a value is a plain match of the literal with its text, and of no other",
    arguments: values + [#"{"a": {"b": [1, {"c": "é"}]}, "d": null, "e": false}"#])
  func literal(text: String) throws {
    let pattern = try Pattern.read(text)
    #expect(pattern.plainlyMatches(try JSON.read(text)))
    for other in Self.values where other != text {
      #expect(!pattern.plainlyMatches(try JSON.read(other)), "\(other)")
    }
  }

  @Test("a pattern that is read without a diagnostic reads back from its own JSON without one", arguments: 0..<2)
  func reader(seed: UInt64) throws {
    for (text, pattern) in try patterns(300, seed: seed) {
      let contract = try Contract.read(
        BaseContract.edited(#"{"success": {"id": 1}}"#, "{\"success\": \(pattern.json.text)}"))
      guard case .success(let own)? = contract.scenarios[0].expect?.outcome else {
        Issue.record("\(text) is not read")
        continue
      }
      #expect(own.json.text == pattern.json.text, "\(text)")
    }
  }
}
