import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// Small documents that would take hours, or gigabytes, if nothing bounded the work. A test that does not end fails.
@Suite("Imports that are bounded", .slow, .timeLimit(.minutes(10))) struct BoundedImportTests {
  /// Schemas that apply the next one, #, more than once, by what they are about.
  static let families = [
    "oneOf": #"{"oneOf": [{"allOf": [#]}, {"allOf": [#]}]}"#,
    "anyOf": #"{"anyOf": [{"allOf": [#]}, {"allOf": [#]}]}"#,
    "oneOf and anyOf": #"{"oneOf": [#, #], "anyOf": [#, #]}"#,
    "allOf": #"{"allOf": [#, #]}"#,
    "not": #"{"not": {"allOf": [#, {"not": #}]}}"#,
    "if": #"{"if": #, "then": #, "else": #}"#,
    "properties": #"{"type": "object", "required": ["a", "b"], "properties": {"a": #, "b": #}}"#,
    "patternProperties":
      ##"{"type": "object", "required": ["a"], "properties": {"a": #}, "patternProperties": {"^a": #, "a$": #}}"##,
    "additionalProperties": #"{"type": "object", "minProperties": 2, "additionalProperties": #}"#,
    "unevaluatedProperties":
      #"{"type": "object", "required": ["a"], "properties": {"a": #}, "unevaluatedProperties": #, "anyOf": [#, #]}"#,
    "dependentSchemas":
      #"{"type": "object", "required": ["a"], "properties": {"a": #}, "dependentSchemas": {"a": #, "b": #}}"#,
    "items": #"{"type": "array", "minItems": 2, "items": #}"#,
    "prefixItems": #"{"type": "array", "minItems": 2, "prefixItems": [#, #]}"#,
    "contains": #"{"type": "array", "minItems": 2, "items": #, "contains": #}"#,
    "all":
      #"{"oneOf": [{"allOf": [#, #]}, {"required": ["a", "b"], "properties": {"a": #, "b": #}}], "anyOf": [#, {"items": #}]}"#,
  ]

  /// Returns a description whose operation POST /x has a schema of 24 levels, and whose other one is simple.
  private static func document(_ family: String) -> String {
    let levels = (1...24).map { level in
      "\"S\(level)\": \(family.replacing("#", with: ##"{"$ref": "#/components/schemas/S\##(level + 1)"}"##))"
    }
    let content = ##""content": {"application/json": {"schema": {"$ref": "#/components/schemas/S1"}}}"##
    return """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {
        "/x": {"post": {"operationId": "x", "requestBody": {"required": true, \(content)},
          "responses": {"200": {"description": "d", \(content)}}}},
        "/good": {"get": {"operationId": "good", "responses": {"200": {"description": "d",
          "content": {"application/json": {"schema": {"type": "integer"}, "example": 7}}}}}}},
       "components": {"schemas": {\(levels.joined(separator: ", ")),
         "S25": {"type": "object", "required": ["z"], "properties": {"z": {"type": "string"}}}}}}
      """
  }

  @Test("schemas that apply each other twice end, and the other operations are imported", arguments: families.keys)
  func schemas(_ name: String) throws {
    let sample = try ImportSample(["api.json": Self.document(Self.families[name] ?? "")])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(sample.errors == [])
    let good = try sample.contract("good")["scenarios"]?.array?.first
    #expect(good?["response"]?["body"]?["json"] == 7)
    let isGivenUp = result.noteTexts.contains("#/paths/~1x/post: \(ImportedDocument.tooManySteps)")
    #expect(isGivenUp != sample.names.contains("x"), "\(result.noteTexts)")
    #expect(result.notes.reduce(0) { $0 + $1.text.utf8.count } < 10_000)
  }

  @Test("the comparison of contracts with such schemas ends, too, and says what it did not compare")
  func conformance() throws {
    for name in ["oneOf", "allOf", "if"] {
      let sample = try ImportSample([
        "api.json": Self.document(Self.families[name] ?? ""),
        "specs/x.contract.json": """
        {"contract": 1, "endpoint": "x", "baseURL": "https://a.example",
         "request": {"method": "POST", "path": "/x", "body": {"json": {"z": 1, "a": {"z": 2}}}},
         "scenarios": [{"name": "s", "response": {"kind": "valid", "body": {"json": {"z": "1", "a": {"z": "2"}}}}}]}
        """,
        "specs/good.contract.json": """
        {"contract": 1, "endpoint": "good", "baseURL": "https://a.example",
         "request": {"method": "GET", "path": "/good"},
         "scenarios": [{"name": "s", "response": {"kind": "valid", "body": {"json": "seven"}}}]}
        """,
      ])
      let set = ContractSet.load([sample.specs], below: [sample.specs])
      let found = try OpenAPIConformance(file: sample.folder + "/api.json").check(set.contracts).diagnostics
      let texts = found.map(\.message)
      #expect(texts.contains { $0.contains("does not match its schema: it should be an integer") }, "\(name): \(texts)")
      #expect(texts.contains { $0.contains("not compared") }, "\(name): \(texts)")
    }
  }

  @Test("one operation does not take the steps of the next ones")
  func shares() throws {
    let text = Self.document(Self.families["oneOf"] ?? "")
    let bad = (0..<6).map { text.replacing("\"/x\"", with: "\"/x\($0)\"").replacing("\"x\"", with: "\"x\($0)\"") }
    let all = bad.compactMap { JSON.parse($0)?["paths"]?.object?.members.first }.map {
      "\"\($0.name)\": \($0.value.text)"
    }
    let document = text.replacing("\"paths\": {", with: "\"paths\": {\(all.joined(separator: ", ")), ")
    let sample = try ImportSample(["api.json": document])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(sample.names == ["good"])
    #expect(result.noteTexts.filter { $0.hasSuffix(ImportedDocument.tooManySteps) }.count == 7)
  }

  @Test("a contract stays if its operation takes too many steps in the next import")
  func earlier() throws {
    let simple = Self.document(#"{"type": "object", "properties": {"a": #}}"#)
    let sample = try ImportSample(["api.json": simple])
    try sample.run(.openapi, ["api.json"])
    let before = try sample.text("x")
    try sample.write(Self.document(Self.families["oneOf"] ?? ""), to: "api.json")
    let result = try sample.run(.openapi, ["api.json"]) { $0.prunes = true }
    #expect(try sample.text("x") == before)
    #expect(result.noteTexts.contains("#/paths/~1x/post: \(ImportedDocument.tooManySteps)"))
  }

  // MARK: Examples and parts

  @Test("the example of a request is not copied for each of thousands of answers")
  func examples() throws {
    let answers = (0..<2_000).map { "\"e\($0)\": {\"value\": \($0)}" }.joined(separator: ", ")
    let list = (0..<20_000).map(String.init).joined(separator: ", ")
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"/x": {"post": {
        "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "array"}, "example": [\(list)]}}},
        "responses": {"200": {"description": "d", "content": {"application/json": {"schema": {}, "examples": {\(answers)}}}}}}}}}
      """
    ])
    let result = try? sample.run(.openapi, ["api.json"])
    #expect(result == nil || result?.noteTexts == ["#/paths/~1x/post: \(ImportedDocument.tooManySteps)"])
  }

  @Test("thousands of parameters are imported, each once")
  func parameters() throws {
    let all = (0..<3_000).map { number in
      #"{"name": "p\#(number)", "in": "query", "required": true, "schema": {"type": "integer"}}"#
    }
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"/x": {"get": {"operationId": "x",
        "parameters": [\(all.joined(separator: ", "))], "responses": {"204": {"description": "d"}}}}}}
      """
    ])
    try sample.run(.openapi, ["api.json"])
    #expect(try sample.contract("x")["request"]?["query"]?.object?.members.count == 3_000)
  }

  // MARK: Other formats

  /// Returns a Pact whose first interaction has rules for the body `{"a": {"a": … 1}}` of some levels.
  private static func pact(levels: Int, _ rules: String) -> String {
    let body = String(repeating: #"{"a": "#, count: levels) + "1" + String(repeating: "}", count: levels)
    return """
      {"consumer": {"name": "c"}, "provider": {"name": "p"}, "metadata": {"pactSpecification": {"version": "3.0.0"}},
       "interactions": [
        {"description": "d", "request": {"method": "POST", "path": "/x", "body": \(body),
          "matchingRules": {"body": {\(rules)}}}, "response": {"status": 200}},
        {"description": "good", "request": {"method": "GET", "path": "/good"}, "response": {"status": 200}}]}
      """
  }

  @Test("two matchers for each level of a body end")
  func matchers() throws {
    let rules = (0...24).map { level in
      "\"$\(String(repeating: ".a", count: level))\": {\"combine\": \"OR\", \"matchers\": [{\"match\": \"type\"}, {\"match\": \"type\", \"min\": 1}]}"
    }
    let sample = try ImportSample(["pact.json": Self.pact(levels: 24, rules.joined(separator: ", "))])
    let result = try sample.run(.pact, ["pact.json"])
    let isGivenUp = result.noteTexts.contains("#/interactions/0: \(ImportedDocument.tooManySteps)")
    #expect(sample.names.count == (isGivenUp ? 1 : 2))
    #expect(sample.errors == [])
  }

  @Test("a rule for a place of 100 levels is read, and is one for that place")
  func deepRule() throws {
    let path = "$" + String(repeating: ".a", count: 100)
    let sample = try ImportSample([
      "pact.json": Self.pact(levels: 100, #""\#(path)": {"matchers": [{"match": "integer"}]}"#)
    ])
    let result = try sample.run(.pact, ["pact.json"])
    #expect(result.noteTexts == [])
    #expect(try sample.names.map(sample.text).contains { $0.contains(#""$jsonSchema""#) || $0.contains("integer") })
  }

  @Test("thousands of query parameters of a stub are imported, each once")
  func stub() throws {
    let all = (0..<3_000).map { #""p\#($0)": {"equalTo": "v"}"# }.joined(separator: ", ")
    let sample = try ImportSample([
      "stub.json": """
      {"request": {"method": "GET", "urlPath": "/x", "queryParameters": {\(all)}}, "response": {"status": 200}}
      """
    ])
    try sample.run(.wiremock, ["stub.json"])
    #expect(try sample.contract(sample.names[0])["request"]?["query"]?.object?.members.count == 3_000)
  }

  @Test("thousands of requests of one list are its pages")
  func pages() throws {
    let entries = (0..<1_500).map { number in
      """
      {"startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0},
       "request": {"method": "GET", "url": "https://a.example/list?cursor=c\(number)", "httpVersion": "HTTP/1.1", "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
       "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [], "redirectURL": "", "headersSize": -1, "bodySize": 20,
         "content": {"size": 20, "mimeType": "application/json", "text": "{\\"next\\": \\"c\(number + 1)\\"}"}}}
      """
    }
    let sample = try ImportSample([
      "session.har": """
      {"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [\(entries.joined(separator: ","))]}}
      """
    ])
    try sample.run(.har, ["session.har"])
    let scenarios = try sample.contract(sample.names[0])["scenarios"]?.array ?? []
    #expect(scenarios.count == 1)
    #expect(scenarios.first?["exchanges"]?.array?.count == 1_500)
  }

  // MARK: The budget

  @Test("an item may take a quarter of what is left, and what it asks for too much is not counted")
  func budget() {
    let budget = ImportBudget()
    let all = budget.left
    #expect(budget.item { budget.spend(all) } == nil)
    #expect(budget.spent == all / 4)
    #expect(budget.item { budget.spend(all / 4 * 3 / 4 - 1) } == true)
    #expect(budget.item(upTo: 10) { budget.item { budget.spend(11) } == nil } == nil)
    #expect(budget.item(upTo: 10) { budget.spend(9) } == true)
    budget.add(bytes: 100)
    #expect(budget.limit > all)
    budget.add(file: "a", bytes: 10)
    let limit = budget.limit
    budget.add(file: "a", bytes: 10)
    #expect(budget.limit == limit)
  }
}
