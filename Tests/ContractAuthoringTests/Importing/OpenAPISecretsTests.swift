import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// What stands in place of secrets in examples of OpenAPI: a client can read it as it reads the secret.
@Suite("Secrets of OpenAPI") struct OpenAPISecretsTests {
  /// Imports an operation with an answer, and returns the contract, the notes, and what `check --openapi` finds.
  private func imported(
    _ media: String, version: String = "3.1.0", components: String = "{}"
  ) throws -> (contract: JSON, notes: [String], found: [String]) {
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "\(version)", "servers": [{"url": "https://a.example"}], "components": \(components), "paths": {"/a": {"get": {
       "operationId": "a", "responses": {"200": {"description": "o", "content": {"application/json": \(media)}}}}}}}
      """
    ])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(sample.errors == [])
    let set = ContractSet.load([sample.specs], below: [sample.specs])
    let found = try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts).diagnostics
    return (try sample.contract("a"), result.noteTexts, found.map(\.message))
  }

  private func body(_ contract: JSON) -> JSON? { contract["scenarios"]?.array?[0]["response"]?["body"]?["json"] }

  @Test(
    "what is made for a schema is not a secret, whatever its name is",
    arguments: [
      (#"{"auth_method": {"enum": ["basic", "sso"]}}"#, ["auth_method": "basic"]),
      (#"{"sid": {"type": "string", "format": "uuid"}}"#, ["sid": "123e4567-e89b-42d3-a456-426614174000"]),
      (#"{"pin": {"type": "integer", "minimum": 2000, "maximum": 2999}}"#, ["pin": 2000]),
      (#"{"token": {"const": "none"}}"#, ["token": "none"]),
      (#"{"password": {"type": "string", "pattern": "^x{12}$"}}"#, ["password": "xxxxxxxxxxxx"]),
      (
        #"{"credentials": {"type": "object", "properties": {"type": {"enum": ["oauth2"]}, "secret": {"type": "string"}}}}"#,
        ["credentials": ["type": "oauth2", "secret": "string"]]
      ),
      (
        #"{"flags": {"type": "object", "additionalProperties": {"type": "object", "properties": {"name": {"enum": ["on"]}}}}}"#,
        ["flags": ["name1": ["name": "on"]]]
      ),
    ] as [(String, JSON)])
  func made(properties: String, value: JSON) throws {
    let (contract, notes, found) = try imported(
      #"{"schema": {"type": "object", "additionalProperties": false, "properties": \#(properties)}}"#)
    #expect(body(contract) == value)
    #expect(notes == [] && found == [])
    #expect(contract["scenarios"]?.array?[0]["tags"] == nil)
  }

  @Test("a request has the values of its input, whatever their names are, so that another value does not match")
  func requests() throws {
    let sample = try ImportSample([
      "api.json": #"""
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "components": {"securitySchemes": {
        "key": {"type": "apiKey", "in": "header", "name": "X-Api-Key"}}}, "security": [{"key": []}],
       "paths": {"/a/{token}?session_key=abc": {"post": {"operationId": "a", "parameters": [
        {"in": "path", "name": "token", "required": true, "schema": {"enum": ["refresh"]}},
        {"in": "query", "name": "sid", "required": true, "schema": {"type": "string"}},
        {"in": "query", "name": "keys", "required": true, "explode": false, "schema": {"type": "array", "minItems": 2, "items": {"type": "string"}}},
        {"in": "header", "name": "x-api-key", "schema": {"type": "string"}, "example": "SECRET1"}],
        "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["auth_method", "sid", "pin"], "properties": {
         "auth_method": {"enum": ["basic", "sso"]}, "sid": {"type": "string"}, "pin": {"type": "integer", "minimum": 2000}}}}}},
        "responses": {"200": {"description": "o"}}}},
       "/b": {"post": {"operationId": "b", "security": [], "requestBody": {"required": true, "content": {"application/x-www-form-urlencoded": {"schema": {"type": "object",
        "required": ["password"], "properties": {"password": {"type": "string"}}}}}}, "responses": {"200": {"description": "o"}}}}}}
      """#
    ])
    try sample.run(.openapi, ["api.json"])
    #expect(sample.errors == [])
    let a = try sample.contract("a")
    #expect(a["request"]?["path"] == "/a/refresh")
    #expect(
      a["request"]?["query"] == [
        "session_key": ["$regex": "^.+$"], "sid": "string",
        "keys": ["separator": ",", "elements": ["string", "string"]],
      ])
    #expect(a["request"]?["headers"] == ["x-api-key": "secret", "Content-Type": "application/json"])
    #expect(a["request"]?["body"] == ["json": ["auth_method": "basic", "sid": "string", "pin": 2000]])
    #expect(a["input"]?["body"] == a["request"]?["body"]?["json"])
    #expect(a["input"]?["x-api-key"] == "secret")
    let b = try sample.contract("b")
    #expect(b["request"]?["body"] == ["form": ["password": "string"]])
  }

  @Test(
    "an example that is replaced still matches its schema",
    arguments: [
      (#"{"token": {"type": "string", "pattern": "^tok_[0-9]{4}$"}}"#, #"{"token": "tok_4711"}"#, "4711"),
      (#"{"token": {"type": "string", "minLength": 12}}"#, #"{"token": "hunter2hunter2"}"#, "hunter2"),
      (#"{"pin": {"type": "integer", "minimum": 2000, "maximum": 4999}}"#, #"{"pin": 4711}"#, "4711"),
      (
        #"{"secrets": {"type": "array", "items": {"type": "string", "maxLength": 3}}}"#, #"{"secrets": ["x7y"]}"#, "x7y"
      ),
      (
        #"{"credentials": {"type": "object", "properties": {"user": {"type": "string", "format": "email"}}}}"#,
        #"{"credentials": {"user": "ann@b.example"}}"#, "ann@b.example"
      ),
      (
        #"{"note": {"type": "string", "maxLength": 200, "pattern": "^eyJ"}}"#,
        #"{"note": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlSGVyZQ"}"#, "c2lnbmF0dXJlSGVyZQ"
      ),
    ])
  func replaced(properties: String, example: String, secret: String) throws {
    let schema = #"{"type": "object", "properties": \#(properties)}"#
    for media in [
      #"{"schema": \#(schema), "example": \#(example)}"#,
      #"{"schema": {"type": "object", "properties": \#(properties), "examples": [\#(example)]}}"#,
    ] {
      let (contract, notes, found) = try imported(media)
      #expect(!contract.text.contains(secret))
      #expect(notes == [] && found == [])
    }
  }

  @Test("what a schema lists stays in an example") func listed() throws {
    let (contract, _, _) = try imported(
      #"{"schema": {"properties": {"auth": {"enum": ["basic", "sso"]}, "token": {"type": "string"}}}, "example": {"auth": "sso", "token": "SECRET"}}"#
    )
    #expect(body(contract) == ["auth": "sso", "token": "secret"])
  }

  @Test("a replaced example that cannot match its schema has a note and the tag off-schema") func offSchema() throws {
    let (contract, notes, found) = try imported(
      #"{"schema": {"properties": {"token": {"type": "string", "not": {"maxLength": 9}}}}, "example": {"token": "SECRET7890"}}"#
    )
    #expect(!contract.text.contains("SECRET"))
    #expect(contract["scenarios"]?.array?[0]["tags"] == ["off-schema"])
    #expect(notes.count == 1 && found == [])
  }

  @Test("a default that breaks its schema is not used") func defaults() throws {
    let (contract, notes, _) = try imported(
      #"{"schema": {"type": "object", "default": {}, "required": ["id"], "properties": {"id": {"type": "integer", "default": "x"}, "tags": {"type": "array", "minItems": 1, "items": {"const": "t"}, "default": []}}}}"#
    )
    #expect(body(contract) == ["id": 1, "tags": ["t"]])
    #expect(notes == [])
  }

  @Test("the text 'secret' that somebody wrote is compared, and a placeholder is not one of a list") func typed() throws
  {
    let sample = try ImportSample([
      "api.json": #"""
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"/a": {"get": {"operationId": "a", "responses": {"200": {"description": "o",
       "content": {"application/json": {"schema": {"properties": {"kind": {"enum": ["a", "b"]}, "auth": {"enum": ["basic"]},
        "token": {"type": "string", "minLength": 20}, "note": {"type": "string", "minLength": 20}}}}}}}}}}}
      """#,
      "specs/a.contract.json": #"""
      {"contract": 1, "endpoint": "a", "operation": "a", "baseURL": "https://a.example", "request": {"method": "GET", "path": "/a"}, "scenarios": [
       {"name": "1", "response": {"kind": "valid", "body": {"json": {"kind": "secret"}}}},
       {"name": "2", "response": {"kind": "valid", "body": {"json": {"auth": "secret"}}}},
       {"name": "3", "response": {"kind": "valid", "body": {"json": {"note": "secret"}}}},
       {"name": "4", "response": {"kind": "valid", "body": {"json": {"token": "secret"}}}}]}
      """#,
    ])
    let set = ContractSet.load([sample.specs], below: [sample.specs])
    let found = try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts).diagnostics
    #expect(
      found.map { $0.message.contains("/kind") || $0.message.contains("/auth") || $0.message.contains("/note") } == [
        true, true, true,
      ])
  }
}
