import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Pages of a list")
struct PagesFamilyTests {
  private static let pages = #""variations": {"pages": true}"#
  private static let everything = #""variations": {"pages": {"also": ["cursor is empty", "cursor is missing"]}}"#

  /// Returns the exchanges that load some pages, each with its query and its answer.
  private static func exchanges(
    _ pages: [(query: String, body: String)], _ headers: [String] = [], path: String = "/things"
  ) -> String {
    pages.enumerated().map { index, page in
      let header = index < headers.count ? "\"headers\": {\(headers[index])}, " : ""
      return """
        {"request": {"method": "GET", "path": "\(path)", "query": {\(page.query)}},
         "response": {"kind": "valid", \(header)"body": {"json": \(page.body)}}}
        """
    }.joined(separator: ",")
  }

  private static func link(_ text: String) -> String { "\"Link\": \(JSON.string(text).text)" }

  private func fixture(
    _ exchanges: String, input: String = "null", returns elements: String = #"["a", "b"]"#,
    declaring members: String = pages
  ) throws -> VariationFixture {
    try VariationFixture(
      exchanges: exchanges, scenario: "\"input\": \(input), ", expect: "{\"success\": \(elements)}",
      declaring: members)
  }

  private static let two = exchanges([
    ("", #"{"items": ["a"], "next": "c-1"}"#), (#""cursor": "c-1""#, #"{"items": ["b"], "next": null}"#),
  ])
  private static let three = exchanges([
    ("", #"{"items": ["a", "b"], "next": "c-1", "more": true}"#),
    (#""cursor": "c-1""#, #"{"items": ["c", "d"], "next": "c-2", "more": true}"#),
    (#""cursor": "c-2""#, #"{"items": ["e"], "more": false}"#),
  ])
  private static let five = #"["a", "b", "c", "d", "e"]"#
  private static let links = exchanges(
    [(#""per_page": "20""#, #"["a"]"#), (#""page": "2", "per_page": "20""#, #"["b"]"#)],
    [link(#"<{{baseURL}}/things?page=2&per_page=20>; rel="next", <{{baseURL}}/things?page=2&per_page=20>; rel="last""#)]
  )

  private func names(
    _ exchanges: String, input: String = "null", returns elements: String = #"["a", "b"]"#,
    declaring members: String = pages
  ) throws -> [String] {
    try fixture(exchanges, input: input, returns: elements, declaring: members).list(on: .memory).played.map(\.name)
  }

  @Test("each page but the last one can be empty, the end is written in other ways, and there is one page more")
  func played() throws {
    #expect(try names(Self.two) == ["empty page 1", "one page more"])
    #expect(
      try names(Self.two, declaring: Self.everything)
        == ["empty page 1", "cursor is empty", "cursor is missing", "one page more"])
    #expect(
      try names(Self.three, returns: Self.five) == ["empty page 1", "empty page 2", "cursor is null", "one page more"])
    // A header has no other end.
    #expect(try names(Self.links) == ["empty page 1", "one page more"])
  }

  @Test("of a long list, three pages can be empty")
  func long() throws {
    let pages = (1...9).map { page in
      (page == 1 ? "" : "\"cursor\": \"c\(page)x\"", "{\"items\": [\"i\(page)\"], \"next\": \"c\(page + 1)x\"}")
    }
    #expect(
      try names(Self.exchanges(pages), declaring: Self.everything) == ["empty page 1", "empty page 4", "empty page 8"])
  }

  /// Returns the answers of a variation, its headers, and the query of the last request.
  private func answers(
    _ exchanges: String, _ name: String, returns elements: String = #"["a", "b"]"#
  ) throws -> (bodies: [String], headers: [String?], query: [String: String]) {
    let fixture = try fixture(exchanges, returns: elements, declaring: Self.everything)
    let variation = try #require(fixture.list(on: .memory).played.first { $0.name == name })
    let varied = try fixture.varied(variation).exchanges
    let query = varied.last?.request?.query.map { ($0.name, $0.patterns.first?.soleText ?? "") } ?? []
    return (
      varied.map { String(decoding: $0.response.body?.bytes ?? [], as: UTF8.self).filter { $0 != " " } },
      varied.map { $0.response.headers["Link"] }, Dictionary(query) { $1 }
    )
  }

  @Test("an empty page keeps its cursor")
  func empty() throws {
    let (bodies, _, _) = try answers(Self.three, "empty page 2", returns: Self.five)
    #expect(bodies[1] == #"{"items":[],"next":"c-2","more":true}"#)
    #expect(bodies[0].contains(#""a""#) && bodies[2].contains(#""e""#))
    #expect(try answers(Self.links, "empty page 1").bodies[0] == "[]")
    #expect(try answers(Self.links, "empty page 1").headers[0]?.contains("page=2") == true)
  }

  @Test("the last cursor is empty, null or missing")
  func end() throws {
    #expect(try answers(Self.two, "cursor is empty").bodies[1] == #"{"items":["b"],"next":""}"#)
    #expect(try answers(Self.two, "cursor is missing").bodies[1] == #"{"items":["b"]}"#)
    #expect(
      try answers(Self.three, "cursor is null", returns: Self.five).bodies[2]
        == #"{"items":["e"],"more":false,"next":null}"#)
  }

  @Test(
    "one page more is the page before, with a cursor that no page had, and only this is changed in the next request")
  func more() throws {
    let two = try answers(Self.two, "one page more")
    #expect(
      two.bodies == [
        #"{"items":["a"],"next":"c-1"}"#, #"{"items":["a"],"next":"c-0"}"#, #"{"items":["b"],"next":null}"#,
      ])
    #expect(two.query == ["cursor": "c-0"])
    let three = try answers(Self.three, "one page more", returns: Self.five)
    #expect(three.bodies[2] == #"{"items":["c","d"],"next":"c-0","more":true}"#)
    let links = try answers(Self.links, "one page more")
    let last = #"<{{baseURL}}/things?page=2&per_page=20>; rel="last""#
    #expect(
      links.headers == [
        #"<{{baseURL}}/things?page=2&per_page=20>; rel="next", \#(last)"#,
        #"<{{baseURL}}/things?page=3&per_page=20>; rel="next", \#(last)"#, nil,
      ])
    #expect(links.query == ["page": "3", "per_page": "20"])
  }

  @Test(
    "numbers go on as they did, and a value in a URL may be encoded",
    arguments: [
      ([("0", "2"), ("2", "4"), ("4", "")], "6"), ([("1", "2"), ("2", "")], "3"), ([("8", "9"), ("9", "")], "10"),
    ])
  func numbers(_ pages: [(own: String, next: String)], _ new: String) throws {
    let exchanges = Self.exchanges(
      pages.enumerated().map { index, page in
        (
          "\"offset\": \"\(page.own)\"",
          "{\"items\": [\"x\(index)\"], \"next_offset\": \(page.next.isEmpty ? "null" : page.next)}"
        )
      })
    let elements = JSON.strings(pages.indices.map { "x\($0)" }).text
    #expect(try answers(exchanges, "one page more", returns: elements).query == ["offset": new])
    let encoded = Self.exchanges([
      ("", #"{"items": ["a"], "next": "{{baseURL}}/things?cursor=cD0y%3D"}"#),
      (#""cursor": "cD0y=""#, #"{"items": ["b"], "next": null}"#),
    ])
    // The new value has a character that a URL must escape, so the list only has an empty page.
    #expect(try names(encoded) == ["empty page 1"])
  }

  @Test(
    "a number that is too large to go on has no page more", arguments: ["9223372036854775806", "99999999999999999999"])
  func largeNumber(_ value: String) throws {
    let exchanges = Self.exchanges([
      (#""page": "1""#, "{\"items\": [\"a\"], \"next\": \(value)}"), ("\"page\": \"\(value)\"", #"{"items": ["b"]}"#),
    ])
    #expect(try names(exchanges) == ["empty page 1", "cursor is null"])
  }

  @Test(
    "a client that can know the last page by a number, or chooses to stop, gets no page more",
    arguments: [
      (
        [
          ("", #"{"items": ["a"], "next": "c-1", "total": 2}"#),
          (#""cursor": "c-1""#, #"{"items": ["b"], "total": 2}"#),
        ], []
      ),
      ([("", #"{"items": ["a"], "next": "c-1", "total": "2"}"#), (#""cursor": "c-1""#, #"{"items": ["b"]}"#)], []),
      (
        [("", #"{"items": ["a"], "next": "c-1"}"#), (#""cursor": "c-1""#, #"{"items": ["b"], "pages": 2}"#)],
        ["empty page 1"]
      ),
      (
        [("", #"{"items": ["a"], "next": "c-1"}"#), (#""cursor": "c-1""#, #"{"items": ["b"], "next": "c-9"}"#)],
        ["empty page 1"]
      ),
    ] as [([(query: String, body: String)], [String])])
  func known(_ pages: [(query: String, body: String)], _ expected: [String]) throws {
    #expect(try names(Self.exchanges(pages)).filter { !$0.hasPrefix("cursor") } == expected)
  }

  @Test("a limit in the input, an outcome that is not the list, and headers that count leave out one page more")
  func limited() throws {
    #expect(try names(Self.two, input: #"{"limit": 2}"#) == [])
    #expect(try names(Self.two, returns: #""b""#) == ["empty page 1"])
    let counted = Self.exchanges(
      [("", #"["a"]"#), (#""page": "2""#, #"["b"]"#)], [#""X-Next-Page": "2", "X-Total": "2""#])
    #expect(try names(counted) == [])
  }

  @Test(
    "what leads to the next page",
    arguments: [
      (#"{"items": ["a"], "nextPage": 2}"#, true), (#"{"items": ["a"], "token": "2"}"#, true),
      (#"{"items": ["a"], "self": "{{baseURL}}/things", "next": "{{baseURL}}/things?page=2"}"#, true),
      (#"{"items": ["a"], "columns": ["x"], "token": "2"}"#, true),
      // A number by chance, an id in the list, a copy of one, no list, an empty one, the URL of this page, two lists.
      (#"{"items": ["a"], "count": 2}"#, false), (#"{"items": [{"id": "2"}]}"#, false),
      (#"{"items": [{"id": "2"}], "last_token": "2"}"#, false), (#"{"next": "2"}"#, false),
      (#"{"items": [], "next": "2"}"#, false), (#"{"items": ["a"], "self": "{{baseURL}}/things"}"#, false),
      (#"{"items": ["a"], "others": ["a"], "token": "2"}"#, false),
    ])
  func cursors(_ first: String, _ isPaged: Bool) throws {
    let exchanges = Self.exchanges([
      ("", first),
      (#""page": "2""#, #"{"items": ["b"], "columns": ["x"], "others": ["b"], "self": "{{baseURL}}/things?page=2"}"#),
    ])
    let fixture = try fixture(exchanges)
    #expect((fixture.scenario.pages != nil) == isPaged)
    #expect((fixture.list(on: .memory).leftOut[.noPages] == 1) != isPaged)
  }

  @Test("another path, another method, a second new value and a header by chance do not lead to a page")
  func others() throws {
    let projects = #"{"data": ["a"], "default": "p-1"}"#
    func exchanges(_ second: String) -> String {
      #"{"request": {"method": "GET", "path": "/projects"}, "response": {"kind": "valid", "body": {"json": \#(projects)}}},"#
        + #"{"request": {\#(second)}, "response": {"kind": "valid", "body": {"json": {"data": ["b"]}}}}"#
    }
    for second in [
      #""method": "GET", "path": "/tasks", "query": {"project": "p-1"}"#,
      #""method": "POST", "path": "/projects", "query": {"project": "p-1"}"#,
      #""method": "GET", "path": "/projects", "query": {"project": "p-1", "all": "yes"}"#,
    ] { #expect(try fixture(exchanges(second)).scenario.pages == nil, "\(second)") }
    let limit = Self.exchanges([("", #"["a"]"#), (#""page": "2""#, #"["b"]"#)], [#""X-RateLimit-Remaining": "2""#])
    #expect(try fixture(limit).scenario.pages == nil)
    let first = Self.link(#"<{{baseURL}}/things>; rel="first", <{{baseURL}}/things?page=2>; rel="next""#)
    #expect(
      try names(Self.exchanges([("", #"["a"]"#), (#""page": "2""#, #"["b"]"#)], [first])) == [
        "empty page 1", "one page more",
      ])
  }

  @Test("the end is changed only if no request comes after the list, and an empty object in place of a cursor stays")
  func limits() throws {
    let after = #", {"request": {"method": "DELETE", "path": "/c-2"}, "response": {"kind": "valid"}}"#
    #expect(try names(Self.two + after) == ["empty page 1"])
    let object = Self.exchanges([
      ("", #"{"items": ["a"], "last": {"token": "c-1"}}"#), (#""cursor": "c-1""#, #"{"items": ["b"], "last": {}}"#),
    ])
    #expect(try names(object, declaring: Self.everything) == ["empty page 1", "one page more"])
  }

  @Test("except leaves out one variation, or those of all pages")
  func exceptions() throws {
    func names(_ except: String) throws -> [String] {
      try self.names(
        Self.three, returns: Self.five, declaring: "\"variations\": {\"pages\": {\"except\": \(except)}}")
    }
    #expect(try names(#"["empty page"]"#) == ["cursor is null", "one page more"])
    #expect(try names(#"["empty page 2", "one page more"]"#) == ["empty page 1", "cursor is null"])
  }

  // MARK: What a client does

  /// Returns the verdict on a client that sends requests with some queries.
  private func verdict(
    _ name: String, _ queries: [String], _ outcome: Outcome, of exchanges: String = two,
    returns elements: String = #"["a", "b"]"#
  ) throws -> Verdict {
    let fixture = try fixture(exchanges, returns: elements, declaring: Self.everything)
    let variation = try #require(fixture.list(on: .memory).played.first { $0.name == name })
    let script = Script(try fixture.varied(variation), of: fixture.contract, transport: .memory)
    for query in queries {
      _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/things\(query)"))
    }
    script.finish(outcome)
    return script.verdict()
  }

  @Test("a client that stops at an empty page ends early, once, and one that goes on may return anything")
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
    #expect(
      try verdict("empty page 1", [""], .success([]), of: Self.three, returns: Self.five).reasons.map(\.code)
        == ["endedEarly"])
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
    #expect(try verdict("one page more", ["", "?cursor=c-1", "?cursor=c-0"], .success([])).status == .passed)
    #expect(try verdict("one page more", ["", "?cursor=c-1"], .success([])).reasons.map(\.code) == ["endedEarly"])
    #expect(
      try verdict("one page more", ["", "?cursor=c-1", "?cursor=c-1"], .success([])).reasons.map(\.code)
        == ["mismatch"])
  }
}
