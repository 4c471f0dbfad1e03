import ContractCore
import Testing

@testable import ContractReporting

@Suite("What two releases did in one scenario, compared")
struct CallComparisonTests {
  /// A pair of requests, and the line of the difference.
  struct Pair: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    var line: String
    var testDescription: String { line }
  }

  private static func headers(_ text: String) -> String { #"{"headers": {\#(text)}}"# }
  private static func body(_ format: String, _ value: String) -> String {
    #"{"body": {"format": "\#(format)", "value": \#(value)}}"#
  }

  static let pairs = [
    Pair(old: #"{"method": "GET"}"#, new: #"{"method": "HEAD"}"#, line: "GET /things method: GET → HEAD (1 scenario)"),
    Pair(
      old: #"{"host": "{{baseURL}}"}"#, new: #"{"host": "https://b.example"}"#,
      line: "host: {{baseURL}} → https://b.example (1 scenario; only GET /things)"),
    Pair(
      old: #"{"path": "/things"}"#, new: #"{"path": "/things/"}"#,
      line: "GET /things path: /things → /things/ (1 scenario)"),
    Pair(
      old: #"{"path": "/a~b"}"#, new: #"{"path": "/a%7Eb"}"#,
      line: "GET /things path: /a~b → /a%7Eb, the same value written in another way (1 scenario)"),
    Pair(
      old: #"{"query": {"q": "1"}}"#, new: #"{"query": {"q": "2"}}"#, line: "GET /things query q: 1 → 2 (1 scenario)"),
    Pair(
      old: #"{"query": {"q": "a b"}, "written": {"query": "q=a+b"}}"#,
      new: #"{"query": {"q": "a b"}, "written": {"query": "q=a%20b"}}"#,
      line: "GET /things query: q=a+b → q=a%20b, the same value written in another way (1 scenario)"),
    Pair(
      old: #"{"path": "/f/a%2Fb"}"#, new: #"{"path": "/f/a/b"}"#,
      line: "GET /things path: /f/a%2Fb → /f/a/b (1 scenario)"),
    Pair(
      old: #"{"path": "/f/a+b"}"#, new: #"{"path": "/f/a%20b"}"#,
      line: "GET /things path: /f/a+b → /f/a%20b (1 scenario)"),
    Pair(old: #"{"path": ""}"#, new: #"{"path": "/"}"#, line: #"GET /things path: "" → / (1 scenario)"#),
    Pair(
      old: #"{"body": {"format": "form", "value": {"q": "a b"}}, "written": {"form": "q=a+b"}}"#,
      new: #"{"body": {"format": "form", "value": {"q": "a b"}}, "written": {"form": "q=a%20b"}}"#,
      line: "GET /things body: q=a+b → q=a%20b, the same value written in another way (1 scenario)"),
    Pair(
      old: #"{"unobserved": ["timeout"], "query": {"timeout": "3"}}"#, new: #"{"unobserved": ["timeout"]}"#,
      line: "GET /things query timeout: 3 → absent (1 scenario)"),
    Pair(
      old: "{}", new: #"{"query": {"page": "1"}}"#, line: "GET /things query page: absent → 1 (1 scenario)"),
    Pair(
      old: #"{"query": {"a": ["1", "2"]}}"#, new: #"{"query": {"a": ["1", "2", "3"]}}"#,
      line: "GET /things query a/*: absent → 3 (1 scenario)"),
    Pair(
      old: headers(#""Accept": "a/b""#), new: headers(#""Accept": "*/*""#),
      line: "header Accept: a/b → */* (1 scenario; only GET /things)"),
    Pair(
      old: headers(#""Accept": "a/b""#), new: headers(""),
      line: "header Accept: a/b → absent (1 scenario; only GET /things)"),
    Pair(
      old: #"{"cookies": {"lang": "de"}}"#, new: "{}",
      line: "cookie lang: de → absent (1 scenario; only GET /things)"),
    Pair(
      old: #"{"timeout": 60}"#, new: #"{"timeout": 5}"#, line: "timeout: 60 → 5 (1 scenario; only GET /things)"),
    Pair(old: body("JSON", "10"), new: body("JSON", #""10""#), line: #"GET /things body: 10 → "10" (1 scenario)"#),
    Pair(
      old: body("JSON", #"{"amount": 10}"#), new: body("JSON", #"{"amount": 10.5}"#),
      line: "GET /things body /amount: 10 → 10.5 (1 scenario)"),
    Pair(
      old: body("JSON", #"{"a": {"b": 1, "c": 2}}"#), new: body("JSON", "{}"),
      line: #"GET /things body /a: {"b":1,"c":2} → absent (1 scenario)"#),
    Pair(
      old: body("JSON", #"{"a": null}"#), new: body("JSON", "{}"),
      line: "GET /things body /a: null → absent (1 scenario)"),
    Pair(
      old: body("JSON", "[1, 2, 3]"), new: body("JSON", "[3, 1, 2]"),
      line: "GET /things body: [1,2,3] → [3,1,2] (1 scenario)"),
    Pair(
      old: body("JSON", "[1, 2, 3]"), new: body("JSON", "[0, 1, 2, 3]"),
      line: "GET /things body /*: absent → 0 (1 scenario)"),
    Pair(
      old: body("form", #"{"a": "1"}"#), new: body("JSON", #"{"a": "1"}"#),
      line: "GET /things body: form → JSON (1 scenario)"),
    Pair(
      old: body("multipart", #"[{"headers": {"Content-Disposition": "form-data; name=\"f\"; filename=\"a\""}}]"#),
      new: body("multipart", #"[{"headers": {"Content-Disposition": "form-data; name=\"f\"; filename=\"b\""}}]"#),
      line:
        #"GET /things body /*/headers/Content-Disposition: "form-data; name=\"f\"; filename=\"a\"" → "form-data; name=\"f\"; filename=\"b\"" (1 scenario)"#
    ),
  ]

  @Test("each part of a request has its line", arguments: pairs)
  func part(_ pair: Pair) {
    let lines = ReleaseSample.lines(
      ReleaseSample.call("things/found", [pair.old]), ReleaseSample.call("things/found", [pair.new]))
    #expect(lines == [pair.line])
  }

  @Test("a long value is cut around nothing, and has a number by which people accept it")
  func long() {
    func call(_ end: String) -> ReleaseCall {
      ReleaseSample.call("a/b", [Self.body("text", "\"\(String(repeating: "a", count: 200))\(end)\"")])
    }
    let lines = ReleaseSample.lines(call("1"), call("2"))
    #expect(lines.count == 1)
    #expect(lines[0].contains(" (203 characters) #"), "\(lines)")
    #expect(!lines[0].contains("another secret"))
  }

  @Test("the same values written differently are the same: numbers, members in another order, headers and query items")
  func same() {
    let old = #"{"query": {"a": "1", "b": "2"}, "body": {"format": "JSON", "value": {"x": 1.0, "y": [1e2]}}}"#
    let new = #"{"query": {"b": "2", "a": "1"}, "body": {"format": "JSON", "value": {"y": [100], "x": 1}}}"#
    #expect(ReleaseSample.lines(ReleaseSample.call("a/b", [old]), ReleaseSample.call("a/b", [new])) == [])
  }

  @Test("a secret is compared whole and never shown")
  func secret() {
    func call(_ key: String) -> ReleaseCall {
      ReleaseSample.call(
        "a/b", [Self.headers(#""X-Api-Key": "\#(key)""#)], shown: [Self.headers(#""X-Api-Key": "…(4 characters)""#)])
    }
    #expect(ReleaseSample.lines(call("abcd"), call("abcd")) == [])
    #expect(
      ReleaseSample.lines(call("abcd"), call("efgh")) == [
        "header X-Api-Key: …(4 characters) → another secret (1 scenario; only GET /things)"
      ])
  }

  // MARK: Numbers and order of requests

  private static func request(_ path: String) -> String { #"{"endpoint": "GET \#(path)", "path": "\#(path)"}"# }

  @Test(
    "the number of requests is one line that names what is missing or more",
    arguments: [
      (["/a"], ["/a", "/b", "/b"], "1 request → 3, with GET /b (2) (1 scenario)"),
      (["/a", "/b", "/c"], ["/a", "/c"], "3 requests → 2, without GET /b (1 scenario)"),
      (["/a"], [], "1 request → 0, without GET /a (1 scenario)"),
      (
        ["/a", "/b"], ["/b", "/a"],
        "order of requests: GET /a, GET /b → GET /b, GET /a (1 scenario)"
      ),
    ])
  func number(_ old: [String], _ new: [String], _ line: String) {
    let (one, two) = (old.map(Self.request), new.map(Self.request))
    #expect(ReleaseSample.lines(ReleaseSample.call("a/b", one), ReleaseSample.call("a/b", two)) == [line])
  }

  @Test("requests that are missing and others that are new are named, even if their number is the same")
  func replaced() {
    let (one, two) = (["/a", "/b"].map(Self.request), ["/b", "/c"].map(Self.request))
    #expect(
      ReleaseSample.lines(ReleaseSample.call("a/b", one), ReleaseSample.call("a/b", two)) == [
        "2 requests → 2, without GET /a, with GET /c (1 scenario)"
      ])
  }

  @Test("in any order, requests to one path are paired by what they have in common, not by random headers")
  func pairing() {
    func call(_ order: [Int], _ ids: [String]) -> ReleaseCall {
      ReleaseSample.call(
        "a/b",
        zip(order, ids).map { number, id in
          #"{"headers": {"X-Id": "\#(id)"}, "body": {"format": "JSON", "value": {"n": \#(number), "x": "\#(id)"}}}"#
        }, isAnyOrder: true)
    }
    let comparison = ReleaseComparison(
      ReleaseSample.release([call([1, 2], ["p", "q"])], again: [call([2, 1], ["r", "s"])]),
      ReleaseSample.release([call([2, 1], ["t", "u"])], name: "new"))
    #expect(comparison.causes.map(\.line) == [])
    #expect(comparison.masked.map(\.place) == ["header X-Id", "GET /things body /x"])
  }

  @Test("where the contract leaves the order open, another order is the same")
  func anyOrder() {
    func call(_ paths: [String]) -> ReleaseCall { ReleaseSample.call("a/b", paths.map(Self.request), isAnyOrder: true) }
    #expect(ReleaseSample.lines(call(["/a", "/b"]), call(["/b", "/a"])) == [])
  }

  // MARK: Outcomes

  @Test(
    "each difference in the outcome has its line",
    arguments: [
      (
        #"{"success": 1}"#, #"{"failure": {"category": "decoding"}}"#,
        "outcome: success → failure decoding (1 scenario)"
      ),
      (
        #"{"failure": {"category": "status"}}"#, #"{"failure": {"category": "network"}}"#,
        "failure category: status → network (1 scenario)"
      ),
      (
        #"{"failure": {"category": "status", "case": "statusCode"}}"#,
        #"{"failure": {"category": "status", "case": "http"}}"#, "failure case: statusCode → http (1 scenario)"
      ),
      (
        #"{"failure": {"category": "status", "payload": 404}}"#,
        #"{"failure": {"category": "status", "payload": 500}}"#,
        "failure payload: 404 → 500 (1 scenario)"
      ),
      (#"{"success": {"id": 1}}"#, #"{"success": {"id": "1"}}"#, #"find result /id: 1 → "1" (1 scenario)"#),
      (
        #"{"failure": {"category": "other"}, "values": [1, 2]}"#, #"{"failure": {"category": "other"}, "values": [1]}"#,
        "find result /values/*: 2 → absent (1 scenario)"
      ),
      (#"{"success": 1}"#, "null", "outcome: success → none (1 scenario)"),
      (#"{"success": 1}"#, #"{"neverCompleted": true}"#, "outcome: success → neverCompleted (1 scenario)"),
    ])
  func outcome(_ old: String, _ new: String, _ line: String) {
    #expect(
      ReleaseSample.lines(ReleaseSample.call("a/b", outcome: old), ReleaseSample.call("a/b", outcome: new)) == [line])
  }

  @Test("another verdict is a difference of its own only if nothing else explains it")
  func verdict() {
    let old = ReleaseSample.call("a/b")
    let new = ReleaseSample.call("a/b", status: .failed, codes: ["late"])
    #expect(ReleaseSample.lines(old, new) == ["verdict: passed → failed (late) (1 scenario; now failing)"])
    let header = ReleaseSample.call("a/b", ["{\"headers\": {}}"], status: .failed, codes: ["late"])
    #expect(ReleaseSample.lines(old, header).first == "verdict: passed → failed (late) (1 scenario; now failing)")
    let other = ReleaseSample.call("a/b", outcome: #"{"success": 2}"#, status: .failed, codes: ["mismatch"])
    #expect(ReleaseSample.lines(old, other) == ["find result: 1 → 2 (1 scenario; now failing)"])
  }

  @Test("across languages, names of types and ways of writing are not compared, and what one side lacks is counted")
  func across() {
    func call(_ failure: String, query: String = "a+b") -> ReleaseCall {
      ReleaseSample.call(
        "a/b", [#"{"query": {"q": "a b"}, "written": {"query": "q=\#(query)"}}"#], outcome: #"{"failure": \#(failure)}"#
      )
    }
    let swift = call(#"{"category": "status", "type": "APIError", "case": "http", "payload": 404}"#)
    let python = call(#"{"category": "status", "type": "HTTPError", "payload": 404}"#, query: "a%20b")
    #expect(ReleaseSample.lines(swift, python, isAcross: true) == [])
    #expect(ReleaseSample.lines(swift, python).count == 3)
    let other = call(#"{"category": "status", "type": "HTTPError", "payload": 500}"#)
    #expect(ReleaseSample.lines(swift, other, isAcross: true) == ["failure payload: 404 → 500 (1 scenario)"])
    let unknown = call(#"{"category": "other", "type": "Oops"}"#)
    let comparison = ReleaseComparison(
      ReleaseSample.release([swift]), ReleaseSample.release([unknown], name: "new"), isAcross: true)
    #expect(comparison.causes.map(\.line) == [])
    #expect(
      comparison.masked.map { "\($0.reason.rawValue) \($0.place)" } == [
        "platform failure category", "platform failure type", "platform failure case", "platform failure payload",
      ])
  }
}
