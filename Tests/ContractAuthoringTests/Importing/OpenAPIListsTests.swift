import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// Lists and objects that are one text of a query or a form (OpenAPI 3.1.1, section 4.8.12.3).
@Suite("Lists of an OpenAPI description that are one text") struct OpenAPIListsTests {
  /// Returns a description with one operation of the path `/a`.
  private static func document(_ members: String, method: String = "get") -> String {
    """
    {"openapi": "3.1.1", "servers": [{"url": "https://a.example"}],
     "paths": {"/a": {"\(method)": {"operationId": "a", \(members), "responses": {"204": {"description": "n"}}}}}}
    """
  }

  private static func parameter(_ members: String) -> String {
    document(#""parameters": [{"in": "query", "name": "q", "required": true, \#(members)}]"#)
  }

  private static func form(_ encoding: String) -> String {
    document(
      #""requestBody": {"required": true, "content": {"application/x-www-form-urlencoded": {"example": {"q": ["a", "b"]}, "encoding": {"q": \#(encoding)}, "schema": {"type": "object", "required": ["q"], "properties": {"q": {"type": "array", "items": {"type": "string"}}}}}}}"#,
      method: "post")
  }

  private func imported(_ document: String) throws -> (request: JSON, notes: [String], errors: [String]) {
    let sample = try ImportSample(["api.json": document])
    let result = try sample.run(.openapi, ["api.json"])
    let set = ContractSet.load([sample.specs], below: [sample.specs])
    let errors = try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts).diagnostics
    return (try sample.contract("a")["request"] ?? .null, result.noteTexts, errors.map(\.message))
  }

  private static let lists: [(members: String, query: String)] = [
    (#""explode": false, "example": ["a,b", 1]"#, #"{"q":{"separator":",","elements":["a,b","1"]}}"#),
    (#""style": "pipeDelimited", "example": ["a", "b"]"#, #"{"q":{"separator":"|","elements":["a","b"]}}"#),
    (#""style": "spaceDelimited", "example": ["a"]"#, #"{"q":{"separator":" ","elements":["a"]}}"#),
    (
      #""explode": false, "example": {"R": 100, "G": 200}"#,
      #"{"q":{"separator":",","elements":["R","100","G","200"]}}"#
    ),
    (#""style": "pipeDelimited", "example": {"R": 100}"#, #"{"q":{"separator":"|","elements":["R","100"]}}"#),
    (#""explode": false, "example": []"#, #"{"q":""}"#), (#""explode": false, "example": "a,b""#, #"{"q":"a,b"}"#),
    (#""example": ["a", "b"]"#, #"{"q":["a","b"]}"#),
    (#""style": "deepObject", "example": {"a": 1}"#, #"{"q[a]":"1"}"#),
  ]

  @Test("each style of a query has its separator, and the import conforms", arguments: lists)
  func queries(members: String, query: String) throws {
    let (request, notes, errors) = try imported(Self.parameter(members))
    #expect(request["query"]?.text == query)
    #expect(notes == [])
    #expect(errors == [])
  }

  @Test("an optional list in one text keeps all its elements") func optional() throws {
    let (request, notes, _) = try imported(
      Self.document(#""parameters": [{"in": "query", "name": "q", "explode": false, "example": ["a", "b"]}]"#))
    #expect(request["query"]?.text == #"{"q":{"$optional":{"separator":",","elements":["a","b"]}}}"#)
    #expect(notes == [])
  }

  @Test("secrets in a list are replaced, and its separator is not") func secrets() throws {
    let (request, _, errors) = try imported(
      Self.document(
        #""parameters": [{"in": "query", "name": "tokens", "required": true, "explode": false, "example": ["s3cr3t-abcdefgh12345", "s3cr3t-87654321hgfedc"]}]"#
      ))
    #expect(request["query"]?["tokens"]?["separator"] != "REPLACED")
    #expect(!request.text.contains("s3cr3t"), "\(request.text)")
    #expect(errors == [])
  }

  @Test(
    "a field of a form has the separator of its encoding",
    arguments: [
      (#"{"style": "form", "explode": false}"#, #"{"separator":",","elements":["a","b"]}"#),
      (#"{"explode": false}"#, #"{"separator":",","elements":["a","b"]}"#),
      (#"{"style": "pipeDelimited"}"#, #"{"separator":"|","elements":["a","b"]}"#),
      (#"{"style": "form"}"#, #"["a","b"]"#),
    ])
  func forms(encoding: String, field: String) throws {
    let (request, notes, errors) = try imported(Self.form(encoding))
    #expect(request["body"]?["form"]?["q"]?.text == field)
    #expect(notes == [])
    #expect(errors == [])
  }

  @Test(
    "check compares the separator and the elements",
    arguments: [
      (#"{"separator": ",", "elements": [1, 2]}"#, []),
      (#"{"separator": ",", "elements": {"$each": {"$any": true}}}"#, []),
      (#""1,2""#, []), (#"{"asSent": "1,2"}"#, []),
      (#"{"separator": "|", "elements": [1, 2]}"#, [#""q" of GET /a is a list with "|" between its elements"#]),
      (
        #"{"separator": ",", "elements": [1, "x"]}"#,
        [#""q" of GET /a does not match its schema: /1 should be an integer (type)"#]
      ),
    ])
  func conformance(query: String, errors: [String]) throws {
    let schema = #""explode": false, "schema": {"type": "array", "items": {"type": "integer"}}"#
    let sample = try ImportSample([
      "api.json": Self.parameter(schema),
      "specs/a.contract.json": """
      {"contract": 1, "endpoint": "a", "baseURL": "https://a.example",
       "request": {"method": "GET", "path": "/a", "query": {"q": \(query)}},
       "scenarios": [{"name": "one", "response": {"kind": "statusError", "status": 404}}]}
      """,
    ])
    #expect(sample.errors == [])
    let set = ContractSet.load([sample.specs], below: [sample.specs])
    let found = try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts).diagnostics.map(
      \.message)
    #expect(found.filter { !$0.contains("404") } == errors)
  }
}
