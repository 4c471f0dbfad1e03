import Testing

@testable import ContractCore

@Suite("Expectations that everything meets")
struct MatchesAnythingTests {
  private static let down = #"{"kind": "networkError", "error": "cannotConnectToHost"}"#
  private static let ok = #"{"kind": "valid"}"#

  @Test(
    "an expectation of a result that everything meets",
    arguments: [
      (#"{"$any": true}"#, true), (#"{"$partial": {}}"#, true),
      (#"{"$partial": {"a": {"$optional": {"$any": true}}}}"#, true),
      (#"{"$regex": "(?:)"}"#, true), (#"{"$regex": ".*"}"#, true), (#"{"$regex": "^"}"#, true),
      (#"{"$regex": "$"}"#, true),
      (#"{"$regex": "[\\s\\S]*"}"#, true), (#"{"$regex": "a*|b"}"#, true), (#"{"$regex": "(?s)^.*$"}"#, true),
      (#"{"$anyOf": [1, {"$any": true}]}"#, true), (#"{"$anyOf": [{"$partial": {}}, 2]}"#, true),
      (#"{"$type": ["null", "boolean", "number", "string", "array", "object"]}"#, true),
      (#"{"$allOf": [{"$any": true}, {"$regex": "^"}]}"#, true),
      (#"{"$allOf": [{"$any": true}, {"$type": "string"}]}"#, false), (#"{"$not": 1}"#, false),
      (#"{"$each": {"$any": true}}"#, false), (#"{"$contains": {"$any": true}}"#, false),
      (#"{"$unordered": []}"#, false),
      (#"{"$format": "uuid"}"#, false), (#"{"$jsonSchema": true}"#, true), (#"{"$jsonSchema": {}}"#, true),
      (#"{"$jsonSchema": {"title": "a"}}"#, true), (#"{"$jsonSchema": {"type": "object"}}"#, false),
      (#"{"$jsonSchema": {"properties": {"a": true}}}"#, false), (#"{"$type": "object"}"#, false),
      (#"{"$type": ["null", "string"]}"#, false), (#"{"$partial": []}"#, false),
      (#"{"$partial": {"a": {"$any": true}}}"#, false), (#"{"$partial": {"a": {"$absent": true}}}"#, false),
      (#"{"$partial": {"a": {"$optional": 1}}}"#, false), (#"{"$regex": "."}"#, false), (#"{"$regex": ".+"}"#, false),
      (#"{"$regex": "^.*$"}"#, false), (#"{"$regex": "^$"}"#, false), (#"{"$regex": "\\A"}"#, true),
      (#"{"$regex": "^(a+)+$"}"#, false),
      (#"{"$anyOf": [1, 2]}"#, false), ("{}", false), ("[]", false), ("null", false),
      (#"{"a": {"$any": true}}"#, false),
      (#"[{"$any": true}]"#, false), (#"{"$literal": {"$any": true}}"#, false),
    ])
  func results(_ pattern: String, _ isWarned: Bool) throws {
    let expected = isWarned ? ["matches-anything"] : []
    #expect(try LintFixture.codes(Self.ok, "{\"success\": \(pattern)}") == expected)
    #expect(
      try LintFixture.codes(Self.ok, "{\"success\": 1, \"memory\": {\"success\": \(pattern)}}") == expected)
    #expect(try LintFixture.codes(Self.ok, "{\"success\": \(pattern)}", members: #""skip": "later", "#) == [])
  }

  @Test(
    "an expectation of a failure that everything meets",
    arguments: [
      ("{}", true), (#"{"$any": true}"#, true), (#"{"$partial": {}}"#, true), (#"{"category": {"$any": true}}"#, true),
      (#"{"category": {"$regex": "^"}}"#, true), (#"{"payload": {"$optional": {"$any": true}}}"#, true),
      (#"{"$anyOf": ["network", {}]}"#, true), (#"{"$allOf": [{}, {"$any": true}]}"#, true),
      (#"{"$allOf": [{}, "network"]}"#, false), (#"{"$type": "object"}"#, true),
      (#""other""#, false), (#"{"category": "other"}"#, false), (#"{"type": {"$any": true}}"#, false),
      (#"{"payload": {"$absent": true}}"#, false), (#"{"underlying": {}}"#, false),
      (#"{"$anyOf": ["network", "other"]}"#, false),
      (
        #"{"$anyOf": ["network", "status", "decoding", "invalidResponse", "invalidRequest", "cancelled", "other"]}"#,
        true
      ),
      (
        #"{"$anyOf": [{"category": {"$anyOf": ["network", "status", "decoding", "invalidResponse"]}}, "invalidRequest", "cancelled", "other"]}"#,
        true
      ),
      (#"{"$anyOf": ["network", "status", "decoding", "invalidResponse", "invalidRequest", "cancelled"]}"#, false),
      (#"{"code": {"$type": "integer"}}"#, false),
    ])
  func failures(_ pattern: String, _ isWarned: Bool) throws {
    let expected = isWarned ? ["matches-anything"] : []
    #expect(try LintFixture.codes(Self.down, "{\"failure\": \(pattern)}") == expected)
    #expect(
      try LintFixture.codes(Self.down, "{\"failure\": \"other\", \"memory\": {\"failure\": \(pattern)}}") == expected)
  }

  @Test("an expectation of a stream's values that everything meets")
  func values() throws {
    #expect(
      try LintFixture.codes(Self.down, #"{"failure": "network", "values": {"$any": true}}"#) == ["matches-anything"])
    #expect(try LintFixture.codes(Self.down, #"{"failure": "network", "values": []}"#) == [])
  }
}
