import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

/// Documents whose values would be larger than everything that anybody reads.
@Suite("Import of schemas that describe huge values", .slow) struct LargeSampleTests {
  /// Imports an operation whose answer has a schema. Returns the body of the answer in the contract, and the notes.
  private func imported(_ schema: String, _ schemas: String = "{}") throws -> (body: JSON?, notes: [String]) {
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.example"}],
       "paths": {"/x": {"get": {"operationId": "getX", "responses": {"200": {"description": "d",
         "content": {"application/json": {"schema": \(schema)}}}}}}},
       "components": {"schemas": \(schemas)}}
      """
    ])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(sample.errors == [])
    #expect(try sample.text("getX").utf8.count < 1_100_000)
    let scenario = try sample.contract("getX")["scenarios"]?.array?.first
    return (scenario?["response"]?["body"]?["json"], result.notes.filter { $0.level == .note }.map(\.text))
  }

  /// Schemas of which each refers twice to the next one. `#` is the number of the next one.
  private func chain(_ schema: String, last: String = #"{"type": "string"}"#) -> String {
    let all = (0..<30).map { "\"S\($0)\": \(schema.replacing("#", with: "\"#/components/schemas/S\($0 + 1)\""))" }
    return "{\(all.joined(separator: ", ")), \"S30\": \(last)}"
  }

  private static let first = ##"{"$ref": "#/components/schemas/S0"}"##
  private static let tooLarge =
    "no value for this schema is made, because that takes too many steps; add an example"

  @Test(
    "braces of an expression neither end the import nor keep it busy",
    arguments: [
      ("^a{-5}$", "a{-5}"), ("^a{5,-1}$", "a{5,-1}"), ("^(aa){9223372036854775807}$", nil),
      ("^(){1000000000}$", nil), ("^(a{0}){99999999999999999999}$", nil), ("^(((((a{90}){90}){90}){90}){90})$", nil),
      ("^a{2}$", "aa"), ("^(ab){1,3}$", "ab"), ("^(){3}x{0,}$", ""),
    ] as [(String, String?)])
  func braces(_ expression: String, _ expected: String?) throws {
    #expect(SampleText.make(expression, length: 0...(.max)) == expected)
    _ = try imported(#"{"type": "string", "pattern": "\#(expression)"}"#)
  }

  @Test("lists in lists have no value if it would be huge")
  func lists() throws {
    var schema = #"{"type": "string"}"#
    for _ in 0..<4 { schema = #"{"type": "array", "minItems": 40, "items": \#(schema)}"# }
    #expect(try imported(schema).notes == [Self.tooLarge])
    var map = #"{"type": "string", "minLength": 5000}"#
    for _ in 0..<5 { map = #"{"type": "object", "minProperties": 90, "additionalProperties": \#(map)}"# }
    #expect(try imported(map).notes.contains(Self.tooLarge))
    let small = try imported(#"{"type": "array", "minItems": 2, "items": {"type": "array", "minItems": 2}}"#)
    #expect(small.body == [["string", "string"], ["string", "string"]])
  }

  @Test("schemas that refer twice to the next one do not double the work with each level")
  func references() throws {
    let members = #"{"type": "object", "required": ["a", "b"], "properties": {"a": {"$ref": #}, "b": {"$ref": #}}}"#
    #expect(try imported(Self.first, chain(members)).notes == [Self.tooLarge])
    let all = try imported(
      Self.first, chain(#"{"allOf": [{"$ref": #}, {"$ref": #}]}"#, last: #"{"type": "object", "required": ["a"]}"#))
    #expect(all.body == ["a": "string"])
    let choices = chain(#"{"oneOf": [{"$ref": #}, {"$ref": #}]}"#, last: Self.first)
    #expect(try imported(Self.first, choices).notes == [Self.tooLarge])
  }

  @Test(
    "values that take too long to compare with their schemas are noted, and the next ones are compared",
    arguments: ["oneOf", "allOf"])
  func comparisons(keyword: String) throws {
    let schemas = chain(
      #"{"\#(keyword)": [{"$ref": #}, {"$ref": #}]}"#,
      last: #"{"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}}"#)
    let operations = (0..<3).map { number in
      #""/\#(number)": {"get": {"operationId": "o\#(number)", "responses": {"200": {"description": "d", "content": {"application/json": {"schema": \#(Self.first)}}}}}}"#
    }
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {\(operations.joined(separator: ", ")), "/y": {"get": {"operationId": "y",
        "responses": {"200": {"description": "d", "content": {"application/json": {"schema": {"type": "integer"}, "example": "x"}}}}}}},
       "components": {"schemas": \(schemas)}}
      """
    ])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(try sample.contract("o2")["scenarios"]?.array?.first?["response"]?["body"]?["json"] == ["x": 1])
    let unknown = (0..<3).map { number in
      "#/paths/~1\(number)/get/responses/200/content/application~1json/schema: the value is not compared with its schema: that takes too many steps; simplify the schema"
    }
    #expect(
      result.noteTexts == unknown + [
        "#/paths/~1y/get/responses/200/content/application~1json/example: the value does not match its schema: it should be an integer (type)"
      ])
  }

  @Test("an object has each of its many members once, also if two schemas describe it")
  func members() throws {
    let names = (0..<3_000).map { "p\($0)" }
    let properties = names.map { #""\#($0)": {"type": "integer", "example": 7}"# }.joined(separator: ", ")
    let required = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let whole = try imported(#"{"type": "object", "required": [\#(required)], "properties": {\#(properties)}}"#)
    #expect(whole.body?.object?.members.count == names.count)
    let parts = #"{"allOf": [{"properties": {\#(properties)}}, {"required": [\#(required)]}]}"#
    #expect(try imported(parts).body == whole.body)
  }

  @Test("a large example of the document is taken as it is, once")
  func example() throws {
    let text = String(repeating: "x", count: 600_000)
    #expect(try imported(#"{"type": "string", "example": "\#(text)"}"#).body == .string(text))
    let list = #"{"type": "array", "minItems": 3, "items": {"type": "string", "example": "\#(text)"}}"#
    #expect(try imported(list).notes == [Self.tooLarge])
  }

  @Test("the largest number is followed by another one")
  func largest() throws {
    let schema = #"{"type": "array", "minItems": 3, "uniqueItems": true, "items": {"default": 9223372036854775807}}"#
    #expect(try imported(schema).body?.array?.count == 3)
  }
}
