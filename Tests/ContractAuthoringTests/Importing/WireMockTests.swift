import Foundation
import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// What becomes of stub mappings of WireMock.
@Suite("Import of WireMock") struct WireMockTests {
  func run(
    _ request: String, _ response: String = #"{"status": 204}"#, stub: String = "",
    _ change: (inout ImportSettings) -> Void = { _ in }
  ) throws -> (json: JSON?, result: Import) {
    let sample = try ImportSample([
      "mappings/stub.json": #"{\#(stub) "request": \#(request), "response": \#(response)}"#,
      "__files/todo.json": #"{"id": 1, "token": "SECRET"}"#, "secret.txt": "outside",
    ])
    let result = try sample.run(.wiremock, ["mappings/stub.json"], change)
    #expect(result.failures.map(\.message) == (sample.names.isEmpty ? ["nothing was imported"] : []))
    #expect(sample.errors == [])
    let name = sample.names.first
    return (try name.map(sample.contract), result)
  }

  @Test(
    "URLs", .slow,
    arguments: [
      (
        #""url": "/todos?page=1&tag=a&tag=b""#,
        ["path": "/todos", "query": ["page": "1", "tag": ["a", "b"]]], []
      ),
      (#""urlPath": "/a b""#, ["path": "/a%20b", "otherQuery": "allowed"], []),
      (
        #""urlPathPattern": "/todos/[0-9]+/x""#,
        [
          "path": "/todos/{p1}/x", "pathParameters": ["p1": ["$regex": "^(?:[0-9]+)$"]], "otherQuery": "allowed",
        ], []
      ),
      (
        #""urlPattern": "/todos\\?page=.*""#, ["path": "/todos", "otherQuery": "allowed"],
        ["#/request/urlPattern: the query of the pattern is not described; any query is accepted"]
      ),
      (
        #""urlPathTemplate": "/todos/{id}/{x}", "pathParameters": {"id": {"equalTo": "7"}}"#,
        ["path": "/todos/{id}/{x}", "pathParameters": ["id": "7", "x": ["$any": true]], "otherQuery": "allowed"], []
      ),
      (
        #""urlPath": "/x", "queryParameters": {"q": {"hasExactly": [{"equalTo": "a"}, {"contains": "b.c"}]}}"#,
        ["path": "/x", "query": ["q": ["a", ["$regex": #"b\.c"#]]], "otherQuery": "allowed"], []
      ),
    ] as [(String, JSON, [String])])
  func urls(url: String, request: JSON, notes: [String]) throws {
    let (json, result) = try run(#"{"method": "GET", \#(url)}"#)
    for member in request.object?.members ?? [] { #expect(json?["request"]?[member.name] == member.value) }
    #expect(result.noteTexts == notes)
  }

  @Test(
    "matchers of headers", .slow,
    arguments: [
      (#"{"equalTo": "a"}"#, "a"), (#"{"equalTo": "a.b", "caseInsensitive": true}"#, ["$regex": #"(?i)^a\.b$"#]),
      (#"{"matches": "a|b"}"#, ["$regex": "^(?:a|b)$"]), (#"{"contains": "a+"}"#, ["$regex": #"a\+"#]),
      (#"{"doesNotMatch": "a"}"#, ["$optional": ["$not": ["$regex": "^(?:a)$"]]]),
      (#"{"doesNotContain": "a"}"#, ["$optional": ["$not": ["$regex": "a"]]]),
      (#"{"absent": true}"#, ["$absent": true]),
      (#"{"and": [{"contains": "a"}, {"contains": "b"}]}"#, ["$allOf": [["$regex": "a"], ["$regex": "b"]]]),
      (#"{"or": [{"equalTo": "a"}, {"equalTo": "b"}]}"#, ["$anyOf": ["a", "b"]]),
      (#"{"not": {"equalTo": "a"}}"#, ["$optional": ["$not": "a"]]),
      (#"{"or": [{"absent": true}, {"equalTo": "a"}]}"#, ["$optional": "a"]),
      (#"{"not": {"absent": true}}"#, ["$any": true]),
      (#"{"anything": "(always)"}"#, ["$optional": ["$any": true]]),
    ] as [(String, JSON)])
  func headers(matcher: String, pattern: JSON) throws {
    let (json, result) = try run(#"{"method": "GET", "url": "/x", "headers": {"X-A": \#(matcher)}}"#)
    #expect(json?["request"]?["headers"]?["X-A"] == pattern)
    #expect(result.noteTexts == [])
  }

  @Test(
    "matchers of bodies", .slow,
    arguments: [
      (#"[{"equalToJson": "{\"a\": [1]}"}]"#, ["json": ["a": [1]]], ["json": ["a": [1]]]),
      (
        #"[{"equalToJson": {"a": [1, 2]}, "ignoreArrayOrder": true, "ignoreExtraElements": true}]"#,
        ["json": ["a": [1, 2]]], ["json": ["$partial": ["a": ["$unordered": [1, 2]]]]]
      ),
      (
        #"[{"equalToJson": {"a": "${json-unit.any-string}", "b": "${json-unit.regex}^x"}}]"#,
        ["json": ["a": ["$type": "string"], "b": ["$regex": "^(?:^x)$"]]],
        ["json": ["a": ["$type": "string"], "b": ["$regex": "^(?:^x)$"]]]
      ),
      (#"[{"equalTo": "a"}]"#, ["text": "a"], ["text": "a"]),
      (
        #"[{"contains": "a"}, {"contains": "b"}]"#, ["text": ["$allOf": [["$regex": "a"], ["$regex": "b"]]]],
        ["text": ["$allOf": [["$regex": "a"], ["$regex": "b"]]]]
      ),
      (#"[{"binaryEqualTo": "AAEC"}]"#, ["base64": "AAEC"], ["base64": "AAEC"]),
      (
        #"[{"matchesJsonPath": "$.a['b c']"}]"#, ["json": ["$partial": ["a": ["b c": ["$any": true]]]]],
        ["json": ["$partial": ["a": ["b c": ["$any": true]]]]]
      ),
      (
        #"[{"matchesJsonPath": {"expression": "$.a", "contains": "x"}}]"#,
        ["json": ["$partial": ["a": ["$regex": "x"]]]],
        ["json": ["$partial": ["a": ["$regex": "x"]]]]
      ),
      (
        #"[{"matchesJsonSchema": "{\"type\": \"object\"}", "schemaVersion": "V7"}]"#,
        ["json": ["$jsonSchema": ["type": "object"]]],
        ["json": ["$jsonSchema": ["type": "object"]]]
      ),
      (
        #"[{"or": [{"equalTo": "a"}, {"equalTo": "b"}]}]"#, ["text": ["$anyOf": ["a", "b"]]],
        ["text": ["$anyOf": ["a", "b"]]]
      ),
    ] as [(String, JSON, JSON)])
  func bodies(patterns: String, strict: JSON, loose: JSON) throws {
    let request = #"{"method": "POST", "url": "/x", "bodyPatterns": \#(patterns)}"#
    let (json, result) = try run(request)
    #expect(json?["request"]?["body"] == strict)
    #expect(result.noteTexts == [])
    let other = try run(request) { $0.isLoose = true }
    #expect(other.json?["request"]?["body"] == loose)
  }

  @Test(
    "what cannot be imported is noted", .slow,
    arguments: [
      (#"{"method": "ANY", "url": "/x"}"#, "a contract is about one method; this stub accepts more", false),
      (#"{"url": "/x"}"#, "a contract is about one method; a stub without a method accepts any", false),
      (#"{"method": "GET"}"#, "the stub has no URL; a contract is about one path", false),
      (
        #"{"method": "GET", "urlPattern": "/a(/b)?"}"#,
        "a path cannot have alternatives, or a group with a slash; the stub is left out", false
      ),
      (
        #"{"method": "GET", "urlPath": "/x", "headers": {"A": {"matches": "a(?<!b*)"}}}"#,
        "is not a regular expression of contracts", true
      ),
      (
        #"{"method": "GET", "urlPath": "/x", "headers": {"A": {"includes": [{"equalTo": "a"}]}}}"#,
        "the matcher \"includes\"", true
      ),
      (
        #"{"method": "POST", "url": "/x", "bodyPatterns": [{"equalToXml": "<a/>"}]}"#, "the matcher \"equalToXml\"",
        true
      ),
      (
        #"{"method": "POST", "url": "/x", "bodyPatterns": [{"matchesJsonPath": "$.a[?(@.b)]"}]}"#,
        "a JSON path with more than names cannot be imported; any body is accepted", true
      ),
      (#"{"method": "GET", "url": "/x", "customMatcher": {"name": "m"}}"#, "matchers in code cannot be imported", true),
      (#"{"method": "GET", "url": "/x", "unknown": 1}"#, "not imported", true),
    ])
  func notes(request: String, note: String, isImported: Bool) throws {
    let (json, result) = try run(request)
    #expect((json != nil) == isImported)
    #expect(result.noteTexts.contains { $0.contains(note) })
  }

  @Test(
    "answers", .slow,
    arguments: [
      (#"{"status": 200, "jsonBody": {"a": 1}}"#, ["kind": "valid", "body": ["json": ["a": 1]]]),
      (
        #"{"status": 404, "body": "no", "headers": {"X": ["a", "b"], "Date": "d"}}"#,
        ["kind": "statusError", "status": 404, "headers": ["X": ["a", "b"]], "body": ["text": "no"]]
      ),
      (
        #"{"headers": {"Content-Type": "application/json"}, "body": "{oops"}"#,
        ["kind": "corruptJSON", "headers": ["Content-Type": "application/json"], "body": ["text": "{oops"]]
      ),
      (#"{"base64Body": "/wA="}"#, ["kind": "valid", "body": ["base64": "/wA="]]),
      (
        #"{"bodyFileName": "todo.json", "headers": {"Content-Type": "application/json"}}"#,
        ["kind": "valid", "body": ["json": ["id": 1, "token": "secret"]]]
      ),
      (#"{"status": 200, "fixedDelayMilliseconds": 1500}"#, ["kind": "valid", "delay": JSON.parse("1.5") ?? .null]),
      (
        #"{"delayDistribution": {"type": "lognormal", "median": 500, "sigma": 1}}"#,
        ["kind": "valid", "delay": JSON.parse("0.5") ?? .null]
      ),
      (
        #"{"body": "abcd", "chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 2000}}"#,
        ["kind": "valid", "body": ["chunks": [["text": "ab", "delay": 1], ["text": "cd", "delay": 1]]]]
      ),
      (#"{"fault": "CONNECTION_RESET_BY_PEER"}"#, ["kind": "networkError", "error": "networkConnectionLost"]),
      (#"{"fault": "EMPTY_RESPONSE"}"#, ["kind": "networkError", "error": "badServerResponse"]),
      (#"{"fault": "RANDOM_DATA_THEN_CLOSE"}"#, ["kind": "nonHTTP", "body": ["text": "not HTTP\n"]]),
      (
        #"{"fault": "MALFORMED_RESPONSE_CHUNK"}"#,
        ["kind": "networkError", "error": "networkConnectionLost", "body": ["text": "malformed"], "after": 1]
      ),
    ] as [(String, JSON)])
  func answers(response: String, expected: JSON) throws {
    let (json, result) = try run(#"{"method": "GET", "url": "/x"}"#, response)
    #expect(json?["scenarios"]?.array?[0]["response"] == expected)
    #expect(result.noteTexts == [])
  }

  @Test("a file outside of __files, a missing one and a proxy leave the stub out") func missing() throws {
    for (response, note) in [
      (#"{"bodyFileName": "../secret.txt"}"#, "is not below __files"),
      (#"{"bodyFileName": "none"}"#, "there is no file"),
      (#"{"proxyBaseUrl": "http://x"}"#, "asks another server"),
    ] {
      let (json, result) = try run(#"{"method": "GET", "url": "/x"}"#, response)
      #expect(json == nil)
      #expect(result.noteTexts.contains { $0.contains(note) })
    }
  }

  @Test("large binary files are copied; equal names do not collide") func files() throws {
    let stub = #"{"request": {"method": "GET", "url": "/x"}, "response": {"status": 200, "bodyFileName": "a.bin"}}"#
    let sample = try ImportSample(["one/stub.json": stub, "two/stub.json": stub.replacing("/x", with: "/y")])
    for (folder, byte) in [("one", UInt8(0xFE)), ("two", UInt8(0xFF))] {
      try sample.write("", to: "\(folder)/__files/a.bin")
      let path = URL(fileURLWithPath: "\(sample.folder)/\(folder)/__files/a.bin")
      try Data(repeating: byte, count: 70_000).write(to: path)
    }
    try sample.run(.wiremock, ["one/stub.json", "two/stub.json"])
    #expect(sample.errors == [])
    let files = try FileManager.default.contentsOfDirectory(atPath: sample.specs + "/files")
    #expect(files.count == 2 && files.allSatisfy { $0.hasSuffix("-a.bin") })
  }

  @Test("secrets in matchers are not written") func secrets() throws {
    let (json, _) = try run(
      #"""
      {"method": "GET", "urlPath": "/x", "headers": {"Authorization": {"contains": "SECRET"}, "X-Api-Key": {"equalTo": "SECRET"}},
       "queryParameters": {"token": {"matches": "SECRET.*"}}, "cookies": {"sid": {"equalTo": "SECRET"}},
       "basicAuthCredentials": {"username": "u", "password": "SECRET"}}
      """#)
    #expect(json?.text.contains("SECRET") == false)
    #expect(json?["request"]?["headers"]?["Cookie"] == ["sid": ["$regex": "^.+$"]])
  }

  @Test("a chain of states that is a line becomes exchanges; another does not") func chains() throws {
    func stub(_ state: String, _ next: String?, _ status: Int) -> String {
      let new = next.map { #""newScenarioState": "\#($0)","# } ?? ""
      return #"""
        {"scenarioName": "job", "requiredScenarioState": "\#(state)", \#(new)
         "request": {"method": "GET", "url": "/job"}, "response": {"status": \#(status)}}
        """#
    }
    for (stubs, exchanges) in [
      ([stub("two", nil, 200), stub("Started", "two", 202)], 2),
      ([stub("Started", "two", 202), stub("Started", "three", 203)], 0),
    ] {
      let sample = try ImportSample(["m.json": #"{"mappings": [\#(stubs.joined(separator: ","))]}"#])
      let result = try sample.run(.wiremock, ["m.json"])
      let scenarios = try sample.contract("getJob")["scenarios"]?.array ?? []
      #expect(scenarios.first?["exchanges"]?.count ?? 0 == exchanges)
      #expect(scenarios.count == (exchanges == 0 ? 2 : 1))
      #expect(result.hasNotes == (exchanges == 0))
      #expect(sample.errors == [])
    }
  }

  @Test("every member of a mapping is in a contract or in the report") func members() throws {
    let document = #"""
      {"meta": {"total": 9001}, "importOptions": {"duplicatePolicy": "t1"}, "unknown": "t2", "mappings": [
       {"id": "t3", "uuid": "t4", "name": "name1", "priority": 9002, "persistent": true, "insertionIndex": 9003, "metadata": {"a": "t5"},
        "scenarioName": "chain", "requiredScenarioState": "Started", "newScenarioState": "t6",
        "postServeActions": {"a": "t7"}, "serveEventListeners": [{"name": "t8"}], "unknown": "t9",
        "request": {"method": "POST", "urlPath": "/path1", "scheme": "https", "host": {"equalTo": "host1"}, "port": 9443,
         "clientIp": {"equalTo": "t10"}, "queryParameters": {"query1": {"equalTo": "value1"}},
         "headers": {"Header1": {"equalTo": "value2"}}, "cookies": {"cookie1": {"matches": "[0-9]{11}"}},
         "basicAuthCredentials": {"username": "t12", "password": "t13"},
         "formParameters": {"field1": {"equalTo": "value3"}}, "customMatcher": {"name": "t14", "parameters": {"a": "t15"}}, "unknown": "t16"},
        "response": {"status": 418, "statusMessage": "t17", "headers": {"Header2": "value4"}, "additionalProxyRequestHeaders": {"a": "t18"},
         "body": "body1", "fixedDelayMilliseconds": 7000, "transformers": ["transformer1"], "transformerParameters": {"a": "t19"},
         "fromConfiguredStub": true, "unknown": "t20"}},
       {"request": {"method": "PUT", "urlPath": "/two", "multipartPatterns": [{"name": "part1", "multipartType": "t21", "fileName": "file1",
          "headers": {"Content-Type": {"equalTo": "type/one"}, "X": {"equalTo": "t22"}}, "bodyPatterns": [{"equalTo": "value5"}]}]},
        "response": {"proxyBaseUrl": "t23"}}]}
      """#
    let sample = try ImportSample(["m.json": document])
    let result = try sample.run(.wiremock, ["m.json"])
    #expect(sample.errors == [])
    let lost = try sample.lost(of: try #require(JSON.parse(document)), result)
    let stub = "/mappings/0"
    #expect(
      lost == [
        // How the chain is connected, and the delay in seconds.
        "\(stub)/scenarioName", "\(stub)/requiredScenarioState", "\(stub)/newScenarioState",
        // The user and the password are not written.
        "\(stub)/request/basicAuthCredentials/username", "\(stub)/request/basicAuthCredentials/password",
        "\(stub)/response/fixedDelayMilliseconds",
        // Without an answer, there is no contract.
        "/mappings/1/request/method", "/mappings/1/request/urlPath",
      ])
  }
}
