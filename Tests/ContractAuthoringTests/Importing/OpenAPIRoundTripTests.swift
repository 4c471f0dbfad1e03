import TestSupport
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

  /// Examples and their schemas, of every kind that a style writes in another way.
  private static let values = [
    #""example": 1, "schema": {"type": "integer"}"#,
    #""example": [1, 2, 3], "schema": {"type": "array", "items": {"type": "integer"}}"#,
    #""example": [1, 2], "schema": {"type": "array", "minItems": 2, "items": {"type": "integer"}}"#,
    #""example": ["x", "y"], "schema": {"anyOf": [{"type": "array", "minItems": 2, "items": {"type": "string"}}, {"type": "null"}]}"#,
    #""example": {"a": 1, "b": "x"}, "schema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}"#,
    #""example": {"a": 1, "b": "x"}, "schema": {"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}"#,
    #""example": {"a": 1, "b": 2}, "schema": {"type": "object", "minProperties": 2, "additionalProperties": {"type": "integer"}}"#,
    #""example": {"a": 1, "b": 2}, "schema": {"type": "object", "oneOf": [{"required": ["a"]}, {"required": ["c"]}], "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}"#,
    #""example": {"l": [1, 2], "m": [3, 4]}, "schema": {"type": "object", "required": ["l"], "properties": {"l": {"type": "array", "minItems": 2, "items": {"type": "integer"}}, "m": {"type": "array", "minItems": 2, "items": {"type": "integer"}}}}"#,
    #""example": {"o": {"p": 1, "q": 2}, "b": "x"}, "schema": {"type": "object", "required": ["o"], "properties": {"o": {"type": "object", "required": ["p"], "properties": {"p": {"type": "integer"}, "q": {"type": "integer"}}}, "b": {"type": "string"}}}"#,
  ]

  @Test("parameters and bodies, required or not, of every style", .slow) func combinations() throws {
    var paths: [String] = []
    func add(_ method: String, _ members: String, inPath suffix: String = "") {
      let id = "o\(paths.count)"
      paths.append(
        #""/\#(id)\#(suffix)": {"\#(method)": {"operationId": "\#(id)", \#(members), "responses": {"204": {"description": "n"}}}}"#
      )
    }
    let styles = [
      "query": ["form", "deepObject", "spaceDelimited", "pipeDelimited"], "header": ["simple"],
      "path": ["simple", "label", "matrix"],
    ]
    for value in Self.values {
      for (place, styles) in styles.sorted(by: { $0.key < $1.key }) {
        for style in styles {
          for explodes in [true, false] {
            for isRequired in place == "path" ? [true] : [true, false] {
              let parameter =
                #"{"name": "f", "in": "\#(place)", "required": \#(isRequired), "style": "\#(style)", "explode": \#(explodes), \#(value)}"#
              add("get", #""parameters": [\#(parameter)]"#, inPath: place == "path" ? "/{f}" : "")
            }
          }
        }
      }
      for isRequired in [true, false] {
        for type in ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"] {
          if type != "application/json", !value.contains(#""example": {"#) { continue }
          add(
            "post",
            #""requestBody": {"required": \#(isRequired), "content": {"\#(type)": {\#(value)}}}"#)
        }
      }
    }
    let (sample, found, missing) = try compared(paths: "{\(paths.joined(separator: ", "))}")
    #expect(found == [])
    #expect(missing == [])
    for name in sample.names {
      #expect(try sample.contract(name)["scenarios"]?.array?.allSatisfy { $0["tags"] == nil } == true, "\(name)")
    }
  }

  @Test("members of an optional parameter may not be missing alone if another one is certain") func certain() throws {
    let (sample, _, _) = try compared(
      paths: #"""
        {"/a": {"get": {"operationId": "a", "parameters": [{"name": "f", "in": "query", "style": "deepObject",
          "schema": {"type": "object", "required": ["x"], "properties": {"x": {"type": "integer", "example": 1}, "y": {"type": "integer", "example": 2}}}, "example": {"x": 1, "y": 2}}],
          "responses": {"204": {"description": "n"}}}}}
        """#)
    let text = try sample.text("a")
    try sample.write(
      text.replacing(#""f[y]": { "$optional": "2" }"#, with: #""f[y]": "2""#), to: "specs/a.contract.json")
    let set = ContractSet.load([sample.specs], below: [sample.specs])
    let result = try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts)
    #expect(
      result.diagnostics.map(\.message) == [
        "\"f\" of GET /a does not match its schema: /x should be this member (required)"
      ])
  }

  @Test("an optional list that needs more elements than a contract can have is left out") func lists() throws {
    let list = #"{"type": "array", "minItems": 2, "items": {"type": "integer"}}"#
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"/a": {"post": {"operationId": "a",
       "parameters": [{"name": "l", "in": "query", "schema": \(list), "example": [1, 2]}],
       "requestBody": {"required": true, "content": {"application/x-www-form-urlencoded": {"example": {"m": [1, 2], "n": 3},
        "schema": {"type": "object", "properties": {"m": \(list), "n": {"type": "integer"}}}}}},
       "responses": {"204": {"description": "n"}}}}}}
      """
    ])
    let result = try sample.run(.openapi, ["api.json"])
    let contract = try sample.contract("a")
    #expect(contract["request"]?["query"] == nil)
    #expect(contract["request"]?["body"] == ["form": ["n": ["$optional": "3"]]])
    #expect(contract["input"] == ["body": ["n": 3]])
    #expect(
      result.noteTexts == [
        #"#/paths/~1a/post/parameters/0: "l" is optional and needs more than one element, which a contract cannot have; it is left out"#,
        #"#/paths/~1a/post/requestBody: "m" is optional and needs more than one element, which a contract cannot have; it is left out"#,
      ])
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
