import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// What OpenAPI 3.2.0 adds to operations and parameters (sections 4.9 and 4.12.1).
@Suite("Operations and parameters of OpenAPI 3.2") struct OpenAPI32Tests {
  private static func document(_ paths: String) -> String {
    #"{"openapi": "3.2.0", "servers": [{"url": "https://a.example"}], "paths": {\#(paths)}}"#
  }

  private static func querystring(_ type: String, required: Bool = true) -> String {
    #""parameters": [{"name": "filter", "in": "querystring", "required": \#(required), "content": {"\#(type)": {"example": {"state": "open", "labels": ["a", "b"], "page": 2}, "schema": {"type": "object", "required": ["state", "labels"], "properties": {"state": {"enum": ["open", "closed"]}, "labels": {"type": "array", "items": {"type": "string"}}, "page": {"type": "integer"}}}}}}]"#
  }

  private func checked(_ sample: ImportSample) throws -> [String] {
    let set = ContractSet.load([sample.specs], below: [sample.specs])
    return try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts).diagnostics.map(\.message)
  }

  @Test("QUERY and additional operations are imported, and the imports conform") func methods() throws {
    let body =
      #""requestBody": {"required": true, "content": {"application/json": {"example": {"q": "x"}}}}, "responses": {"204": {"description": "n"}}"#
    let sample = try ImportSample([
      "api.json": Self.document(
        #""/search": {"query": {"operationId": "search", \#(body)}, "additionalOperations": {"COPY": {"operationId": "copy", \#(body)}}}"#
      )
    ])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(result.noteTexts == [])
    #expect(try sample.contract("search")["request"]?["method"] == "QUERY")
    #expect(try sample.contract("copy")["request"]?["method"] == "COPY")
    #expect(try checked(sample) == [])
    try sample.write(
      try sample.text("search").replacing("/search", with: "/find"), to: "specs/search.contract.json")
    #expect(try checked(sample).first?.hasSuffix("has no operation QUERY /find") == true)
  }

  @Test("the members of a whole query are its items, and the import conforms") func querystring() throws {
    let sample = try ImportSample([
      "api.json": Self.document(
        #""/a": {"get": {"operationId": "a", \#(Self.querystring("application/x-www-form-urlencoded")), "responses": {"204": {"description": "n"}}}}"#
      )
    ])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(result.noteTexts == [])
    let request = try sample.contract("a")["request"]
    #expect(request?["query"]?.text == #"{"state":"open","labels":["a","b"],"page":{"$optional":"2"}}"#)
    #expect(request?["otherQuery"] == nil)
    #expect(try checked(sample) == [])
    try sample.write(
      try sample.text("a").replacing(#""state": "open""#, with: #""state": "new""#), to: "specs/a.contract.json")
    #expect(try checked(sample).count == 1)
    try sample.write(
      #"{"contract": 1, "endpoint": "a", "operation": "a", "baseURL": "https://a.example", "request": {"method": "GET", "path": "/a"}, "scenarios": [{"name": "204", "response": {"kind": "valid", "status": 204}}]}"#,
      to: "specs/a.contract.json")
    #expect(try checked(sample) == [#"GET /a requires the querystring parameter "filter""#])
  }

  @Test("a whole query in another form may be anything, with a note") func otherForms() throws {
    let sample = try ImportSample([
      "api.json": Self.document(
        #""/a": {"get": {"operationId": "a", \#(Self.querystring("application/json")), "responses": {"204": {"description": "n"}}}}"#
      )
    ])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(
      result.noteTexts == [
        #"#/paths/~1a/get/parameters/0: how the value of "filter" is a query is not described; any query is accepted"#
      ])
    #expect(try sample.contract("a")["request"]?["otherQuery"] == "allowed")
    #expect(try checked(sample) == [])
  }
}
