import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// What becomes of an OpenAPI description.
@Suite("Import of OpenAPI") struct OpenAPITests {
  /// Imports one operation of a document of version 3.1, and returns its contract.
  private func contract(
    _ operation: String, path: String = "/todos", item: String = "", components: String = "{}", root: String = "",
    version: String = "3.1.0"
  ) throws -> (json: JSON, result: Import, sample: ImportSample) {
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "\(version)", "info": {"title": "t", "version": "1"}, \(root)
       "paths": {"\(path)": {\(item) "get": \(operation)}}, "components": \(components)}
      """
    ])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(result.failures.map(\.message) == [])
    #expect(sample.errors == [])
    let name = try #require(sample.names.first)
    return (try sample.contract(name), result, sample)
  }

  private static let server = #""servers": [{"url": "https://api.example.com/v1"}],"#

  @Test("an operation becomes a contract that check accepts") func whole() throws {
    let (json, result, sample) = try contract(
      """
      {"operationId": "listTodos", "summary": "All todos", "tags": ["todos"],
       "parameters": [{"name": "page", "in": "query", "required": true, "schema": {"type": "integer", "minimum": 2}}],
       "responses": {"200": {"description": "ok", "content": {"application/json": {
         "example": {"next": "https://api.example.com/v1/todos?page=3", "all": 1}}}},
        "default": {"description": "error"}}}
      """, root: Self.server)
    #expect(
      json == [
        "contract": 1, "endpoint": "GET /todos", "operation": "listTodos", "description": "All todos",
        "tags": ["todos"], "baseURL": "https://api.example.com/v1", "input": ["page": 2],
        "request": ["method": "GET", "path": "/todos", "query": ["page": "2"]],
        "scenarios": [
          [
            "name": "200", "description": "ok",
            "response": ["kind": "valid", "body": ["json": ["next": "{{baseURL}}/todos?page=3", "all": 1]]],
          ],
          ["name": "500 (default)", "description": "error", "response": ["kind": "statusError", "status": 500]],
        ],
      ])
    #expect(result.noteTexts == [])
    #expect(result.summary == "imported 1 operation: 1 complete")
    let first = try sample.text("listTodos")
    try sample.run(.openapi, ["api.json"])
    #expect(try sample.text("listTodos") == first)
  }

  @Test(
    "the base URL is that of the nearest server",
    arguments: [
      (#""servers": [{"url": "https://a.example/v1/"}],"#, "", "https://a.example/v1", []),
      (
        #""servers": [{"url": "https://a.example"}],"#, #""servers": [{"url": "https://b.example"}],"#,
        "https://b.example", []
      ),
      (
        #""servers": [{"url": "https://{h}.example:{p}/v{v}", "variables": {"h": {"default": "a"}, "p": {"default": "8443"}, "v": {"default": "2", "enum": ["1", "2"]}}}],"#,
        "", "https://a.example:8443/v2", []
      ),
      (
        #""servers": [{"url": "/v1"}],"#, "", "http://localhost/v1",
        ["#/servers/0: the server '/v1' is not a complete URL; the base URL is http://localhost, or use --base-url"]
      ),
      ("", "", nil, ["#: no server is described; the base URL is http://localhost, or use --base-url"]),
    ] as [(String, String, String?, [String])])
  func servers(root: String, item: String, baseURL: String?, notes: [String]) throws {
    let (json, result, _) = try contract(#"{"responses": {"204": {"description": "n"}}}"#, item: item, root: root)
    #expect(json["baseURL"]?.string == baseURL)
    #expect(result.noteTexts == notes)
  }

  @Test("--base-url replaces the server, and completes a relative one") func baseURL() throws {
    for (server, expected) in [("https://a.example/x", "https://b.example"), ("/v1", "https://b.example/v1")] {
      let sample = try ImportSample([
        "api.json": """
        {"openapi": "3.1.0", "servers": [{"url": "\(server)"}],
         "paths": {"/a": {"get": {"operationId": "a", "responses": {"204": {"description": "n"}}}}}}
        """
      ])
      try sample.run(.openapi, ["api.json"]) { $0.baseURL = "https://b.example" }
      #expect(try sample.contract("a")["baseURL"]?.string == expected)
    }
  }

  @Test(
    "a parameter has the value that its style makes",
    arguments: [
      (#"{"in": "query", "name": "q", "example": "a b"}"#, ["q": "a b"], ["q": "a b"]),
      (#"{"in": "query", "name": "q", "example": ["a", "b"]}"#, ["q": ["a", "b"]], ["q": ["a", "b"]]),
      (
        #"{"in": "query", "name": "q", "style": "deepObject", "example": {"a": 1, "b": true}}"#,
        ["q[a]": "1", "q[b]": "true"], ["q": ["a": 1, "b": true]]
      ),
      (#"{"in": "query", "name": "q", "example": {"a": 1}}"#, ["a": "1"], ["q": ["a": 1]]),
      (
        #"{"in": "query", "name": "q", "content": {"application/json": {"example": {"a": 1}}}}"#, ["q": #"{"a":1}"#],
        ["q": ["a": 1]]
      ),
      (#"{"in": "query", "name": "q", "required": true, "schema": {"enum": [null, "x"]}}"#, ["q": "x"], ["q": "x"]),
      (#"{"in": "query", "name": "q", "schema": {"default": 7}}"#, ["q": "7"], ["q": 7]),
      (#"{"in": "query", "name": "q", "schema": {"type": "string"}}"#, nil, nil),
    ] as [(String, JSON?, JSON?)])
  func parameters(parameter: String, query: JSON?, input: JSON?) throws {
    // What is not required is optional; OpenAPIOptionalTests has that.
    let hasValue = query != nil && !parameter.contains(#""required""#)
    let required = hasValue ? #""required": true, "# : ""
    let (json, result, _) = try contract(
      #"{"parameters": [{\#(required)\#(parameter.dropFirst())], "responses": {"204": {"description": "n"}}}"#,
      root: Self.server)
    #expect(json["request"]?["query"] == query)
    #expect(json["input"] == input)
    #expect(result.noteTexts == [])
  }

  @Test("cookies are described by name, also those that log in") func cookies() throws {
    let (json, result, _) = try contract(
      #"""
      {"parameters": [{"in": "cookie", "name": "theme", "required": true, "schema": {"enum": ["dark", "light"]}},
        {"in": "cookie", "name": "n", "example": 7}, {"in": "cookie", "name": "none", "schema": {"type": "string"}},
        {"in": "cookie", "name": "sid", "schema": {"type": "string"}, "example": "abc"},
        {"in": "cookie", "name": "list", "example": ["a", "b"]}, {"in": "cookie", "name": "a b", "example": "x"}],
       "security": [{"s": []}], "responses": {"204": {"description": "n"}}}
      """#, components: #"{"securitySchemes": {"s": {"type": "apiKey", "in": "cookie", "name": "sid"}}}"#,
      root: Self.server)
    #expect(json["request"]?["headers"] == ["Cookie": ["theme": "dark", "n": ["$optional": "7"], "sid": "secret"]])
    #expect(json["input"] == ["theme": "dark", "n": 7, "sid": "secret"])
    #expect(
      result.noteTexts == [
        "#/paths/~1todos/get/parameters/4: how a cookie has a list or an object is not described",
        "#/paths/~1todos/get: the cookie a b is not valid in HTTP; it is left out",
      ])
  }

  @Test("path parameters are filled in and escaped; those that nobody describes are noted") func paths() throws {
    let (json, result, _) = try contract(
      """
      {"parameters": [{"in": "path", "name": "id", "required": true, "example": "a/b c"},
        {"in": "path", "name": "list", "required": true, "style": "label", "explode": true, "example": ["x", "y"]}],
       "responses": {"204": {"description": "n"}}}
      """, path: "/todos/{id}/{list}/{other}/ä#part", root: Self.server)
    #expect(json["request"]?["path"] == "/todos/{id}/.x.y/value/%C3%A4")
    #expect(json["request"]?["pathParameters"] == ["id": "a/b c"])
    #expect(json["input"] == ["id": "a/b c", "list": ["x", "y"], "other": "value"])
    #expect(
      result.noteTexts.map { String($0.drop { $0 != ":" }) } == [
        ": what follows # in the path is left out", ": the path parameter \"other\" is not described",
      ])
  }

  @Test("a parameter of the operation replaces the one of its path with the same name and place") func override() throws
  {
    let (json, _, _) = try contract(
      #"{"parameters": [{"in": "query", "name": "q", "example": "own"}], "responses": {"204": {"description": "n"}}}"#,
      item:
        #""parameters": [{"in": "query", "name": "q", "example": "path"}, {"in": "header", "name": "q", "example": "head"}],"#,
      root: Self.server)
    #expect(json["request"]?["query"] == ["q": ["$optional": "own"]])
    #expect(json["request"]?["headers"] == ["q": ["$optional": "head"]])
    #expect(json["input"] == ["q": "own", "header q": "head"])
  }

  @Test(
    "security becomes a key of the input, or a pattern",
    arguments: [
      (#"{"type": "http", "scheme": "bearer"}"#, ["headers": ["Authorization": "Bearer s-1234567890"]], []),
      (#"{"type": "http", "scheme": "BASIC"}"#, ["headers": ["Authorization": ["$regex": "^Basic .+"]]], []),
      (#"{"type": "oauth2", "flows": {}}"#, ["headers": ["Authorization": ["$regex": "^Bearer .+"]]], []),
      (#"{"type": "apiKey", "in": "header", "name": "X-Key"}"#, ["headers": ["X-Key": "s-1234567890"]], []),
      (#"{"type": "apiKey", "in": "query", "name": "key"}"#, ["query": ["key": "s-1234567890"]], []),
      (
        #"{"type": "apiKey", "in": "cookie", "name": "sid"}"#,
        ["headers": ["Cookie": ["sid": ["$regex": "^.+$"]]]], []
      ),
      (
        #"{"type": "mutualTLS"}"#, [:],
        ["#/components/securitySchemes/s: a contract cannot require a client certificate"]
      ),
    ] as [(String, JSON, [String])])
  func security(scheme: String, expected: JSON, notes: [String]) throws {
    let (json, result, _) = try contract(
      #"{"security": [{"s": []}], "responses": {"204": {"description": "n"}}}"#,
      components: #"{"securitySchemes": {"s": \#(scheme)}}"#, root: Self.server + #""security": [{"none": []}],"#)
    #expect(json["request"]?["headers"] == expected["headers"])
    #expect(json["request"]?["query"] == expected["query"])
    #expect(result.noteTexts == notes)
  }

  @Test(
    "a value is taken from the nearest source", .slow,
    arguments: [
      (#"{"examples": ["e"], "default": "d", "enum": ["n", "d", "e"]}"#, "e", "the example of its schema"),
      (#"{"const": "c", "enum": ["n", "c"]}"#, "c", "const"),
      (#"{"default": "d", "enum": ["n", "d"]}"#, "d", "the default"),
      (#"{"enum": [null, "n"], "pattern": "^n$"}"#, "n", "enum"),
      (#"{"type": "string", "pattern": "^[A-Z]{2}-\\d+(?:x|y)?$", "format": "date"}"#, "AA-1", "its pattern"),
      (#"{"type": "string", "pattern": "^[a-f]*$", "minLength": 5}"#, "aaaaa", "its pattern"),
      (#"{"type": "string", "format": "date"}"#, "2024-01-02", "its format"),
      (#"{"type": "string", "format": "uuid"}"#, "123e4567-e89b-42d3-a456-426614174000", "its format"),
      (#"{"type": "string", "maxLength": 3}"#, "str", "its type"),
      (#"{"type": "string", "minLength": 8, "maxLength": 9}"#, "stringst", "its type"),
      (#"{"type": "integer", "minimum": 5}"#, 5, "its bounds"),
      (#"{"type": "integer", "exclusiveMaximum": 0, "minimum": -9}"#, -1, "its bounds"),
      (#"{"type": "integer", "minimum": 10, "multipleOf": 4}"#, 12, "its bounds"),
      (#"{"type": "number", "exclusiveMinimum": 0.5, "maximum": 0.75}"#, JSON.parse("0.75") ?? .null, "its bounds"),
      (#"{"type": ["null", "boolean"]}"#, true, "its type"),
      (
        #"{"type": "array", "items": {"type": "integer"}, "minItems": 3, "uniqueItems": true}"#, [1, 2, 3], "its schema"
      ),
      (#"{"type": "array", "items": {"type": "integer"}, "maxItems": 0}"#, [], "its schema"),
      (#"{"oneOf": [{"type": "null"}, {"const": "b"}]}"#, "b", "const"),
      (
        #"{"allOf": [{"properties": {"a": {"const": 1}}, "required": ["c"]}, {"properties": {"b": {"const": 2}}}]}"#,
        ["a": 1, "b": 2, "c": "string"], "its schema"
      ),
      (
        #"{"type": "object", "properties": {"w": {"writeOnly": true, "type": "string"}, "r": {"readOnly": true, "const": 1}}}"#,
        ["r": 1], "its schema"
      ),
      (#"{"type": "object", "additionalProperties": {"const": 3}}"#, ["name1": 3], "its schema"),
      (##"{"$ref": "#/components/schemas/Node"}"##, ["v": 1], "its schema"),
    ] as [(String, JSON, String)])
  func values(schema: String, value: JSON, origin: String) throws {
    let (json, result, _) = try contract(
      #"{"responses": {"200": {"description": "o", "content": {"application/json": {"schema": \#(schema)}}}}}"#,
      components:
        ##"{"schemas": {"Node": {"type": "object", "properties": {"v": {"const": 1}, "next": {"$ref": "#/components/schemas/Node"}}}}}"##,
      root: Self.server)
    #expect(json["scenarios"]?.array?[0]["response"]?["body"]?["json"] == value)
    #expect(result.notes.first?.text == "the value is from \(origin)")
    #expect(result.noteTexts == [])
  }

  @Test("a discriminator gets the name of the branch") func discriminator() throws {
    for (mapping, name) in [("", "Cat"), (##", "mapping": {"kitten": "#/components/schemas/Cat"}"##, "kitten")] {
      let (json, result, _) = try contract(
        ##"""
        {"responses": {"200": {"description": "o", "content": {"application/json": {"schema":
          {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
           "discriminator": {"propertyName": "kind"\##(mapping)}}}}}}}
        """##,
        components: #"""
          {"schemas": {"Cat": {"type": "object", "required": ["kind", "meow"], "properties": {"kind": {"type": "string"}, "meow": {"type": "boolean"}}},
           "Dog": {"type": "object", "required": ["bark"]}}}
          """#, root: Self.server)
      #expect(json["scenarios"]?.array?[0]["response"]?["body"]?["json"] == ["kind": .string(name), "meow": true])
      #expect(result.noteTexts == [])
    }
  }

  @Test(
    "a schema of 3.0 becomes one of 3.1",
    arguments: [
      (#"{"type": "string", "nullable": true, "enum": ["a"]}"#, #"{"type": ["string", "null"], "enum": ["a", null]}"#),
      (#"{"type": "integer", "minimum": 1, "exclusiveMinimum": true}"#, #"{"type": "integer", "exclusiveMinimum": 1}"#),
      (#"{"maximum": 1, "exclusiveMaximum": false}"#, #"{"maximum": 1}"#),
      (#"{"example": 5}"#, #"{"examples": [5]}"#),
      (##"{"$ref": "#/x", "nullable": true}"##, ##"{"$ref": "#/x"}"##),
      (
        ##"{"allOf": [{"$ref": "#/x"}], "nullable": true}"##,
        ##"{"anyOf": [{"allOf": [{"$ref": "#/x"}]}, {"type": "null"}]}"##
      ),
      (
        #"{"properties": {"example": {"type": "string", "nullable": true}}, "items": {"nullable": true, "type": "number"}}"#,
        #"{"properties": {"example": {"type": ["string", "null"]}}, "items": {"type": ["number", "null"]}}"#
      ),
    ])
  func upgrade(old: String, new: String) throws {
    #expect(OpenAPIUpgrade.schema(try #require(JSON.parse(old))) == JSON.parse(new))
  }

  @Test("data of a 3.0 document stays as it is, even if it looks like a schema") func upgradeData() throws {
    let (json, _, _) = try contract(
      #"""
      {"responses": {"200": {"description": "o", "content": {"application/json": {
        "schema": {"type": "object", "nullable": true}, "example": {"schema": {"nullable": true, "example": 1}}}}}}}
      """#, root: Self.server, version: "3.0.3")
    #expect(
      json["scenarios"]?.array?[0]["response"]?["body"]?["json"] == ["schema": ["nullable": true, "example": 1]])
  }

  @Test("an example that breaks its schema is imported, tagged and noted") func offSchema() throws {
    let (json, result, _) = try contract(
      ##"""
      {"responses": {"200": {"description": "o", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/T"},
        "examples": {"good": {"value": {"id": 1}}, "bad": {"value": {"id": "x"}}}}}}}}
      """##, components: #"{"schemas": {"T": {"properties": {"id": {"type": "integer"}}}}}"#, root: Self.server)
    #expect(json["scenarios"]?.array?.map { $0["name"]?.string } == ["200 good", "200 bad"])
    #expect(json["scenarios"]?.array?.map { $0["tags"] } == [nil, ["off-schema"]])
    #expect(
      result.noteTexts == [
        "#/paths/~1todos/get/responses/200/content/application~1json/examples/bad: the value does not match its schema: /id should be an integer (type)"
      ])
  }

  @Test("the example of a request with the name of the answer's example belongs to it") func pairs() throws {
    let sample = try ImportSample([
      "api.json": #"""
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"/a": {"post": {"operationId": "a",
       "requestBody": {"required": true, "content": {"application/json": {"examples": {"one": {"value": {"n": 1}}, "two": {"value": {"n": 2}}}}}},
       "responses": {"200": {"description": "o", "content": {"application/json": {"examples": {"one": {"value": 1}, "two": {"value": 2}}}}}}}}}}
      """#
    ])
    try sample.run(.openapi, ["api.json"])
    let json = try sample.contract("a")
    #expect(json["input"] == ["body": ["n": 1]])
    #expect(json["scenarios"]?.array?.map { $0["input"] } == [nil, ["body": ["n": 2]]])
    #expect(json["scenarios"]?.array?[1]["request"]?["body"] == ["json": ["n": 2]])
  }

  @Test(
    "bodies of requests",
    arguments: [
      (
        #"{"application/x-www-form-urlencoded": {"example": {"a": 1, "b": ["x", "y"]}}}"#,
        ["form": ["a": "1", "b": ["x", "y"]]]
      ),
      (
        #"{"multipart/form-data": {"schema": {"required": ["file", "n", "o"], "properties": {"file": {"type": "string", "format": "binary"}, "n": {"const": 1}, "o": {"const": {"x": 1}}}}}}"#,
        [
          "multipart": [
            ["name": "file", "filename": ["$type": "string"], "body": ["$any": true]],
            ["name": "n", "body": ["text": "1"]], ["name": "o", "body": ["json": ["x": 1]]],
          ]
        ]
      ),
      (#"{"text/plain": {"example": "hello"}, "application/xml": {}}"#, ["text": "hello"]),
      (#"{"application/octet-stream": {}}"#, ["$any": true]),
      (#"{"application/merge-patch+json": {"example": {"$set": 1}}}"#, ["json": ["$literal": ["$set": 1]]]),
    ] as [(String, JSON)])
  func bodies(content: String, body: JSON) throws {
    let (json, _, _) = try contract(
      #"{"requestBody": {"required": true, "content": \#(content)}, "responses": {"204": {"description": "n"}}}"#,
      root: Self.server)
    #expect(json["request"]?["body"] == body)
  }

  @Test("references lead into other files of the folder, and nowhere else") func references() throws {
    let sample = try ImportSample([
      "api.json": #"""
      {"openapi": "3.0.0", "servers": [{"url": "https://a.example"}], "paths": {
       "/a": {"$ref": "parts/a.json#/item"},
       "/b": {"get": {"operationId": "b", "responses": {"200": {"$ref": "../outside.json"}, "201": {"$ref": "https://x.example/r.json"},
         "202": {"$ref": "#/components/responses/Loop"}, "203": {"$ref": "#/nowhere"}, "204": {"description": "n"}}}}},
       "components": {"responses": {"Loop": {"$ref": "#/components/responses/Loop"}}}}
      """#,
      "parts/a.json": #"""
      {"item": {"get": {"operationId": "a", "responses": {"200": {"description": "o", "content": {"application/json":
       {"schema": {"$ref": "b.json#/T"}}}}}}}}
      """#,
      "parts/b.json":
        #"{"T": {"type": "object", "nullable": true, "properties": {"n": {"type": "integer", "example": 4}}}}"#,
    ])
    try sample.write("{}", to: "../outside.json")
    let result = try sample.run(.openapi, ["api.json"])
    #expect(try sample.contract("a")["scenarios"]?.array?[0]["response"]?["body"] == ["json": ["n": 4]])
    #expect(try sample.contract("b")["scenarios"]?.array?.map { $0["name"] } == ["204"])
    #expect(
      result.noteTexts == [
        "#/paths/~1b/get/responses/200/$ref: the reference ../outside.json cannot be followed: the file is not in the folder of the document or below it",
        "#/paths/~1b/get/responses/201/$ref: nothing is fetched from https://x.example/r.json; save the file beside this one",
        "#/components/responses/Loop: the reference leads back to itself",
        "#/paths/~1b/get/responses/203/$ref: the reference #/nowhere leads nowhere",
      ])
  }
}
