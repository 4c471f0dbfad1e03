import Foundation
import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// What becomes of a recorded session: pages of lists, lost bodies, headers of browsers, secrets, and multiple archives.
@Suite("Sessions of HAR") struct HARSessionTests {
  private static func archive(_ entries: [String]) -> String {
    #"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#
  }

  private static func entry(
    _ method: String, _ url: String, _ content: String = "null", request: String = "", response: String = ""
  ) -> String {
    """
    {"request": {"method": "\(method)", "url": "\(url)"\(request.isEmpty ? "" : ", " + request)},
     "response": {"status": 200, \(response) "content": {"mimeType": "application/json", "text": \(JSON.string(content).text)}}}
    """
  }

  private func run(_ archives: [[String]]) throws -> (sample: ImportSample, result: Import) {
    let names = archives.indices.map { "\($0).har" }
    let sample = try ImportSample(Dictionary(uniqueKeysWithValues: zip(names, archives.map(Self.archive))))
    let result = try sample.run(.har, names)
    #expect(sample.errors == [])
    return (sample, result)
  }

  private func texts(_ sample: ImportSample, _ result: Import) throws -> String {
    let files = try FileManager.default.contentsOfDirectory(atPath: sample.specs)
    let texts = try files.map { try String(contentsOfFile: "\(sample.specs)/\($0)", encoding: .utf8) }
    return (files + texts + [result.json.text] + result.changeLines(all: true) + result.noteLines(all: true)).joined()
  }

  // MARK: Pages of lists

  @Test(
    "requests that get the next page with a value of the answer before are one scenario", .slow,
    arguments: [
      (["?size=2", "?size=2&cursor=abc", "?size=2&cursor=def"], [#"{"next": "abc"}"#, #"{"next": "def"}"#, "{}"]),
      (["", "?page=2"], [#"{"nextPage": 2}"#, "{}"]),
      (["?starting_after=evt_100001", "?starting_after=evt_100002"], [#"[{"id": "evt_100002"}]"#, "[]"]),
      (["?q=a", "?q=a&p=2&sort=up"], [#"{"links": {"next": {"href": "/items?q=a&p=2&sort=up"}}}"#, "{}"]),
    ])
  func pages(queries: [String], answers: [String]) throws {
    let entries = zip(queries, answers).map { Self.entry("GET", "https://a.example/items\($0)", $1) }
    // The same list again says nothing new, and neither does only its beginning.
    for entries in [entries, entries + entries, [entries[0]] + entries, entries + [entries[0]]] {
      let (sample, _) = try run([entries])
      let scenarios = try sample.contract("getItems")["scenarios"]?.array ?? []
      #expect(scenarios.map { $0["name"] } == [.string("200, \(queries.count) pages")])
      #expect(scenarios[0]["exchanges"]?.array?.count == queries.count)
    }
  }

  @Test(
    "other requests stay scenarios of their own, and are named by what differs",
    arguments: [
      (["?user=1", "?user=2"], [#"[{"id": 2}]"#, "[]"], ["200 (user=1)", "200 (user=2)"]),
      (
        ["?node=root12", "?node=child77"], [#"[{"id": "child77"}]"#, "[]"], ["200 (node=root12)", "200 (node=child77)"]
      ),
      (["?page=1", "?page=2"], [#"[{"id": 2}]"#, "[]"], ["200 (page=1)", "200 (page=2)"]),
      (["", "?q=milk"], [#"{"a": 1}"#, "[]"], ["200", "200 (q=milk)"]),
      (["", ""], [#"{"a": 1, "b": "x"}"#, #"{"a": 1, "b": "y"}"#], ["200 (b=x)", "200 (b=y)"]),
      (["?api_key=SECRET1", "?api_key=SECRET2"], ["1", "1"], ["200"]),
    ])
  func others(queries: [String], answers: [String], names: [String]) throws {
    let entries = zip(queries, answers).map { Self.entry("GET", "https://a.example/items\($0)", $1) }
    let (sample, result) = try run([entries])
    let scenarios = try sample.contract("getItems")["scenarios"]?.array ?? []
    #expect(scenarios.map { $0["name"]?.string } == names)
    #expect(try !texts(sample, result).contains("SECRET"))
  }

  @Test("scenarios that an earlier import only numbered keep their names") func names() throws {
    let entries = ["1", "2"].map { Self.entry("GET", "https://a.example/items?n=\($0)", $0) }
    let (sample, _) = try run([entries])
    let old = try sample.text("getItems").replacing("200 (n=1)", with: "200").replacing("200 (n=2)", with: "200 2")
    try sample.write(old, to: "specs/getItems.contract.json")
    let history = try String(contentsOfFile: sample.specs + "/.contract-import.json", encoding: .utf8)
    try sample.write(
      history.replacing("200 (n=1)", with: "200").replacing("200 (n=2)", with: "200 2"),
      to: "specs/.contract-import.json")
    #expect(try sample.run(.har, ["0.har"]).changes.map(\.kind) == [.unchanged])
    #expect(try sample.text("getItems") == old)
  }

  // MARK: Requests

  @Test(
    "a body that was lost is noted, and any body is accepted",
    arguments: [
      #""headers": [{"name": "Content-Length", "value": "55"}]"#,
      #""headers": [{"name": "Transfer-Encoding", "value": "chunked"}]"#, #""bodySize": 55"#,
      #""postData": {"mimeType": "application/json"}"#,
      #""headers": [{"name": "content-length", "value": "55"}], "postData": {"mimeType": "application/json", "text": ""}"#,
    ])
  func lostBody(request: String) throws {
    let (sample, result) = try run([[Self.entry("POST", "https://a.example/items", request: request)]])
    #expect(try sample.contract("postItems")["request"]?["body"] == ["$any": true])
    #expect(
      result.noteTexts == ["#/log/entries/0/request: the body of the request was not recorded; any body is accepted"])
  }

  @Test(
    "a request without a body has none",
    arguments: [#""bodySize": 0"#, #""bodySize": -1"#, #""headers": [{"name": "Content-Length", "value": "0"}]"#])
  func noBody(request: String) throws {
    let (sample, result) = try run([[Self.entry("POST", "https://a.example/items", request: request)]])
    #expect(try sample.contract("postItems")["request"] == ["method": "POST", "path": "/items"])
    #expect(result.noteTexts == [])
  }

  @Test("what a browser adds is not required of a client, and traces are any text") func headers() throws {
    let names = [
      "Cookie", "Accept-Charset", "Save-Data", "Chrome-Proxy", "X-Client-Data", "Viewport-Width", "Pragma", "Purpose",
      "Access-Control-Request-Headers", "Sec-GPC",
    ]
    let lines = (names + ["X-Version", "X-Request-Id"]).map { #"{"name": "\#($0)", "value": "v1"}"# }
    let (sample, result) = try run([
      [Self.entry("GET", "https://a.example/items", request: #""headers": [\#(lines.joined(separator: ","))]"#)]
    ])
    #expect(
      try sample.contract("getItems")["request"]?["headers"] == ["X-Version": "v1", "X-Request-Id": ["$regex": "^.+$"]])
    #expect(result.leftOut["header Cookie"] == 1)
  }

  // MARK: Secrets

  private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlSGVyZQ"

  private static let letters = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
  /// Tokens are put together here, so that nobody takes this file for a leak.
  private static let known =
    ["ghp", "github_pat", "sk_live", "npm"].map { "\($0)_\(letters)" } + ["glpat-\(letters.prefix(24))"]
    + ["xoxb-\(letters.prefix(24))", "AIza\(letters.prefix(35))", "AKIA1B2C3D4E5F6G7H8I", token]

  @Test("a token is not written, whatever its name is", arguments: known) func tokens(token: String) throws {
    let (sample, result) = try run([
      [
        Self.entry(
          "POST", "https://a.example/items?q=\(token)", #"{"note": "\#(token)", "list": ["\#(token)"]}"#,
          request: """
            "headers": [{"name": "X-Custom", "value": "\(token)"}, {"name": "Content-Type", "value": "application/json"}],
            "postData": {"mimeType": "application/json", "text": "{\\"note\\": \\"\(token)\\"}"}
            """, response: #""statusText": "\#(token)", "headers": [{"name": "X-Note", "value": "\#(token)"}],"#)
      ]
    ])
    #expect(try !texts(sample, result).contains(token))
    let request = try sample.contract("postItems")["request"]
    #expect(request?["headers"]?["X-Custom"] == "secret")
    #expect(request?["query"] == ["q": "secret"])
  }

  @Test(
    "a secret in a path is not written, neither in titles and names nor in answers",
    arguments: [
      ("/reset/Zk3Lq8Xw2Vb7Nm4Rt6Yp", "getResetBySecret", "GET /reset/{secret}"),
      ("/users/507f1f77bcf86cd799439011a2b3c4d5/x", "getUsersByIdX", "GET /users/{id}/x"),
      ("/tokens/a1b2c3d4", "getTokensBySecret", "GET /tokens/{secret}"),
      ("/invite/\(token)", "getInviteBySecret", "GET /invite/{secret}"),
    ])
  func paths(path: String, name: String, title: String) throws {
    let secret = String(path.split(separator: "/")[1])
    let (sample, result) = try run([
      [
        Self.entry(
          "GET", "https://a.example\(path)", #"{"self": "https://a.example\#(path)", "id": "\#(secret)"}"#,
          response: #""headers": [{"name": "Location", "value": "\#(path)"}],"#)
      ]
    ])
    #expect(sample.names == [name])
    let contract = try sample.contract(name)
    #expect(try !texts(sample, result).contains(secret))
    #expect(contract["endpoint"]?.string == title)
    #expect(contract["request"]?["path"]?.string == path.replacing(secret, with: "secret"))
    #expect(contract["input"] == ["id": "secret"])
    #expect(contract["scenarios"]?.array?[0]["response"]?["body"]?["json"]?["id"] == "secret")
  }

  // MARK: Archives

  @Test("multiple archives of one API make one contract for an endpoint, also in later imports") func archives() throws
  {
    let archives = [
      [Self.entry("GET", "https://a.example/items/1", "1"), Self.entry("GET", "https://a.example/list", "1")],
      [Self.entry("GET", "https://a.example/items/2", "2"), Self.entry("GET", "https://a.example/list", "1")],
      [Self.entry("GET", "https://b.example/items/3", "3")],
    ]
    let (sample, _) = try run(archives)
    #expect(sample.names.count == 3)
    #expect(
      try sample.contract("getItemsById")["scenarios"]?.array?.map { $0["name"]?.string } == [
        "200 (id=1)", "200 (id=2)",
      ])
    #expect(try sample.contract("getList")["scenarios"]?.array?.count == 1)
    let before = try sample.names.map(sample.text)
    let again = try sample.run(.har, ["0.har", "1.har", "2.har"])
    #expect(again.changes.allSatisfy { $0.kind == .unchanged })
    #expect(try sample.names.map(sample.text) == before)
  }
}
