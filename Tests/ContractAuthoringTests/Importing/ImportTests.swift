import Foundation
import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// What is the same for all formats: files, names, secrets, and importing again.
@Suite("Import") struct ImportTests {
  /// A document of OpenAPI whose operations answer with a value.
  static func document(_ operations: [(id: String, value: String)]) -> String {
    let paths = operations.enumerated().map { index, operation in
      let id = JSON.string(operation.id).text
      return """
        "/p\(index)/{id}": {"get": {"operationId": \(id), "parameters": [{"in": "path", "name": "id", "example": 1}],
         "responses": {"200": {"description": "ok", "content": {"application/json": {"example": \(operation.value)}}}}}}
        """
    }
    return """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {\(paths.joined(separator: ","))}}
      """
  }

  // MARK: Names

  @Test("hostile operations get plain file names inside the folder") func hostileNames() throws {
    let long = String(repeating: "x", count: 300)
    let ids = ["../../x", "CON", "nul.txt", long, "getTodo", "gettodo", "", "ä/ö", ".hidden", "a\nb", "-"]
    let sample = try ImportSample(["api.json": Self.document(ids.map { ($0, "1") })])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(result.changes.count == ids.count)
    #expect(Set(sample.names.map { $0.lowercased() }).count == ids.count)
    #expect(sample.names.allSatisfy { $0.utf8.count <= 120 && !$0.contains("/") && !$0.hasPrefix(".") })
    #expect(sample.names.contains("x") && sample.names.contains("_CON") && sample.names.contains("_nul.txt"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: sample.folder).sorted() == ["api.json", "specs"])
    #expect(sample.errors == [])
    // The same names again, in whatever order the operations are.
    let before = try sample.names.map(sample.text)
    try sample.run(.openapi, ["api.json"])
    #expect(try sample.names.map(sample.text) == before)
  }

  @Test("equal operations of two documents get two contracts, also in later imports") func collisions() throws {
    let sample = try ImportSample([
      "a.json": Self.document([("get", "1")]), "b.json": Self.document([("get", "2")]),
    ])
    try sample.run(.openapi, ["a.json", "b.json"])
    try sample.run(.openapi, ["b.json", "a.json"])
    #expect(sample.names.count == 2)
    #expect(try sample.contract("get")["scenarios"]?.array?[0]["response"]?["body"] == ["json": 1])
  }

  @Test("operations with one name are recognized by their endpoints, and endpoints by their operations") func renamed()
    throws
  {
    let sample = try ImportSample(["api.json": Self.document([("get", "1"), ("get", "2"), ("get", "3")])])
    try sample.run(.openapi, ["api.json"])
    #expect(sample.names.count == 3)
    #expect(try sample.run(.openapi, ["api.json"]).changes.map(\.kind) == [.unchanged, .unchanged, .unchanged])
    try sample.write(Self.document([("get", "1"), ("renamed", "2"), ("get", "3")]), to: "api.json")
    let result = try sample.run(.openapi, ["api.json"])
    #expect(result.changes.map(\.kind) == [.unchanged, .changed, .unchanged])
    #expect(result.changes[1].details == ["changed operation"])
    #expect(sample.names.count == 3)
  }

  @Test("nothing outside of the folder is written, even if a link leads there") func links() throws {
    let sample = try ImportSample(["api.json": Self.document([("get", "1")])])
    try FileManager.default.createDirectory(atPath: sample.specs, withIntermediateDirectories: true)
    let outside = sample.folder + "/outside"
    try FileManager.default.createSymbolicLink(
      atPath: sample.specs + "/.contract-import.json", withDestinationPath: outside)
    #expect(throws: ReportFile.Failure.self) { try sample.run(.openapi, ["api.json"]) }
    #expect(!FileManager.default.fileExists(atPath: outside))
  }

  // MARK: Secrets

  @Test("secrets are replaced in requests, inputs and answers, whatever format they come from") func secrets() throws {
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"/a": {"post": {"operationId": "a",
       "parameters": [{"in": "query", "name": "api_key", "example": "SECRET1"}, {"in": "header", "name": "X-Auth-Token", "example": "SECRET2"}],
       "requestBody": {"required": true, "content": {"application/json": {"example": {"user": "me", "password": "SECRET3", "pin": 4711}}}},
       "responses": {"200": {"description": "ok", "headers": {"Set-Cookie": {"example": "sid=SECRET4; Path=/"}},
        "content": {"application/json": {"example": {"token": "SECRET5", "url": "https://x.example/?access_token=SECRET6", "n": 1}}}}}}}}}
      """
    ])
    let result = try sample.run(.openapi, ["api.json"])
    let text = try sample.text("a")
    #expect(!text.contains("SECRET") && !text.contains("4711") && !result.json.text.contains("SECRET"))
    let json = try sample.contract("a")
    #expect(json["request"]?["query"] == ["api_key": ["$optional": "secret"]])
    #expect(json["request"]?["headers"]?["X-Auth-Token"] == ["$optional": "secret"])
    #expect(json["request"]?["body"] == ["json": ["user": "me", "password": "secret", "pin": 1000]])
    #expect(json["input"]?["body"] == ["user": "me", "password": "secret", "pin": 1000])
    let response = json["scenarios"]?.array?[0]["response"]
    #expect(response?["headers"] == ["Set-Cookie": "sid=secret; Path=/"])
    #expect(
      response?["body"] == ["json": ["token": "secret", "url": "https://x.example/?access_token=secret", "n": 1]])
    #expect(result.notes.map(\.text).contains("secrets are replaced by patterns and placeholders"))
  }

  @Test("secrets inside of matchers, parts, titles and notes are not written either") func hiddenSecrets() throws {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlSGVyZQ"
    let pact = try ImportSample([
      "pact.json": """
      {"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": [{"description": "d", "request": {"method": "POST",
       "path": "/reset/\(token)", "headers": {"Authorization": "Bearer SECRET1", "X-Api-Key": "SECRET2", "Cookie": "sid=SECRET3"},
       "query": {"api_key": ["SECRET4"]}, "body": {"password": "SECRET5", "list": [{"token": "SECRET6"}]},
       "matchingRules": {"header": {"Authorization": {"matchers": [{"match": "regex", "regex": "Bearer SECRET1"}]},
         "X-Api-Key": {"matchers": [{"match": "include", "value": "SECRET2"}]},
         "Cookie": {"matchers": [{"match": "regex", "regex": "sid=SECRET3"}]}},
        "query": {"api_key": {"matchers": [{"match": "regex", "regex": "SECRET4|SECRET7"}]}},
        "body": {"$.password": {"matchers": [{"match": "regex", "regex": "SECRET5"}]}, "$.list": {"matchers": [{"match": "type"}]},
         "$.list[*].token": {"matchers": [{"match": "equality"}]}}}}, "response": {"status": 200}}]}
      """
    ])
    let result = try pact.run(.pact, ["pact.json"])
    #expect(pact.names == ["postResetBySecret"])
    let text = try pact.text("postResetBySecret") + result.json.text + result.changeLines(all: true).joined()
    #expect(!text.contains("SECRET") && !text.contains("eyJ"))
    let request = try pact.contract("postResetBySecret")["request"]
    #expect(request?["path"] == "/reset/{secret1}")
    #expect(request?["body"]?["json"]?["list"] == ["$each": ["token": "secret"]])
    let har = try ImportSample([
      "a.har": #"""
      {"log": {"entries": [{"request": {"method": "POST", "url": "https://a.example/login", "headers": [], "postData": {
        "mimeType": "multipart/form-data", "params": [{"name": "password", "value": "SECRET1"}, {"name": "user", "value": "me"}]}},
       "response": {"status": 0, "_error": "odd https://a.example/?token=SECRET2"}}]}}
      """#
    ])
    let second = try har.run(.har, ["a.har"])
    #expect(try !(har.text("postLogin") + second.json.text).contains("SECRET"))
    #expect(
      try har.contract("postLogin")["request"]?["body"]?["multipart"]
        == [["name": "password", "body": ["text": "secret"]], ["name": "user", "body": ["text": "me"]]])
    // What names no secret stays.
    let wiremock = try ImportSample([
      "m.json": #"""
      {"request": {"method": "GET", "url": "/a", "headers": {"X-Api-Key": {"matches": "[a-z0-9]{32}"}}}, "response": {"status": 200}}
      """#
    ])
    try wiremock.run(.wiremock, ["m.json"])
    #expect(
      try wiremock.contract("getA")["request"]?["headers"]?["X-Api-Key"] == ["$regex": "^(?:[a-z0-9]{32})$"])
  }

  @Test("a secret in a path is the same in the input; what stands in its place has its form") func secretForms() throws
  {
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"/a/{token}/{session_id}": {"get": {"operationId": "a",
       "parameters": [{"in": "path", "name": "token", "required": true, "schema": {"type": "string"}, "example": "SECRET1"},
        {"in": "path", "name": "session_id", "required": true, "schema": {"type": "string", "format": "uuid"},
         "example": "9b2f4a5e-5c1d-4e0f-8a7b-3c6d9e0f1a2b"}],
       "responses": {"200": {"description": "ok", "content": {"application/json": {"schema":
        {"type": "object", "required": ["access_token", "session_id"], "properties": {"access_token": {"type": "string", "example": "SECRET2"},
         "session_id": {"type": "string", "format": "uuid", "example": "9b2f4a5e-5c1d-4e0f-8a7b-3c6d9e0f1a2b"}}}}}}}}}}}
      """
    ])
    try sample.run(.openapi, ["api.json"])
    let json = try sample.contract("a")
    let id = "00000000-0000-4000-8000-000000000000"
    #expect(json["request"]?["path"]?.string == "/a/secret/{session_id}")
    #expect(json["request"]?["pathParameters"] == ["session_id": ["$format": ["uuid": .string(id)]]])
    #expect(json["input"] == ["token": "secret", "session_id": .string(id)])
    #expect(
      json["scenarios"]?.array?[0]["response"]?["body"] == [
        "json": ["access_token": "secret", "session_id": .string(id)]
      ])
    #expect(sample.errors == [])
  }

  // MARK: Again

  @Test("a newer document changes what nobody edited, and nothing else") func again() throws {
    let sample = try ImportSample(["api.json": Self.document([("get", #"{"n": 1}"#)])])
    try sample.run(.openapi, ["api.json"])
    // What learn and people write.
    var text = try sample.text("get")
    text = text.replacing(#""input": { "id": 1 }"#, with: #""input": { "id": 1, "mine": true }"#)
    text = text.replacing(
      #""scenarios": ["#,
      with: #""scenarios": [{ "name": "mine", "response": { "kind": "nonHTTP" }, "expect": { "failure": "any" } }, "#)
    text = text.replacing(#"{ "n": 1 } } }"#, with: #"{ "n": 1 } } }, "expect": { "success": 1 }"#)
    try sample.write(text, to: "specs/get.contract.json")
    #expect(sample.errors == [])
    try sample.write(
      Self.document([("get", #"{"n": 2}"#), ("added", "1")]).replacing(#""example": 1}"#, with: #""example": 9}"#)
        .replacing(#""responses": {"#, with: #""summary": "new", "responses": {"204": {"description": "none"}, "#),
      to: "api.json")
    let result = try sample.run(.openapi, ["api.json"])
    let json = try sample.contract("get")
    #expect(json["input"] == ["id": 1, "mine": true])
    #expect(json["request"]?["path"] == "/p0/9")
    #expect(json["description"] == "new")
    #expect(json["scenarios"]?.array?.map { $0["name"] } == ["mine", "200", "204"])
    #expect(json["scenarios"]?.array?[1]["response"]?["body"] == ["json": ["n": 2]])
    #expect(json["scenarios"]?.array?[1]["expect"] == ["success": 1])
    #expect(sample.errors == [])
    #expect(
      result.changes.map { "\($0.kind.rawValue) \($0.endpoint)" } == ["changed GET /p0/{id}", "added GET /p1/{id}"])
    #expect(
      result.changes[0].details == [
        "added description", "changed request", "added scenario \"204\"", "changed response of scenario \"200\"",
        "kept your input, which differs from the document",
      ])
    // What was kept is reported once.
    let third = try sample.run(.openapi, ["api.json"])
    #expect(third.changes.map(\.kind) == [.unchanged, .unchanged])
    #expect(third.changes.flatMap(\.details) == [])
  }

  @Test("--delete deletes what the document no longer has, but nothing that people wrote") func prune() throws {
    let sample = try ImportSample(["api.json": Self.document([("a", "1"), ("b", "1"), ("c", "1")])])
    try sample.run(.openapi, ["api.json"])
    let own = try sample.text("b").replacing(
      #""scenarios": ["#,
      with: #""scenarios": [{ "name": "mine", "response": { "kind": "nonHTTP" }, "expect": { "failure": "any" } }, "#)
    try sample.write(own, to: "specs/b.contract.json")
    try sample.write(
      Self.document([("a", "1")]).replacing(#""200""#, with: #""201""#), to: "api.json")
    let listed = try sample.run(.openapi, ["api.json"])
    #expect(
      listed.changes.map { "\($0.kind.rawValue) \($0.endpoint)" } == [
        "changed GET /p0/{id}", "removed b", "removed c",
      ])
    #expect(sample.names == ["a", "b", "c"])
    let pruned = try sample.run(.openapi, ["api.json"]) { $0.prunes = true }
    #expect(
      pruned.changes.map { "\($0.kind.rawValue) \($0.endpoint)" } == ["changed GET /p0/{id}", "removed b", "pruned c"])
    #expect(pruned.changes[1].details == ["kept, because it has scenarios that were not imported: mine"])
    #expect(sample.names == ["a", "b"])
    #expect(try sample.contract("a")["scenarios"]?.array?.map { $0["name"] } == ["201"])
    #expect(try sample.text("b") == own)
  }

  @Test("a contract that somebody deleted stays deleted") func deleted() throws {
    let sample = try ImportSample(["api.json": Self.document([("a", "1"), ("b", "1")])])
    try sample.run(.openapi, ["api.json"])
    try FileManager.default.removeItem(atPath: sample.specs + "/a.contract.json")
    let result = try sample.run(.openapi, ["api.json"])
    #expect(sample.names == ["b"])
    #expect(result.changes.map(\.kind) == [.skipped, .unchanged])
  }

  // MARK: Selection and bad input

  /// A document of WireMock whose stubs have no names.
  private static func stubs(_ stubs: [(path: String, header: String?, answer: String)]) -> String {
    let all = stubs.map { stub in
      let headers = stub.header.map { #", "headers": {"A": {"equalTo": "\#($0)"}}"# } ?? ""
      return """
        {"request": {"method": "GET", "url": "\(stub.path)"\(headers)}, "response": {"status": 200, "jsonBody": {"n": "\(stub.answer)"}}}
        """
    }
    return #"{"mappings": [\#(all.joined(separator: ","))]}"#
  }

  @Test("what a document no longer has is removed, unless somebody edited it") func stale() throws {
    let sample = try ImportSample(["m.json": Self.stubs([("/a?q=1", "1", "Anna")])])
    try sample.run(.wiremock, ["m.json"])
    try sample.write(Self.stubs([("/a?q=1", "1", "Anna"), ("/a", nil, "Ben")]), to: "m.json")
    let result = try sample.run(.wiremock, ["m.json"])
    let fresh = try ImportSample(["m.json": Self.stubs([("/a?q=1", "1", "Anna"), ("/a", nil, "Ben")])])
    try fresh.run(.wiremock, ["m.json"])
    #expect(try sample.contract("getA")["scenarios"]?.array?.count == 2)
    #expect(
      try Set(sample.contract("getA").object?.members.map(\.name) ?? [])
        == Set(fresh.contract("getA").object?.members.map(\.name) ?? []))
    #expect(try sample.contract("getA")["request"] == fresh.contract("getA")["request"])
    #expect(try sample.contract("getA")["scenarios"] == fresh.contract("getA")["scenarios"])
    #expect(sample.errors == [] && result.changes.map(\.kind) == [.changed])
    // Back again, while somebody has edited the input.
    try sample.write(
      sample.text("getA").replacing(#""input": { "q": "1" }"#, with: #""input": { "q": "2" }"#),
      to: "specs/getA.contract.json")
    try sample.write(Self.stubs([("/a", nil, "Anna")]), to: "m.json")
    let last = try sample.run(.wiremock, ["m.json"])
    #expect(try sample.contract("getA")["input"] == ["q": "2"])
    #expect(last.changes[0].details.contains("kept your input, which differs from the document"))
  }

  @Test("a scenario without input does not get that of another one") func noInput() throws {
    let sample = try ImportSample(["m.json": Self.stubs([("/a?q=1", nil, "Anna"), ("/a", nil, "Ben")])])
    try sample.run(.wiremock, ["m.json"])
    let json = try sample.contract("getA")
    #expect(json["input"] == ["q": "1"])
    #expect(json["scenarios"]?.array?.map { $0["input"] } == [nil, [:]])
  }

  @Test("scenarios without names of their own keep their expectations in any order") func order() throws {
    let sample = try ImportSample(["m.json": Self.stubs([("/a", "1", "Anna"), ("/a", "2", "Ben")])])
    try sample.run(.wiremock, ["m.json"])
    let names = try sample.contract("getA")["scenarios"]?.array?.map { $0["name"]?.string } ?? []
    #expect(names == ["200", "200 2"])
    var text = try sample.text("getA")
    for name in ["Anna", "Ben"] {
      text = text.replacing(
        #"{ "json": { "n": "\#(name)" } } }"#,
        with: #"{ "json": { "n": "\#(name)" } } }, "expect": { "success": "\#(name)" }"#)
    }
    try sample.write(text, to: "specs/getA.contract.json")
    try sample.write(Self.stubs([("/a", "3", "Nora"), ("/a", "2", "Ben"), ("/a", "1", "Anna")]), to: "m.json")
    for _ in 0..<2 {
      try sample.run(.wiremock, ["m.json"])
      let scenarios = try sample.contract("getA")["scenarios"]?.array ?? []
      #expect(scenarios.map { $0["name"] } == ["200", "200 2", "200 3"])
      #expect(scenarios.map { $0["expect"]?["success"]?.string } == ["Anna", "Ben", nil])
      #expect(scenarios.map { $0["response"]?["body"]?["json"]?["n"] } == ["Anna", "Ben", "Nora"])
      #expect(scenarios.map { $0["request"]?["headers"]?["A"] } == ["1", "2", "3"])
    }
    #expect(sample.errors == [])
  }

  @Test(
    "a history that names files elsewhere is refused", arguments: ["../victim.json", "/tmp/victim.json", "a/../../b"])
  func historyElsewhere(path: String) throws {
    let sample = try ImportSample([
      "api.json": Self.document([("get", "1")]),
      "specs/.contract-import.json": """
      {"version": 1, "contracts": {"\(path)": {"document": "../api.json", "operation": "x", "endpoint": "x", "members": {}, "scenarios": {}}}}
      """, "victim.json": "{}",
    ])
    let error = #expect(throws: ImportFailure.self) {
      try sample.run(.openapi, ["api.json"]) { $0.prunes = true }
    }
    #expect(error?.message == "'\(path)' is not in this folder")
    #expect(FileManager.default.fileExists(atPath: sample.folder + "/victim.json"))
  }

  @Test("an endpoint of which nothing can be imported anymore is not deleted") func notDeleted() throws {
    let sample = try ImportSample(["api.json": Self.document([("get", "1")])])
    try sample.run(.openapi, ["api.json"])
    try sample.write(
      Self.document([("get", "1")]).replacing(#""200": {"#, with: #""1XX": {"#), to: "api.json")
    let result = try sample.run(.openapi, ["api.json"]) { $0.prunes = true }
    #expect(sample.names == ["get"] && result.changes.isEmpty)
    #expect(result.summary == "imported 0 operations: 0 complete; 1 not imported")
  }

  @Test("the folder of the contracts may be below a link") func folderBelowLink() throws {
    let sample = try ImportSample(["api.json": Self.document([("get", "1")]), "real/x": ""])
    try FileManager.default.createSymbolicLink(
      atPath: sample.folder + "/link", withDestinationPath: sample.folder + "/real")
    try sample.run(.openapi, ["api.json"]) { $0.folder = sample.folder + "/link/new/specs" }
    #expect(FileManager.default.fileExists(atPath: sample.folder + "/real/new/specs/get.contract.json"))
  }

  @Test("tags, paths and operations select endpoints, with their notes") func selection() throws {
    let sample = try ImportSample(["api.json": Self.document([("a", "1"), ("b", "1"), ("c", "1")])])
    try sample.run(.openapi, ["api.json"]) { $0.only = ["b", "GET /p2/{id}"] }
    #expect(sample.names == ["b", "c"])
    try sample.run(.openapi, ["api.json"]) { $0.only = ["/p0"] }
    #expect(sample.names == ["a", "b", "c"])
    let none = try sample.run(.openapi, ["api.json"]) { $0.only = ["bb"] }
    #expect(none.failures.map(\.message) == ["none of the 3 operations fits --only bb"])
    #expect(none.failures.first?.help == ["did you mean \"b\"?"] && none.changes.isEmpty)
  }

  @Test("a part that a contract cannot have is left out and noted") func refused() throws {
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"/a": {"get": {"operationId": "a",
       "responses": {"200": {"description": "ok", "content": {"application/json": {"example": "{{baseURL.none}}"}}}, "404": {"description": "n"}}}}}}
      """
    ])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(
      result.noteTexts == [
        "#/paths/~1a/get: the scenario \"200\" is left out: unknown base URL \"none\": the contract has no \"baseURLs\""
      ])
    #expect(try sample.contract("a")["scenarios"]?.array?.map { $0["name"] } == ["404"])
    #expect(sample.errors == [])
  }
}
