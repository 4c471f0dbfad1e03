import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// `check --openapi` has no error for the contracts that the import itself wrote.
@Suite("Contracts that were imported, compared with their description") struct OpenAPIRoundTripTests {
  /// Imports a document, and returns the contracts, what the comparison finds, and which answers have no scenario.
  private func compared(
    paths: String, components: String = "{}", root: String = "", version: String = "3.1.0"
  ) throws -> (sample: ImportSample, found: [String], missing: [String]) {
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "\(version)", "servers": [{"url": "https://a.example/v1"}], \(root) "paths": \(paths), "components": \(components)}
      """
    ])
    try sample.run(.openapi, ["api.json"])
    #expect(sample.errors == [])
    let set = ContractSet.load([sample.specs], below: [sample.specs])
    let result = try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts)
    return (sample, result.diagnostics.map(\.message), result.missing)
  }

  @Test(
    "parameters",
    arguments: [
      ##"{"in": "query", "name": "q", "required": true, "schema": {"$ref": "#/components/schemas/O"}}"##,
      ##"{"in": "query", "name": "q", "required": true, "style": "deepObject", "schema": {"$ref": "#/components/schemas/O"}}"##,
      #"{"in": "query", "name": "q", "required": true, "schema": {"oneOf": [{"required": ["n"], "properties": {"n": {"type": "integer"}}}, {"type": "string"}]}}"#,
      #"{"in": "query", "name": "q", "example": {"a": 1}}"#,
      #"{"in": "query", "name": "q", "required": true, "schema": {"type": "object"}}"#,
      #"{"in": "query", "name": "q", "style": "pipeDelimited", "schema": {"type": "array", "items": {"type": "integer"}}, "example": [3, 4]}"#,
      #"{"in": "query", "name": "q", "style": "spaceDelimited", "schema": {"type": "array", "items": {"type": "integer"}}, "example": [3, 4]}"#,
      #"{"in": "query", "name": "q", "required": true, "schema": {"type": "array", "items": {"type": "integer"}}, "example": []}"#,
      #"{"in": "query", "name": "q", "required": true, "schema": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}"#,
      #"{"in": "query", "name": "q", "required": true, "schema": {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]}}"#,
      #"{"in": "query", "name": "q", "required": true, "allowEmptyValue": true, "schema": {"type": "integer"}, "example": ""}"#,
      #"{"in": "query", "name": "q", "required": true, "content": {"application/json": {"schema": {"type": "object"}, "example": {"a": 1}}}}"#,
      #"{"in": "header", "name": "X-A", "required": true, "schema": {"type": "array", "items": {"type": "integer"}}, "example": [1, 2]}"#,
    ])
  func parameters(parameter: String) throws {
    let (_, found, missing) = try compared(
      paths:
        #"{"/a": {"get": {"operationId": "a", "parameters": [\#(parameter)], "responses": {"204": {"description": "n"}}}}}"#,
      components:
        #"{"schemas": {"O": {"type": "object", "required": ["R"], "properties": {"R": {"type": "integer"}, "G": {"type": "string"}}, "additionalProperties": false}}}"#
    )
    #expect(found == [])
    #expect(missing == [])
  }

  @Test("path parameters of every style", arguments: ["simple", "label", "matrix"]) func paths(style: String) throws {
    for explodes in [true, false] {
      let (_, found, _) = try compared(
        paths: """
          {"/a/{l}/{o}/{n}.json": {"get": {"operationId": "a", "parameters": [
            {"in": "path", "name": "l", "required": true, "style": "\(style)", "explode": \(explodes), "schema": {"type": "array", "items": {"type": "integer"}}, "example": [3, 4]},
            {"in": "path", "name": "o", "required": true, "style": "\(style)", "explode": \(explodes), "schema": {"type": "object"}, "example": {"R": 1}},
            {"in": "path", "name": "n", "required": true, "schema": {"type": "integer"}}],
            "responses": {"204": {"description": "n"}}}}}
          """)
      #expect(found == [])
    }
  }

  @Test("members that only the other direction has may be missing, also below a combination") func directions() throws {
    let (sample, found, _) = try compared(
      paths: ##"""
        {"/a": {"post": {"operationId": "a",
          "requestBody": {"required": true, "content": {"application/json": {"schema": {"required": ["owner"], "properties": {"owner": {"allOf": [{"$ref": "#/components/schemas/T"}], "nullable": true}}}}}},
          "responses": {"200": {"description": "o", "content": {"application/json": {"schema": {"oneOf": [{"$ref": "#/components/schemas/T"}, {"type": "string"}]}}}}}}}}
        """##,
      components: #"""
        {"schemas": {"T": {"type": "object", "required": ["id", "name", "password"], "properties": {"id": {"type": "integer", "readOnly": true},
          "name": {"type": "string"}, "password": {"type": "string", "writeOnly": true, "default": "x"}}}}}
        """#, version: "3.0.3")
    #expect(found == [])
    #expect(try sample.contract("a")["scenarios"]?.array?[0]["tags"] == nil)
  }

  @Test("a query in the key of a path, and two keys that differ only in it") func queries() throws {
    let (_, found, missing) = try compared(
      paths: #"""
        {"/x?action=list": {"get": {"operationId": "l", "responses": {"200": {"description": "n"}}}},
         "/x?action=make%20it": {"get": {"operationId": "m", "responses": {"204": {"description": "n"}}}}}
        """#)
    #expect(found == [])
    #expect(missing == [])
  }

  @Test("servers with variables, and {{baseURL}} in an answer") func servers() throws {
    let (_, found, _) = try compared(
      paths: #"""
        {"/x": {"servers": [{"url": "https://b.example/{base}", "variables": {"base": {"default": "v1/x"}}}], "get": {"operationId": "l", "responses":
          {"200": {"description": "n", "headers": {"Location": {"schema": {"type": "string", "format": "uri"}, "example": "https://b.example/v1/x/2"}},
           "content": {"application/json": {"schema": {"format": "uri"}, "example": "https://b.example/v1/x/1"}}}}}}}
        """#)
    #expect(found == [])
  }

  @Test(
    "examples that break their schema, which gives the scenario the tag off-schema",
    arguments: [
      (#""parameters": [{"in": "query", "name": "q", "schema": {"type": "integer"}, "example": "x"}],"#, "", 2),
      (
        #""requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "integer"}, "example": "x"}}},"#,
        "", 2
      ),
      (
        #""requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "integer"}, "examples": {"bad": {"value": "x"}, "good": {"value": 1}}}}},"#,
        #", "content": {"application/json": {"examples": {"good": {"value": 1}, "bad": {"value": 2}}}}"#, 2
      ),
      ("", #", "headers": {"X-A": {"schema": {"type": "integer"}, "example": "x"}}"#, 1),
      ("", ##", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Loop"}}}"##, 1),
    ])
  func offSchema(request: String, answer: String, count: Int) throws {
    let (sample, found, missing) = try compared(
      paths:
        #"{"/a": {"post": {"operationId": "a", \#(request) "responses": {"200": {"description": "o"\#(answer)}, "404": {"description": "n"}}}}}"#,
      components: ##"{"schemas": {"Loop": {"$ref": "#/components/schemas/Loop"}}}"##)
    #expect(found.filter { !$0.hasPrefix("this part") } == [])
    #expect(missing == [])
    let tags = try sample.contract("a")["scenarios"]?.array?.compactMap { $0["tags"] }
    #expect(tags == Array(repeating: ["off-schema"], count: count))
  }

  @Test("secrets, which the import replaces") func secrets() throws {
    let (_, found, _) = try compared(
      paths: #"""
        {"/x": {"get": {"operationId": "l", "responses": {"200": {"description": "n", "headers": {"X-Session-Key": {"schema": {"type": "string", "minLength": 10}}},
          "content": {"application/json": {"schema": {"properties": {"access_token": {"type": "string", "pattern": "^tok_[a-z0-9]{8}$"}}}}}}}}}}
        """#)
    #expect(found == [])
  }

  @Test("ranges of media types, and a required header that HTTP does not allow") func ranges() throws {
    let (_, found, _) = try compared(
      paths: #"""
        {"/x": {"get": {"operationId": "l", "responses": {"200": {"description": "n", "content": {"audio/*": {"schema": {"type": "string"}}}}}}},
         "/y": {"get": {"operationId": "m", "parameters": [{"in": "header", "name": "a b", "required": true, "example": "x"}], "responses": {"204": {"description": "n"}}}}}
        """#)
    #expect(found == [])
  }

  @Test(
    "the status of default is one that no other key describes",
    arguments: [
      (#""404": {"description": "n"}"#, "500 (default)"), (#""5XX": {"description": "n"}"#, "400 (default)"),
      (#""5xx": {"description": "n"}, "4XX": {"description": "n"}"#, "200 (default)"),
      (#""200": {"description": "n"}, "4XX": {"description": "n"}, "5XX": {"description": "n"}"#, nil),
    ])
  func defaults(others: String, name: String?) throws {
    let (sample, found, missing) = try compared(
      paths: #"{"/a": {"get": {"operationId": "a", "responses": {\#(others), "default": {"description": "d"}}}}}"#)
    let names = try sample.contract("a")["scenarios"]?.array?.compactMap { $0["name"]?.string } ?? []
    #expect(names.filter { $0.contains("default") } == [name].compactMap(\.self))
    #expect(found == [])
    #expect(missing == [])
  }
}
