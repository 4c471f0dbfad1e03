// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.
import Testing

@testable import ContractCore
@testable import TestSupport

struct SchemaDifferenceTests {
  /// A schema, a value, and the report: the place in the schema, the place in the value, the expected and the actual
  /// value.
  static let cases: [(schema: String, value: String, says: String)] = [
    (
      #"{"type": "string"}"#,
      #"1"#,
      #"""
      1:2 : expected a string (type), got 1
      """#
    ),
    (
      #"{"type": ["string", "null"]}"#,
      #"1.5"#,
      #"""
      1:2 : expected a string or null (type), got 1.5
      """#
    ),
    (
      #"{"minimum": 1}"#,
      #"0"#,
      #"""
      1:2 : expected at least 1 (minimum), got 0
      """#
    ),
    (
      #"{"exclusiveMaximum": 10, "multipleOf": 0.01}"#,
      #"10.005"#,
      #"""
      1:2 : expected less than 10 (exclusiveMaximum), got 10.005
      1:26 : expected a multiple of 0.01 (multipleOf), got 10.005
      """#
    ),
    (
      #"{"minLength": 3}"#,
      #""ab""#,
      #"""
      1:2 : expected at least 3 characters (minLength), got "ab"
      """#
    ),
    (
      #"{"maxLength": 1, "pattern": "^a"}"#,
      #""xy""#,
      #"""
      1:2 : expected at most 1 character (maxLength), got "xy"
      1:18 : expected a string that contains a match of /^a/ (pattern), got "xy"
      """#
    ),
    (
      #"{"const": {"a": 1}}"#,
      #"{"a": 2}"#,
      #"""
      1:2 : expected {"a":1} (const), got {"a":2}
      """#
    ),
    (
      #"{"enum": ["open", "done", 3]}"#,
      #""opne""#,
      #"""
      1:2 : expected one of "open", "done", 3 (enum), got "opne"
      """#
    ),
    (
      #"{"properties": {"a": {"type": "integer"}}, "required": ["a", "b"], "additionalProperties": false}"#,
      #"{"a": 1.5, "c": true}"#,
      #"""
      1:23 /a: expected an integer (type), got 1.5
      1:68 /c: expected no such member (additionalProperties), got true
      1:62 /b: expected this member (required), got nothing
      """#
    ),
    (
      #"{"items": {"type": "string"}, "maxItems": 2, "uniqueItems": true}"#,
      #"["a", 1, "a"]"#,
      #"""
      1:31 : expected at most 2 elements (maxItems), got 3 elements
      1:12 /1: expected a string (type), got 1
      1:46 : expected unique elements (uniqueItems), got "a" as elements 0 and 2
      """#
    ),
    // Few elements are compared with each other, and more by their hashes.
    (
      #"{"uniqueItems": true}"#,
      #"[{"a": 1, "b": [2]}, 1, {"b": [2.0], "a": 1}, 1.0]"#,
      #"""
      1:2 : expected unique elements (uniqueItems), got {"a":1,"b":[2]} as elements 0 and 2
      """#
    ),
    (
      #"{"uniqueItems": true}"#,
      #"[3, 4, 5, 6, 7, 8, {"a": 1, "b": [2]}, 1, {"b": [2.0], "a": 1}, 1.0]"#,
      #"""
      1:2 : expected unique elements (uniqueItems), got {"a":1,"b":[2]} as elements 6 and 8
      """#
    ),
    (
      #"{"contains": {"const": 1}}"#,
      #"[2, 3]"#,
      #"""
      1:2 : expected at least 1 matching element (contains), got none of 2 elements
      """#
    ),
    (
      #"{"contains": {"const": 1}, "minContains": 2, "maxContains": 3}"#,
      #"[1]"#,
      #"""
      1:28 : expected at least 2 matching elements (contains, minContains), got 1
      """#
    ),
    (
      #"{"anyOf": [{"type": "string"}, {"type": "object", "properties": {"a": {"minimum": 5}}, "required": ["b"]}]}"#,
      #"{"a": 1, "b": 2}"#,
      #"""
      1:2 : expected a match of at least one of 2 schemas (anyOf), got {"a":1,"b":2} [schema 2 is nearest: /a: expected at least 5 (minimum), got 1]
      """#
    ),
    (
      #"{"oneOf": [{"type": "integer"}, {"minimum": 0}]}"#,
      #"3"#,
      #"""
      1:2 : expected a match of exactly one of 2 schemas (oneOf), got 3 [schemas 1 and 2 match it]
      """#
    ),
    (
      #"{"oneOf": [{"type": "integer"}, {"type": "string", "minLength": 2}]}"#,
      #""a""#,
      #"""
      1:2 : expected a match of exactly one of 2 schemas (oneOf), got "a" [schema 2 is nearest: expected at least 2 characters (minLength), got "a"]
      """#
    ),
    (
      #"{"not": {"type": "null"}}"#,
      #"null"#,
      #"""
      1:2 : expected a value that does not match the schema (not), got null
      """#
    ),
    (
      #"{"if": {"properties": {"k": {"const": 1}}}, "then": {"required": ["v"]}}"#,
      #"{"k": 1}"#,
      #"""
      1:67 /v: expected this member (required), got nothing
      """#
    ),
    (
      #"{"propertyNames": {"pattern": "^[a-z]+$"}}"#,
      #"{"A": 1}"#,
      #"""
      1:2 /A: expected a name that is a string that contains a match of /^[a-z]+$/ (pattern) (propertyNames), got "A"
      """#
    ),
    (
      #"{"properties": {"a": true}, "unevaluatedProperties": false}"#,
      #"{"a": 1, "b": 2}"#,
      #"""
      1:29 /b: expected no such member (unevaluatedProperties), got 2
      """#
    ),
    (
      #"{"prefixItems": [true], "unevaluatedItems": {"type": "string"}}"#,
      #"[1, 2]"#,
      #"""
      1:46 /1: expected a string (type), got 2
      """#
    ),
    (
      #"{"dependentRequired": {"card": ["billing"]}, "minProperties": 2}"#,
      #"{"card": 1}"#,
      #"""
      1:46 : expected at least 2 members (minProperties), got 1 member
      1:24 /billing: expected this member, because there is "card" (dependentRequired), got nothing
      """#
    ),
    (
      #"false"#,
      #"1"#,
      #"""
      1:1 : expected nothing (false), got 1
      """#
    ),
    (
      #"{"properties": {"a": false}}"#,
      #"{"a": 1}"#,
      #"""
      1:22 /a: expected nothing (false), got 1
      """#
    ),
    (
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"x/y": {"items": {"maximum": 3}}}}}}"##,
      #"{"x/y": [1, 9]}"#,
      #"""
      1:72 /x~1y/1: expected at most 3 (maximum), got 9
      """#
    ),
    (
      #"{"allOf": [{"minimum": 5}, {"multipleOf": 2}]}"#,
      #"1"#,
      #"""
      1:13 : expected at least 5 (minimum), got 1
      1:29 : expected a multiple of 2 (multipleOf), got 1
      """#
    ),
  ]

  @Test("each violated keyword is reported with its rangeIndex and the rangeIndex in the value", arguments: cases)
  func said(_ schema: String, _ value: String, _ says: String) throws {
    let matcher = try Schemas.matcher(schema, value)
    let lines = matcher.differences.map { difference in
      "\(difference.range.map { "\($0.position)" } ?? "") \(difference.pointer): expected \(difference.expected), got \(difference.actual ?? "nothing")"
        + (difference.note.map { " [\($0)]" } ?? "")
    }
    expectText(lines.joined(separator: "\n"), is: says)
    #expect(matcher.count == matcher.differences.count)
  }

  @Test("a mismatch shows the keyword's rangeIndex in the schema's own file")
  func mismatch() throws {
    let folder = try ContractFolder([
      "a.contract.json": #"""
        {"contract": 1, "endpoint": "e", "scenarios": [
          {"name": "s", "exchanges": [], "expect": {"success": {"list": {"$jsonSchema": "schemas/todos.json"}}}}
        ]}
        """#,
      "schemas/todos.json": ##"""
        {
          "items": {"$ref": "#/$defs/todo"},
          "$defs": {"todo": {"properties": {"id": {"minimum": 1}}}}
        }
        """##,
    ])
    let set = folder.load()
    #expect(set.diagnostics.map(\.text) == [])
    guard case .success(let pattern)? = set.contracts.first?.scenarios.first?.expected(on: .memory) else {
      Issue.record("no pattern")
      return
    }
    var matcher = Matcher()
    matcher.match(pattern, ["list": [["id": 1], ["id": 0]]])
    let text = matcher.findings(.outcome).map { Reason($0).text }.joined(separator: "\n")
    expectText(text.replacing(folder.path + "/", with: ""), is: """
      unexpected outcome at /list/1/id
        contract  schemas/todos.json:3:44 /$defs/todo/properties/id/minimum
        expected  at least 1 (minimum)
        actual    0
      """)
    #expect(pattern.text == #"{"list":{"$jsonSchema":"schemas/todos.json"}}"#)
  }

  @Test("of many differences, the first hundred are listed and the rest are counted")
  func many() throws {
    let value = JSON.array((0..<5000).map { JSON.number($0) })
    let matcher = try Schemas.matcher(#"{"items": {"type": "string"}}"#, value.text)
    #expect((1...Mismatch.Differences.limit).contains(matcher.differences.count))
    #expect(matcher.count == 5000)
  }
}
