import Foundation
import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// What stubs accept besides the obvious.
extension WireMockTests {
  @Test(
    "paths that are expressions", .slow,
    arguments: [
      ("urlPathPattern", "/users/[^/]+", "/users/{p1}", ["p1": ["$regex": "^(?:[^/]+)$"]], nil),
      ("urlPattern", "/users/[^/]*$", "/users/{p1}", ["p1": ["$regex": "^(?:[^/]*)$"]], nil),
      (
        "urlPathPattern", "/s/[0-9]+/?", "/s/{p1}", ["p1": ["$regex": "^(?:[0-9]+)$"]],
        "the slash at the end may be missing; the path is taken without it"
      ),
      (
        "urlPathPattern", "/t/[a-z/]+", "/t/{p1}", ["p1": ["$regex": "^(?:[a-z/]+)$"]],
        "a part of the path is only accepted within one segment"
      ),
      ("urlPattern", #"/api/users(\?.*)?"#, "/api/users", nil, nil),
      (
        "urlPathPattern", "/a/1|/b/2", nil, nil,
        "a path cannot have alternatives, or a group with a slash; the stub is left out"
      ),
      (
        "urlPathPattern", "^/users/1$|^/users/2$", nil, nil,
        "a path cannot have alternatives, or a group with a slash; the stub is left out"
      ),
      ("urlPathPattern", "/a/(?:b|c)", "/a/{p1}", ["p1": ["$regex": "^(?:(?:b|c))$"]], nil),
    ] as [(String, String, String?, JSON?, String?)])
  func paths(member: String, expression: String, path: String?, parameters: JSON?, note: String?) throws {
    let (json, result) = try run(#"{"method": "GET", "\#(member)": \#(JSON.string(expression).text)}"#)
    #expect(json?["request"]?["path"]?.string == path)
    #expect(json?["request"]?["pathParameters"] == parameters)
    let allows = member == "urlPathPattern" || path == "/api/users"
    #expect(json == nil || (json?["request"]?["otherQuery"] != nil) == allows)
    #expect(result.noteTexts == (note.map { ["#/request/\(member): \($0)"] } ?? []))
  }

  @Test("items in the expression of a URL are the query") func queries() throws {
    let (json, result) = try run(#"{"method": "GET", "urlPattern": "/r[?]x=a%20b&y=[0-9]+"}"#)
    #expect(
      json?["request"] == ["method": "GET", "path": "/r", "query": ["x": "a b", "y": ["$regex": "^(?:[0-9]+)$"]]])
    #expect(result.noteTexts == [])
  }

  @Test(
    "what a body must be", .slow,
    arguments: [
      (#"[{"absent": true}]"#, nil, nil),
      (#"[{"or": [{"absent": true}, {"equalTo": "a"}]}]"#, ["text": ["$anyOf": ["", "a"]]], nil),
      (
        #"[{"or": [{"absent": true}, {"equalToJson": "[]"}]}]"#, ["$any": true],
        "#/request/bodyPatterns/0/or: alternatives of different kinds cannot be imported; any body is accepted"
      ),
      (#"[{"matches": "a.*b"}]"#, ["text": ["$regex": "^(?:(?s)a.*b)$"]], nil),
      (#"[{"matches": "a\\.b"}]"#, ["text": ["$regex": #"^(?:a\.b)$"#]], nil),
      (#"[{"equalTo": "a", "caseInsensitive": true}]"#, ["text": ["$regex": "(?i)^a$"]], nil),
      (
        #"[{"binaryEqualTo": "?"}]"#, ["$any": true],
        "#/request/bodyPatterns/0/binaryEqualTo: the text is not base64; any body is accepted"
      ),
      (
        #"[{"equalToJson": {"$id": "x", "b": "${json-unit.any-string}"}}]"#, ["json": ["$type": "object"]],
        "#/request/bodyPatterns/0: placeholders in an object with names that begin with $ cannot be imported; any object is accepted"
      ),
    ] as [(String, JSON?, String?)])
  func body(patterns: String, body: JSON?, note: String?) throws {
    let (json, result) = try run(#"{"method": "POST", "url": "/x", "bodyPatterns": \#(patterns)}"#)
    #expect(json?["request"]?["body"] == body)
    #expect(result.noteTexts == (note.map { [$0] } ?? []))
  }

  @Test(
    "a value at a JSON path is compared by its text", .slow,
    arguments: [
      (#""equalTo": "5""#, ["$anyOf": ["5", 5]]), (#""equalTo": "true""#, ["$anyOf": ["true", true]]),
      (#""equalTo": "a""#, "a"), (#""contains": "x""#, ["$regex": "x"]),
      (#""matches": "[0-9]+""#, ["$anyOf": [["$regex": "^(?:[0-9]+)$"], ["$regex": ["number": "^(?:[0-9]+)$"]]]]),
      (
        #""matches": "true|1""#,
        ["$anyOf": [["$regex": "^(?:true|1)$"], ["$regex": ["number": "^(?:true|1)$"]], true]]
      ),
      (#""equalToJson": "{\"x\": 1}""#, ["$literal": ["x": 1]]), (#""absent": true"#, ["$absent": true]),
    ] as [(String, JSON)])
  func values(matcher: String, pattern: JSON) throws {
    let (json, result) = try run(
      #"{"method": "POST", "url": "/x", "bodyPatterns": [{"matchesJsonPath": {"expression": "$.a", \#(matcher)}}]}"#)
    #expect(json?["request"]?["body"] == ["json": ["$partial": ["a": pattern]]])
    #expect(result.noteTexts == [])
  }

  @Test("notes do not quote values") func notes() throws {
    for request in [
      #""url": "/x", "bodyPatterns": [{"matchesJsonPath": "$[?(@.password == 'WORDS')]"}]"#,
      #""url": "/x", "bodyPatterns": [{"equalToJson": "{\"a\": \"${json-unit.WORDS}\"}"}]"#,
      #""urlPathPattern": "/a/WORDS|/b""#, #""urlPath": "/x", "host": {"equalTo": "a:WORDS@b"}"#,
    ] {
      let (_, result) = try run(#"{"method": "POST", \#(request)}"#)
      #expect(result.hasNotes)
      #expect(!result.noteTexts.contains { $0.contains("WORDS") })
    }
  }

  @Test("parts of forms: the name comes from the Content-Disposition; what is not said is open") func parts() throws {
    let (json, result) = try run(
      #"""
      {"method": "POST", "url": "/x", "multipartPatterns": [{"matchingType": "ANY", "headers": {
        "Content-Disposition": {"contains": "name=\"file\"; filename=\"a.png\""}, "Content-Type": {"contains": "image"}}},
       {"bodyPatterns": [{"equalTo": "a"}]}]}
      """#)
    let open: JSON = ["$optional": ["$any": true]]
    #expect(
      json?["request"]?["body"] == [
        "multipart": [
          ["name": "file", "filename": "a.png", "contentType": ["$regex": "image"], "body": ["$any": true]],
          ["name": open, "filename": open, "body": ["text": "a"]],
        ]
      ])
    #expect(
      result.noteTexts == ["#/request/multipartPatterns: other parts, or parts in another order, are not accepted"])
    let (form, other) = try run(
      #"{"method": "POST", "url": "/x", "formParameters": {"a": {"or": [{"absent": true}, {"equalTo": "1"}]}}}"#)
    #expect(form?["request"]?["body"] == ["form": ["a": ["$optional": "1"]]])
    #expect(other.noteTexts == ["#/request/formParameters: other fields are not accepted"])
  }

  @Test(
    "cookies",
    arguments: [
      (#"{"gone": {"absent": true}}"#, ["gone": ["$absent": true]]),
      (
        #"{"sid": {"matches": "[0-9]+"}, "gone": {"absent": true}, "b": {"equalTo": "1"}}"#,
        ["sid": ["$regex": "^(?:[0-9]+)$"], "gone": ["$absent": true], "b": ["$regex": "^.+$"]]
      ), (#"{"a": {"or": [{"absent": true}, {"equalTo": "1"}]}}"#, ["a": ["$optional": ["$regex": "^.+$"]]]),
      (#"{"$a": {"equalTo": "1"}, "b": {"and": [{"contains": "1"}, {"absent": true}]}}"#, nil),
    ] as [(String, JSON?)])
  func cookies(matchers: String, header: JSON?) throws {
    let (json, _) = try run(#"{"method": "GET", "url": "/x", "cookies": \#(matchers)}"#)
    #expect(json?["request"]?["headers"]?["Cookie"] == header)
  }

  @Test("cookies beside a header Cookie are noted") func cookiesTwice() throws {
    let (json, result) = try run(
      #"""
      {"method": "GET", "url": "/x", "headers": {"cookie": {"contains": "a="}}, "cookies": {"a": {"matches": "[0-9]"}}}
      """#)
    #expect(json?["request"]?["headers"]?.members.map(\.name) == ["cookie"])
    #expect(result.noteTexts == ["#/request/cookies: the header Cookie is described already"])
  }

  @Test("a header that a contract cannot have is lost, and nothing else") func lostHeaders() throws {
    let (json, result) = try run(
      #"""
      {"method": "GET", "url": "/x", "headers": {
        "A": {"and": [{"contains": "a"}, {"absent": true}]}, "B": {"equalTo": "b"}, "C": {"equalTo": "a\nb"}}}
      """#)
    #expect(json?["request"]?["headers"] == ["B": "b"])
    #expect(
      result.noteTexts
        == ["A", "C"].map { "#/request/headers/\($0): a contract cannot have this; any value is accepted" })
  }

  @Test("methods are written in capital letters") func methods() throws {
    let (json, _) = try run(#"{"method": "get", "url": "/x"}"#)
    #expect(json?["endpoint"] == "GET /x")
    #expect(json?["request"] == ["method": "GET", "path": "/x"])
  }

  @Test("a secret is not split over chunks") func chunks() throws {
    let (json, _) = try run(
      #"{"method": "GET", "url": "/x"}"#,
      #"""
      {"headers": {"Content-Type": "application/json"}, "body": "{\"access_token\": \"SECRET\", \"a\": 1}",
       "chunkedDribbleDelay": {"numberOfChunks": 5, "totalDuration": 1000}}
      """#)
    let chunks = json?["scenarios"]?.array?[0]["response"]?["body"]?["chunks"]?.array ?? []
    #expect(chunks.compactMap { $0["text"]?.string }.joined() == #"{"access_token":"secret","a":1}"#)
    #expect(chunks.count == 5 && chunks.allSatisfy { $0["delay"] == JSON.parse("0.2") })
  }

  @Test("a compressed body stays compressed, with its header") func gzip() throws {
    let headers = #""headers": {"Content-Type": "application/json", "Content-Encoding": "gzip"}"#
    let (json, result) = try run(
      #"{"method": "GET", "url": "/x"}"#, #"{\#(headers), "base64Body": "H4sIAAAAAAACA6vmAgAjhD1ZAwAAAA=="}"#)
    let response = json?["scenarios"]?.array?[0]["response"]
    #expect(response?["kind"] == "valid")
    #expect(response?["headers"]?["Content-Encoding"] == "gzip")
    #expect(
      result.noteTexts == [
        "#/response/headers/Content-Encoding: the body stays compressed; no secret in it is replaced, and in memory nothing unpacks it"
      ])
    let (plain, _) = try run(#"{"method": "GET", "url": "/x"}"#, #"{\#(headers), "body": "{}"}"#)
    #expect(plain?["scenarios"]?.array?[0]["response"] == ["kind": "valid", "body": ["json": [:]]])
  }

  @Test(
    "values that an answer cannot have are noted",
    arguments: [
      (#"{"base64Body": "?"}"#, "base64Body: the body is not base64"),
      (
        #"{"fixedDelayMilliseconds": -5}"#,
        "fixedDelayMilliseconds: a delay is from 0 to 86,400,000 milliseconds (a day); there is none"
      ),
      (
        #"{"fixedDelayMilliseconds": 1e300}"#,
        "fixedDelayMilliseconds: a delay is from 0 to 86,400,000 milliseconds (a day); there is none"
      ), (#"{"jsonBody": null}"#, nil),
    ])
  func limits(response: String, note: String?) throws {
    let (json, result) = try run(#"{"method": "GET", "url": "/x"}"#, response)
    #expect(json?["scenarios"]?.array?[0]["response"] == ["kind": "valid"])
    #expect(result.noteTexts == (note.map { ["#/response/" + $0] } ?? []))
  }

  // MARK: Files

  private func stub(_ url: String, _ response: String, _ more: String = "") -> String {
    #"{\#(more) "request": {"method": "GET", "url": "\#(url)"}, "response": \#(response)}"#
  }

  @Test("files with one mapping are one set of stubs", .slow) func set() throws {
    let sample = try ImportSample([
      "mappings/1.json": stub("/job", #"{"status": 202}"#, #""scenarioName": "s", "newScenarioState": "two","#),
      "mappings/2.json": stub("/job", #"{"status": 200}"#, #""scenarioName": "s", "requiredScenarioState": "two","#),
      "mappings/3.json": stub("/a", #"{"status": 200}"#), "mappings/4.json": stub("/a", #"{"status": 404}"#),
      "mappings/5.json": stub("/a", #"{"status": 1}"#), "mappings/6.json": stub("/b", #"{"status": 2}"#),
    ])
    let files = (1...6).map { "mappings/\($0).json" }
    let result = try sample.run(.wiremock, files)
    #expect(sample.errors == [])
    #expect(sample.names == ["getA", "getJob"])
    #expect(try sample.contract("getJob")["scenarios"]?.array?.map { $0["exchanges"]?.count } == [2])
    #expect(try sample.contract("getA")["scenarios"]?.array?.compactMap { $0["name"]?.string } == ["200", "404"])
    let places = result.notes.filter { $0.text.hasPrefix("status") }.map { ($0.file as NSString).lastPathComponent }
    #expect(places == ["5.json", "6.json"])
    #expect(try sample.run(.wiremock, files).changes.map(\.kind) == [.unchanged, .unchanged])
    // Another file has the first stub of the same endpoint now.
    try sample.write(stub("/a", #"{"status": 200}"#), to: "mappings/0.json")
    #expect(try sample.run(.wiremock, ["mappings/0.json"] + files).changes.map(\.kind) == [.unchanged, .unchanged])
    #expect(sample.names == ["getA", "getJob"])
    #expect(try sample.run(.wiremock, files) { $0.only = ["/job"] }.noteTexts == [])
  }

  @Test("files of bodies are found from every folder below them", .slow) func nestedFiles() throws {
    let sample = try ImportSample([
      "mappings/a/b/m.json": stub("/x", #"{"bodyFileName": "todo.txt"}"#), "__files/todo.txt": "milk",
    ])
    try sample.run(.wiremock, ["mappings/a/b/m.json"])
    #expect(try sample.contract("getX")["scenarios"]?.array?[0]["response"]?["body"] == ["text": "milk"])
  }
}
