import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// What a description does not require is not required of a client.
@Suite("Optional parts of OpenAPI") struct OpenAPIOptionalTests {
  private func request(
    _ operation: String, path: String = "/a", method: String = "post"
  ) throws -> (request: JSON?, input: JSON?, found: [String], result: Import) {
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"\(path)": {"\(method)": {"operationId": "a", \(operation),
       "responses": {"204": {"description": "n"}}}}}}
      """
    ])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(sample.errors == [])
    let set = ContractSet.load([sample.specs], below: [sample.specs])
    let found = try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts).diagnostics
    let contract = try sample.contract("a")
    return (contract["request"], contract["input"], found.map(\.message), result)
  }

  @Test("query items and headers") func parameters() throws {
    let (request, input, found, _) = try request(
      #"""
      "parameters": [{"in": "query", "name": "page", "example": 2}, {"in": "query", "name": "size", "required": true, "example": 3},
       {"in": "header", "name": "X-A", "example": "a"}, {"in": "query", "name": "tag", "example": ["x", "y"]},
       {"in": "query", "name": "all", "required": true, "example": ["x", "y"]},
       {"in": "query", "name": "f", "style": "deepObject", "required": true, "example": {"a": 1, "b": 2},
        "schema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}}]
      """#)
    #expect(
      request?["query"] == [
        "page": ["$optional": "2"], "size": "3", "tag": ["$optional": "x"], "all": ["x", "y"], "f[a]": "1",
        "f[b]": ["$optional": "2"],
      ])
    #expect(request?["headers"] == ["X-A": ["$optional": "a"]])
    #expect(
      input == ["page": 2, "size": 3, "X-A": "a", "tag": ["x"], "all": ["x", "y"], "f": ["a": 1, "b": 2]])
    #expect(found == [])
  }

  @Test("members of a JSON body at any depth, also those that only some branches require") func members() throws {
    let (request, input, found, _) = try request(
      #"""
      "requestBody": {"required": true, "content": {"application/json": {"example": {"id": 1, "note": "n", "list": [{"a": 1, "b": 2}], "pet": {"cat": 1, "age": 3}, "more": 1},
       "schema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}, "note": {"type": "string"},
        "list": {"type": "array", "items": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}},
        "pet": {"oneOf": [{"required": ["cat"]}, {"required": ["dog"]}], "properties": {"age": {"type": "integer"}}}}}}}}
      """#)
    #expect(
      request?["body"]?["json"] == [
        "id": 1, "note": ["$optional": "n"], "list": ["$optional": [["a": 1, "b": ["$optional": 2]]]],
        "pet": ["$optional": ["cat": 1, "age": ["$optional": 3]]], "more": ["$optional": 1],
      ])
    #expect(input?["body"]?["note"] == "n")
    #expect(found == [])
  }

  @Test("fields of a form, whose example may be a text") func forms() throws {
    for example in [#"{"a": 1, "b": ["x", "y"], "c": "z"}"#, #""a=1&b=x&b=y&c=z""#] {
      let (request, input, _, _) = try request(
        #"""
        "requestBody": {"required": true, "content": {"application/x-www-form-urlencoded": {"example": \#(example),
         "schema": {"type": "object", "required": ["a"], "properties": {"a": {}, "b": {"type": "array"}, "c": {"type": "string"}}}}}}
        """#)
      #expect(request?["body"] == ["form": ["a": "1", "b": ["$optional": "x"], "c": ["$optional": "z"]]])
      #expect(input?["body"]?["b"] == ["x"])
    }
  }

  @Test(
    "a body as a whole; its Content-Type is only compared if it is there",
    arguments: [
      ("application/json", #"{"id": 1}"#, ["json": ["id": 1]]), ("text/plain", #""a""#, ["text": "a"]),
      ("application/x-www-form-urlencoded", #"{"id": 1}"#, ["form": ["id": "1"]]),
      ("multipart/form-data", #"{"id": 1}"#, ["multipart": [["name": "id", "body": ["text": "1"]]]]),
      ("application/xml", #""<a/>""#, ["$any": true]),
    ] as [(String, String, JSON)])
  func bodies(type: String, example: String, body: JSON) throws {
    let schema = example.hasPrefix("{") ? #"{"type": "object", "required": ["id"]}"# : #"{"type": "string"}"#
    let content = #"{"\#(type)": {"example": \#(example), "schema": \#(schema)}}"#
    for required in ["", #""required": false, "#] {
      let (request, _, found, _) = try request(#""requestBody": {\#(required)"content": \#(content)}"#)
      #expect(request?["body"] == ["$optional": body])
      #expect(request?["headers"] == ["Content-Type": .string(type)])
      #expect(found == [])
    }
    let (request, _, found, _) = try request(#""requestBody": {"required": true, "content": \#(content)}"#)
    #expect(request?["body"] == body)
    #expect(found == [])
  }

  @Test("parts of a multipart body, with each part of a list") func parts() throws {
    let (request, input, found, _) = try request(
      #"""
      "requestBody": {"required": true, "content": {"multipart/form-data": {"example": {"a": 1, "b": ["x", "y"], "password": "SECRET"},
       "schema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}, "b": {"type": "array", "items": {"type": "string"}},
        "password": {"type": "string"}}}}}}
      """#)
    #expect(
      request?["body"] == [
        "multipart": [
          ["name": "a", "body": ["text": "1"]], ["$optional": ["name": "b", "body": ["text": "x"]]],
          ["$optional": ["name": "b", "body": ["text": "y"]]],
          ["$optional": ["name": "password", "body": ["text": "secret"]]],
        ]
      ])
    #expect(input?["body"]?["b"] == ["x", "y"])
    #expect(found == [])
  }

  @Test("a secret that is optional is the placeholder of the input, too, also in a body that is")
  func secrets() throws {
    for required in [true, false] {
      let (request, input, _, _) = try request(
        #"""
        "requestBody": {"required": \#(required), "content": {"application/json": {"example": {"code": "a1b2c3d4e5f6a7b8c9d0", "country_code": "DE", "password": "SECRET"},
         "schema": {"type": "object", "properties": {"code": {"type": "string"}, "country_code": {"type": "string"}, "password": {"type": "string"}}}}}}
        """#)
      let body = required ? request?["body"] : request?["body"]?["$optional"]
      #expect(body?["json"]?["password"] == ["$optional": "secret"])
      #expect(input?["body"]?["password"] == "secret")
      #expect(body?["json"]?["country_code"] == ["$optional": "DE"])
      #expect(request?.text.contains("a1b2c3d4e5f6a7b8c9d0") == false)
    }
  }

  @Test(
    "a body that is not described is any body, with a note",
    arguments: [
      #"{"required": true, "content": {}}"#, ##"{"$ref": "#/nowhere"}"##,
      #"{"required": true, "content": {"application/x-www-form-urlencoded": {"example": 5}}}"#,
      #"{"required": true, "content": {"multipart/form-data": {"example": "x"}}}"#,
    ])
  func lost(body: String) throws {
    let (request, _, _, result) = try request(#""requestBody": \#(body)"#)
    #expect(request?["body"] == ["$any": true])
    #expect(result.noteTexts.count == 1)
  }

  @Test("a value of a path with a reserved character keeps its name, because clients may escape it or not")
  func reserved()
    throws
  {
    let (request, input, found, _) = try request(
      #"""
      "parameters": [{"in": "path", "name": "model", "required": true, "schema": {"type": "string"}, "example": "a:b"},
       {"in": "path", "name": "id", "required": true, "example": "ab-1 2"}]
      """#, path: "/models/{model}/v/{id}.json")
    #expect(request?["path"] == "/models/{model}/v/ab-1%202.json")
    #expect(request?["pathParameters"] == ["model": "a:b"])
    #expect(input == ["model": "a:b", "id": "ab-1 2"])
    #expect(found == [])
  }

  @Test("a list in a deepObject conforms to its own description") func lists() throws {
    let (request, _, found, _) = try request(
      #"""
      "parameters": [{"in": "query", "name": "f", "style": "deepObject", "required": true, "schema": {"type": "object", "required": ["ids"],
       "properties": {"ids": {"type": "array", "items": {"type": "integer"}, "minItems": 2}}}}]
      """#, method: "get")
    #expect(request?["query"] == ["f[ids]": ["1", "1"]])
    #expect(found == [])
  }

  /// A schema with one branch that is an object, which requires `a`, and a value without more.
  private static let model =
    #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}"#

  @Test(
    "what an object must have does not depend on branches that are not objects",
    arguments: [
      #"{"type": "null"}"#, #"{"type": ["null"]}"#, #"{"const": null}"#, #"{"enum": [null, "none"]}"#,
      #"{"type": "string"}"#, #"{"type": "array", "items": {}}"#, #"{"type": ["integer", "boolean"]}"#,
      #"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, #"{"allOf": [{"type": "string"}, {"minLength": 1}]}"#,
      ##"{"$ref": "#/paths/~1a/post/x-none"}"##,
    ])
  func unions(branch: String) throws {
    for keyword in ["anyOf", "oneOf"] {
      for branches in ["\(Self.model), \(branch)", "\(branch), \(Self.model)"] {
        let union = #"{"\#(keyword)": [\#(branches)]}"#
        let (request, _, found, _) = try request(
          #"""
          "x-none": {"type": "null"}, "requestBody": {"content": {"application/json": {
           "example": {"one": {"a": 1, "b": 2}, "two": {"a": 1, "b": 2}, "list": [{"a": 1, "b": 2}]},
           "schema": {"anyOf": [{"type": "null"}, {"type": "object", "required": ["one"], "properties": {"one": \#(union), "two": \#(union),
            "list": {"anyOf": [{"type": "array", "items": \#(union)}, {"type": "null"}]}}}]}}}}
          """#)
        let object: JSON = ["a": 1, "b": ["$optional": 2]]
        // The value as a whole may be missing if it is not required.
        #expect(
          request?["body"]?["$optional"]?["json"] == [
            "one": object, "two": ["$optional": object], "list": ["$optional": [object]],
          ])
        #expect(found == [])
      }
    }
  }

  @Test("of two objects, only what both require must be there, and anything allows an object without members")
  func objects() throws {
    for (branch, isRequired) in [
      (#"{"type": "object", "required": ["a", "b"]}"#, true), ("{}", false), (#"{"type": ["object", "null"]}"#, false),
    ] {
      let (request, _, found, _) = try request(
        #"""
        "requestBody": {"required": true, "content": {"application/json": {"example": {"a": 1, "b": 2}, "schema": {"anyOf": [\#(Self.model), \#(branch)]}}}}
        """#)
      #expect(request?["body"]?["json"] == ["a": isRequired ? 1 : ["$optional": 1], "b": ["$optional": 2]])
      #expect(found == [])
    }
  }

  @Test("fields of a form and parts, also of a file that may be null") func nullableFields() throws {
    let schema = #"""
      {"anyOf": [{"type": "object", "required": ["a", "f"], "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "b": {"type": "string"},
       "f": {"anyOf": [{"type": "string", "format": "binary"}, {"type": "null"}]}}}, {"type": "null"}]}
      """#
    let example = #"{"a": "x", "b": "y", "f": "z"}"#
    func body(_ type: String) throws -> JSON? {
      try request(
        #""requestBody": {"required": true, "content": {"\#(type)": {"example": \#(example), "schema": \#(schema)}}}"#
      ).request?["body"]
    }
    #expect(
      try body("application/x-www-form-urlencoded") == ["form": ["a": "x", "b": ["$optional": "y"], "f": "z"]])
    #expect(
      try body("multipart/form-data") == [
        "multipart": [
          ["name": "a", "body": ["text": "x"]], ["$optional": ["name": "b", "body": ["text": "y"]]],
          ["name": "f", "filename": ["$type": "string"], "body": ["$any": true]],
        ]
      ])
  }

  @Test("the value of a union is that of the first branch that is not null, in whatever way a schema says null")
  func values() throws {
    for null in [#"{"type": "null"}"#, #"{"type": ["null"]}"#, #"{"const": null}"#, #"{"enum": [null]}"#] {
      let (_, input, _, _) = try request(
        #"""
        "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "properties": {"x": {"anyOf": [\#(null), {"type": "integer"}]}}}}}}
        """#)
      #expect(input?["body"] == ["x": 1])
    }
  }
}
