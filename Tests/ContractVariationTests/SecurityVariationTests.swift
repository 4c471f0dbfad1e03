import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Variations of security: which there are")
struct SecurityVariationTests {
  private func names(
    exchanges: String? = nil, request: String = #"{"method": "GET", "path": "/a"}"#, scenario: String = "",
    security: String = "true", on transport: Transport? = .loopback
  ) throws -> [String] {
    let fixture = try VariationFixture(
      exchanges: exchanges, request: request, scenario: scenario,
      declaring: "\"variations\": {\"security\": \(security)}")
    return fixture.list(on: transport).played.map(\.name)
  }

  private static let fixed = [
    "redirect 301 to another host", "redirect 302 to another host", "redirect 303 to another host",
    "redirect 307 to another host", "redirect 308 to another host", "redirect to itself", "redirect to file:",
    "redirect to data:", "redirect with an encoded line break", "redirect with a line break", "cookie of another host",
    "certificate valid", "certificate self-signed", "certificate expired", "certificate of another host",
  ]

  @Test("redirects and a cookie do not depend on the scenario")
  func fixed() throws { #expect(try names() == Self.fixed) }

  @Test("an object names what is played, and except leaves single ones out")
  func members() throws {
    #expect(try names(security: #"{"cookies": true}"#) == ["cookie of another host"])
    #expect(
      try names(security: #"{"redirects": {"failure": "any"}, "cookies": false}"#)
        == Self.fixed.filter { $0.hasPrefix("redirect") })
    let exceptions = #"["redirect to itself", "cookie of another host", "line break in /never/there"]"#
    #expect(
      try names(security: #"{"redirects": true, "cookies": true, "except": \#(exceptions)}"#)
        == Self.fixed.filter { $0.hasPrefix("redirect") && $0 != "redirect to itself" })
  }

  @Test("what is far too large is played by name only, and a stream has an event in place of a body")
  func limits() throws {
    let rest = ["gzip of 1 GiB", "10,000 headers", "redirect of 100,000 characters"]
    #expect(try names(security: #"{"limits": true}"#) == ["body without end"] + rest)
    let stream = """
      {"response": {"kind": "valid", "headers": {"Content-Type": "text/event-stream"}, "body": {"text": "data: 1\\n\\n"}}}
      """
    #expect(try names(exchanges: stream, security: #"{"limits": true}"#) == ["event without end"] + rest)
    #expect(
      try names(security: #"{"limits": {"failure": "any"}, "except": ["10,000 headers", "body without end"]}"#)
        == [rest[0], rest[2]])
    let empty = #"{"response": {"kind": "valid"}}"#
    #expect(try names(exchanges: empty, security: #"{"limits": true}"#) == Array(rest[1...]))
  }

  @Test("only sockets can show them: a run without loopback counts them as left out")
  func memory() throws {
    let fixture = try VariationFixture(declaring: #""variations": {"security": true}"#)
    #expect(fixture.list(on: .memory).played.isEmpty)
    #expect(fixture.list(on: .memory).leftOut == [.onlyLoopback: Self.fixed.count])
    let beside = VariedScenario(
      Job(fixture.scenario, of: fixture.contract, on: .memory), rules: fixture.rules, isOnlyTransport: false)
    #expect(beside.played.isEmpty && beside.leftOut.isEmpty)
    #expect(fixture.list(on: nil).played.count == Self.fixed.count)
  }

  @Test("each member without a variation is counted with its reason, and so are exceptions")
  func leftOut() throws {
    let all = try VariationFixture(declaring: #""variations": {"security": true}"#)
    #expect(all.list(on: .loopback).leftOut == [.noLink: 1, .noCursor: 1, .noText: 2])
    let except = #"["redirect to itself", "redirect to data:"]"#
    let some = try VariationFixture(
      declaring: #""variations": {"security": {"redirects": true, "links": true, "except": \#(except)}}"#)
    #expect(some.list(on: .loopback).leftOut == [.noLink: 1, .excepted: 2])
    // Nobody could see that a client has read what is behind the redirect.
    let numbers = try VariationFixture(
      #"{"kind": "valid", "body": {"json": {"n": [1, true]}}}"#, expect: #"{"success": 1}"#,
      declaring: #""variations": {"security": {"redirects": true}}"#)
    #expect(numbers.list(on: .loopback).leftOut == [.nothingToChange: 2])
  }

  @Test("variations that the contract declares do not have them, and they do not need these")
  func others() throws {
    let both = try VariationFixture(declaring: #""variations": {"usual": true, "security": {"cookies": true}}"#)
    #expect(both.list(on: .loopback).played.map(\.family).suffix(2) == [.equivalent, .security])
    let none = try VariationFixture(declaring: #""variations": true"#)
    #expect(!none.list(on: .loopback).played.contains { $0.family == .security })
    let choice = try #require(VariationChoice.all.rules(of: none.scenario, in: none.contract))
    #expect(choice.families == none.rules.families + [.fields, .hostile, .security, .waits, .pages])
    let only = try VariationFixture(declaring: #""variations": {"security": true}"#)
    #expect(VariationChoice.all.rules(of: only.scenario, in: only.contract)?.families == choice.families)
  }

  // MARK: Links and cursors

  /// Returns an exchange that answers with a body.
  private func page(
    _ path: String, _ body: String, query: String = "", method: String = "GET", headers: String = ""
  )
    -> String
  {
    """
    {"request": {"method": "\(method)", "path": "\(path)"\(query.isEmpty ? "" : ", \"query\": \(query)")},
     "response": {"kind": "valid", \(headers.isEmpty ? "" : "\"headers\": \(headers), ")"body": {"json": \(body)}}}
    """
  }

  @Test("each URL of a body or a header that begins with a base URL is a link; of a list, the first one")
  func links() throws {
    let first = page(
      "/a",
      #"{"next": "{{baseURL}}/b", "files": [{"url": "{{baseURL}}/1"}, {"url": "{{baseURL}}/2"}], "text": "see {{baseURL}}"}"#,
      headers: #"{"Link": "<{{baseURL}}/b>; rel=next", "Location": "{{baseURL}}/a"}"#)
    let second = page("/b", #"{"next": "{{baseURL}}/c"}"#)
    let found = try names(exchanges: "\(first), \(second)", security: #"{"links": true}"#)
    let forms = ["to another host", "with user information", "without scheme"]
    #expect(
      found
        == ["Link", "Location", "/next", "/files/0/url"].flatMap { place in forms.map { "link \(place) \($0)" } })
  }

  @Test("a whole body can be a link")
  func bodyAsLink() throws {
    #expect(
      try names(exchanges: page("/a", #""{{baseURL}}/b""#), security: #"{"links": true}"#).first
        == "link body to another host")
  }

  @Test(
    "a cursor leads to the next request of the same kind, and is another one there",
    arguments: [
      // The first body, the second request's path and query, and the second body.
      (#"{"items": [1], "cursor": "x1"}"#, "/a", #"{"cursor": "x1"}"#, #"{"cursor": null}"#),
      (#"{"items": [1], "cursor": "x1"}"#, "/a", #"{"cursor": "x1"}"#, #"{"cursor": "x2"}"#),
      (#"{"data": {"list": [{}], "page": {"token": "x1"}}}"#, "/a", #"{"from": "x1"}"#, "[]"),
      (#"{"items": [1], "next": "{{baseURL}}/a?page=2"}"#, "/a", #"{"page": "2"}"#, #"{"next": null}"#),
      (#"{"items": [1], "next": "/a?page=2"}"#, "/a", #"{"page": "2"}"#, #"{"next": null}"#),
      (#"{"items": [1], "after": "x1"}"#, "/x1", "", #"{"after": "x2"}"#),
    ])
  func cursors(_ first: String, _ path: String, _ query: String, _ second: String) throws {
    let exchanges = page("/a", first) + ", " + page(path, second, query: query)
    #expect(try names(exchanges: exchanges, security: #"{"cursors": true}"#) == ["cursor again"])
  }

  @Test(
    "an id is not a cursor, and neither is what another kind of request carries",
    arguments: [
      (#"{"tags": [1], "id": "x1"}"#, "/x1", "", #"{"id": "x1"}"#, "GET"),
      (#"{"tags": [1], "job": "x1"}"#, "/a/x1", "", "{}", "GET"),
      (#"{"tags": [1], "job": "x1"}"#, "/a", #"{"job": "x1"}"#, "{}", "POST"),
      (#"{"items": [1], "cursor": "x1"}"#, "/a", #"{"cursor": "x2"}"#, "{}", "GET"),
      (#"{"items": [1], "next": "{{baseURL}}/b"}"#, "/a", #"{"page": "2"}"#, "{}", "GET"),
      // A client that waits for news has no page yet.
      (#"{"items": [], "cursor": "x1"}"#, "/a", #"{"cursor": "x1"}"#, "{}", "GET"),
    ])
  func noCursors(_ first: String, _ path: String, _ query: String, _ second: String, _ method: String) throws {
    let exchanges = page("/a", first, method: method) + ", " + page(path, second, query: query)
    #expect(try names(exchanges: exchanges, security: #"{"cursors": true}"#) == [])
  }

  @Test("a cursor can be in the body of a request; a request that must wait is for news")
  func bodyCursors() throws {
    func exchanges(_ body: String, _ more: String = "") -> String {
      """
      {"request": {"method": "POST", "path": "/a", "body": {"json": {"size": 1}}},
       "response": {"kind": "valid", "body": {"json": {"hits": [1], "scroll": "x1"}}}},
      {"request": {"method": "POST", "path": "/a", "body": \(body)}, \(more)
       "response": {"kind": "valid", "body": {"json": {"hits": []}}}}
      """
    }
    for (body, more, count) in [
      (#"{"json": {"scroll": "x1"}}"#, "", 1), (#"{"json": {"$partial": {"scroll": "x1"}}}"#, "", 1),
      (#"{"form": {"scroll": "x1"}}"#, "", 1), (#"{"json": {"scroll": "x2"}}"#, "", 0),
      (#"{"json": {"scroll": "x1"}}"#, #""notBefore": 0.1,"#, 0),
    ] {
      #expect(try names(exchanges: exchanges(body, more), security: #"{"cursors": true}"#).count == count, "\(body)")
    }
  }

  // MARK: Strings of the input

  @Test(
    "a line break is tried in what a path, a query or a header carries, and dots in segments of a path",
    arguments: [
      (#"{"method": "GET", "path": "/lists/home"}"#, ["line break in /name", "..", "."]),
      (
        #"{"method": "GET", "path": "/lists/{id}", "pathParameters": {"id": "home"}}"#,
        ["line break in /name", "..", "."]
      ),
      (#"{"method": "GET", "path": "/lists/home.json"}"#, ["line break in /name"]),
      (#"{"method": "GET", "path": "/", "query": {"q": "home"}}"#, ["line break in /name"]),
      (#"{"method": "GET", "path": "/", "headers": {"X-Name": "home"}}"#, ["line break in /name"]),
      (#"{"method": "GET", "path": "/", "headers": {"X-Name": "name=home"}}"#, ["line break in /name"]),
      (#"{"method": "POST", "path": "/", "body": {"text": "home"}}"#, []),
    ])
  func inputs(_ request: String, _ expected: [String]) throws {
    let found = try names(
      request: request, scenario: #""input": {"name": "home", "url": "{{baseURL}}"},"#,
      security: #"{"lineBreaks": true, "pathTraversal": true}"#)
    #expect(found == expected.map { $0.hasPrefix("line") ? $0 : "path traversal in /name: \($0)" })
  }

  @Test("nobody knows what comes next if the requests have no order")
  func unordered() throws {
    let exchanges = page("/home", #"{"next": "{{baseURL}}/b"}"#) + ", " + page("/b", #"{"a": "b"}"#)
    let fixture = try VariationFixture(
      exchanges: exchanges, scenario: #""order": "any", "input": "home","#,
      declaring: #""variations": {"security": true}"#)
    let list = fixture.list(on: .loopback)
    #expect(list.played.map(\.name) == Self.fixed)
    #expect(list.leftOut == [.noOrder: 6, .noCursor: 1])
  }

  @Test("a scenario cannot have the name of one, and no base URL that of the other host")
  func reserved() throws {
    for name in [
      "redirect 301 to another host", "link /a without scheme", "line break in /x", "path traversal in x: ..",
    ] {
      #expect(SecurityVariation.isName(name))
    }
    #expect(!SecurityVariation.isName("redirect 304 to another host"))
    #expect(Addresses.isName("to another host"))
    for form in AnotherHost.Form.allCases {
      let name = try #require(Addresses.placeholders(in: form.placeholder.utf8).first?.name)
      #expect(!Addresses.isName(name))
    }
  }
}
