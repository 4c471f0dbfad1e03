import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

/// Judges one request against a shape. Returns a summary for each difference, and after `unobserved:` the parts that
/// were not checked.
func judged(
  _ shape: String, base: String = "http://localhost:8080", transport: Transport = .memory,
  _ change: (inout CapturedRequest) -> Void = { _ in }
) throws -> [String] {
  let contract = try Contract.read(
    Contract.text(
      [#"{"name": "a", "request": \#(shape), "response": {"kind": "valid"}, "expect": {"success": null}}"#],
      members: #""baseURL": "\#(base)", "#))
  var request = CapturedRequest(method: "GET", url: "http://localhost:8080/")
  change(&request)
  var judge = RequestJudge(
    contract.scenarios[0].exchanges[0].shape, addresses: contract.addresses, transport: transport, number: 1)
  judge.judge(request)
  let summaries = judge.reasons.flatMap { reason in
    if case .mismatch(let mismatch) = reason { mismatch.parts.map(\.summary) } else { [reason.summary] }
  }
  return summaries + judge.unobserved.map { "unobserved: \($0.text)" }
}

private func judgedURL(_ shape: String, base: String = "http://localhost:8080", _ url: String) throws -> [String] {
  try judged(shape, base: base) { $0.url = url }
}

private func judgedHeaders(
  _ shape: String, _ headers: [(String, String)], transport: Transport = .memory
) throws -> [String] {
  try judged(shape, transport: transport) { $0.headers = Headers(headers.map { .init($0.0, $0.1) }) }
}

func judgedBody(_ body: String, _ sent: String?) throws -> [String] {
  try judged(#"{"body": \#(body)}"#) { $0.body = sent.map { Array($0.utf8) } }
}

@Suite("Requests against their shape")
struct RequestJudgeTests {
  // MARK: Method and URL

  @Test("the method is compared exactly")
  func method() throws {
    #expect(try judged(#"{"method": "GET"}"#) == [])
    expectTexts(try judged(#"{"method": "POST"}"#), are: ["request 1: method: expected POST, got GET"])
    expectTexts(
      try judged(#"{"method": "GET"}"#) { $0.method = "get" }, are: ["request 1: method: expected GET, got get"])
  }

  @Test(
    "equal URLs match",
    arguments: [
      ("http://localhost:8080", "/", "http://localhost:8080"), ("http://localhost:8080", "/", "http://localhost:8080/"),
      ("http://localhost:8080", "", "http://localhost:8080/"),
      ("http://localhost:8080/", "/a", "http://localhost:8080/a"),
      ("http://localhost", "/a", "http://localhost:80/a"), ("http://localhost:80", "/a", "http://localhost/a"),
      ("https://api.example.com", "/a", "https://api.example.com:443/a"),
      ("https://api.example.com:443", "/a", "https://api.example.com/a"),
      ("http://localhost/", "/", "http://localhost"),
      ("http://localhost", "/a", "HTTP://LocalHost/a"),
      ("http://localhost/v1", "/a", "http://localhost/v1/a"), ("http://localhost/v1", "/", "http://localhost/v1"),
      ("http://localhost/v1", "/", "http://localhost/v1/"),
      ("http://localhost/v%2f1", "/a", "http://localhost/v%2F1/a"),
      ("http://localhost", "/a%2Fb%c3%A9", "http://localhost/a%2fb%C3%a9"),
      ("http://localhost", "/a", "http://localhost/a#top"),
      ("http://localhost", "/a", "http://localhost/a?"), ("http://[::1]:8080", "/a", "http://[::1]:8080/a"),
      ("http://[::1]", "/a", "http://[::1]/a"),
    ])
  func sameAddress(base: String, path: String, url: String) throws {
    #expect(try judgedURL(#"{"path": "\#(path)"}"#, base: base, url) == [])
  }

  @Test(
    "different URLs are reported",
    arguments: [
      (
        "http://localhost:8080", "/a", "http://localhost:8081/a",
        ["base URL: expected http://localhost:8080, got http://localhost:8081"]
      ),
      (
        "http://localhost", "/a", "https://localhost/a",
        ["base URL: expected http://localhost, got https://localhost"]
      ),
      (
        "http://localhost", "/a", "http://localhost.evil/a",
        ["base URL: expected http://localhost, got http://localhost.evil"]
      ),
      (
        "http://localhost", "/a", "http://me:pw@localhost/a",
        ["base URL: expected http://localhost, got http://…@localhost"]
      ),
      ("http://localhost", "/a", "/a", ["base URL: expected http://localhost, got /a"]),
      ("http://localhost", "/a", "", ["base URL: expected http://localhost, got "]),
      (
        "http://localhost/v1", "/a", "http://localhost/a",
        ["base URL: expected http://localhost/v1, got http://localhost/a"]
      ),
      (
        "http://localhost/v1", "/a", "http://localhost/v10/a",
        ["base URL: expected http://localhost/v1, got http://localhost/v10/a", "path: expected /a, got /v10/a"]
      ),
      (
        "http://localhost", "/a", "http://other/b",
        ["base URL: expected http://localhost, got http://other", "path: expected /a, got /b"]
      ),
      (
        "http://localhost:8080", "/a", "https://localhost:8080/a",
        ["base URL: expected http://localhost:8080, got https://localhost:8080"]
      ),
      ("http://h", "/a", "http://h:80x/a", ["base URL: expected http://h, got http://h:80x/a"]),
      ("http://h", "/a", "http://h:+80/a", ["base URL: expected http://h, got http://h:+80/a"]),
      (
        "https://h", "/a", "https://h:80/a", ["base URL: expected https://h, got https://h:80"]
      ),
      ("http://localhost", "/a", "http://localhost/a/", ["path: expected /a, got /a/"]),
      ("http://localhost", "/a", "http://localhost/A", ["path: expected /a, got /A"]),
      ("http://localhost", "/a", "http://localhost//a", ["path: expected /a, got //a"]),
      ("http://localhost", "/a", "http://localhost/%61", ["path: expected /a, got /%61"]),
      ("http://localhost", "/a%2Fb", "http://localhost/a/b", ["path: expected /a%2Fb, got /a/b"]),
      ("http://localhost", "/a%25ff", "http://localhost/a%25FF", ["path: expected /a%25ff, got /a%25FF"]),
      ("http://localhost/v1", "/a", "http://localhost/v1", ["path: expected /a, got /"]),
    ])
  func otherAddress(base: String, path: String, url: String, expected: [String]) throws {
    let judged = try judgedURL(#"{"path": "\#(path)"}"#, base: base, url)
    expectTexts(judged.map(Self.part), are: expected)
  }

  @Test(
    "equal queries match",
    arguments: [
      (#"{"a": "1", "b": "2"}"#, "b=2&a=1"), (#"{"a": "x y"}"#, "a=x+y"), (#"{"a": "x y"}"#, "a=x%20y"),
      (#"{"b": ""}"#, "b"),
      (#"{"b": ""}"#, "b="), (#"{"a": ["1", "2"]}"#, "a=1&b=&a=2"), (#"{"n": 1, "t": true}"#, "n=1&t=true"),
      (#"{"n": 1.50}"#, "n=1.50"),
      (#"{"a": {"$any": true}}"#, "a=x"), (#"{"a": {"$regex": "^x"}}"#, "a=xy"), (#"{"a": {"$optional": "1"}}"#, ""),
      (#"{"a": {"$absent": true}}"#, ""), (#"{"a b": "é"}"#, "a+b=%C3%A9"), (#"{"a": "b=c"}"#, "a=b=c"),
      (#"{"a": "100%"}"#, "a=100%"),
      (#"{"a": "1"}"#, "&&a=1&"), (#"{"a": {"$anyOf": [1, 2]}}"#, "a=2"),
    ])
  func sameQuery(query: String, sent: String) throws {
    let isOther = sent.contains("b=&a")
    #expect(
      try judgedURL(
        #"{"query": \#(query), "otherQuery": "\#(isOther ? "allowed" : "forbidden")"}"#,
        "http://localhost:8080/?\(sent)") == [])
  }

  @Test(
    "different queries are reported",
    arguments: [
      (#"{"page": "1"}"#, "page=2", [#"query item "page": expected "1", got "2""#]),
      (#"{"page": 1}"#, "page=1.0", [#"query item "page": expected "1", got "1.0""#]),
      (#"{"page": "1"}"#, "", [#"query item "page": expected "1", got nothing"#]),
      (
        #"{"page": "1"}"#, "Page=1",
        [
          #"query item "page": expected "1", got nothing"#,
          #"query item "Page": expected no such item, got "1""#,
        ]
      ),
      (
        "{}", "a=1&b&a=2",
        [
          #"query item "a": expected no such item, got "1", "2""#,
          #"query item "b": expected no such item, got """#,
        ]
      ),
      (
        #"{"a": ["1", "2"]}"#, "a=2&a=1",
        [#"query item "a": expected "1", got "2""#, #"query item "a": expected "2", got "1""#]
      ),
      (#"{"a": ["1", "2"]}"#, "a=1", [#"query item "a": expected 2 values: "1", "2", got 1 value: "1""#]),
      (#"{"a": "1"}"#, "a=1&a=1", [#"query item "a": expected 1 value: "1", got 2 values: "1", "1""#]),
      (#"{"a": {"$absent": true}}"#, "a", [#"query item "a": expected nothing, got """#]),
      (#"{"a": {"$optional": "1"}}"#, "a=", [#"query item "a": expected "1", got """#]),
      (#"{"a": "x+y"}"#, "a=x+y", [#"query item "a": expected "x+y", got "x y""#]),
    ])
  func otherQuery(query: String, sent: String, expected: [String]) throws {
    let judged = try judgedURL(#"{"query": \#(query)}"#, "http://localhost:8080/?\(sent)")
    expectTexts(judged.map(Self.part), are: expected)
  }

  @Test("other query items are allowed if the contract allows them")
  func allowedQuery() throws {
    #expect(try judgedURL(#"{"query": {"a": "1"}, "otherQuery": "allowed"}"#, "http://localhost:8080/?b=2&a=1") == [])
    #expect(try judgedURL(#"{"otherQuery": "allowed"}"#, "http://localhost:8080/?b=2&a=1") == [])
  }

  // MARK: Headers

  @Test(
    "equal headers match",
    arguments: [
      ("X-A", #""1""#, "x-a", "1"), ("Accept", #""a, b;q=1""#, "Accept", "a ,b ; q=1"),
      ("X-A", #""a""#, "X-A", "  a\t"), ("X-A", #""\"a , b\",c""#, "X-A", "\"a , b\" , c"),
      ("X-A", #""\"a\\\" , b\"""#, "X-A", #""a\" , b""#),
      ("Content-Type", #""application/json""#, "content-type", "Application/JSON; charset=utf-8"),
      ("Content-Type", #""text/plain;charset=utf-8""#, "Content-Type", "text/plain; boundary=x; Charset=\"UTF-8\""),
      ("Content-Type", #""multipart/form-data; boundary=aB""#, "Content-Type", "multipart/form-data; boundary=\"aB\""),
      ("X-A", #"{"$anyOf": ["a,b", "c"]}"#, "X-A", "a, b"), ("X-A", #"{"$regex": "^B"}"#, "X-A", "Bearer x"),
      ("X-A", #"{"$regex": "^B"}"#, "X-A", "Basic"),
      ("X-A", #"["a", "b"]"#, "X-A", "a,b"), ("X-A", #"{"$optional": "a"}"#, "X-B", "a"),
      ("X-A", #"{"$absent": true}"#, "X-B", "a"), ("Content-Type", #"{"$optional": "a/b"}"#, "Content-Type", "A/B"),
    ])
  func sameHeader(name: String, pattern: String, sentName: String, sent: String) throws {
    #expect(try judgedHeaders(#"{"headers": {"\#(name)": \#(pattern)}}"#, [(sentName, sent)]) == [])
  }

  @Test(
    "different headers are reported",
    arguments: [
      ("X-A", #""a b""#, "a  b", #"expected "a b", got "a  b""#), ("X-A", #""a""#, "A", #"expected "a", got "A""#),
      ("X-A", #""\"a,b\"""#, #""a, b""#, #"expected "\"a,b\"", got "\"a, b\"""#),
      ("Content-Type", #""application/json""#, "text/json", #"expected "application/json", got "text/json""#),
      (
        "Content-Type", #""application/json; charset=utf-8""#, "application/json",
        #"expected "application/json; charset=utf-8", got "application/json""#
      ),
      (
        "Content-Type", #""multipart/form-data; boundary=aB""#, "multipart/form-data; boundary=AB",
        #"expected "multipart/form-data; boundary=aB", got "multipart/form-data; boundary=AB""#
      ),
      (
        "X-A", #""\"a\\\",b\"""#, #""a\" , b""#,
        #"expected "\"a\\\",b\"", got "\"a\\\" , b\"""#
      ),
      ("X-A", #"{"$absent": true}"#, "", #"expected nothing, got """#),
      ("X-A", #"["a", "b"]"#, "a", #"expected 2 values: "a", "b", got 1 value: "a""#),
      ("X-A", #"["a", "b"]"#, "a, c", #"expected "b", got "c""#),
    ])
  func otherHeader(name: String, pattern: String, sent: String, expected: String) throws {
    let reasons = try judgedHeaders(#"{"headers": {"\#(name)": \#(pattern)}}"#, [(name, sent)])
    try #require(reasons.count == 1)
    let parts = reasons[0].components(separatedBy: "\(name): ")
    expectText(parts.dropFirst().joined(separator: "\(name): "), is: expected)
  }

  /// Returns a reason without the number of its request.
  static func part(_ reason: String) -> String { reason.replacing("request 1: ", with: "", maxReplacements: 1) }

  @Test("a multi-line header is one value joined by commas, or one value for each line if the contract has a list")
  func severalLines() throws {
    let lines = [("X-A", "a"), ("x-a", "b")]
    #expect(try judgedHeaders(#"{"headers": {"X-A": "a,b"}}"#, lines) == [])
    #expect(try judgedHeaders(#"{"headers": {"X-A": ["a", "b"]}}"#, lines) == [])
    expectTexts(
      try judgedHeaders(#"{"headers": {"X-A": ["a", "b", "c"]}}"#, lines),
      are: [#"request 1: header X-A: expected 3 values: "a", "b", "c", got 2 values: "a", "b""#])
  }

  @Test("an undescribed header is a mismatch only if others are forbidden, and the HTTP stack's own headers never are")
  func otherHeaders() throws {
    let sent = [
      ("Host", "a"), ("user-agent", "b"), ("Accept", "c"), ("Cookie", "d"), ("Priority", "e"),
      ("Sec-Fetch-Mode", "f"), ("X-A", "1"), ("x-a", "2"),
    ]
    #expect(try judgedHeaders("{}", sent) == [])
    expectTexts(
      try judgedHeaders(#"{"otherHeaders": "forbidden"}"#, sent),
      are: [#"request 1: header X-A: expected no such header, got "1", "2""#])
    #expect(try judgedHeaders(#"{"headers": {"x-A": "1,2"}, "otherHeaders": "forbidden"}"#, sent) == [])
  }

  @Test("a missing header is a mismatch; one that memory cannot see is counted instead")
  func missingHeader() throws {
    expectTexts(
      try judgedHeaders(#"{"headers": {"X-A": "1"}}"#, []),
      are: [#"request 1: header X-A: expected "1", got nothing"#])
    let length = #"{"headers": {"content-length": "12"}}"#
    expectTexts(try judgedHeaders(length, []), are: ["unobserved: request 1: content-length"])
    expectTexts(
      try judgedHeaders(length, [("Content-Length", "13")]),
      are: [#"request 1: header content-length: expected "12", got "13""#])
    expectTexts(
      try judgedHeaders(length, [], transport: .loopback),
      are: [#"request 1: header content-length: expected "12", got nothing"#])
    expectTexts(
      try judged(#"{"headers": {"user-agent": "a/1"}}"#) { $0.unobserved = ["User-Agent"] },
      are: ["unobserved: request 1: user-agent"])
  }

  @Test("a header of the client that the injection point cannot see is errored, and never passes")
  func unseenHeader() throws {
    expectTexts(
      try judged(#"{"headers": {"X-A": "1"}}"#) { $0.unobserved = ["x-a"] },
      are: [
        "the contract describes the request's header X-A, which the driver could not observe"
      ])
  }

  // MARK: Cookies by name

  private static let cookies = #"""
    {"headers": {"cookie": {"sid": "abc", "theme": {"$regex": "^(dark|light)$"}, "lang": {"$optional": "en"},
      "old": {"$absent": true}}}, "otherHeaders": "forbidden"}
    """#

  @Test(
    "a header Cookie has the cookies that are named, in any order, and others beside them",
    arguments: [
      ["sid=abc; theme=dark"], ["theme=light;lang=en;  other=1; sid=abc"], ["sid=abc", "theme=dark"],
      // Of cookies with one name, some servers take the first and others the last, also across lines.
      ["sid=abc; theme=dark", "sid=abc; theme=light"],
      ["sid=abc; theme=dark; sid=abc"],
    ])
  func cookies(lines: [String]) throws {
    #expect(try judgedHeaders(Self.cookies, lines.map { ("Cookie", $0) }) == [])
  }

  @Test("each cookie that is missing, wrong or must be absent is named")
  func otherCookies() throws {
    expectTexts(
      try judgedHeaders(Self.cookies, []),
      are: [
        #"request 1: cookie "sid": expected "abc", got nothing"#,
        #"request 1: cookie "theme": expected a string that contains a match of /^(dark|light)$/, got nothing"#,
      ])
    expectTexts(
      try judgedHeaders(Self.cookies, [("Cookie", #"SID=abc; sid="abc"; theme=blue; lang=de; old="#)]),
      are: [
        #"request 1: cookie "sid": expected "abc", got "\"abc\"""#,
        #"request 1: cookie "theme": expected a string that contains a match of /^(dark|light)$/, got "blue""#,
        #"request 1: cookie "lang": expected "en", got "de""#, #"request 1: cookie "old": expected nothing, got """#,
      ])
    expectTexts(
      try judgedHeaders(Self.cookies, [("Cookie", "sid=abc; theme")]),
      are: [#"request 1: cookie "theme": expected a string that contains a match of /^(dark|light)$/, got nothing"#])
    // Each of the values has to fit, the first and the last.
    for lines in [["sid=abc; theme=dark; sid=other"], ["sid=other; theme=dark", "sid=abc"]] {
      expectTexts(
        try judgedHeaders(Self.cookies, lines.map { ("Cookie", $0) }),
        are: [#"request 1: cookie "sid": expected "abc", got "other""#])
    }
    expectText(
      try JudgeFixture.judge(
        #""headers": {"Cookie": {"theme": "dark"}}"#, headers: [("Cookie", "theme=dark; theme=blue")]
      )
      .reasons.map(\.text).joined(),
      has: "the cookie comes 2 times; some servers take the first and others the last, so each must fit")
    expectTexts(
      try judged(#"{"headers": {"Cookie": {"sid": "abc"}}}"#) { $0.unobserved = ["Cookie"] },
      are: ["unobserved: request 1: Cookie"])
  }

  @Test("a cookie must be the same as another value of the request")
  func sameCookie() throws {
    let shape = #"{"headers": {"Cookie": {"csrf": {"$same": "csrf"}}, "X-CSRF": {"$same": "csrf"}}}"#
    #expect(try judgedHeaders(shape, [("Cookie", "a=b; csrf=1"), ("X-CSRF", "1")]) == [])
    #expect(try judgedHeaders(shape, [("Cookie", "a=b; csrf=1"), ("X-CSRF", "2")]).count == 1)
  }

  // MARK: Timeout

  @Test("the timeout is a pattern over seconds")
  func timeout() throws {
    #expect(try judged(#"{"timeout": 10}"#) { $0.timeout = 10 } == [])
    #expect(try judged(#"{"timeout": 0.5}"#) { $0.timeout = 0.5 } == [])
    #expect(try judged(#"{"timeout": {"$anyOf": [5, 10.0]}}"#) { $0.timeout = 10 } == [])
    #expect(try judged("{}") { $0.timeout = 10 } == [])
    expectTexts(
      try judged(#"{"timeout": 10}"#) { $0.timeout = 60 }, are: ["request 1: timeout: expected 10, got 60"])
    expectTexts(try judged(#"{"timeout": 10}"#), are: ["request 1: timeout: expected 10, got nothing"])
    expectTexts(
      try judged(#"{"timeout": 10}"#) { $0.timeout = .infinity },
      are: [
        #"request 1: timeout: expected 10, got "inf""#
      ])
  }

  @Test("a timeout that the injection point cannot see is errored in memory, and counted on loopback")
  func unseenTimeout() throws {
    expectTexts(
      try judged(#"{"timeout": 10}"#) { $0.unobserved = ["timeout"] },
      are: ["the contract describes the request's timeout, which the driver could not observe"])
    #expect(try judged("{}") { $0.unobserved = ["timeout"] } == [])
    expectTexts(try judged(#"{"timeout": 10}"#, transport: .loopback), are: ["unobserved: request 1: timeout"])
    expectTexts(
      try judged(#"{"timeout": 10}"#, transport: .loopback) { $0.unobserved = ["timeout"] },
      are: ["unobserved: request 1: timeout"])
  }
}
