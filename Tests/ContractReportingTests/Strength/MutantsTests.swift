import TestSupport
import Testing

@testable import ContractCore
@testable import ContractReporting

@Suite("Parts that a scenario mutants")
struct MutantsTests {
  private static let answered =
    #"{"name": "s", "response": {"kind": "valid", "body": {"json": {"id": 1}}}, "expect": {"success": {"id": 1}}}"#

  /// A request of a client that sets two headers, with the members of its description.
  private static func fixture(
    _ members: String, body: String = #"{"title":"a","tags":[1]}"#, type: String = "application/json"
  )
    throws -> StrengthFixture
  {
    try StrengthFixture(
      [answered], described: #"{"method": "POST", "path": "/todos/{id}", \#(members)}"#,
      sends: CapturedRequest(
        method: "POST", url: "http://localhost/todos/7?page=1&all=1",
        headers: Headers([
          .init("User-Agent", "x"), .init("Content-Type", type), .init("X-Client", "ios"),
          .init("Cookie", "sid=1; theme=dark"),
        ]), body: Array(body.utf8)))
  }

  private static let strict =
    #""pathParameters": {"id": "7"}, "query": {"page": 1, "all": 1}, "headers": {"X-Client": "ios", "Cookie": {"sid": "1", "theme": "dark"}, "Content-Type": "application/json"}, "body": {"json": {"title": "a", "tags": [1]}}"#

  @Test("a strict description mutants every part, and every member of the outcome")
  func everything() throws {
    let table = try #require(try Self.fixture(Self.strict).report(proves: true).tables.first)
    #expect(table.rows.isEmpty)
    #expect((table.requests.total, table.requests.killed) == (13, 13))
    #expect((table.outcomes.total, table.outcomes.killed) == (2, 2))
  }

  @Test(
    "what no description mentions is survived, by name",
    arguments: [
      (#""X-Client": "ios", "#, "", ["header X-Client (changed, removed)"]),
      (#"{"sid": "1", "theme": "dark"}"#, #""theme=dark; sid=1""#, []),
      (#", "theme": "dark"}"#, "}", ["cookie theme (changed, removed)"]),
      (#""sid": "1""#, #""sid": {"$regex": "^1"}"#, ["cookie sid (changed)"]),
      (#""sid": "1""#, #""sid": {"$optional": "1"}"#, ["cookie sid (removed)"]),
      (#""X-Client": "ios""#, #""X-Client": {"$any": true}"#, ["header X-Client (changed)"]),
      (#""X-Client": "ios""#, #""X-Client": {"$optional": "ios"}"#, ["header X-Client (removed)"]),
      (#"{"page": 1, "all": 1}"#, #"{"page": 1}, "otherQuery": "allowed""#, ["query item all (changed, removed)"]),
      (#""id": "7""#, #""id": {"$any": true}"#, ["path (changed)"]),
      (#""title": "a", "#, #""title": {"$type": "string"}, "#, ["body /title (changed)"]),
      (#"[1]"#, #"{"$each": {"$type": "integer"}}"#, ["body /tags (added)", "body /tags/* (changed)"]),
      (
        #"{"title": "a", "tags": [1]}"#, #"{"$partial": {"title": "a"}}"#,
        ["body (added)", "body /tags (removed, added)", "body /tags/* (changed, removed)"]
      ),
    ])
  func survived(_ part: String, _ other: String, _ expected: [String]) throws {
    let fixture = try Self.fixture(Self.strict.replacing(part, with: other))
    #expect(fixture.report(proves: true).survived == expected)
  }

  @Test("a body of any other form is changed too")
  func bodies() throws {
    func survived(_ described: String, _ body: String, _ type: String) throws -> [String] {
      let members = Self.strict.replacing(
        #/"Content-Type": "application/json"}, "body": .*/#,
        with: "\"Content-Type\": {\"$any\": true}}, \"body\": \(described)")
      return try Self.fixture(members, body: body, type: type).report(proves: true).survived.filter {
        !$0.contains("Content-Type")
      }
    }
    let form = "application/x-www-form-urlencoded"
    #expect(try survived(#"{"form": {"a": "1", "b": {"$any": true}}}"#, "a=1&b=2", form) == ["form field b (changed)"])
    #expect(try survived(#"{"text": {"$regex": "^a"}}"#, "abc", "text/plain") == ["body (changed)"])
    #expect(try survived(#"{"text": "abc"}"#, "abc", "text/plain") == [])
    #expect(try survived(#"{"$optional": {"text": "abc"}}"#, "abc", "text/plain") == ["body (removed)"])
    #expect(try survived(#"{"text": {"$any": true}}"#, "abc", "text/plain") == ["body (changed)"])
    let lines = #"{"jsonLines": [1, {"$any": true}]}"#
    #expect(try survived(lines, "1\n2\n", "application/jsonl") == ["line 2 of the body (changed)"])
    let parts =
      "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n2\r\n--x--\r\n"
    #expect(
      try survived(
        #"{"multipart": [{"name": "a", "body": {"text": "1"}}, {"name": "b", "body": {"text": {"$any": true}}}]}"#,
        parts,
        "multipart/form-data; boundary=x") == ["part 2 of the body (changed)"])
  }

  @Test("of a failure, the type mutants the category, and nobody has to mutant the message")
  func failure() throws {
    let scenario = #"{"name": "s", "response": {"kind": "valid"}, "expect": {"failure": {"type": "APIError"}}}"#
    let report = try StrengthFixture([scenario]).report(proves: true) { _ in
      .failure(["category": "status", "type": "APIError", "payload": ["code": 4], "message": "m"], values: nil)
    }
    #expect(report.survived == ["s: /payload/code (changed)"])
  }

  @Test("a part that one scenario mutants is killed, even if another one does not")
  func anyScenario() throws {
    let open = #"{"title": {"$type": "string"}}"#
    let second = Self.answered.replacing("\"s\"", with: "\"t\"")
      .replacing("\"response\"", with: "\"request\": {\"body\": {\"json\": \(open)}}, \"response\"")
    #expect(try StrengthFixture([Self.answered, second]).report(proves: true).survived == [])
    #expect(try StrengthFixture([second]).report(proves: true).survived == ["body /title (changed)"])
  }

  @Test("a call with exchanges in any order, and with a pause between them, is judged again")
  func order() throws {
    let scenario = #"""
      {"name": "s", "order": "any", "exchanges": [
        {"request": {"path": "/a"}, "response": {"kind": "valid"}},
        {"request": {"body": {"json": {"title": {"$any": true}}}}, "notBefore": 5, "response": {"kind": "valid"}}],
       "expect": {"success": null}}
      """#
    let fixture = try StrengthFixture([scenario])
    let clock = { @Sendable in ContinuousClock.now }
    let script = Script(fixture.contract.scenarios[0], of: fixture.contract, transport: .memory, now: clock)
    var other = fixture.request
    other.url = "http://localhost/a"
    _ = script.reply(to: other)
    _ = script.reply(to: fixture.request)
    script.finish(.success(.null))
    let verdict = script.verdict()
    let mutants = try #require(
      Mutants(
        verdict, of: fixture.contract.scenarios[0], in: fixture.contract, on: .memory,
        at: fixture.contract.addresses))
    #expect(mutants.all.filter { !$0.isKilled }.map { $0.part.names.pointer } == ["/title"])
  }

  @Test("a value that must only differ from the one of another request is survived", arguments: ["sequence", "any"])
  func different(order: String) throws {
    let scenario = """
      {"name": "s", "order": "\(order)", "exchanges": [
        {"request": {"headers": {"X-Id": {"$same": "id"}}}, "response": {"kind": "valid"}},
        {"request": {"headers": {"X-Id": {"$not": {"$same": "id"}}, "X-A": "1"}}, "response": {"kind": "valid"}}],
       "expect": {"success": null}}
      """
    let contract = try StrengthFixture([scenario]).contract
    let requests = ["1", "2"].map { id in
      var request = StrengthFixture.request
      request.headers = Headers([.init("X-Id", id), .init("X-A", "1")])
      return request
    }
    let call = try #require(
      RecordedCall(
        contract.scenarios[0], contract, .memory, contract.addresses, requests: requests, outcome: .success(.null)))
    func notices(_ part: Mutant.Part) -> Bool {
      requests[1].changes.filter { $0.part == part && $0.kind == .changed }.allSatisfy { call.notices($0, of: 1) }
    }
    #expect(!notices(.header("X-Id")))
    #expect(notices(.header("X-A")) && notices(.path) && notices(.method) && notices(.json("/title")))
  }

  @Test("numbers, booleans and null are changed, and large bodies less often")
  func values() throws {
    let changed = try #require(JSON.parse(#"[1, -1.5, true, null, "a", [], {}, 1e30]"#)).changed
    #expect(changed.text == #"[2,1.5,false,"-changed","a-changed",["-changed"],{"-changed":true},-1e30]"#)
    let many = JSON.array((0..<1000).map { .number($0) })
    #expect(many.changes(limit: 50).count == 50)
  }
}
