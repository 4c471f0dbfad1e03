import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("$contains and $each")
struct ElementTests {
  @Test(
    "values that match",
    arguments: [
      (#"{"$contains": 1}"#, "[0, 1.0]"), (#"{"$contains": {"$any": true}}"#, "[null]"),
      (#"{"$contains": {"$each": 1}}"#, "[[], [1, 1]]"), (#"{"$each": {"$type": "integer"}}"#, "[1, 2.0]"),
      (#"{"$each": {"$contains": 1}}"#, "[[1], [2, 1]]"), (#"{"$each": {"a": {"$optional": 1}}}"#, #"[{}, {"a": 1}]"#),
      (#"{"$allOf": [{"$contains": 1}, {"$contains": 2}]}"#, "[2, 1, 3]"), (#"{"$not": {"$contains": 1}}"#, "[]"),
      (#"{"$not": {"$each": 1}}"#, "[]"), (#"{"$not": {"$contains": 1}}"#, "1"),
    ])
  func matches(pattern: String, value: String) throws {
    #expect(try MatcherFixture.differences(pattern, value) == [])
  }

  @Test(
    "values that differ, and their report",
    arguments: [
      (#"{"$contains": 1}"#, "[2, 3]", [": an array that contains 1 | [2,3] | none of 2 elements matches"]),
      (#"{"$contains": 1}"#, "[2]", [": an array that contains 1 | [2] | the only element does not match"]),
      (#"{"$contains": 1}"#, "[]", [": an array that contains 1 | [] | the array is empty"]),
      (#"{"$contains": 1}"#, #"{"a": 1}"#, [#": an array that contains 1 | {"a":1}"#]),
      (#"{"a": {"$contains": 1}}"#, "{}", ["/a: an array that contains 1 | nothing"]),
      (
        #"{"a": {"$contains": {"id": 1, "b": 2, "c": 3}}}"#,
        #"{"a": [0, {"id": 1, "b": 0, "c": 0}, {"id": 1, "b": 2, "c": 4}, {"id": 2, "b": 2, "c": 3}]}"#,
        [
          #"/a: an array that contains {"id":1,"b":2,"c":3} | [0,{"id":1,"b":0,"c":0},{"id":1,"b":2,"c":4},{"id":2,"b":2,"c":3}] | none of 4 elements matches\#nthe nearest is /2: /c: expected 3, got 4"#
        ]
      ),
      (
        #"{"$contains": {"id": 1, "b": 2}}"#, #"[5, {"id": 2, "b": 3}]"#,
        [
          #": an array that contains {"id":1,"b":2} | [5,{"id":2,"b":3}] | none of 2 elements matches\#nthe nearest is /1: /id: expected 1, got 2, and 1 more"#
        ]
      ),
      (#"{"$each": {"$type": "string"}}"#, #"["a", 1, "b", null]"#, ["/1: a string | 1", "/3: a string | null"]),
      (#"{"$each": {"a": 1}}"#, #"[{"a": 1}, {"a": 2, "b": 3}]"#, ["/1/a: 1 | 2", "/1/b: no such member | 3"]),
      (
        #"{"$each": 1}"#, "[]",
        [": an array in which each element is 1 | [] | the array is empty; one element is required"]
      ),
      (#"{"$each": 1}"#, "1", [": an array in which each element is 1 | 1"]),
      (#"{"$not": {"$contains": 1}}"#, "[1]", [": not an array that contains 1 | [1]"]),
      (#"{"$not": {"$each": 1}}"#, "[1]", [": not an array in which each element is 1 | [1]"]),
    ])
  func differs(pattern: String, value: String, expected: [String]) throws {
    expectTexts(try MatcherFixture.differences(pattern, value), are: expected)
  }

  @Test("of a hundred thousand different elements, 100 are listed and the rest are counted", .slow)
  func many() throws {
    let value = JSON.array((0..<100_000).map { .number($0) })
    let pattern = try Pattern.read(#"{"$each": {"$type": "string"}}"#)
    var matcher = Matcher()
    matcher.match(pattern, value)
    #expect(matcher.count == 100_000)
    #expect(matcher.differences.count == Mismatch.Differences.plainLimit)
    #expect(MatcherFixture.matches(pattern, value) == false)
    let contains = try Pattern.read(#"{"$contains": {"id": -1, "x": {"$anyOf": [1, {"a": 2}]}}}"#)
    var other = Matcher()
    other.match(contains, value)
    #expect(other.count == 1)
  }
}
