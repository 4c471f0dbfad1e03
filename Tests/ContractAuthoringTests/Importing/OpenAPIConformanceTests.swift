import TestSupport
import Testing

@testable import ContractAuthoring
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
     "/todos/all": {"get": {"responses": {"204": {"description": "o"}}}},
     "/files/{n}.json": {"put": {"operationId": "putFile", "security": [{"token": []}, {"key": []}],
       "parameters": [{"in": "path", "name": "n", "required": true, "schema": {"type": "integer"}},
        {"in": "query", "name": "limit", "schema": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}],
       "requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"type": "object", "additionalProperties": false, "required": ["n"], "properties": {"n": {"type": "integer"}}}},
         "multipart/form-data": {"schema": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}},
         "text/plain": {"schema": {"type": "string", "maxLength": 3}}}},
       "responses": {"200": {"description": "o", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Nowhere"}}}}}}}},
     "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}, "key": {"type": "apiKey", "in": "query", "name": "key"}}, "schemas": {"Todo": {"type": "object", "required": ["id", "title"], "additionalProperties": false,
      "properties": {"id": {"type": "integer", "readOnly": true}, "title": {"type": "string"}, "note": {"type": "string", "nullable": true}}}}}}
    """

  private func check(
    _ request: String, _ response: String, baseURL: String = "https://a.example/v1", endpoint: String = "a",
    tags: String = "[]"
  ) throws -> (errors: [String], missing: [String], notCompared: [String]) {
    let sample = try ImportSample([
      "api.json": Self.document,
      "specs/a.contract.json": """
      {"contract": 1, "endpoint": "\(endpoint)", "baseURL": "\(baseURL)", "request": \(request),
       "scenarios": [{"name": "one", "tags": \(tags), "response": \(response)}]}
      """,
    ])
    #expect(sample.errors == [])
    let set = ContractSet.load([sample.specs], below: [sample.specs])
    let result = try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts)
    let notCompared = result.notCompared.map { $0.replacing(sample.folder + "/", with: "") }
    let errors = result.diagnostics.map { $0.message.replacing(sample.folder + "/", with: "") }
    return (errors, result.missing, notCompared)
  }

  private static let list = #"{"method": "GET", "path": "/todos", "query": {"page": 1}, "headers": {"X-Trace": "t"}}"#
  private static let good =
    #"{"kind": "valid", "headers": {"X-Total": "1"}, "body": {"json": [{"id": 1, "title": "a"}]}}"#
  private static let create = #"{"method": "POST", "path": "/todos", "body": {"json": {"title": "a"}}}"#

  @Test("a contract that conforms has no error, and what no scenario covers is listed") func conforming() throws {
    let (errors, missing, _) = try check(Self.list, Self.good)
    #expect(errors == [])
    #expect(
      missing == [
        "GET /todos: 4XX", "POST /todos: 201, 409", "GET /todos/{id}: 200", "GET /todos/all: 204",
        "PUT /files/{n}.json: 200",
      ])
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
      // To servers, the slash makes it another path.
      (#"{"method": "GET", "path": "/todos/"}"#, ["api.json has no operation GET /todos/"]),
      (
        #"{"method": "GET", "path": "/todos", "query": {"page": "1 "}, "headers": {"X-Trace": "t"}}"#,
        ["\"page\" of GET /todos does not match its schema: it should be an integer (type)"]
      ),
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
      (#"{"json": {"title": {"$optional": "a"}}}"#, ["/title should be this member (required)"]),
      (#"{"json": {"title": {"$type": "number"}}}"#, ["/title should be a string (type)"]),
      (#"{"json": {"title": {"$type": ["number", "string"]}}}"#, []),
      (#"{"json": {"title": {"$anyOf": [5, true]}}}"#, ["/title should be a string (type)"]),
      (#"{"json": {"title": {"$anyOf": [5, "a"]}}}"#, []),
      (#"{"json": {"$anyOf": [{"title": 5}, {"note": "a"}]}}"#, ["/title should be a string (type)"]),
    ] as [(String, [String])])
  func bodies(body: String, differences: [String]) throws {
    let request = #"{"method": "POST", "path": "/todos", "body": \#(body)}"#
    #expect(
      try check(request, #"{"kind": "valid", "status": 201}"#).errors
        == differences.map { "the body of POST /todos does not match its schema: \($0)" })
  }

  @Test("of paths that fit, the contract's endpoint decides, then the names in braces") func overlaps() throws {
    let named = #"{"method": "GET", "path": "/todos/{x}", "pathParameters": {"x": {"$any": true}}}"#
    let literal = #"{"method": "GET", "path": "/todos/all"}"#
    #expect(try check(named, #"{"kind": "valid"}"#).errors == [])
    #expect(try check(literal, #"{"kind": "valid"}"#, endpoint: "GET /todos/{id}").errors == [])
    #expect(try check(literal, #"{"kind": "valid", "status": 204}"#).errors == [])
  }

  @Test("a scenario that is off-schema has its status, and is not compared") func offSchema() throws {
    let (errors, missing, _) = try check(
      #"{"method": "GET", "path": "/todos/all", "query": {"x": 1}}"#, #"{"kind": "valid", "status": 204}"#,
      tags: #"["off-schema"]"#)
    #expect(errors == [])
    #expect(!missing.contains { $0.hasPrefix("GET /todos/all") })
  }

  /// A request to the file, with some members, that logs in.
  private static func file(_ members: String, path: String = "/files/1.json", query: String = "") -> String {
    #"{"method": "PUT", "path": "\#(path)", "query": {\#(query) "key": {"$any": true}}\#(members)}"#
  }

  @Test(
    "what a request has with another type than described is an error", .slow,
    arguments: [
      (file(""), nil),
      (file(#", "headers": {"Authorization": {"$regex": "^Bearer .+"}}"#), nil),
      (
        #"{"method": "PUT", "path": "/files/1.json", "headers": {"Authorization": {"$regex": "^Basic .+"}}}"#,
        "PUT /files/{n}.json requires a header Authorization with bearer, because of its security"
      ),
      (
        #"{"method": "PUT", "path": "/files/1.json"}"#,
        "PUT /files/{n}.json requires the header Authorization, because of its security"
      ),
      (
        file("", path: "/files/a.json"),
        "\"n\" of PUT /files/{n}.json does not match its schema: it should be an integer (type)"
      ),
      (file("", path: "/files/1.xml"), "api.json has no operation PUT /files/1.xml"),
      (file("", query: #""limit": 5,"#), nil),
      (
        file("", query: #""limit": "x","#),
        "\"limit\" of PUT /files/{n}.json does not match its schema: it should be a match of at least one of 2 schemas (anyOf)"
      ),
      (
        file("", query: #""limit": [1, 2],"#),
        "\"limit\" of PUT /files/{n}.json does not match its schema: it should be a match of at least one of 2 schemas (anyOf)"
      ),
      (file(#", "body": {"form": {"n": {"$regex": "."}}}"#), nil),
      (
        file(#", "body": {"form": {"n": "x"}}"#),
        "the body of PUT /files/{n}.json does not match its schema: /n should be an integer (type)"
      ),
      (
        file(#", "body": {"form": {"n": "1", "m": "1"}}"#),
        "the body of PUT /files/{n}.json does not match its schema: /m should be no such member (additionalProperties)"
      ),
      (file(#", "body": {"multipart": [{"name": "n", "body": {"text": "1"}}]}"#), nil),
      (
        file(#", "body": {"multipart": [{"name": "m", "body": {"text": "1"}}]}"#),
        "the body of PUT /files/{n}.json does not match its schema: /n should be this member (required)"
      ),
      (
        file(#", "body": {"multipart": [{"$optional": {"name": "n", "body": {"text": "1"}}}]}"#),
        "the body of PUT /files/{n}.json does not match its schema: /n should be this member (required)"
      ),
      (file(#", "body": {"multipart": [{"name": "n", "body": {"text": "1"}}, {"$optional": {"name": "m"}}]}"#), nil),
      (file(#", "body": {"$optional": {"multipart": [{"name": "n", "body": {"text": "1"}}]}}"#), nil),
      (file(#", "body": {"text": "abc"}"#), nil),
      (
        file(#", "body": {"text": "abcd"}"#),
        "the body of PUT /files/{n}.json does not match its schema: it should be at most 3 characters (maxLength)"
      ),
      (
        file(#", "headers": {"Content-Type": "text/plain"}, "body": {"json": {}}"#),
        "the body of PUT /files/{n}.json does not have the type that api.json describes"
      ),
      (
        #"{"method": "POST", "path": "/todos", "headers": {"Content-Type": "text/plain"}, "body": {"json": {"title": "a"}}}"#,
        "the body of POST /todos does not have the type that api.json describes"
      ),
      (
        #"{"method": "POST", "path": "/todos", "body": {"text": "hello"}}"#, "the body of POST /todos is not JSON"
      ),
      (
        #"{"method": "GET", "path": "/todos", "query": {"page": {"$optional": "1"}}, "headers": {"X-Trace": "t"}}"#,
        "GET /todos requires the query parameter \"page\""
      ),
    ] as [(String, String?)])
  func types(request: String, error: String?) throws {
    let status = request.contains("POST") ? #", "status": 201"# : ""
    let answer = request.contains("GET") ? Self.good : #"{"kind": "valid"\#(status), "body": {"json": {}}}"#
    #expect(try check(request, answer).errors == [error].compactMap(\.self))
  }

  @Test("another path on a server of the description is an error, and another host is not") func otherServers() throws {
    let request = #"{"method": "GET", "path": "/todos/1"}"#
    #expect(
      try check(request, #"{"kind": "valid"}"#, baseURL: "https://a.example/v2").errors == [
        "api.json has no operation GET /todos/1"
      ])
    #expect(try check(request, #"{"kind": "valid"}"#, baseURL: "https://stage.example/x").errors == [])
  }

  @Test("a reference that leads nowhere is listed as not compared, with its place") func nowhere() throws {
    let (errors, _, notCompared) = try check(Self.file(""), #"{"kind": "valid", "body": {"json": {}}}"#)
    #expect(errors == [])
    #expect(notCompared.count == 1)
    let first = try #require(notCompared.first)
    #expect(first.hasPrefix("api.json#/") && first.contains("#/components/schemas/Nowhere"))
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
      try check(#"{"method": "POST", "path": "/todos", "body": {"$optional": {"json": {"title": 1}}}}"#, created).errors
        == [
          "POST /todos requires a body",
          "the body of POST /todos does not match its schema: /title should be a string (type)",
        ])
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
      (
        #"{"kind": "valid", "headers": {"X-Total": "x"}, "body": {"json": []}}"#,
        ["the header X-Total of the answer 200 of GET /todos does not match its schema: it should be an integer (type)"]
      ),
      (#"{"kind": "valid", "headers": {"X-Total": "1"}}"#, ["the answer 200 of GET /todos requires a body"]),
      (
        #"{"kind": "valid", "headers": {"X-Total": "1", "Content-Type": "application/json"}, "body": {"text": "a"}}"#,
        ["the answer 200 of GET /todos is not JSON"]
      ),
      (#"{"kind": "corruptJSON", "body": {"text": "{"}}"#, []),
      (#"{"kind": "networkError", "error": "timedOut"}"#, []),
    ] as [(String, [String])])
  func answers(response: String, errors: [String]) throws {
    #expect(try check(Self.list, response).errors == errors)
  }
}
