import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

/// What becomes of an HTTP archive.
@Suite("Import of HAR") struct HARTests {
  /// An archive with some entries.
  private static func archive(_ entries: [String]) -> String {
    #"{"log": {"version": "1.2", "creator": {"name": "c", "version": "1"}, "entries": [\#(entries.joined(separator: ","))]}}"#
  }

  private static func entry(
    _ first: String, _ second: String? = nil, request: String = "", status: Int = 200, content: String = "null",
    type: String = "application/json", response: String = "", more: String = ""
  ) -> String {
    let text = JSON.string(content).text
    let (method, url) = (second == nil ? "GET" : first, second ?? first)
    return """
      {"startedDateTime": "2024-01-01T00:00:00Z", "time": 5, \(more)
       "request": {"method": "\(method)", "url": "\(url)", \(request) "queryString": []},
       "response": {"status": \(status), "statusText": "", \(response)
        "content": {"size": \(content.utf8.count), "mimeType": "\(type)", "text": \(text)}}}
      """
  }

  private func run(
    _ entries: [String], _ change: (inout ImportSettings) -> Void = { _ in }
  ) throws -> (sample: ImportSample, result: Import) {
    let sample = try ImportSample(["session.har": Self.archive(entries)])
    let result = try sample.run(.har, ["session.har"], change)
    #expect(sample.errors == [])
    return (sample, result)
  }

  @Test("an entry becomes a scenario with the request that the client made") func whole() throws {
    let (sample, result) = try run([
      Self.entry(
        "POST", "https://api.example.com/todos?list=a+b&tag=x&tag=y",
        request: #"""
          "httpVersion": "h2", "headers": [{"name": ":authority", "value": "api.example.com"}, {"name": "User-Agent", "value": "u"},
           {"name": "sec-ch-ua", "value": "s"}, {"name": "Accept", "value": "*/*"}, {"name": "X-Version", "value": "2"},
           {"name": "Content-Type", "value": "application/json"}, {"name": "Authorization", "value": "Bearer SECRET"}],
          "postData": {"mimeType": "application/json", "text": "{\"title\": \"milk\", \"$a\": 1}"},
          """#, status: 201, content: #"{"id": 1, "self": "https://api.example.com/todos/1"}"#,
        response:
          #""headers": [{"name": "Date", "value": "now"}, {"name": "Location", "value": "https://api.example.com/todos/1"}],"#
      )
    ])
    #expect(result.noteTexts == [])
    let json = try sample.contract("postTodos")
    #expect(json["baseURL"] == "https://api.example.com")
    #expect(
      json["request"] == [
        "method": "POST", "path": "/todos", "query": ["list": "a b", "tag": ["x", "y"]],
        "headers": [
          "X-Version": "2", "Content-Type": "application/json", "Authorization": ["$regex": "^Bearer .+$"],
        ], "body": ["json": ["$literal": ["title": "milk", "$a": 1]]],
      ])
    #expect(json["input"] == ["list": "a b", "tag": ["x", "y"], "body": ["title": "milk", "$a": 1]])
    #expect(
      json["scenarios"] == [
        [
          "name": "201",
          "response": [
            "kind": "valid", "status": 201, "headers": ["Location": "{{baseURL}}/todos/1"],
            "body": ["json": ["id": 1, "self": "{{baseURL}}/todos/1"]],
          ],
        ]
      ])
  }

  @Test("no secret is in any output") func secrets() throws {
    let (sample, result) = try run([
      Self.entry(
        "POST", "https://u:SECRET1@api.example.com/login?api_key=SECRET2&session_token=SECRET3#SECRET4",
        request: #"""
          "headers": [{"name": "Authorization", "value": "Basic SECRET5"}, {"name": "Cookie", "value": "sid=SECRET6; a=SECRET7"},
           {"name": "X-API-Key", "value": "SECRET8"}, {"name": "Content-Type", "value": "application/x-www-form-urlencoded"}],
          "cookies": [{"name": "sid", "value": "SECRET6"}],
          "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "user=me&password=SECRET9"},
          """#, content: #"{"access_token": "SECRET10", "user": {"secret": "SECRET11"}}"#,
        response:
          #""headers": [{"name": "Set-Cookie", "value": "sid=SECRET12; Path=/\nb=SECRET13"}], "cookies": [{"name": "sid", "value": "SECRET12"}],"#
      )
    ])
    let files = try FileManager.default.contentsOfDirectory(atPath: sample.specs)
    let texts = try files.map { try String(contentsOfFile: "\(sample.specs)/\($0)", encoding: .utf8) }
    #expect(files.count == 2)
    #expect(!(texts.joined() + result.json.text + result.noteLines(all: true).joined()).contains("SECRET"))
    let json = try sample.contract("postLogin")
    #expect(json["request"]?["headers"]?["Cookie"] == nil)
    #expect(json["request"]?["body"] == ["form": ["user": "me", "password": "secret"]])
    #expect(
      json["scenarios"]?.array?[0]["response"]?["headers"] == ["Set-Cookie": ["sid=secret; Path=/", "b=secret"]])
  }

  @Test("what the recorded client makes from its version and its clock is not pinned") func clocks() throws {
    let headers = [
      ("X-Client-Info", "supabase-js/2.39.1"), ("X-Date", "2024-01-01T08:30:00Z"), ("X-Amz-Date", "20240101T083000Z"),
      ("X-Timestamp", "1704067200"), ("X-Since", "2019-01-01"), ("X-Api-Version", "2019-05-01"), ("X-SDK", "js"),
    ]
    let lines = headers.map { #"{"name": "\#($0.0)", "value": "\#($0.1)"}"# }.joined(separator: ", ")
    let request = #""headers": [\#(lines)], "#
    let body =
      #""postData": {"mimeType": "application/json", "text": "{\"at\": 1704067200123, \"on\": [\"2024-01-01\"], \"n\": 1}"}, "#
    let (sample, result) = try run([
      Self.entry("POST", "https://a.example/x?_=1704067200123&q=1", request: request + body, content: "1"),
      Self.entry("POST", "https://a.example/x?_=1704067200999&q=1", request: request + body, content: "1"),
    ])
    let json = try sample.contract("postX")
    #expect(
      json["request"]?["headers"] == [
        "X-Client-Info": ["$regex": #"^supabase-js/[0-9A-Za-z.+-]+$"#], "X-Date": ["$format": "date-time"],
        "X-Amz-Date": ["$type": "string"], "X-Timestamp": ["$type": "string"], "X-Since": "2019-01-01",
        "X-Api-Version": "2019-05-01", "X-SDK": "js", "Content-Type": "application/json",
      ])
    #expect(json["request"]?["query"] == ["_": ["$type": "string"], "q": "1"])
    #expect(
      json["request"]?["body"] == [
        "json": ["at": ["$type": "integer"], "on": [["$format": "date"]], "n": 1]
      ])
    #expect(json["scenarios"]?.count == 1)
    #expect(
      result.notes.filter { $0.level == .information }.map(\.text).contains(
        "header X-Client-Info accepts every version"))
  }

  @Test("paths that differ in an id are one endpoint; each scenario has its own id") func ids() throws {
    let (sample, _) = try run([
      Self.entry("https://a.example/todos/7", content: "1"), Self.entry("https://a.example/todos/8", content: "2"),
      Self.entry("https://a.example/lists/9", content: "3"),
    ])
    #expect(sample.names == ["getLists9", "getTodosById"])
    let json = try sample.contract("getTodosById")
    #expect(json["endpoint"] == "GET /todos/{id}")
    #expect(json["input"] == ["id": "7"])
    #expect(json["scenarios"]?.array?[1]["input"] == ["id": "8"])
    #expect(json["scenarios"]?.array?[1]["request"] == ["method": "GET", "path": "/todos/8"])
  }

  @Test("repeats: the same answer counts once, another is a scenario, and on one page they are exchanges")
  func repeats() throws {
    let url = "https://a.example/job"
    let (sample, result) = try run([
      Self.entry(url, content: #""a""#), Self.entry(url, content: #""a""#), Self.entry(url, content: #""b""#),
      Self.entry(url, status: 202, content: #""wait""#, more: #""pageref": "p1","#),
      Self.entry(url, status: 202, content: #""wait""#, more: #""pageref": "p1","#),
      Self.entry(url, content: #""done""#, more: #""pageref": "p1","#),
    ])
    let scenarios = try sample.contract("getJob")["scenarios"]?.array ?? []
    #expect(scenarios.map { $0["name"] } == ["200 (a)", "200 (b)", "202, then 200"])
    #expect(scenarios[2]["exchanges"]?.array?.map { $0["response"]?["body"] } == [["json": "wait"], ["json": "done"]])
    #expect(
      result.notes.filter { $0.text == "not imported, because the same answer is there already" }.map(\.pointer)
        .sorted()
        == ["/log/entries/1", "/log/entries/4"])
  }

  @Test("the origin with most requests is imported, or the one that is named") func origins() throws {
    let entries = [
      Self.entry("https://a.example/x"), Self.entry("https://b.example:8443/y"), Self.entry("https://a.example/z"),
      Self.entry("data:text/plain,a"),
    ]
    #expect(try run(entries).sample.names == ["getX", "getZ"])
    let (sample, _) = try run(entries) { $0.origin = "https://b.example:8443" }
    #expect(try sample.contract("getY")["baseURL"] == "https://b.example:8443")
    let failed = try ImportSample(["session.har": Self.archive(entries)])
    #expect(
      try failed.run(.har, ["session.har"]) { $0.origin = "https://c.example" }.failures.map(\.message) == [
        "no request goes to https://c.example"
      ])
  }

  @Test(
    "what browsers call a network error becomes one",
    arguments: [
      ("net::ERR_CONNECTION_REFUSED", "cannotConnectToHost"), ("net::ERR_NAME_NOT_RESOLVED", "cannotFindHost"),
      ("NS_ERROR_NET_TIMEOUT", "timedOut"), ("net::ERR_CERT_AUTHORITY_INVALID", "serverCertificateUntrusted"),
      ("net::ERR_SSL_PROTOCOL_ERROR", "secureConnectionFailed"), ("strange", "networkConnectionLost"),
    ])
  func networkErrors(error: String, name: String) throws {
    let entry = Self.entry(
      "https://a.example/x", status: 0, content: "", type: "x-unknown", response: #""_error": "\#(error)","#)
    let (sample, result) = try run([entry])
    #expect(
      try sample.contract("getX")["scenarios"]?.array?[0]["response"] == [
        "kind": "networkError", "error": .string(name),
      ])
    #expect(result.hasNotes == (error == "strange"))
    #expect(result.leftOut["_error"] == 1)
  }

  @Test(
    "an entry that is not an answer of an API is left out, and the report says why",
    arguments: [
      (Self.entry("https://a.example/x", content: "<p>", type: "text/html"), "not what pages consist of", false),
      (Self.entry("https://a.example/x", content: "a", type: "image/png"), "not what pages consist of", false),
      (Self.entry("https://a.example/x", content: "a", type: "application/zip"), "not what pages consist of", false),
      (Self.entry("https://a.example/x", status: 304), "cache", false),
      (Self.entry("OPTIONS", "https://a.example/x"), "permission", false),
      (Self.entry("https://a.example/x", status: 101), "a WebSocket is not described", true),
      (
        Self.entry("https://a.example/x", status: 0, response: #""_error": "net::ERR_ABORTED","#), "browser itself",
        false
      ),
      (
        #"{"request": {"method": "GET", "url": "https://a.example/x"}, "response": {"status": 200, "content": {"size": 9, "mimeType": "application/json"}}}"#,
        "the body of the answer was not recorded", true
      ),
      (
        #"{"request": {"method": "GET", "url": "https://a.example/x"}, "response": {"status": 200, "content": {"size": 9, "text": "!", "encoding": "base64"}}}"#,
        "the body of the answer is not base64", true
      ),
      (#"{"request": {"method": "GET", "url": "https://a.example/x"}}"#, "the entry has no request or no answer", true),
      (#"{"request": {"method": 5, "url": "https://a.example/x"}, "response": {"status": "200"}}"#, "found", true),
    ])
  func leftOut(entry: String, reason: String, isNote: Bool) throws {
    let (sample, result) = try run([entry, Self.entry("https://a.example/good")])
    #expect(sample.names.contains("getGood"))
    #expect(result.notes.contains { $0.text.contains(reason) && ($0.level == .note) == isNote })
  }

  @Test("a byte order mark, base64 and bodies without a type are read") func encodings() throws {
    let body = Data(#"{"a": 1}"#.utf8).base64EncodedString()
    let sample = try ImportSample([
      "session.har": "\u{FEFF}"
        + Self.archive([
          #"{"request": {"method": "GET", "url": "https://a.example/x"}, "response": {"status": 200, "content": {"mimeType": "application/json", "encoding": "base64", "text": "\#(body)"}}}"#,
          #"{"request": {"method": "GET", "url": "https://a.example/y"}, "response": {"status": 204}}"#,
        ])
    ])
    try sample.run(.har, ["session.har"])
    #expect(try sample.contract("getX")["scenarios"]?.array?[0]["response"]?["body"] == ["json": ["a": 1]])
    #expect(try sample.contract("getY")["scenarios"]?.array?[0]["response"] == ["kind": "valid", "status": 204])
  }

  @Test("a query that is only a list, an answer without a body, and one in another charset") func forms() throws {
    let sample = try ImportSample([
      "session.har": Self.archive([
        #"{"request": {"method": "GET", "url": "https://a.example/x", "queryString": [{"name": "a b", "value": "c&d"}]}, "response": {"status": 200, "content": {"text": "a"}}}"#,
        #"{"request": {"method": "DELETE", "url": "https://a.example/x"}, "response": {"status": 204, "content": {"mimeType": "application/octet-stream", "size": 0}}}"#,
        #"{"request": {"method": "GET", "url": "https://a.example/y"}, "response": {"status": 200, "content": {"mimeType": "text/plain; charset=ISO-8859-1", "size": 5, "text": "Grüße"}}}"#,
      ])
    ])
    let result = try sample.run(.har, ["session.har"])
    #expect(result.noteTexts == [])
    let latin = try sample.contract("getY")["scenarios"]?.elements.first?["response"]
    #expect(latin?["body"] == ["base64": "R3L832U="])
    #expect(try sample.contract("getX")["request"]?["query"] == ["a b": "c&d"])
    #expect(
      try sample.contract("deleteX")["scenarios"]?.elements.first?["response"] == ["kind": "valid", "status": 204])
    let traffic = try RecordedTraffic(["\(sample.folder)/session.har"])
    #expect(traffic.entries.first?.request.url == "https://a.example/x?a%20b=c%26d")
  }

  @Test("the name of a scenario has no control character of a value") func names() throws {
    let answer =
      #"{"status": 200, "headers": [{"name": "Content-Type", "value": "text/plain"}], "content": {"text": "a"}}"#
    let sample = try ImportSample([
      "session.har": Self.archive(
        ["a\u{9F}", "b"].map {
          #"{"request": {"method": "GET", "url": "https://a.example/x?q=\#($0)"}, "response": \#(answer)}"#
        })
    ])
    try sample.run(.har, ["session.har"])
    let names = try sample.contract("getX")["scenarios"]?.elements.map { $0["name"]?.string }
    #expect(names == [#"200 (q=a\u009f)"#, "200 (q=b)"])
    #expect(sample.errors == [])
  }

  @Test(
    "an answer is JSON by its type",
    arguments: ["application/problem+json; charset=utf-8", "application/x-amz-json-1.0"])
  func jsonTypes(type: String) throws {
    let (sample, _) = try run([
      Self.entry("https://api.example.com/tables", content: #"{"names": []}"#, type: type)
    ])
    let response = try sample.contract("getTables")["scenarios"]?.elements.first?["response"]
    #expect(response?["body"] == ["json": ["names": []]])
    #expect(response?["headers"]?["Content-Type"]?.string == type)
  }

  @Test("every member of HAR 1.2 is in a contract or in the report") func members() throws {
    let document = #"""
      {"log": {"version": "t1", "creator": {"name": "t2", "version": "t3", "comment": "t4"}, "browser": {"name": "t5", "version": "t6", "comment": "t7"},
       "pages": [{"startedDateTime": "t8", "id": "page", "title": "t9", "pageTimings": {"onContentLoad": 9001, "onLoad": 9002, "comment": "t10"}, "comment": "t11"}],
       "comment": "t12", "_own": "t13",
       "entries": [{"pageref": "page", "startedDateTime": "t14", "time": 9003, "serverIPAddress": "t15", "connection": "t16", "comment": "t17", "_own": "t18",
        "cache": {"beforeRequest": {"expires": "t19", "lastAccess": "t20", "eTag": "t21", "hitCount": 9004}, "comment": "t22"},
        "timings": {"blocked": 9005, "dns": 9006, "connect": 9007, "send": 9008, "wait": 9009, "receive": 9010, "ssl": 9011, "comment": "t23"},
        "request": {"method": "POST", "url": "https://a.example/path1?query1=value1", "httpVersion": "t24", "headersSize": 9012, "bodySize": 9013, "comment": "t25",
         "cookies": [{"name": "t26", "value": "t27", "path": "t28", "domain": "t29", "expires": "t30", "httpOnly": true, "secure": true, "comment": "t31"}],
         "headers": [{"name": "Header1", "value": "value2", "comment": "t32"}],
         "queryString": [{"name": "t33", "value": "t34", "comment": "t35"}],
         "postData": {"mimeType": "multipart/form-data", "comment": "t36", "params": [
          {"name": "field1", "value": "value3", "comment": "t37"}, {"name": "field2", "fileName": "file1", "contentType": "type/one"}]}},
        "response": {"status": 418, "statusText": "text1", "httpVersion": "t38", "redirectURL": "t39", "headersSize": 9014, "bodySize": 9015, "comment": "t40",
         "cookies": [{"name": "t41", "value": "t42"}], "headers": [{"name": "Header2", "value": "value4", "comment": "t43"}],
         "content": {"size": 9016, "compression": -9011, "mimeType": "text/two", "text": "text2", "comment": "t44"}}},
        {"unknown": "t45", "request": {"url": "https://a.example/two", "method": "GET", "unknown": "t46"}, "response": {"status": 200, "unknown": "t47"}}]}}
      """#
    let sample = try ImportSample(["session.har": document])
    let result = try sample.run(.har, ["session.har"])
    #expect(sample.errors == [])
    let lost = try sample.lost(of: try #require(JSON.parse(document)), result)
    // The page is what connects entries; the size only says whether there was a body; the URL is split.
    #expect(
      lost == [
        "/log/entries/0/pageref", "/log/entries/0/request/url", "/log/entries/0/response/content/size",
        "/log/entries/1/request/url",
      ])
    #expect(
      result.noteTexts == [
        "#/log/entries/1/unknown: not imported", "#/log/entries/1/request/unknown: not imported",
        "#/log/entries/1/response/unknown: not imported",
      ])
  }

  @Test("bodies in other files are noted, and Playwright's name for a network error is known") func playwright() throws
  {
    let (sample, result) = try run([
      """
      {"request": {"method": "POST", "url": "https://a.example/a", "headers": [], "postData": {"mimeType": "application/json", "text": "", "params": [], "_file": "x.json"}},
       "response": {"status": 200, "headers": [], "content": {"size": -1, "mimeType": "application/json", "_file": "y.json"}}}
      """,
      """
      {"request": {"method": "POST", "url": "https://a.example/b", "headers": [], "postData": {"mimeType": "application/json", "text": "", "params": [], "_file": "x.json"}},
       "response": {"status": 200, "headers": [], "content": {"size": 1, "mimeType": "application/json", "text": "1"}}}
      """,
      """
      {"request": {"method": "GET", "url": "https://a.example/c", "headers": []},
       "response": {"status": -1, "statusText": "OK", "headers": [], "content": {"size": -1, "mimeType": "x-unknown"}, "_failureText": "net::ERR_CONNECTION_REFUSED"}}
      """,
    ])
    #expect(sample.names == ["getC", "postB"])
    #expect(try sample.contract("postB")["request"]?["body"] == ["$any": true])
    #expect(try sample.contract("getC")["scenarios"]?.array?[0]["response"]?["error"] == "cannotConnectToHost")
    #expect(
      result.noteTexts == [
        #"#/log/entries/0: the body of the answer is in another file; record it with content: "embed""#,
        #"#/log/entries/1/request/postData/_file: the body of the request is in another file; record it with content: "embed""#,
      ])
    #expect(result.summary == "imported 2 operations: 1 complete, 1 with notes")
  }
}
