import Testing

@testable import ContractCore

/// What `check --openapi` finds.
@Suite("Contracts compared with an OpenAPI description") struct OpenAPIConformanceTests {
  private static let document = """
    {"openapi": "3.0.3", "servers": [{"url": "https://a.example/v1"}], "paths": {
     "/todos": {"get": {"parameters": [
        {"name": "page", "in": "query", "required": true, "schema": {"type": "integer"}},
        {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"enum": ["a", "b"]}}},
        {"name": "X-Trace", "in": "header", "required": true, "schema": {"type": "string"}}],
       "responses": {"200": {"description": "o", "headers": {"X-Total": {"required": true, "schema": {"type": "integer"}}},
         "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Todo"}}}}}, "4XX": {"description": "e"}}},
      "post": {"requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Todo"}}}},
       "responses": {"201": {"description": "c"}, "409": {"description": "c"}}}},
     "/todos/{id}": {"get": {"responses": {"200": {"description": "o"}}}},
     "/todos/all": {"get": {"responses": {"204": {"description": "o"}}}}},
     "components": {"schemas": {"Todo": {"type": "object", "required": ["id", "title"], "additionalProperties": false,
      "properties": {"id": {"type": "integer", "readOnly": true}, "title": {"type": "string"}, "note": {"type": "string", "nullable": true}}}}}}
    """

  private func check(
    _ request: String, _ response: String, baseURL: String = "https://a.example/v1"
  ) throws -> (errors: [String], missing: [String]) {
    let sample = try ImportSample([
      "api.json": Self.document,
      "specs/a.contract.json": """
      {"contract": 1, "endpoint": "a", "baseURL": "\(baseURL)", "request": \(request),
       "scenarios": [{"name": "one", "response": \(response)}]}
      """,
    ])
    #expect(sample.errors == [])
    let set = ContractSet.load([sample.specs], below: [sample.specs])
    let result = try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts)
    return (
      result.diagnostics.map { $0.message.replacing(sample.folder + "/", with: "") }, result.missing
    )
  }

  private static let list = #"{"method": "GET", "path": "/todos", "query": {"page": 1}, "headers": {"X-Trace": "t"}}"#
  private static let good =
    #"{"kind": "valid", "headers": {"X-Total": "1"}, "body": {"json": [{"id": 1, "title": "a"}]}}"#
  private static let create = #"{"method": "POST", "path": "/todos", "body": {"json": {"title": "a"}}}"#

  @Test("a contract that conforms has no error, and what no scenario covers is listed") func conforming() throws {
    let (errors, missing) = try check(Self.list, Self.good)
    #expect(errors == [])
    #expect(missing == ["GET /todos: 4XX", "POST /todos: 201, 409", "GET /todos/{id}: 200", "GET /todos/all: 204"])
    #expect(try check(Self.list, #"{"kind": "statusError", "status": 404}"#).missing.first == "GET /todos: 200")
    #expect(try check(Self.create, #"{"kind": "valid", "status": 201}"#).errors == [])
  }

  @Test("the server's path may be in the base URL, in the path, or in neither") func prefixes() throws {
    for (base, path) in [
      ("https://x.example/v1", "/todos/all"), ("https://x.example", "/v1/todos/all"), ("http://l", "/todos/all"),
    ] {
      let request = #"{"method": "GET", "path": "\#(path)"}"#
      #expect(try check(request, #"{"kind": "valid", "status": 204}"#, baseURL: base).errors == [])
    }
    // A path without names has priority.
    #expect(
      try check(#"{"method": "GET", "path": "/todos/all"}"#, #"{"kind": "valid"}"#).errors == [
        "GET /todos/all has no status 200 in api.json"
      ])
  }

  @Test(
    "what a request does not have as described is an error",
    arguments: [
      (#"{"method": "GET", "path": "/todo"}"#, ["api.json has no operation GET /todo"]),
      (
        #"{"method": "GET", "path": "/todos", "query": {"page": "x", "other": 1, "tag": ["a", "c"]}, "headers": {"X-Trace": "t"}}"#,
        [
          "GET /todos has no query parameter \"other\" in api.json",
          "\"page\" of GET /todos does not match its schema: it should be an integer (type)",
          "\"tag\" of GET /todos does not match its schema: /1 should be one of \"a\", \"b\" (enum)",
        ]
      ),
      (
        #"{"method": "GET", "path": "/todos"}"#,
        ["GET /todos requires the header parameter \"X-Trace\"", "GET /todos requires the query parameter \"page\""]
      ),
      (
        #"{"method": "GET", "path": "/todos", "query": {"page": {"$regex": "^x"}}, "headers": {"x-trace": {"$any": true}}}"#,
        []
      ),
    ] as [(String, [String])])
  func requests(request: String, errors: [String]) throws {
    #expect(try check(request, Self.good).errors == errors)
  }

  @Test(
    "patterns of a body are compared as far as they say what it is",
    arguments: [
      (#"{"json": {"title": {"$type": "string"}}}"#, []),
      (#"{"json": {"title": "a", "note": null}}"#, []),
      (#"{"json": {"$partial": {"note": "a"}}}"#, []),
      (#"{"json": {"$any": true}}"#, []),
      (#"{"json": {"note": "a"}}"#, ["/title should be this member (required)"]),
      (
        #"{"json": {"title": {"$optional": "a"}, "more": 1}}"#,
        ["/more should be no such member (additionalProperties)"]
      ),
      (#"{"json": {"$partial": {"title": 5}}}"#, ["/title should be a string (type)"]),
    ] as [(String, [String])])
  func bodies(body: String, differences: [String]) throws {
    let request = #"{"method": "POST", "path": "/todos", "body": \#(body)}"#
    #expect(
      try check(request, #"{"kind": "valid", "status": 201}"#).errors
        == differences.map { "the body of POST /todos does not match its schema: \($0)" })
  }

  @Test("a body of another type, one too many and a missing one are errors") func otherBodies() throws {
    let created = #"{"kind": "valid", "status": 201}"#
    #expect(
      try check(#"{"method": "POST", "path": "/todos", "body": {"form": {"title": "a"}}}"#, created).errors == [
        "the body of POST /todos does not have the type that api.json describes"
      ])
    #expect(
      try check(#"{"method": "POST", "path": "/todos"}"#, created).errors == ["POST /todos requires a body"])
    #expect(
      try check(#"{"method": "GET", "path": "/todos/1", "body": {"text": "a"}}"#, #"{"kind": "valid"}"#).errors == [
        "GET /todos/{id} has no request body in api.json"
      ])
  }

  @Test(
    "what an answer does not have as described is an error",
    arguments: [
      (#"{"kind": "statusError", "status": 503}"#, ["GET /todos has no status 503 in api.json"]),
      (
        #"{"kind": "valid", "body": {"json": [{"title": "a"}]}}"#,
        [
          "the answer 200 of GET /todos requires the header X-Total",
          "the answer 200 of GET /todos does not match its schema: /0/id should be this member (required)",
        ]
      ),
      (
        #"{"kind": "valid", "headers": {"X-Total": "1", "Content-Type": "text/plain"}, "body": {"text": "a"}}"#,
        ["the answer 200 of GET /todos does not have the type text/plain"]
      ),
      (#"{"kind": "corruptJSON", "body": {"text": "{"}}"#, []),
      (#"{"kind": "networkError", "error": "timedOut"}"#, []),
    ] as [(String, [String])])
  func answers(response: String, errors: [String]) throws {
    #expect(try check(Self.list, response).errors == errors)
  }
}
