import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("$allOf, $not and $format")
struct CombinationTests {
  @Test(
    "values that match",
    arguments: [
      (#"{"$allOf": [{"$type": "string"}, {"$regex": "a"}]}"#, #""ba""#),
      (#"{"$allOf": [{"$partial": {"a": 1}}, {"$partial": {"b": {"$any": true}}}]}"#, #"{"a": 1, "b": 2}"#),
      (#"{"$not": 1}"#, "2"), (#"{"$not": 1}"#, #""1""#), (#"{"$not": {"$not": 1}}"#, "1.0"),
      (#"{"$not": {"a": 1}}"#, #"{"a": 1, "b": 2}"#),
      (#"{"$allOf": [{"$type": "integer"}, {"$not": 0}]}"#, "5"),
      (#"{"$anyOf": [{"$not": 1}, {"$allOf": [1, {"$any": true}]}]}"#, "1"),
      (#"{"a": {"$optional": {"$not": 1}}}"#, "{}"), (#"{"a": {"$optional": {"$allOf": [1]}}}"#, #"{"a": 1}"#),
      // `$partial` applies to everything inside it, except a literal and a name.
      (#"{"$partial": {"a": {"$allOf": [{"b": 1}, {"c": 2}]}}}"#, #"{"a": {"b": 1, "c": 2}}"#),
      (#"{"$partial": {"a": {"$not": {"b": 2}}}}"#, #"{"a": {"b": 1, "c": 2}}"#),
      (#"{"$partial": {"a": {"$not": {"$literal": {"b": 1}}}}}"#, #"{"a": {"b": 1, "c": 2}}"#),
      (#"{"$partial": {"a": {"$each": {"b": 1}}}}"#, #"{"a": [{"b": 1, "c": 2}]}"#),
      (#"{"$partial": {"a": {"$contains": {"b": 1}}}}"#, #"{"a": [{"b": 1, "c": 2}]}"#),
      (#"{"$partial": {"a": {"$unordered": [{"b": 1}, {"b": 2}]}}}"#, #"{"a": [{"b": 2, "c": 2}, {"b": 1, "c": 1}]}"#),
      (#"{"$format": "uuid"}"#, #""5E9D0F2C-0B1A-4C3E-9D3A-0A0B0C0D0E0F""#),
    ])
  func matches(pattern: String, value: String) throws {
    #expect(try MatcherFixture.differences(pattern, value) == [])
  }

  @Test(
    "values that differ, and their report",
    arguments: [
      (
        #"{"$allOf": [{"$type": "string"}, {"$regex": "a"}]}"#, "1",
        [": a string | 1", ": a string that contains a match of /a/ | 1"]
      ),
      (#"{"$allOf": [{"$partial": {"a": 1}}, {"$partial": {"b": 2}}]}"#, #"{"a": 1, "b": 3}"#, ["/b: 2 | 3"]),
      (#"{"$not": 1}"#, "1.0", [": not 1 | 1.0"]),
      (#"{"$not": {"a": {"$type": "null"}}}"#, #"{"a": null}"#, [#": not {"a":{"$type":"null"}} | {"a":null}"#]),
      (#"{"$not": {"$not": 1}}"#, "2", [": not not 1 | 2"]),
      (#"{"$not": {"$anyOf": [1, 2]}}"#, "2", [": not one of 1, 2 | 2"]),
      (#"{"a": {"$not": 1}}"#, "{}", ["/a: not 1 | nothing"]),
      (#"{"a": {"$allOf": [{"$type": "integer"}, {"$not": 0}]}}"#, "{}", ["/a: all of an integer, not 0 | nothing"]),
      (
        #"{"$partial": {"a": {"$not": {"b": 1}}}}"#, #"{"a": {"b": 1, "c": 2}}"#,
        [
          #"/a: not {"b":1} | {"b":1,"c":2}"#
        ]
      ),
      (
        #"{"$partial": {"a": {"$each": {"$literal": {"b": 1}}}}}"#, #"{"a": [{"b": 1, "c": 2}]}"#,
        [
          "/a/0/c: no such member | 2"
        ]
      ),
      (
        #"{"$anyOf": [{"$allOf": [{"$type": "integer"}, {"$not": 0}]}, "none"]}"#, "0",
        [
          #": one of all of an integer, not 0, "none" | 0 | alternative 1: expected not 0, got 0\#nalternative 2: expected "none", got 0"#
        ]
      ),
      (#"{"$format": "uuid"}"#, #""5E9D0F2C""#, [#": a string in the format uuid | "5E9D0F2C""#]),
      (#"{"$format": "date"}"#, "20240101", [": a string in the format date | 20240101"]),
      (#"{"a": {"$format": "date"}}"#, "{}", ["/a: a string in the format date | nothing"]),
    ])
  func differs(pattern: String, value: String, expected: [String]) throws {
    expectTexts(try MatcherFixture.differences(pattern, value), are: expected)
  }

  @Test("every format applies only to strings, and its mismatch names it")
  func formats() throws {
    for format in Format.allCases {
      for text in ["2024-02-29", "a@b.example", "", "/a", "::1", "%"] {
        let pattern = try Pattern.read("{\"$format\": \"\(format.rawValue)\"}")
        #expect(MatcherFixture.matches(pattern, .string(text)) == format.includes(text), "\(format) \(text)")
      }
      #expect(try MatcherFixture.differences("{\"$format\": \"\(format.rawValue)\"}", "1").count == 1)
    }
  }

  @Test("in a failure, a string is a category and an object is partial, also inside $allOf and $not")
  func failures() throws {
    let failure = #"{"category": "network", "type": "Todo.APIError", "code": -1}"#
    func differences(_ pattern: String) throws -> [String] {
      let contract = try Contract.read(
        Contract.text([#"{"name": "s", "response": {"kind": "nonHTTP"}, "expect": {"failure": \#(pattern)}}"#]))
      guard case .failure(let pattern, _)? = contract.scenarios[0].expect?.outcome else { return ["no failure"] }
      return try MatcherFixture.differences(pattern, failure, as: .failure)
    }
    #expect(try differences(#"{"$allOf": ["network", {"type": "APIError"}]}"#) == [])
    #expect(try differences(#"{"$not": "status"}"#) == [])
    #expect(try differences(#"{"$not": {"type": "Error"}}"#) == [])
    expectTexts(
      try differences(#"{"$allOf": ["network", {"$not": {"code": -1}}]}"#),
      are: [
        #": not at least {"code":-1} | {"category":"network","type":"Todo.APIError","code":-1}"#
      ])
    #expect(try differences(#"{"$not": {"type": "APIError"}}"#).count == 1)
  }

  @Test(
    "headers and query items are compared as such inside $allOf and $not", arguments: [Matcher.Reading.header, .text])
  func texts(reading: Matcher.Reading) throws {
    let (same, value) = reading == .header ? (#""a,b""#, #""a , b""#) : ("1", #""1""#)
    #expect(try MatcherFixture.differences("{\"$allOf\": [\(same)]}", value, as: reading) == [])
    #expect(try MatcherFixture.differences("{\"$not\": \(same)}", value, as: reading).count == 1)
  }

  @Test("$not within $not, as deep as the reader allows, is checked once for each level")
  func deep() throws {
    for depth in [JSON.depthLimit - 1, JSON.depthLimit - 2] {
      let text = String(repeating: #"{"$not":"#, count: depth) + "1" + String(repeating: "}", count: depth)
      let pattern = try Pattern.read(text)
      #expect(MatcherFixture.matches(pattern, 1) == (depth % 2 == 0))
      #expect(MatcherFixture.matches(pattern, 2) == (depth % 2 == 1))
      #expect(try MatcherFixture.differences(text, depth % 2 == 0 ? "2" : "1").count == 1)
    }
  }

  @Test("alternatives within alternatives, as deep as the reader allows, take at most quadratic time", .slow)
  func deepAlternatives() throws {
    // Each level is an object and a list.
    let depth = JSON.depthLimit / 2 - 1
    for matcher in ["$anyOf", "$allOf"] {
      let text = String(repeating: "{\"\(matcher)\":[", count: depth) + "[1]" + String(repeating: "]}", count: depth)
      #expect(try MatcherFixture.differences(text, "[1]") == [])
      #expect(try MatcherFixture.differences(text, "[2]").count == 1)
    }
    let both = #"{"$anyOf":[{"$contains":"#
    let text = String(repeating: both, count: 100) + "[1]" + String(repeating: "}]}", count: 100)
    let value = String(repeating: "[", count: 101) + "2" + String(repeating: "]", count: 101)
    #expect(try MatcherFixture.differences(text, value).count == 1)
  }
}
