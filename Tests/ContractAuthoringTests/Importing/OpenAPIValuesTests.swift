import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// The values that the import of OpenAPI makes for schemas and parameters.
@Suite("Values for OpenAPI") struct OpenAPIValuesTests {
  private func imported(
    _ operation: String, path: String = "/a", components: String = "{}", version: String = "3.1.0"
  ) throws -> (json: JSON, notes: [String]) {
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "\(version)", "servers": [{"url": "https://a.example"}],
       "paths": {"\(path)": {"get": \(operation)}}, "components": \(components)}
      """
    ])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(sample.errors == [])
    return (try sample.contract(try #require(sample.names.first)), result.noteTexts)
  }

  private static let schemas = ##"""
    {"schemas": {
     "Base": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}, "example": {"id": 7}},
     "Pet": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}, "discriminator": {"propertyName": "kind", "mapping": {"dog": "Dog"}}},
     "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"properties": {"meow": {"const": 1}}}]},
     "Dog": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"properties": {"bark": {"const": 2}}}]},
     "One": {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["one"]}}},
     "Two": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}},
     "Five": {"type": "integer", "default": 5}}}
    """##

  @Test(
    "a value for a schema", .slow,
    arguments: [
      (#"{"type": "string", "example": "e", "default": "d"}"#, "e"),
      (
        ##"{"allOf": [{"$ref": "#/components/schemas/Base"}, {"required": ["n"], "properties": {"n": {"const": 1}}}]}"##,
        ["id": 7, "n": 1]
      ),
      (##"{"$ref": "#/components/schemas/Base", "properties": {"n": {"const": 1}}}"##, ["id": 7, "n": 1]),
      (##"{"allOf": [{"$ref": "#/components/schemas/Base"}], "description": "d"}"##, ["id": 7]),
      (##"{"$ref": "#/components/schemas/Cat"}"##, ["kind": "Cat", "meow": 1]),
      (##"{"$ref": "#/components/schemas/Dog"}"##, ["kind": "dog", "bark": 2]),
      (##"{"oneOf": [{"$ref": "#/components/schemas/Dog"}]}"##, ["kind": "dog", "bark": 2]),
      (
        ##"{"oneOf": [{"$ref": "#/components/schemas/One"}], "discriminator": {"propertyName": "kind"}}"##,
        ["kind": "one"]
      ),
      (
        ##"{"oneOf": [{"$ref": "#/components/schemas/Two"}], "discriminator": {"propertyName": "kind", "mapping": {"2": "Two"}}}"##,
        ["kind": "2"]
      ),
      (
        #"{"allOf": [{"properties": {"a": {"enum": ["x", "y"]}}}, {"properties": {"a": {"description": "d"}}}]}"#,
        ["a": "x"]
      ),
      (#"{"allOf": [{"type": "integer", "minimum": 5}, {"minimum": 1}]}"#, 5),
      (#"{"allOf": [{"type": "integer", "maximum": -5}, {"maximum": 0}]}"#, -5),
      (#"{"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}"#, "b"),
      (
        #"{"allOf": [{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"oneOf": [{"required": ["c"]}]}]}"#,
        ["a": "string", "c": "string"]
      ),
      (#"{"type": "string", "format": "date", "pattern": "^\\d{4}-\\d{2}-\\d{2}$"}"#, "2024-01-02"),
      (#"{"type": "string", "format": "date", "pattern": "^\\d{2}$"}"#, "11"),
    ] as [(String, JSON)])
  func values(schema: String, value: JSON) throws {
    let (json, notes) = try imported(
      #"{"responses": {"200": {"description": "o", "content": {"application/json": {"schema": \#(schema)}}}}}"#,
      components: Self.schemas)
    #expect(json["scenarios"]?.array?[0]["response"]?["body"]?["json"] == value)
    #expect(notes == [])
  }

  @Test("an optional parameter is there if the schema that it refers to has an example") func references() throws {
    let (json, _) = try imported(
      ##"{"parameters": [{"in": "query", "name": "q", "schema": {"$ref": "#/components/schemas/Five"}}], "responses": {"204": {"description": "n"}}}"##,
      components: Self.schemas)
    #expect(json["request"]?["query"] == ["q": ["$optional": "5"]])
  }

  @Test(
    "styles of a path parameter",
    arguments: [
      ("label", true, ".3.4", ".R=1.G=2"), ("label", false, ".3,4", ".R,1,G,2"),
      ("matrix", true, ";v=3;v=4", ";R=1;G=2"), ("matrix", false, ";v=3,4", ";v=R,1,G,2"),
      ("simple", true, "3,4", "R=1,G=2"),
    ])
  func styles(style: String, explodes: Bool, list: String, object: String) throws {
    for (example, text) in [("[3, 4]", list), (#"{"R": 1, "G": 2}"#, object)] {
      let (json, _) = try imported(
        """
        {"parameters": [{"in": "path", "name": "v", "required": true, "style": "\(style)", "explode": \(explodes), "example": \(example)}],
         "responses": {"204": {"description": "n"}}}
        """, path: "/a/{v}")
      #expect(json["request"]?["path"]?.string == "/a/" + text)
    }
  }

  @Test("an integer has the digits of one wherever it stands, and a number stays as it is written") func integers()
    throws
  {
    let integer = #"{"type": "integer", "example": 30.0}"#
    let (json, notes) = try imported(
      #"""
      {"parameters": [{"in": "path", "name": "id", "required": true, "schema": {"type": "integer", "minimum": 1.0}, "example": 7.0},
        {"in": "query", "name": "q", "required": true, "schema": \#(integer)},
        {"in": "query", "name": "default", "required": true, "schema": {"type": "integer", "default": 20.0}},
        {"in": "query", "name": "const", "required": true, "schema": {"type": "integer", "const": 2e1}},
        {"in": "query", "name": "enum", "required": true, "schema": {"type": "integer", "enum": [10.0]}},
        {"in": "query", "name": "big", "required": true, "schema": {"type": "integer", "minimum": 1e15}},
        {"in": "query", "name": "huge", "required": true, "schema": {"type": "integer", "minimum": 1e20}},
        {"in": "query", "name": "null", "required": true, "schema": {"anyOf": [{"type": "integer"}, {"type": "null"}]}, "example": 5.0},
        {"in": "query", "name": "list", "required": true, "schema": {"type": "array", "items": {"type": "integer"}}, "example": [1.0, 2.0]},
        {"in": "query", "name": "n", "required": true, "schema": {"type": "number"}, "example": 3.0},
        {"in": "query", "name": "f", "required": true, "schema": {"type": "integer"}, "example": 3.5},
        {"in": "header", "name": "X-A", "required": true, "schema": \#(integer)}],
       "requestBody": {"required": true, "content": {"application/x-www-form-urlencoded": {"schema": {"type": "object", "required": ["n"], "properties": {"n": \#(integer)}}}}},
       "responses": {"200": {"description": "d", "headers": {"X-B": {"schema": \#(integer)}},
        "content": {"application/json": {"schema": {"type": "object", "properties": {"n": \#(integer), "m": {"type": "integer", "exclusiveMinimum": 1e15}, "x": {"type": "number"}}}, "example": {"n": 30.0, "m": 2e15, "x": 1.0}}}}}}
      """#, path: "/a/{id}")
    #expect(json["request"]?["path"] == "/a/7")
    #expect(
      json["request"]?["query"] == [
        "q": "30", "default": "20", "const": "20", "enum": "10", "big": "1000000000000000",
        "huge": "100000000000000000000", "null": "5", "list": ["1", "2"], "n": ["$format": ["number": 3]], "f": "3.5",
      ])
    #expect(json["request"]?["headers"]?["X-A"] == "30")
    #expect(json["request"]?["body"] == ["form": ["n": "30"]])
    #expect(json["input"]?["q"]?.text == "30" && json["input"]?["list"]?.text == "[1,2]")
    let response = json["scenarios"]?.array?.first?["response"]
    #expect(response?["headers"]?["X-B"] == "30")
    #expect(response?["body"]?["json"]?.text == #"{"n":30,"m":2000000000000000,"x":1.0}"#)
    #expect(
      notes == [
        "#/paths/~1a~1{id}/get/parameters/10/example: the value does not match its schema: it should be an integer (type)"
      ]
    )
  }

  @Test("a percent sign of a value is escaped, and one of the path is an escape already") func percent() throws {
    let (json, _) = try imported(
      #"{"parameters": [{"in": "path", "name": "v", "required": true, "example": "a%2Fb"}], "responses": {"204": {"description": "n"}}}"#,
      path: "/%20/{v}")
    #expect(json["request"]?["path"] == "/%20/a%252Fb")
  }

  @Test("only the part that a contract cannot have is lost") func parts() throws {
    let (json, notes) = try imported(
      #"""
      {"parameters": [{"in": "query", "name": "empty", "example": []}, {"in": "header", "name": "a b", "example": "x"},
        {"in": "query", "name": "Key", "example": "x"}, {"in": "query", "name": "deep", "style": "deepObject", "example": {"a": {"b": 1}}}],
       "security": [{"key": []}], "responses": {"204": {"description": "n"}}}
      """#, components: #"{"securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "key"}}}"#)
    #expect(json["request"]?["query"]?.object?.members.map(\.name) == ["Key", "deep[a]", "key"])
    #expect(json["request"]?["headers"] == nil)
    #expect(
      notes == [
        "#/paths/~1a/get: the header a b is not valid in HTTP; it is left out",
        "#/paths/~1a/get/parameters/3: how the style deepObject writes nested values is not described",
      ])
  }

  @Test(
    "an answer without a value that its type can have has no body, and a note",
    arguments: [
      (
        #""application/xml": {"example": {"a": 1}}"#,
        "a body of the type application/xml is left out, because its value is not a text"
      ),
      (##""application/json": {"schema": {"$ref": "#/nowhere"}}"##, "no value for this schema can be made"),
    ])
  func bodies(content: String, note: String) throws {
    let (json, notes) = try imported(#"{"responses": {"200": {"description": "o", "content": {\#(content)}}}}"#)
    #expect(json["scenarios"]?.array?[0]["response"]?["body"] == nil)
    #expect(notes.contains { $0.hasSuffix(": " + note) })
  }

  private static let parsed = "the example is a text with JSON in it; the JSON is imported, not the text"

  @Test(
    "an example that is JSON as a text is that JSON, with a note, unless the schema allows a text",
    arguments: [
      ("", true), (#""schema": {},"#, true), (#""schema": {"type": "object"},"#, true),
      (#""schema": {"properties": {"id": {}}},"#, true),
      (#""schema": {"oneOf": [{"properties": {"id": {}}}, {"type": "null"}]},"#, true),
      (#""schema": {"type": "string"},"#, false), (#""schema": {"type": ["string", "object"]},"#, false),
      (#""schema": {"anyOf": [{"type": "object"}, {"type": "string"}]},"#, false),
    ])
  func texts(schema: String, isJSON: Bool) throws {
    let text = isJSON ? #"{"id": 1, "password": "SECRET"}"# : #"{"id": 1}"#
    for example in [
      #""example": \#(JSON.string(text).text)"#, #""examples": {"e": {"value": \#(JSON.string(text).text)}}"#,
    ] {
      let content = #""content": {"application/json": {\#(schema) \#(example)}}"#
      let (json, notes) = try imported(
        #"{"requestBody": {"required": true, \#(content)}, "responses": {"200": {"description": "ok", \#(content)}}}"#)
      let body = json["scenarios"]?.array?[0]["response"]?["body"]?["json"]
      #expect(body == (isJSON ? ["id": 1, "password": "secret"] : .string(text)))
      #expect(json["input"]?["body"]?["id"] == (isJSON ? 1 : nil))
      #expect(
        Set(notes.map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "" })
          == (isJSON ? [Self.parsed] : []))
    }
  }

  @Test("an example that is JSON as a text in the schema, and in a parameter, and texts that are not JSON")
  func otherTexts() throws {
    let (json, notes) = try imported(
      #"""
      {"parameters": [{"in": "query", "name": "q", "required": true, "content": {"application/json": {"example": "[1]"}}},
        {"in": "query", "name": "t", "required": true, "example": "[1]"}],
       "responses": {"200": {"description": "ok", "content": {"application/json": {"schema": {"example": "{\"id\": 1}"}}}},
        "201": {"description": "ok", "content": {"application/json": {"example": "pong"}}},
        "202": {"description": "ok", "content": {"text/plain": {"example": "{\"id\": 1}"}}}}}
      """#)
    #expect(json["request"]?["query"] == ["q": "[1]", "t": "[1]"])
    #expect(json["input"] == ["q": [1], "t": "[1]"])
    let bodies = json["scenarios"]?.elements.map { $0["response"]?["body"] }
    #expect(bodies == [["json": ["id": 1]], ["json": "pong"], ["text": #"{"id": 1}"#]])
    #expect(
      notes == [
        "#/paths/~1a/get/parameters/0/content/application~1json: \(Self.parsed)",
        "#/paths/~1a/get/responses/200/content/application~1json/schema: \(Self.parsed)",
      ])
  }

  @Test(
    "a list of a sequential media type is one value on each line",
    arguments: [
      ("application/jsonl", "dataValue", #"[{"a": 1}, "b", [2]]"#, "{\"a\":1}\n\"b\"\n[2]\n"),
      ("application/x-ndjson; charset=utf-8", "value", "[1, 2]", "1\n2\n"),
      ("application/jsonl", "value", #"{"a": 1}"#, "{\"a\":1}\n"),
      ("application/jsonl", "value", #""{\"a\": 1}\n""#, "{\"a\": 1}\n"),
      ("application/json-seq", "value", "[1, 2]", "\u{1E}1\n\u{1E}2\n"),
      ("application/geo+json-seq", "value", "[1]", "\u{1E}1\n"),
    ])
  func lines(type: String, member: String, value: String, text: String) throws {
    let (json, notes) = try imported(
      #"{"responses": {"200": {"description": "ok", "content": {"\#(type)": {"examples": {"e": {"\#(member)": \#(value)}}}}}}}"#
    )
    #expect(json["scenarios"]?.array?[0]["response"]?["body"] == ["text": .string(text)])
    #expect(notes == [])
  }

  @Test(
    "a sequence is made from the schema of its values, and an example as it is sent wins",
    arguments: [
      ("application/jsonl", #""itemSchema": {"type": "object", "properties": {"id": {"const": 7}}}"#, "{\"id\":7}\n"),
      ("application/json-seq", #""itemSchema": {"const": 7}"#, "\u{1E}7\n"),
      (
        "text/event-stream", #""itemSchema": {"properties": {"event": {"const": "add"}, "data": {"const": "a"}}}"#,
        "event: add\ndata: a\n\n"
      ),
      (
        "text/event-stream",
        #""itemSchema": {"properties": {"data": {"type": "string", "contentSchema": {"properties": {"id": {"const": 7}}}}}}"#,
        "data: {\"id\":7}\n\n"
      ),
      (
        "text/event-stream",
        #""examples": {"e": {"dataValue": [{"data": "a\nb", "event": "add", "id": "1"}, {"data": "c", "retry": 9}]}}"#,
        "event: add\ndata: a\ndata: b\nid: 1\n\ndata: c\nretry: 9\n\n"
      ),
      ("text/event-stream", #""examples": {"e": {"dataValue": [{"id": 7}, 8]}}"#, "id: 7\n\ndata: 8\n\n"),
      (
        "text/event-stream", #""examples": {"e": {"dataValue": [1], "serializedValue": "data: raw\n\n"}}"#,
        "data: raw\n\n"
      ),
      ("application/jsonl", #""examples": {"e": {"dataValue": [1], "serializedValue": " 1\n"}}"#, " 1\n"),
    ])
  func sequences(type: String, members: String, text: String) throws {
    let (json, notes) = try imported(
      #"{"responses": {"200": {"description": "ok", "content": {"\#(type)": {\#(members)}}}}}"#)
    #expect(json["scenarios"]?.array?[0]["response"]?["body"] == ["text": .string(text)])
    #expect(notes.filter { !$0.contains("the value is from") } == [])
  }

  @Test("JSON is what an example means, or what it is sent as")
  func serialized() throws {
    for (example, body) in [
      (#"{"serializedValue": "[1, 2]"}"#, "[1, 2]"),
      (#"{"dataValue": {"a": 1}, "serializedValue": "{\"a\":1}"}"#, #"{"a": 1}"#),
    ] {
      let (json, notes) = try imported(
        #"{"responses": {"200": {"description": "ok", "content": {"application/json": {"examples": {"e": \#(example)}}}}}}"#
      )
      #expect(json["scenarios"]?.array?[0]["response"]?["body"]?["json"] == JSON.parse(body))
      #expect(notes == [])
    }
  }

  @Test("values of types that clients write in different forms")
  func typed() throws {
    let uuid = "123e4567-e89b-42d3-a456-426614174000"
    func parameter(_ name: String, _ place: String, _ schema: String) -> String {
      #"{"name": "\#(name)", "in": "\#(place)", "required": true, "schema": \#(schema)}"#
    }
    let parameters = [
      parameter("id", "path", #"{"type": "string", "format": "uuid"}"#),
      parameter("at", "query", #"{"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]}"#),
      parameter("price", "query", #"{"type": "number", "default": 2}"#),
      parameter("count", "query", #"{"type": "integer", "default": 3}"#),
      parameter("on", "query", #"{"type": "boolean"}"#),
      parameter("ids", "query", #"{"type": "array", "items": {"type": "string", "format": "uuid"}}"#),
      parameter("fixed", "query", #"{"type": "string", "format": "uuid", "enum": ["\#(uuid)"]}"#),
      parameter("either", "query", #"{"anyOf": [{"type": "string", "format": "date-time"}, {"type": "string"}]}"#),
      parameter("X-At", "header", #"{"type": "string", "format": "date-time"}"#),
    ]
    let body = #"""
      {"content": {"application/json": {"schema": {"type": "object", "required": ["id", "day"], "properties": {
        "id": {"type": "string", "format": "uuid"}, "day": {"type": "string", "format": "date"},
        "photo": {"type": "string", "contentEncoding": "base64"}, "price": {"type": "number", "default": 2},
        "times": {"type": "array", "items": {"type": "string", "format": "date-time"}}}}}}, "required": true}
      """#
    let operation =
      #"{"parameters": [\#(parameters.joined(separator: ","))], "requestBody": \#(body), "responses": {"200": {}}}"#
    let (json, notes) = try imported(operation, path: "/a/{id}")
    #expect(notes == [])
    let request = try #require(json["request"])
    let time: JSON = ["$format": ["date-time": "2024-01-02T03:04:05Z"]]
    #expect(request["pathParameters"] == ["id": ["$format": ["uuid": .string(uuid)]]])
    #expect(
      request["query"] == [
        "at": time, "price": ["$format": ["number": 2]], "count": "3", "on": ["$format": ["boolean": true]],
        "ids": ["$format": ["uuid": .string(uuid)]], "fixed": .string(uuid), "either": "2024-01-02T03:04:05Z",
      ])
    #expect(request["headers"]?["X-At"] == time)
    #expect(
      request["body"]?["json"] == [
        "id": ["$format": ["uuid": .string(uuid)]], "day": "2024-01-02",
        "photo": ["$optional": ["$format": ["base64": "c3RyaW5n"]]], "price": ["$optional": 2],
        "times": ["$optional": [time]],
      ])
  }
}
