import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Schemas in files")
struct SchemaFileTests {
  /// Returns a contract whose only scenario expects a result that a schema describes.
  static func contract(_ schema: String) -> String {
    #"{"contract": 1, "endpoint": "e", "scenarios": [{"name": "s", "exchanges": [], "#
      + "\n"
      + #""expect": {"success": {"$jsonSchema": "# + schema + "}}}]}"
  }

  /// Returns whether a value matches the contract of a folder. Nil if the contract has an error.
  static func matches(_ folder: ContractFolder, _ value: JSON) -> Bool? {
    guard case .success(let pattern)? = folder.load().contracts.first?.scenarios.first?.expected(on: .memory) else {
      return nil
    }
    var matcher = Matcher()
    matcher.match(pattern, value)
    return matcher.count == 0
  }

  @Test("a schema is read from a file, and its references are relative to that file")
  func files() throws {
    let folder = try ContractFolder([
      "todo/a.contract.json": Self.contract(#""../schemas/todo.json""#),
      "schemas/todo.json":
        #"{"properties": {"id": {"$ref": "parts/id.json#/$defs/id"}, "next": {"$ref": "todo.json"}}}"#,
      "schemas/parts/id.json": #"{"$defs": {"id": {"$ref": "../number.json#positive"}}}"#,
      "schemas/number.json": #"{"$defs": {"a": {"$anchor": "positive", "type": "integer", "minimum": 1}}}"#,
    ])
    #expect(folder.said() == "")
    #expect(Self.matches(folder, ["id": 1, "next": ["id": 2]]) == true)
    #expect(Self.matches(folder, ["id": 1, "next": ["id": 0]]) == false)
  }

  @Test("a schema in a contract refers to files beside the contract, and to parts of files that are not schemas")
  func inline() throws {
    let folder = try ContractFolder([
      "a.contract.json": Self.contract(##"{"items": {"$ref": "api.json#/components/schemas/Todo"}}"##),
      "api.json": ##"""
      {"openapi": "3.1.0", "paths": {}, "type": 1,
       "components": {"schemas": {"Todo": {"$ref": "#/components/schemas/Named"}, "Named": {"required": ["name"]}}}}
      """##,
    ])
    #expect(folder.said() == "")
    #expect(Self.matches(folder, [["name": "a"]]) == true)
    #expect(Self.matches(folder, [["id": 1]]) == false)
  }

  @Test("if $id gives schemas URLs, files beside them are found by name, and schemas already read by URL")
  func identified() throws {
    let folder = try ContractFolder([
      "a.contract.json": Self.contract(#""schemas/list.json""#),
      "schemas/list.json": #"{"$id": "https://example.com/v1/list.json", "items": {"$ref": "todo.json"}}"#,
      "schemas/todo.json": #"""
      {"$id": "https://example.com/v1/todo.json", "properties": {"next": {"$ref": "https://example.com/v1/todo.json"},
       "all": {"$ref": "/v1/list.json"}, "id": {"type": "integer"}}}
      """#,
    ])
    #expect(folder.said() == "")
    #expect(Self.matches(folder, [["id": 1, "next": ["id": 2, "all": [["id": 3]]]]]) == true)
    #expect(Self.matches(folder, [["id": 1, "next": ["id": 2, "all": [["id": "3"]]]]]) == false)
  }

  @Test("schemas may refer to the official meta-schemas, which are part of contract-run")
  func metaSchemas() throws {
    let schema = #"{"$ref": "https://json-schema.org/draft/2020-12/schema"}"#
    #expect(try Schemas.matches(schema, #"{"properties": {"a": {"type": "string", "items": [{}]}}}"#) == false)
    #expect(try Schemas.matches(schema, #"{"properties": {"a": {"type": "string", "items": {"minLength": 1}}}}"#))
    #expect(try Schemas.matches(schema, #"{"$defs": {"a": {"required": [1]}}}"#) == false)
    let validation = #"{"$ref": "https://json-schema.org/draft/2020-12/meta/validation#/$defs/stringArray"}"#
    #expect(try Schemas.matches(validation, #"["a", "a"]"#) == false)
  }

  @Test("every text of a meta-schema is a valid schema with the right URL")
  func texts() throws {
    for name in ["schema"]
      + [
        "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation",
        "format-assertion", "content",
      ].map({ "meta/" + $0 })
    {
      let uri = "https://json-schema.org/draft/2020-12/" + name
      let text = try #require(MetaSchemas.text(at: uri))
      let json = try #require(JSON.parse(text))
      #expect(json["$id"]?.string == uri)
      // Each is valid by itself.
      #expect(try Schemas.matches(#"{"$ref": "\#(MetaSchemas.dialect)"}"#, json.text))
      #expect(try Schemas.compile(json.text).diagnostics.map(\.text) == [])
    }
    #expect(MetaSchemas.text(at: "https://json-schema.org/draft/2020-12/other") == nil)
  }

  @Test("a custom dialect turns vocabularies on and off")
  func dialects() throws {
    let vocabulary = "https://json-schema.org/draft/2020-12/vocab/"
    let folder = try ContractFolder([
      "a.contract.json": Self.contract(
        #"{"$schema": "meta.json", "properties": {"at": {"format": "date", "minLength": 99}}}"#),
      "meta.json": #"{"$vocabulary": {"\#(vocabulary)applicator": true, "\#(vocabulary)format-assertion": true}}"#,
    ])
    #expect(folder.said() == "")
    #expect(Self.matches(folder, ["at": "2024-02-29"]) == true)
    #expect(Self.matches(folder, ["at": "2023-02-29"]) == false)
    try folder.write(#"{"$vocabulary": {"\#(vocabulary)validation": true}}"#, to: "meta.json")
    #expect(Self.matches(folder, ["at": "x"]) == true)
  }

  @Test("format is an annotation in the official dialect")
  func annotation() throws { #expect(try Schemas.matches(#"{"format": "uuid"}"#, #""x""#)) }

  @Test("a mistake in a file is reported there, and a mistake in a reference is reported at the reference")
  func faults() throws {
    let folder = try ContractFolder([
      "a.contract.json": Self.contract(#""schemas/a.json""#),
      "schemas/a.json": ##"""
      {"allOf": [
        {"$ref": "b.json#/$defs/x"},
        {"$ref": "c.json"},
        {"$ref": "../../out.json"},
        {"$ref": "b.json#/nothing"},
        {"$ref": "http://example.com/d.json"},
        {"$schema": "d.json", "$id": "d"},
        {"$ref": "a%zz.json"}
      ]}
      """##,
      "schemas/b.json": #"{"$defs": {"x": {"minimum": "1"}, "y": {"minimum": "2"}}}"#,
      "schemas/d.json": #"{"$vocabulary": {"https://example.com/units": true}}"#,
    ])
    expectGolden(folder.said().replacing(folder.path, with: "FOLDER"))
  }

  @Test("the project's own schema of contracts is valid, and gives the right result for the tests' contracts")
  func contracts() throws {
    let bytes = try Data(contentsOf: TestFolder.package.appendingPathComponent("specs/contract.schema.json"))
    let (schema, diagnostics) = try Schemas.compile(String(decoding: bytes, as: UTF8.self))
    #expect(diagnostics.map(\.text) == [])
    // Nil if strict reading already finds a mistake, such as a lone surrogate.
    func accepts(_ text: String) -> Bool? {
      var matcher = Matcher(isQuiet: true)
      guard let json = JSON.parse(text) else { return nil }
      matcher.match(Pattern(.schema(schema), at: .nowhere), json)
      return matcher.count == 0
    }
    for good in GoodContract.all { #expect(accepts(good.text) == true, "\(good.name)") }
    for broken in BrokenContract.all {
      guard let isAccepted = accepts(broken.text) else { continue }
      #expect(isAccepted == (broken.schema == .accepts), "\(broken.name)")
    }
  }

  @Test("{{baseURL}} in a schema is text, because JSON Schema has no placeholders")
  func addresses() throws {
    let folder = try ContractFolder(["a.contract.json": Self.contract(#"{"const": "{{baseURL}}/a"}"#)])
    let scenario = try #require(folder.load().contracts.first?.scenarios.first)
    let filled = scenario.filled(with: Addresses(base: try #require(BaseURL("http://127.0.0.1:1"))))
    guard case .success(let pattern)? = filled.expected(on: .memory) else { throw CancellationError() }
    var matcher = Matcher()
    matcher.match(pattern, "{{baseURL}}/a")
    #expect(matcher.count == 0)
  }
}
