import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Pages of a list")
struct PagesFamilyTests {
  private static let pages = #""variations": {"pages": true}"#
  private static let everything = #""variations": {"pages": {"also": ["cursor is empty"]}}"#

  /// Returns the exchanges that load some pages, each with its query and its answer.
  private static func exchanges(_ pages: [(query: String, body: String)], headers: [String] = []) -> String {
    pages.enumerated().map { index, page in
      let header = index < headers.count ? "\"headers\": {\"Link\": \(JSON.string(headers[index]).text)}, " : ""
      return """
        {"request": {"method": "GET", "path": "/things", "query": {\(page.query)}},
         "response": {"kind": "valid", \(header)"body": {"json": \(page.body)}}}
        """
    }.joined(separator: ",")
  }

  private func fixture(_ exchanges: String, declaring members: String = pages) throws -> VariationFixture {
    try VariationFixture(exchanges: exchanges, expect: #"{"success": ["a", "b"]}"#, declaring: members)
  }

  private static let two = exchanges([
    ("", #"{"items": ["a"], "next": "c-1"}"#), (#""cursor": "c-1""#, #"{"items": ["b"], "next": null}"#),
  ])
  private static let three = exchanges([
    ("", #"{"items": ["a"], "next": "c-1", "more": true}"#),
    (#""cursor": "c-1""#, #"{"items": ["b"], "next": "c-2", "more": true}"#),
    (#""cursor": "c-2""#, #"{"items": ["c"], "more": false}"#),
  ])
  private static let link = exchanges(
    [("", #"["a"]"#), (#""page": "2""#, #"["b"]"#)], headers: [#"<{{baseURL}}/things?page=2>; rel="next""#])

  private func names(_ exchanges: String, declaring members: String = pages) throws -> [String] {
    try fixture(exchanges, declaring: members).list(on: .memory).played.map(\.name)
  }

  @Test("each page but the last one can be empty, the end is written in other ways, and there is one page more")
  func played() throws {
    #expect(try names(Self.two) == ["empty page 1", "cursor is missing", "one page more"])
    #expect(
      try names(Self.two, declaring: Self.everything)
        == ["empty page 1", "cursor is empty", "cursor is missing", "one page more"])
    #expect(try names(Self.three) == ["empty page 1", "empty page 2", "cursor is null", "one page more"])
    // A header has no other end.
    #expect(try names(Self.link) == ["empty page 1", "one page more"])
  }

  /// Returns the answers of a variation, and the query of the last request.
  private func answers(_ exchanges: String, _ name: String) throws -> (bodies: [String], headers: [String?], query: String?)
  {
    let fixture = try fixture(exchanges, declaring: Self.everything)
    let variation = try #require(fixture.list(on: .memory).played.first { $0.name == name })
    let varied = try fixture.varied(variation).exchanges
    return (
      varied.map { String(decoding: $0.response.body?.bytes ?? [], as: UTF8.self) },
      varied.map { $0.response.headers["Link"] }, varied.last?.request?.query.first?.patterns.first?.soleText
    )
  }

  @Test("an empty page keeps its cursor")
  func empty() throws {
    let (bodies, _, _) = try answers(Self.three, "empty page 2")
    #expect(bodies[1] == #"{"items":[],"next":"c-2","more":true}"#)
    #expect(bodies[0].contains(#""a""#) && bodies[2].contains(#""c""#))
    #expect(try answers(Self.link, "empty page 1").bodies[0] == "[]")
    #expect(try answers(Self.link, "empty page 1").headers[0]?.contains("page=2") == true)
  }

  @Test("the last cursor is empty, null or missing")
  func end() throws {
    #expect(try answers(Self.two, "cursor is empty").bodies[1] == #"{"items":["b"],"next":""}"#)
    #expect(try answers(Self.two, "cursor is missing").bodies[1] == #"{"items":["b"]}"#)
    #expect(try answers(Self.three, "cursor is null").bodies[2] == #"{"items":["c"],"more":false,"next":null}"#)
  }

  @Test("one page more has the flags of the page before, and a cursor that no page had")
  func more() throws {
    let two = try answers(Self.two, "one page more")
    #expect(two.bodies.map { $0.filter { $0 != " " } } == [
      #"{"items":["a"],"next":"c-1"}"#, #"{"items":["b"],"next":"c-2"}"#, #"{"items":["b"],"next":null}"#,
    ])
    #expect(two.query == "c-2")
    let three = try answers(Self.three, "one page more")
    #expect(three.bodies[2] == #"{"items":["c"],"next":"c-3","more":true}"#)
    #expect(three.query == "c-3")
    let link = try answers(Self.link, "one page more")
    #expect(link.headers == [
      #"<{{baseURL}}/things?page=2>; rel="next""#, #"<{{baseURL}}/things?page=3>; rel="next""#, nil,
    ])
    #expect(link.query == "3")
  }

  @Test(
    "a client that can know the last page by a number, or chooses to stop, gets no page more",
    arguments: [
      [("", #"{"items": ["a"], "next": "c-1", "total": 2}"#), (#""cursor": "c-1""#, #"{"items": ["b"], "total": 2}"#)],
      [("", #"{"items": ["a"], "next": "c-1"}"#), (#""cursor": "c-1""#, #"{"items": ["b"], "next": "c-9"}"#)],
    ])
  func known(_ pages: [(query: String, body: String)]) throws {
    #expect(!(try names(Self.exchanges(pages))).contains("one page more"))
  }

  @Test(
    "a number leads to the next page only by its name, and nothing does that is in the list, or stays the same",
    arguments: [
      (#"{"items": ["a"], "nextPage": 2}"#, true), (#"{"items": ["a"], "count": 2}"#, false),
      (#"{"items": [{"id": "2"}]}"#, false), (#"{"items": ["a"], "token": "2"}"#, true), (#"{"next": "2"}"#, false),
      (#"{"items": [], "next": "2"}"#, false), (#"{"items": [{"id": "2"}], "last_id": "2"}"#, false),
    ])
  func cursors(_ first: String, _ isPaged: Bool) throws {
    let exchanges = Self.exchanges([("", first), (#""page": "2""#, #"{"items": ["b"]}"#)])
    let fixture = try fixture(exchanges)
    #expect((fixture.scenario.pages != nil) == isPaged)
    #expect((fixture.list(on: .memory).leftOut[.noCursor] == 1) != isPaged)
  }

  @Test("except leaves out one variation, or those of all pages")
  func exceptions() throws {
    func names(_ except: String) throws -> [String] {
      try self.names(Self.three, declaring: "\"variations\": {\"pages\": {\"except\": \(except)}}")
    }
    #expect(try names(#"["empty page"]"#) == ["cursor is null", "one page more"])
    #expect(try names(#"["empty page 2", "one page more"]"#) == ["empty page 1", "cursor is null"])
  }

  @Test("the end is changed only if no request comes after the list, and of two new values of a URL none is the cursor")
  func limits() throws {
    let after = #", {"request": {"method": "DELETE", "path": "/c-2"}, "response": {"kind": "valid"}}"#
    #expect(try names(Self.two + after) == ["empty page 1"])
    let next = #"<{{baseURL}}/things?limit=1&page=2>; rel="next""#
    let link = Self.exchanges([("", #"["a"]"#), (#""limit": "1", "page": "2""#, #"["b"]"#)], headers: [next])
    #expect(try names(link) == ["empty page 1"])
  }

  // MARK: What a client does

  /// Returns the verdict on a client that sends requests with some queries.
  private func verdict(_ name: String, _ queries: [String], _ outcome: Outcome) throws -> Verdict {
    let fixture = try fixture(Self.two, declaring: Self.everything)
    let variation = try #require(fixture.list(on: .memory).played.first { $0.name == name })
    let script = Script(try fixture.varied(variation), of: fixture.contract, transport: .memory)
    for query in queries {
      _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/things\(query)"))
    }
    script.finish(outcome)
    return script.verdict()
  }

  @Test("a client that stops at an empty page ends early, and one that goes on may return anything")
  func endedEarly() throws {
    let early = try verdict("empty page 1", [""], .success([]))
    #expect(early.reasons.map(\.code) == ["endedEarly"])
    expectText(
      try #require(early.reasons.first).text,
      is: """
        missing request 2
          contract  todo.contract.json:3:96 /scenarios/0/exchanges/1/request
          expected  GET http://localhost/v1/things?cursor=c-1
          actual    nothing
          note      the client sent GET http://localhost/v1/things
                    the answer to request 1 leads to the next page; if the client is right to stop, write "pages": {"except": ["empty page"]} into "variations"
        """)
    #expect(try verdict("empty page 1", ["", "?cursor=c-1"], .success(["b"])).status == .passed)
    let failed = try verdict("empty page 1", ["", "?cursor=c-1"], .failure(["type": "IndexError"], values: nil))
    #expect(failed.reasons.map(\.code) == ["mismatch"])
  }

  @Test("a client that asks on after the end sends an unexpected request, and the outcome is that of the scenario")
  func asksOn() throws {
    for name in ["cursor is empty", "cursor is missing"] {
      #expect(try verdict(name, ["", "?cursor=c-1"], .success(["a", "b"])).status == .passed)
      #expect(
        try verdict(name, ["", "?cursor=c-1", "?cursor="], .success(["a", "b"])).reasons.map(\.code)
          == ["unexpectedRequest"])
      #expect(try verdict(name, ["", "?cursor=c-1"], .success(["a"])).reasons.map(\.code) == ["mismatch"])
    }
  }

  @Test("one page more needs its own cursor")
  func oneMore() throws {
    #expect(try verdict("one page more", ["", "?cursor=c-1", "?cursor=c-2"], .success([])).status == .passed)
    #expect(try verdict("one page more", ["", "?cursor=c-1"], .success([])).reasons.map(\.code) == ["endedEarly"])
    #expect(
      try verdict("one page more", ["", "?cursor=c-1", "?cursor=c-1"], .success([])).reasons.map(\.code)
        == ["mismatch"])
  }
}
