import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("$unordered", .slow)
struct UnorderedTests {
  @Test(
    "lists that match",
    arguments: [
      ("[]", "[]"), ("[1, 2]", "[2, 1]"), ("[1, 1, 2]", "[1, 2, 1.0]"),
      (#"[{"a": 1, "b": 2}]"#, #"[{"b": 2, "a": 1}]"#),
      // The first pattern must leave the first element to the second.
      (#"[{"$any": true}, 1]"#, "[1, 2]"), (#"[{"$type": "number"}, {"$type": "integer"}]"#, "[1, 1.5]"),
      // A chain: each pattern has to move on by one.
      (#"[{"$anyOf": [1, 2]}, {"$anyOf": [2, 3]}, {"$anyOf": [3, 4]}, {"$anyOf": [1]}]"#, "[1, 2, 3, 4]"),
      (#"[{"$unordered": [1, 2]}, {"$unordered": [3]}]"#, "[[3], [2, 1]]"),
      (#"[{"$partial": {"id": 1}}, {"$partial": {"id": 2}}]"#, #"[{"id": 2, "b": 1}, {"id": 1, "c": 1}]"#),
      (#"[{"$literal": {"$any": 1}}, {"$any": true}]"#, #"[5, {"$any": 1}]"#),
    ])
  func matches(patterns: String, value: String) throws {
    #expect(try MatcherFixture.differences("{\"$unordered\": \(patterns)}", value) == [])
  }

  @Test(
    "thousands of patterns with some values to choose from find their elements without comparing all of them",
    .exhaustive)
  func manyChoices() throws {
    let count = 3000
    let patterns = (0..<count).map { #"{"$anyOf": [\#($0), "t\#($0)", {"id": \#($0), "at": {"$any": true}}]}"# }
    let elements = (0..<count).reversed().map { $0 % 3 == 0 ? #"{"id": \#($0), "at": 1}"# : "\($0)" }
    let pattern = try Pattern.read(#"{"$unordered": [\#(patterns.joined(separator: ","))]}"#)
    #expect(MatcherFixture.matches(pattern, try JSON.read("[\(elements.joined(separator: ","))]")) == true)
  }

  @Test("every pattern inside a pattern counts as a comparison", .exhaustive)
  func cost() throws {
    let types = Array(repeating: #"{"$type": "string"}"#, count: 500).joined(separator: ",")
    let patterns = (0..<50).map { #"{"$anyOf": [\#(types), {"$type": "null"}, \#($0)]}"# }
    var matcher = Matcher()
    matcher.match(
      try Pattern.read(#"{"$unordered": [\#(patterns.joined(separator: ","))]}"#),
      .array((0..<50).map { .number($0 + 1) }))
    #expect(matcher.findings(.outcome).map { Reason($0).code } == ["unorderedStopped"])
  }

  private static let differing: [(patterns: String, value: String, expected: String)] = [
    (
      "[1, 2]", "[2, 3]",
      #"""
      : these elements in any order: 1, 2 | [2,3] | no element is left for pattern 1: 1
      no pattern is left for /1: 3
      """#
    ),
    (
      "[1, 1]", "[1, 2]",
      #"""
      : these elements in any order: 1, 1 | [1,2] | no element is left for pattern 2: 1
      no pattern is left for /1: 2
      """#
    ),
    (
      #"[{"$type": "string"}, {"$type": "string"}, {"$any": true}]"#, #"[1, 2, "a"]"#,
      #"""
      : these elements in any order: a string, a string, anything | [1,2,"a"] | no element is left for pattern 2: a string
      no pattern is left for /1: 2
      """#
    ),
    (
      "[1]", "[]",
      #"""
      : these elements in any order: 1 | [] | 1 pattern, 0 elements
      no element is left for pattern 1: 1
      """#
    ),
    (
      "[2, 1]", "[1, 2, 3]",
      #"""
      : these elements in any order: 2, 1 | [1,2,3] | 2 patterns, 3 elements
      no pattern is left for /2: 3
      """#
    ),
    (
      #"[{"id": 1, "b": 2}, {"id": 2, "b": 2}]"#, #"[{"id": 2, "b": 2}, {"id": 1, "b": 3}]"#,
      #"""
      : these elements in any order: {"id":1,"b":2}, {"id":2,"b":2} | [{"id":2,"b":2},{"id":1,"b":3}] | no element is left for pattern 1: {"id":1,"b":2}
      no pattern is left for /1: {"id":1,"b":3}
      the nearest to pattern 1 is /1: /b: expected 2, got 3
      """#
    ),
    (
      "[0, 0, 0, 0, 0, 0, 0]", "[1, 2, 3, 4, 5, 6]",
      #"""
      : these elements in any order: 0, 0, 0, 0, 0, 0, 0 | [1,2,3,4,5,6] | 7 patterns, 6 elements
      no element is left for pattern 1: 0
      no element is left for pattern 2: 0
      no element is left for pattern 3: 0
      no element is left for pattern 4: 0
      no element is left for pattern 5: 0
      and 2 more patterns
      no pattern is left for /0: 1
      no pattern is left for /1: 2
      no pattern is left for /2: 3
      no pattern is left for /3: 4
      no pattern is left for /4: 5
      and 1 more element
      """#
    ),
  ]

  @Test("differences are reported with the patterns and the elements that are left over", arguments: differing)
  func differs(patterns: String, value: String, expected: String) throws {
    let reported = try MatcherFixture.differences("{\"$unordered\": \(patterns)}", value)
    expectTexts(reported, are: [expected])
  }

  @Test("a value that is not a list, and an empty list of patterns, are reported as such")
  func special() throws {
    let object = try MatcherFixture.differences(#"{"$unordered": [1]}"#, #"{"a": 1}"#)
    expectTexts(object, are: [#": these elements in any order: 1 | {"a":1}"#])
    let none = try MatcherFixture.differences(#"{"$unordered": []}"#, "[1]")
    expectTexts(none, are: [": [] | [1] | 0 patterns, 1 element\nno pattern is left for /0: 1"])
  }

  // MARK: Comparison with brute force

  private static let leaves = [
    "0", "1", "2", #"{"$any": true}"#, #"{"$type": "integer"}"#, #"{"$anyOf": [0, 1]}"#, #"{"$anyOf": [1, 2]}"#,
    #"{"$not": 0}"#, #"{"$not": 1}"#, #"{"$type": ["string", "object"]}"#, #"{"$partial": {"id": 1}}"#,
    #"{"id": 1, "b": {"$type": "integer"}}"#, #"{"id": 1, "b": 2}"#, #""a""#,
    #"{"$allOf": [{"$type": "integer"}, {"$not": 2}]}"#,
  ]
  private static let values = [
    "0", "1", "1.0", "2", #""a""#, #"{"id": 1}"#, #"{"b": 2, "id": 1}"#, #"{"id": 1, "b": "x"}"#,
  ]

  private func canPair(_ patterns: [Pattern], _ elements: [JSON]) -> Bool {
    guard let first = patterns.first else { return elements.isEmpty }
    return elements.indices.contains { index in
      guard MatcherFixture.matches(first, elements[index]) == true else { return false }
      var rest = elements
      rest.remove(at: index)
      return canPair(Array(patterns.dropFirst()), rest)
    }
  }

  @Test("for 4,000 lists of up to six elements, the result is that of trying every order", arguments: 0..<4)
  func bruteForce(seed: UInt64) throws {
    var random = SeededNumbers(state: seed)
    let leaves = try Self.leaves.map { try Pattern.read($0) }
    let values = try Self.values.map { try JSON.read($0) }
    var matching = 0
    for _ in 0..<1000 {
      let count = Int.random(in: 0...6, using: &random)
      let patterns = (0..<count).compactMap { _ in leaves.randomElement(using: &random) }
      let elements = (0..<(Int.random(in: 0..<8, using: &random) == 0 ? 6 : count)).compactMap { _ in
        values.randomElement(using: &random)
      }
      let range = try #require(leaves.first?.range)
      let unordered = Pattern(.unordered(patterns), at: range)
      let expected = canPair(patterns, elements)
      matching += expected ? 1 : 0
      let said = "\(unordered.json.text) and \(JSON.array(elements).text)"
      #expect(MatcherFixture.matches(unordered, .array(elements)) == expected, "\(said)")
      // The order of either list does not matter.
      let other = Pattern(.unordered(patterns.shuffled(using: &random)), at: range)
      #expect(MatcherFixture.matches(other, .array(elements.shuffled(using: &random))) == expected, "\(said)")
      let partial = Pattern(.partial(unordered), at: range)
      if expected { #expect(MatcherFixture.matches(partial, .array(elements)) == true, "\(said)") }
    }
    #expect(matching > 150)
  }

  @Test("nothing that is left over can be paired by any chain", arguments: 0..<2)
  func maximum(seed: UInt64) throws {
    var random = SeededNumbers(state: seed)
    let leaves = try Self.leaves.map { try Pattern.read($0) }
    let values = try Self.values.map { try JSON.read($0) }
    for _ in 0..<500 {
      let patterns = (0..<5).compactMap { _ in leaves.randomElement(using: &random) }
      let elements = (0..<5).compactMap { _ in values.randomElement(using: &random) }
      var pairing = Pairing(patterns, elements, isPartial: false, asking: Matcher())
      pairing.pair()
      let pairs = pairing.partners.enumerated().compactMap { index, partner in partner.map { (index, $0) } }
      #expect(Set(pairs.map(\.1)).count == pairs.count)
      #expect(pairs.allSatisfy { MatcherFixture.matches(patterns[$0], elements[$1]) == true })
      #expect(pairing.patternsLeft.count == 5 - pairs.count && pairing.elementsLeft.count == 5 - pairs.count)
      #expect(Set(pairing.patternsLeft).isDisjoint(with: pairs.map(\.0)))
      #expect(Set(pairing.elementsLeft).isDisjoint(with: pairs.map(\.1)))
      #expect(pairs.count == most(patterns, elements))
    }
  }

  /// Returns the largest possible number of pairs, by trying all.
  private func most(_ patterns: [Pattern], _ elements: [JSON]) -> Int {
    guard let first = patterns.first else { return 0 }
    let rest = Array(patterns.dropFirst())
    let with = elements.indices.filter { MatcherFixture.matches(first, elements[$0]) == true }.map { index in
      var left = elements
      left.remove(at: index)
      return 1 + most(rest, left)
    }
    return max(with.max() ?? 0, most(rest, elements))
  }

  // MARK: Size

  private func pattern(_ patterns: [String]) throws -> Pattern {
    try Pattern.read("{\"$unordered\": [\(patterns.joined(separator: ","))]}")
  }

  @Test("three thousand elements that match anything are paired one by one")
  func anything() throws {
    let anything = try pattern(Array(repeating: #"{"$any": true}"#, count: 3000))
    let elements = (0..<3000).map { JSON.number($0) }
    #expect(MatcherFixture.matches(anything, .array(elements)) == true)
    #expect(MatcherFixture.matches(anything, .array(Array(repeating: 1, count: 3000))) == true)
    #expect(MatcherFixture.matches(anything, .array(elements + [1])) == false)
    let half =
      Array(repeating: #"{"$type": "string"}"#, count: 1500) + Array(repeating: #"{"$any": true}"#, count: 1500)
    #expect(MatcherFixture.matches(try pattern(half), .array(elements)) == false)
    let halves = elements.prefix(1500) + (0..<1500).map { .string("\($0)") }
    #expect(MatcherFixture.matches(try pattern(half.reversed()), .array(Array(halves.reversed()))) == true)
  }

  @Test("three thousand values in another order find their elements by hash, and objects by a member", .exhaustive)
  func indexed() throws {
    let values = (0..<3000).map { "{\"id\": \($0), \"tags\": [\($0), \"x\"]}" }
    let value = try JSON.read("[\(values.reversed().joined(separator: ","))]")
    #expect(MatcherFixture.matches(try pattern(values), value) == true)
    let objects = (0..<3000).map { "{\"kind\": \"a\", \"id\": \($0), \"tags\": {\"$each\": {\"$any\": true}}}" }
    let elements = (0..<3000).reversed().map { "{\"id\": \($0), \"tags\": [\($0), \"x\"], \"kind\": \"a\"}" }
    #expect(
      MatcherFixture.matches(try pattern(objects), try JSON.read("[\(elements.joined(separator: ","))]"))
        == true)
  }

  @Test("objects found by one member are not compared with elements that differ in it, in any order")
  func indexedPartly() throws {
    let objects = (0..<40).map { "{\"id\": \($0 / 2), \"tag\": {\"$regex\": \"\($0 % 2)\"}}" }
    let elements = (0..<40).map { "{\"id\": \($0 / 2), \"tag\": \"\($0 % 2)\"}" }
    for elements in [elements, elements.reversed()] {
      let value = try JSON.read("[\(elements.joined(separator: ","))]")
      #expect(MatcherFixture.matches(try pattern(objects), value) == true)
    }
    // Two patterns need the same element, which is there once.
    let short = try JSON.read("[\((elements.dropLast() + [elements[0]]).joined(separator: ","))]")
    #expect(MatcherFixture.matches(try pattern(objects), short) == false)
  }

  @Test("a pairing with too many comparisons stays unknown, also inside $not, and the report gives the reason")
  func tooMany() throws {
    // 1,001 different patterns, none of which matches any of 1,001 numbers.
    let patterns = (0...1000).map { "{\"$allOf\": [{\"$type\": \"string\"}, {\"$not\": \($0)}]}" }
    let value = JSON.array((0...1000).map { .number($0) })
    let unordered = try pattern(patterns)
    for pattern in [unordered, Pattern(.not(unordered), at: unordered.range)] {
      var matcher = Matcher()
      matcher.match(pattern, value)
      #expect(matcher.count == 0)
      #expect(matcher.findings(.outcome).map { Reason($0).code } == ["unorderedStopped"])
    }
  }

  @Test("three hundred patterns are compared with three hundred elements in the worst order", .exhaustive)
  func dense() throws {
    // Pattern n matches the texts of n or more letters, so the first pattern takes the element that the last one needs.
    let elements = JSON.array((0..<300).map { .string(String(repeating: "a", count: $0)) })
    let patterns = (0..<300).map { "{\"$regex\": \"^a{\($0),}$\"}" }
    #expect(MatcherFixture.matches(try pattern(patterns), elements) == true)
    #expect(MatcherFixture.matches(try pattern(patterns.reversed()), elements) == true)
    var short = patterns
    short[10] = #"{"$regex": "b"}"#
    #expect(MatcherFixture.matches(try pattern(short), elements) == false)
  }
}
