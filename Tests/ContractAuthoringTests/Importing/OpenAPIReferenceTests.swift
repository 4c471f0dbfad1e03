import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// References in every place where descriptions have them, and what is about the whole document.
@Suite("References of OpenAPI") struct OpenAPIReferenceTests {
  private static let operation = #"""
    {"operationId": "a", "parameters": [{"$ref": "../shared/q.json"}], "responses": {"$ref": "../shared/responses.json"}}
    """#

  @Test("references in the place of paths, operations, answers, headers, contents and media types are followed")
  func places() throws {
    let sample = try ImportSample([
      "api.json": #"""
      {"openapi": "3.0.0", "servers": [{"url": "https://a.example"}], "paths": {"$ref": "paths.json"}}
      """#,
      "paths.json": #"{"/a": {"get": {"$ref": "ops/a.json"}, "post": {"$ref": "ops/b.json#/make"}}}"#,
      "ops/a.json": Self.operation,
      "ops/b.json": #"""
      {"make": {"operationId": "b", "requestBody": {"required": true, "content": {"$ref": "../shared/content.json"}}, "responses": {"204": {"description": "n"}}}}
      """#,
      "shared/q.json": #"{"in": "query", "name": "q", "required": true, "schema": {"type": "integer"}, "example": 7}"#,
      "shared/responses.json": #"""
      {"200": {"description": "o", "headers": {"$ref": "headers.json"}, "content": {"$ref": "content.json"}}}
      """#,
      "shared/headers.json": #"{"X-Limit": {"schema": {"type": "integer"}, "example": 9}}"#,
      "shared/content.json": #"{"application/json": {"$ref": "media.json"}}"#,
      "shared/media.json":
        #"{"schema": {"type": "object", "properties": {"n": {"type": "integer"}}}, "examples": {"$ref": "examples.json"}}"#,
      "shared/examples.json": #"{"one": {"value": {"n": 4}}}"#,
    ])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(result.noteTexts == [] && result.failures.isEmpty)
    let a = try sample.contract("a")
    #expect(a["request"]?["query"] == ["q": "7"])
    #expect(
      a["scenarios"]?.array?[0]["response"] == [
        "kind": "valid", "headers": ["X-Limit": "9"], "body": ["json": ["n": 4]],
      ])
    #expect(try sample.contract("b")["request"]?["body"] == ["json": ["n": ["$optional": 4]]])
    let set = ContractSet.load([sample.specs], below: [sample.specs])
    let checked = try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts)
    #expect(checked.diagnostics.map(\.message) == [] && checked.missing == [])
  }

  @Test(
    "nothing imported is a failure",
    arguments: [
      #"{"openapi": "3.1.0", "paths": {}}"#,
      #"{"openapi": "3.1.0", "paths": {"/a": {"get": {"$ref": "nowhere.json"}}}}"#,
      #"{"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {}}}}}"#,
    ])
  func nothing(document: String) throws {
    let sample = try ImportSample(["api.json": document])
    #expect(try sample.run(.openapi, ["api.json"]).failures.map(\.message) == ["nothing was imported"])
  }

  @Test("a document without servers has one note, which is not about its operations") func servers() throws {
    for servers in ["", #""servers": [{"url": "/v1"}],"#] {
      let sample = try ImportSample([
        "api.json": """
        {"openapi": "3.1.0", \(servers) "paths": {"/a": {"get": {"responses": {"204": {"description": "n"}}}},
         "/b": {"get": {"responses": {"204": {"description": "n"}}}}}}
        """
      ])
      let result = try sample.run(.openapi, ["api.json"])
      #expect(result.noteTexts.count == 1)
      #expect(result.summary == "imported 2 operations: 2 complete")
    }
  }

  @Test("an import of one operation has only the notes about it") func selected() throws {
    let sample = try ImportSample([
      "api.json": ##"""
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "webhooks": {"w": {}}, "paths": {
       "/a": {"odd1": 1, "get": {"operationId": "a", "responses": {"200": {"$ref": "#/components/responses/R"}}}},
       "/b": {"odd2": 1, "get": {"operationId": "b", "odd3": 1, "responses": {"200": {"$ref": "#/components/responses/R"},
         "404": {"description": "n", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Bad"}}}}}}},
       "/c": {"$ref": "gone.json"}},
       "components": {"responses": {"R": {"description": "r", "odd4": 1}}, "schemas": {"Bad": {"type": "nonsense"}}}}
      """##
    ])
    let result = try sample.run(.openapi, ["api.json"]) { $0.only = ["a"] }
    #expect(
      result.noteTexts == ["#/paths/~1a/odd1: not imported", "#/components/responses/R/odd4: not imported"])
    #expect(result.summary == "imported 1 operation: 0 complete, 1 with notes")
  }
}
