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
    (#""explode": false, "example": [""]"#, #"{"q":""}"#),
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

  @Test(
    "a list in a style that does not say how it is written allows any query",
    arguments: [
      (#""style": "deepObject", "example": ["a", "b"]"#, "deepObject"),
      (#""style": "pipeDelimited", "explode": true, "example": ["a", "b"]"#, "pipeDelimited"),
      (#""style": "spaceDelimited", "explode": true, "example": ["a", "b"]"#, "spaceDelimited"),
    ])
  func undescribed(members: String, style: String) throws {
    let (request, notes, errors) = try imported(Self.parameter(members))
    #expect(request["query"] == nil)
    #expect(request["otherQuery"] == "allowed")
    expectTexts(
      notes,
      are: [
        "#/paths/~1a/get/parameters/0: how the style \(style) writes the value of \"q\" is not described; any query is accepted"
      ])
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
    "an object in a form is written as its encoding says, and check reads it",
    arguments: [
      (#"{"style": "deepObject"}"#, #"{"q[k]":"v","q[n]":"1"}"#), (#"{"style": "form"}"#, #"{"k":"v","n":"1"}"#),
      (#"{"explode": false}"#, #"{"q":{"separator":",","elements":["k","v","n","1"]}}"#),
    ])
  func formObjects(encoding: String, fields: String) throws {
    let schema =
      #""type": "object", "required": ["q"], "additionalProperties": false, "properties": {"q": {"type": "object", "properties": {"k": {"type": "string"}, "n": {"type": "integer"}}}}"#
    let (request, notes, errors) = try imported(
      Self.document(
        #""requestBody": {"required": true, "content": {"application/x-www-form-urlencoded": {"example": {"q": {"k": "v", "n": 1}}, "encoding": {"q": \#(encoding)}, "schema": {\#(schema)}}}}"#,
        method: "post"))
    #expect(request["body"]?["form"]?.text == fields)
    #expect(notes == [])
    #expect(errors == [])
  }

  @Test("a list in a form whose style does not say how it is written allows any body")
  func undescribedForm() throws {
    for encoding in [#"{"style": "deepObject"}"#, #"{"style": "pipeDelimited", "explode": true}"#] {
      let (request, notes, errors) = try imported(Self.form(encoding))
      #expect(request["body"]?.text == #"{"$any":true}"#)
      #expect(notes.count == 1)
      #expect(errors == [])
    }
  }

  @Test(
    "the text of a list can be a text, if its schema allows one",
    arguments: [
      (#""type": "string""#, ",", []), (#""type": "string""#, ";", []), (#""type": ["string", "array"]"#, "|", []),
      (#""anyOf": [{"type": "string"}, {"type": "array"}]"#, "|", []), ("", "|", []),
      (
        #""type": "string", "pattern": "^[0-9]+$""#, ",",
        ["does not match its schema: it should be a string that contains a match of /^[0-9]+$/ (pattern)"]
      ),
    ])
  func texts(schema: String, separator: String, expected: [String]) throws {
    let list = #"{"q": {"separator": "\#(separator)", "elements": ["1", "2"]}}"#
    let query = try errors(
      Self.parameter(#""schema": {\#(schema)}"#), #""method": "GET", "path": "/a", "query": \#(list)"#)
    #expect(query == expected.map { "\"q\" of GET /a \($0)" })
    let form = try errors(
      Self.document(
        #""requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {"q": {\#(schema)}}}}}}"#,
        method: "post"), #""method": "POST", "path": "/a", "body": {"form": \#(list)}"#)
    #expect(form.count == expected.count, "\(form)")
  }

  /// Returns what differs between a request and a description.
  private func errors(_ document: String, _ request: String) throws -> [String] {
    let sample = try ImportSample([
      "api.json": document,
      "specs/a.contract.json": """
      {"contract": 1, "endpoint": "a", "baseURL": "https://a.example", "request": {\(request)},
       "scenarios": [{"name": "one", "response": {"kind": "statusError", "status": 404}}]}
      """,
    ])
    #expect(sample.errors == [])
    let set = ContractSet.load([sample.specs], below: [sample.specs])
    return try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts).diagnostics.map(\.message)
      .filter { !$0.contains("404") }
  }

  @Test(
    "check compares the separator and the elements",
    arguments: [
      (#"{"separator": ",", "elements": [1, 2]}"#, []),
      (#"{"separator": ",", "elements": {"$each": {"$any": true}}}"#, []),
      (#""1,2""#, []), (#"{"asSent": "1,2"}"#, []),
      (#"["1", "2"]"#, [#""q" of GET /a is a list with a value for each element"#]),
      (
        #"{"asSent": "1%2C2"}"#, [#""q" of GET /a does not match its schema: /0 should be an integer (type)"#]
      ),
      (#"{"separator": "|", "elements": [1, 2]}"#, [#""q" of GET /a is a list with "|" between its elements"#]),
      (
        #"{"separator": ",", "elements": [1, "x"]}"#,
        [#""q" of GET /a does not match its schema: /1 should be an integer (type)"#]
      ),
    ])
  func conformance(query: String, errors: [String]) throws {
    let schema = #""explode": false, "schema": {"type": "array", "items": {"type": "integer"}}"#
    #expect(
      try self.errors(Self.parameter(schema), #""method": "GET", "path": "/a", "query": {"q": \#(query)}"#) == errors)
  }
}
