import Foundation
import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// What becomes of a Pact file.
@Suite("Import of Pact") struct PactTests {
  private func run(_ interactions: String, version: String = "3.0.0") throws -> (sample: ImportSample, result: Import) {
    try Self.imported(interactions, version: version)
  }

  /// Imports a file with these interactions, which must not fail.
  static func imported(
    _ interactions: String, version: String = "3.0.0"
  ) throws -> (sample: ImportSample, result: Import) {
    let sample = try ImportSample([
      "pact.json": """
      {"consumer": {"name": "app"}, "provider": {"name": "shop"}, "interactions": [\(interactions)],
       "metadata": {"pactSpecification": {"version": "\(version)"}}}
      """
    ])
    let result = try sample.run(.pact, ["pact.json"])
    #expect(result.failures.map(\.message) == [])
    #expect(sample.errors == [])
    return (sample, result)
  }

  /// Returns the body of a request with rules of version 3.
  private func body(_ example: String, _ rules: String) throws -> (pattern: JSON?, notes: [String]) {
    let (sample, result) = try run(
      """
      {"description": "d", "request": {"method": "POST", "path": "/x", "body": \(example), "matchingRules": {"body": \(rules)}},
       "response": {"status": 200}}
      """)
    let json = try sample.contract("postX")
    #expect(json["input"]?["body"] == JSON.parse(example))
    return (json["request"]?["body"]?["json"], result.noteTexts)
  }

  @Test("an interaction becomes a scenario; interactions with the same path are one contract") func whole() throws {
    let (sample, result) = try run(
      #"""
      {"description": "a todo", "providerStates": [{"name": "there is one", "params": {"id": 1}}],
       "request": {"method": "get", "path": "/todos/1", "query": {"q": ["a", "b"]}, "headers": {"Accept": "application/json"}},
       "response": {"status": 200, "headers": {"Content-Type": "application/json"}, "body": {"id": 1},
        "matchingRules": {"body": {"$.id": {"matchers": [{"match": "integer"}]}}}}},
      {"description": "no todo", "providerState": "there is none", "request": {"method": "GET", "path": "/todos/1", "query": "q=a&q=b"},
       "response": {"status": 404}}
      """#)
    #expect(sample.names == ["getTodos1"])
    let json = try sample.contract("getTodos1")
    #expect(json["endpoint"] == "GET /todos/1")
    #expect(json["description"] == "The pact of app and shop.")
    #expect(json["input"] == ["q": ["a", "b"]])
    #expect(json["scenarios"]?.array?.map { $0["name"] } == ["a todo (there is one)", "no todo (there is none)"])
    #expect(json["scenarios"]?.array?.map { $0["tags"] } == [["there is one"], ["there is none"]])
    #expect(json["scenarios"]?.array?[0]["response"] == ["kind": "valid", "body": ["json": ["id": 1]]])
    #expect(result.noteTexts == [])
    #expect(result.leftOut["params"] == 1)
  }

  @Test(
    "the language of paths",
    arguments: [
      ("$", []), ("$.a", [.name("a")]), ("$.a.b-c", [.name("a"), .name("b-c")]),
      ("$['a b'][\"c.d\"]", [.name("a b"), .name("c.d")]), ("$.a[0][*]", [.name("a"), .index(0), .anyIndex]),
      ("$.*.x", [.anyName, .name("x")]), ("$['it''s]']", [.name("it''s]")]), ("a.b", nil), ("$.", nil), ("$..a", nil),
      ("$[x]", nil), ("$[-1]", nil), ("$['a'", nil), ("$[0", nil), ("$a", nil),
    ] as [(String, [PactPath.Step]?)])
  func paths(text: String, steps: [PactPath.Step]?) {
    #expect(PactPath(text)?.steps == steps)
  }

  @Test(
    "the most exact path has priority",
    arguments: [
      ("$", 1), ("$.a", 2), ("$.*", 1), ("$.a[*]", 2), ("$.a[1]", 3), ("$.a[1].b", 4), ("$.a[2]", 0), ("$.b", 0),
      ("$.a[1].b.c", 0),
    ])
  func weights(path: String, weight: Int) throws {
    #expect(try #require(PactPath(path)).weight(of: [.name("a"), .index(1), .name("b")]) == weight)
  }

  @Test(
    "rules of version 3 and 4 for bodies", .slow,
    arguments: [
      (#"{"a": 1, "b": "x"}"#, #"{"$.a": {"matchers": [{"match": "type"}]}}"#, ["a": ["$type": "number"], "b": "x"]),
      (
        #"{"a": {"b": "x", "c": [true]}, "d": null}"#, #"{"$": {"matchers": [{"match": "type"}]}}"#,
        ["a": ["b": ["$type": "string"], "c": ["$each": ["$type": "boolean"]]], "d": .null]
      ),
      (
        #"{"a": {"b": "x", "c": "y"}}"#,
        #"{"$.a": {"matchers": [{"match": "type"}]}, "$.a.c": {"matchers": [{"match": "equality"}]}}"#,
        ["a": ["b": ["$type": "string"], "c": "y"]]
      ),
      (
        #"{"l": [{"n": 1}]}"#,
        #"{"$.l": {"matchers": [{"match": "type", "min": 2, "max": 3}]}, "$.l[*].n": {"matchers": [{"match": "integer"}]}}"#,
        ["l": ["$allOf": [["$each": ["n": ["$type": "integer"]]], ["$jsonSchema": ["minItems": 2, "maxItems": 3]]]]]
      ),
      (
        #"{"l": [1]}"#, #"{"$.l": {"matchers": [{"match": "type", "min": 0}]}}"#,
        ["l": ["$anyOf": [[], ["$each": ["$type": "number"]]]]]
      ),
      (
        #"{"a": "x1"}"#, #"{"$.a": {"matchers": [{"match": "regex", "regex": "x\\d"}]}}"#,
        ["a": ["$regex": #"^(?:x\d)$"#]]
      ),
      (
        #"{"a": 12}"#, #"{"$.a": {"matchers": [{"match": "regex", "regex": "\\d+"}]}}"#,
        ["a": ["$regex": ["number": #"^(?:\d+)$"#]]]
      ),
      (#"{"a": "a+b"}"#, #"{"$.a": {"matchers": [{"match": "include", "value": "+"}]}}"#, ["a": ["$regex": #"\+"#]]),
      (#"{"a": 1}"#, #"{"$.a": {"matchers": [{"match": "integer"}]}}"#, ["a": ["$type": "integer"]]),
      (#"{"a": 1}"#, #"{"$.a": {"matchers": [{"match": "decimal"}]}}"#, ["a": ["$type": "number"]]),
      (#"{"a": null}"#, #"{"$.a": {"matchers": [{"match": "null"}]}}"#, ["a": .null]),
      (#"{"a": true}"#, #"{"$.a": {"matchers": [{"match": "boolean"}]}}"#, ["a": ["$type": "boolean"]]),
      (
        #"{"a": "2024-01-02"}"#, #"{"$.a": {"matchers": [{"match": "date", "format": "yyyy-MM-dd"}]}}"#,
        ["a": ["$format": "date"]]
      ),
      (
        #"{"a": "2024-01-02T03:04:05Z"}"#,
        #"{"$.a": {"matchers": [{"match": "timestamp", "timestamp": "yyyy-MM-dd'T'HH:mm:ssXXX"}]}}"#,
        ["a": ["$format": "date-time"]]
      ),
      (
        #"{"a": "02/01/24 at 3"}"#, #"{"$.a": {"matchers": [{"match": "date", "format": "dd/MM/yy 'at' H"}]}}"#,
        ["a": ["$regex": #"^\d{2}/\d{2}/\d{2} at \d{1,2}$"#]]
      ),
      (
        #"{"a": 1}"#, #"{"$.a": {"combine": "OR", "matchers": [{"match": "null"}, {"match": "type"}]}}"#,
        ["a": ["$anyOf": [.null, ["$type": "number"]]]]
      ),
      (
        #"{"a": "x1"}"#,
        #"{"$.a": {"combine": "AND", "matchers": [{"match": "type"}, {"match": "include", "value": "1"}]}}"#,
        ["a": ["$allOf": [["$type": "string"], ["$regex": "1"]]]]
      ),
      (
        #"{"l": [{"k": "x"}, 2]}"#,
        #"{"$.l": {"matchers": [{"match": "arrayContains", "variants": [{"index": 0, "rules": {"$.k": {"matchers": [{"match": "type"}]}}}, {"index": 1}]}]}}"#,
        ["l": ["$allOf": [["$contains": ["k": ["$type": "string"]]], ["$contains": 2]]]]
      ),
      (
        #"{"m": {"k1": 5}}"#,
        #"{"$.m": {"matchers": [{"match": "eachKey", "rules": [{"match": "regex", "regex": "k\\d"}]}, {"match": "eachValue", "rules": [{"match": "integer"}]}]}}"#,
        [
          "m": [
            "$allOf": [
              ["$jsonSchema": ["type": "object", "propertyNames": ["type": "string", "pattern": #"^(?:k\d)$"#]]],
              ["$jsonSchema": ["type": "object", "additionalProperties": ["type": "integer"]]],
            ]
          ]
        ]
      ),
      (#"{"a": {"b": 1}}"#, #"{"$.*.b": {"matchers": [{"match": "integer"}]}}"#, ["a": ["b": ["$type": "integer"]]]),
      (#"{"a": "x"}"#, #"{"$.a": {"matchers": [{"match": "notEmpty"}]}}"#, ["a": ["$regex": "(?s)."]]),
      (#"{"a": {"$x": 1}}"#, #"{}"#, ["a": ["$literal": ["$x": 1]]]),
    ] as [(String, String, JSON)])
  func rules(example: String, rules: String, pattern: JSON) throws {
    let (found, notes) = try body(example, rules)
    #expect(found == pattern)
    #expect(notes == [])
  }

  @Test("rules that cannot be imported are noted") func notes() throws {
    #expect(
      try body(
        #"{"a": 1}"#,
        #"{"$.a": {"matchers": [{"match": "own"}]}, "nonsense]": {"matchers": [{"match": "type"}]}, "$.none": {"matchers": [{"match": "type"}]}}"#
      ).notes == [
        "#/interactions/0/request/matchingRules/body/$.a/matchers/0: the matcher \"own\" cannot be imported; any value is accepted",
        "#/interactions/0/request/matchingRules/body/nonsense]/matchers/0: not imported",
        "#/interactions/0/request/matchingRules/body/$.none/matchers/0: not imported",
      ])
  }

  @Test("rules of version 2, and rules for paths, queries and headers") func version2() throws {
    let (sample, result) = try run(
      #"""
      {"description": "d", "request": {"method": "PUT", "path": "/todos/7", "query": "n=5", "headers": {"X-A": "12"}, "body": {"l": [{"n": 1}]},
        "matchingRules": {"$.path": {"match": "regex", "regex": "\\/todos\\/\\d+"}, "$.query.n": {"match": "type"},
         "$.headers.x-a": {"regex": "\\d+"}, "$.body.l": {"min": 1}, "$.body.l[*].n": {"match": "type"}}},
       "response": {"status": 204}}
      """#, version: "2.0.0")
    let json = try sample.contract("putTodosByP1")
    #expect(
      json["request"] == [
        "method": "PUT", "path": "/todos/{p1}", "pathParameters": ["p1": ["$regex": #"^(?:\d+)$"#]],
        "query": ["n": ["$any": true]], "headers": ["X-A": ["$regex": #"^(?:\d+)$"#]],
        "body": ["json": ["l": ["$each": ["n": ["$type": "number"]]]]],
      ])
    #expect(json["input"] == ["p1": "7", "n": "5", "body": ["l": [["n": 1]]]])
    #expect(result.noteTexts == [])
  }

  @Test(
    "bodies that are absent, null, text, forms and those of version 4",
    arguments: [
      ("", ["$any": true]), (#""body": null,"#, nil), (#""body": "",  "#, nil),
      (#""headers": {"Content-Type": "text/plain"}, "body": "hello","#, ["text": "hello"]),
      (
        #""headers": {"Content-Type": "application/x-www-form-urlencoded"}, "body": "a=1&b=x+y","#,
        ["form": ["a": "1", "b": "x y"]]
      ),
      (#""body": {"contentType": "application/json", "encoded": false, "content": {"a": 1}},"#, ["json": ["a": 1]]),
      (
        #""body": {"contentType": "application/json", "encoded": "base64", "content": "eyJhIjoxfQ=="},"#,
        ["json": ["a": 1]]
      ),
      (#""body": {"contentType": "image/png", "encoded": "base64", "content": "AAEC"},"#, ["base64": "AAEC"]),
      (#""body": {"contentType": "text/plain", "encoded": false, "content": "hi"},"#, ["text": "hi"]),
    ] as [(String, JSON?)])
  func bodies(body: String, expected: JSON?) throws {
    let (sample, result) = try run(
      #"{"type": "Synchronous/HTTP", "description": "d", "request": {\#(body) "method": "POST", "path": "/x"}, "response": {"status": 204}}"#,
      version: body.contains("content\"") ? "4.0" : "3.0.0")
    #expect(try sample.contract("postX")["request"]?["body"] == expected)
    #expect(result.noteTexts == [])
  }

  @Test("messages and plugins are left out of a combined file of version 4, and noted") func combined() throws {
    let (sample, result) = try run(
      #"""
      {"type": "Asynchronous/Messages", "description": "m"},
      {"type": "Synchronous/Messages", "description": "n"},
      {"type": "Synchronous/HTTP", "key": "k", "pending": true, "comments": {"text": []}, "transport": "https", "description": "d",
       "pluginConfiguration": {"protobuf": {}}, "request": {"method": "GET", "path": "/x"}, "response": {"status": 204}}
      """#, version: "4.0")
    #expect(sample.names == ["getX"])
    #expect(
      result.noteTexts == [
        "#/interactions/0: an interaction of the type Asynchronous/Messages is not sent over HTTP",
        "#/interactions/1: an interaction of the type Synchronous/Messages is not sent over HTTP",
        "#/interactions/2/pluginConfiguration: what a plugin does is not described",
      ])
  }

  @Test("the URL of the mock server becomes the base URL") func mockServer() throws {
    let (sample, _) = try run(
      #"""
      {"description": "d", "request": {"method": "GET", "path": "/x"}, "response": {"status": 200, "body": {"next": "http://localhost:1234/x/2", "other": "http://localhost:1234/"},
       "generators": {"body": {"$.next": {"type": "MockServerURL", "example": "http://localhost:1234/x/2", "regex": ".*(\\/x\\/2)$"}}}}}
      """#)
    #expect(
      try sample.contract("getX")["scenarios"]?.array?[0]["response"]?["body"] == [
        "json": ["next": "{{baseURL}}/x/2", "other": "http://localhost:1234/"]
      ])
  }

  @Test("every member of the versions 2 to 4 is in a contract or in the report") func members() throws {
    let document = #"""
      {"consumer": {"name": "name1"}, "provider": {"name": "name2"}, "unknown": "t1",
       "messages": [{"description": "t2", "contents": "t3"}],
       "metadata": {"pactSpecification": {"version": "t4"}, "pact-jvm": {"version": "t5"}},
       "interactions": [
        {"type": "Synchronous/HTTP", "key": "t6", "_id": "t7", "description": "description1", "pending": false, "transport": "t8",
         "comments": {"text": ["t9"], "testname": "t10"}, "interactionMarkup": {"markup": "t11"}, "pluginConfiguration": {"p": "t12"},
         "providerStates": [{"name": "state1", "params": {"a": "t13"}}], "unknown": "t14",
         "request": {"method": "PUT", "path": "/path1", "query": {"query1": ["value1"]}, "headers": {"Header1": ["value2"]},
          "body": {"content": {"field1": "value3"}, "contentType": "application/json", "encoded": false, "contentTypeHint": "t15"},
          "matchingRules": {"body": {"$.field1": {"combine": "AND", "matchers": [{"match": "regex", "regex": "value4"}]}}},
          "generators": {"body": {"$.field1": {"type": "t16"}}}, "unknown": "t17"},
         "response": {"status": 418, "headers": {"Header2": ["value5"]}, "body": {"content": "text1", "contentType": "type/one", "encoded": false},
          "matchingRules": {"status": {"matchers": [{"match": "t18"}]}}, "generators": {"header": {"x": {"type": "t19"}}}, "unknown": "t20"}},
        {"description": "description2", "provider_state": "state2", "request": {"method": "PATCH", "path": "/two"}, "response": {"status": 299}}]}
      """#
    let sample = try ImportSample(["pact.json": document])
    let result = try sample.run(.pact, ["pact.json"])
    #expect(sample.errors == [])
    let lost = try sample.lost(of: try #require(JSON.parse(document)), result).filter {
      !["type", "match", "combine"].contains($0.split(separator: "/").last ?? "")
    }
    #expect(lost == [])
  }

  @Test("only version 4 has bodies with content; a Content-Type of any kind says nothing") func content() throws {
    for (version, request, body) in [
      ("3.0.0", #"{"content": "Hi", "contentType": "x"}"#, ["content": "Hi", "contentType": "x"] as JSON),
      ("4.0", #"{"content": {"a": 1}, "contentType": "*/*"}"#, ["a": 1]),
    ] {
      let (sample, result) = try run(
        """
        {"description": "d", "request": {"method": "POST", "path": "/x", "body": \(request)},
         "response": {"status": 200, "body": \(request)}}
        """, version: version)
      let json = try sample.contract("postX")
      #expect(json["request"] == ["method": "POST", "path": "/x", "body": ["json": body]])
      #expect(json["scenarios"]?.array?[0]["response"]?["body"] == ["json": body])
      #expect(result.noteTexts == [])
    }
  }

  @Test(
    "rules of queries and headers may have an index",
    arguments: [
      (#""query": {"q[0]": {"matchers": [{"match": "number"}]}, "q": {"matchers": [{"match": "type"}]}}"#, 1),
      (#""query": {"$.q[0]": {"matchers": [{"match": "number"}]}, "$.q[*]": {"matchers": [{"match": "type"}]}}"#, 1),
      (#""$.query.q[0]": {"match": "number"}, "$.query.q[1]": {"match": "type"}"#, 1),
      (#""query": {"q": {"combine": "OR", "matchers": [{"match": "number"}, {"match": "regex", "regex": "a"}]}}"#, 2),
    ])
  func indexes(rules: String, kind: Int) throws {
    let (sample, result) = try run(
      """
      {"description": "d", "request": {"method": "GET", "path": "/x", "query": {"q": ["1", "b"]}, "matchingRules": {\(rules)}},
       "response": {"status": 200}}
      """)
    let number: JSON = ["$regex": #"^-?[0-9]+(\.[0-9]+)?$"#]
    let either: JSON = ["$anyOf": [number, ["$regex": "^(?:a)$"]]]
    // "b" does not match the expression, and "a" does not occur in it either.
    let expected: JSON = kind == 1 ? [number, ["$any": true]] : [either, either]
    #expect(try sample.contract("getX")["request"]?["query"]?["q"] == expected)
    #expect(result.noteTexts == [])
  }

  @Test("elements of an array that differ are all accepted, each with its rules") func differentElements() throws {
    let (pattern, notes) = try body(
      #"{"x": [1, "a"], "y": [{"id": 1}, {"id": 2}]}"#,
      #"{"$.x": {"matchers": [{"match": "type"}]}, "$.y": {"matchers": [{"match": "type"}]}}"#)
    #expect(pattern?["x"] == ["$each": ["$anyOf": [["$type": "number"], ["$type": "string"]]]])
    #expect(pattern?["y"] == ["$each": ["id": ["$type": "number"]]])
    #expect(
      notes.map { $0.drop { $0 != " " } } == [" the elements of an array are compared with each element of the example"]
    )
  }

  @Test("an interaction without input does not get that of another one") func noInput() throws {
    let (sample, _) = try run(
      """
      {"description": "a", "request": {"method": "GET", "path": "/x", "query": "q=1"}, "response": {"status": 200}},
      {"description": "b", "request": {"method": "GET", "path": "/x"}, "response": {"status": 200}}
      """)
    let json = try sample.contract("getX")
    #expect(json["input"] == ["q": "1"])
    #expect(json["scenarios"]?.array?.map { $0["input"] } == [nil, [:]])
  }

  @Test("a path with an expression gives the driver the parts by name; a second rule is noted") func pathInput() throws
  {
    let (sample, result) = try run(
      #"""
      {"description": "a", "request": {"method": "GET", "path": "/users/42/posts", "matchingRules": {"path":
       {"matchers": [{"match": "regex", "regex": "/users/\\d+/posts"}, {"match": "regex", "regex": "/x/y"}]}}}, "response": {"status": 200}}
      """#)
    let json = try sample.contract("getUsersByP1Posts")
    #expect(json["input"] == ["p1": "42"])
    #expect(json["request"]?["pathParameters"] == ["p1": ["$regex": #"^(?:\d+)$"#]])
    #expect(
      result.noteTexts.count == 1 && result.noteTexts[0].hasSuffix("only the first rule for the path is imported"))
  }

  @Test(
    "rules of keys and values",
    arguments: [
      (
        #"{"c": {"a": {"id": 1}}}"#, #"{"match": "eachValue", "rules": [{"match": "type"}]}"#,
        #"{"type":"object","additionalProperties":{"type":"object","properties":{"id":{"type":"number"}},"required":["id"]}}"#
      ),
      (
        #"{"c": [1]}"#, #"{"match": "eachValue", "rules": [{"match": "integer"}]}"#,
        #"{"type":"array","items":{"type":"integer"}}"#
      ),
      (
        #"{"c": {"a": 1}}"#, #"{"match": "eachKey", "rules": [{"match": "type"}]}"#,
        #"{"type":"object","propertyNames":true}"#
      ),
      (
        #"{"c": {"a": 1}}"#, #"{"match": "values"}"#,
        #"{"type":"object","additionalProperties":{"type":"number"}}"#
      ),
    ])
  func values(example: String, rule: String, schema: String) throws {
    let (pattern, notes) = try body(example, #"{"$.c": {"matchers": [\#(rule)]}}"#)
    #expect(pattern?["c"] == ["$jsonSchema": JSON.parse(schema) ?? .null])
    #expect(notes == [])
  }

  @Test("an expression is about the whole text, unless the example has more") func expressions() throws {
    let (pattern, _) = try body(
      #"{"a": "foo", "b": "a foo b"}"#,
      #"{"$.*": {"matchers": [{"match": "regex", "regex": "foo"}]}}"#)
    #expect(pattern == ["a": ["$regex": "^(?:foo)$"], "b": ["$regex": "foo"]])
  }

  @Test("the parts of a multipart body are not written, because secrets in them would not be found") func multipart()
    throws
  {
    let (sample, result) = try run(
      #"""
      {"description": "d", "request": {"method": "POST", "path": "/x", "headers": {"Content-Type": "multipart/form-data; boundary=b"},
       "body": "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nSECRET1\r\n--b--\r\n"}, "response": {"status": 200}}
      """#)
    #expect(try !sample.text("postX").contains("SECRET"))
    #expect(try sample.contract("postX")["request"]?["body"] == ["$any": true])
    #expect(result.noteTexts.count == 1 && result.noteTexts[0].contains("the parts of a multipart body"))
  }
}

/// Paths of contracts that are made from expressions of documents.
@Suite("Import of expressions for paths") struct ImportedPathTests {
  @Test(
    "alternatives for a whole path are not split at slashes",
    arguments: ["/a/1|/b/2", "^/users/1$|^/users/2$", "^(/a|/b)$"])
  func alternatives(expression: String) throws {
    let sample = try ImportSample([
      "pact.json": #"""
      {"consumer": {"name": "app"}, "provider": {"name": "shop"}, "metadata": {"pactSpecification": {"version": "2.0.0"}},
       "interactions": [{"description": "d", "response": {"status": 204}, "request": {"method": "GET", "path": "/users/1",
         "matchingRules": {"$.path": {"match": "regex", "regex": \#(JSON.string(expression).text)}}}}]}
      """#
    ])
    let result = try sample.run(.pact, ["pact.json"])
    #expect(try sample.contract("getUsers1")["request"]?["path"] == "/users/1")
    #expect(
      result.noteTexts.map { $0.drop { $0 != " " } }
        == [" a path cannot have alternatives, or a group with a slash; the path is compared exactly"])
  }
}
