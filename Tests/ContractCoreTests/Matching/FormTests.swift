import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Forms in bodies, and queries", .slow)
struct FormTests {
  private func judged(_ form: String, _ body: String?) throws -> [String] {
    try JudgeFixture.summaries(#""body": {"form": \#(form)}"#, body: body)
  }

  @Test(
    "equal forms match, whatever the Content-Type",
    arguments: [
      (#"{"a": "1", "b": "2"}"#, "b=2&a=1"), (#"{"a": "x y"}"#, "a=x+y"), (#"{"a": "x y"}"#, "a=x%20y"),
      (#"{"a": "x+y"}"#, "a=x%2By"), (#"{"a": ""}"#, "a"), (#"{"a": ""}"#, "a="), (#"{"a": ["1", "2"]}"#, "a=1&a=2"),
      (#"{"a": [1, "2"], "b": true}"#, "a=1&b=true&a=2"), (#"{"n": 1.50}"#, "n=1.50"),
      (#"{"a": {"$optional": "1"}}"#, nil), (#"{"a": {"$absent": true}}"#, ""), ("{}", nil), ("{}", ""), ("{}", "&&"),
      (#"{"é ü": "ñ"}"#, "%C3%A9+%C3%BC=%c3%b1"), (#"{"é": "ñ"}"#, "é=ñ"), (#"{"a": "b=c"}"#, "a=b=c"),
      (#"{"a": "100%"}"#, "a=100%"), (#"{"a": "%zz%4"}"#, "a=%zz%4"), (#"{"": "x"}"#, "=x"), (#"{"": ""}"#, "="),
      (#"{"a": "1;b=2"}"#, "a=1;b=2"), (#"{"a": "1"}"#, "&a=1&&"), (#"{"a": "\u0000"}"#, "a=%00"),
      (#"{"a": "line\r\n"}"#, "a=line%0D%0A"), (#"{"a": "line\n"}"#, "a=line\n"),
      (#"{"a": {"$anyOf": [1, 2]}}"#, "a=2"),
    ] as [(String, String?)])
  func same(form: String, body: String?) throws {
    #expect(try judged(form, body) == [])
    // A query is read in the same way, but it cannot contain a line end or a character that must be escaped.
    if let body, !body.contains(where: \.isNewline) {
      let query = RequestURL.escaped(body, in: .query)?.text ?? body
      #expect(try JudgeFixture.summaries(#""query": \#(form)"#, path: "/?\(query)") == [])
    }
  }

  @Test(
    "different forms are reported by field",
    arguments: [
      (#"{"a": "1"}"#, "a=2", [#"form field "a": expected "1", got "2""#]),
      (#"{"a": 1}"#, "a=1.0", [#"form field "a": expected "1", got "1.0""#]),
      (
        #"{"a": 1}"#, "b=1",
        [#"form field "a": expected "1", got nothing"#, #"form field "b": expected no such field, got "1""#]
      ),
      (
        #"{"a": [1, 2]}"#, "a=2&a=1",
        [#"form field "a": expected "1", got "2""#, #"form field "a": expected "2", got "1""#]
      ),
      (#"{"a": [1, 2]}"#, "a=1", [#"form field "a": expected 2 values: "1", "2", got 1 value: "1""#]),
      (#"{"a": 1}"#, "a=1&a=1", [#"form field "a": expected 1 value: "1", got 2 values: "1", "1""#]),
      (#"{"a": {"$absent": true}}"#, "a", [#"form field "a": expected nothing, got """#]),
      (#"{"a": 1, "b": 2}"#, nil, [#"body: expected a form with "a", "b", got nothing"#]),
      (
        "{}", "a&b&a=1",
        [
          #"form field "a": expected no such field, got "", "1""#,
          #"form field "b": expected no such field, got """#,
        ]
      ),
      (#"{"a": {"$any": true}}"#, "a=%ff", [#"form field "a": expected anything, got "a=%ff""#]),
      (#"{"a": [1, 2]}"#, "a=1&a=%C3", [#"form field "a": expected "1", "2", got "a=%C3""#]),
      (
        #"{"title": "test"}"#, #"{"title":"test"}"#,
        [#"body: expected a form with "title", got "{\"title\":\"test\"}""#]
      ),
      (
        #"{"a": "x"}"#, "A=x",
        [#"form field "a": expected "x", got nothing"#, #"form field "A": expected no such field, got "x""#]
      ),
      (
        #"{"é": 1}"#, "e%CC%81=1",
        [
          #"form field "é": expected "1", got nothing"#,
          "form field \"e\u{301}\": expected no such field, got \"1\"",
        ]
      ),
    ] as [(String, String?, [String])])
  func other(form: String, body: String?, expected: [String]) throws {
    expectTexts(try judged(form, body), are: expected)
  }

  @Test("the whole text of a mismatch names the line of its pattern")
  func texts() throws {
    let body = Array("grant_type=code&state=%E9&%FE=1".utf8)
    let reported = try JudgeFixture.judge(
      #""body": {"form": {"grant_type": "refresh", "state": {"$any": true}}}"#, body: body
    ).reasons.map(\.text)
    expectTexts(
      reported,
      are: [
        """
        request 1: 3 form fields differ
          contract    todo.contract.json:4:13 /request/body
                      name        expected       got
                      grant_type  "refresh"      "code"       4:37
                      state       anything       "state=%E9"  4:57
                      \u{FFFD}           no such field  "1"
          note        it is not UTF-8 when decoded
        """
      ])
  }

  @Test("of very many undescribed fields, 100 are listed and the rest are counted")
  func bounded() throws {
    let body = (0..<100_000).map { "f\($0)=1" }.joined(separator: "&")
    let reported = try JudgeFixture.judge(#""body": {"form": {"f5": 1}}"#, body: Array(body.utf8)).reasons.map(\.text)
    #expect(reported.count == 1)
    expectText(reported.last, ends: "\n  note        and 99899 more fields that are not described")
    let query = try JudgeFixture.judge(#""query": {"f5": 1}"#, path: "/?\(body)").reasons.map(\.text)
    #expect(query.count == 1)
    expectText(query.last, ends: "\n  note        and 99899 more items that are not described")
    #expect(try JudgeFixture.summaries(#""query": {"f5": 1}, "otherQuery": "allowed""#, path: "/?\(body)") == [])
  }

  @Test("a body that the injection point cannot see is errored, and the reason names it")
  func unobserved() throws {
    for form in [#"{"form": {"a": 1}}"#, #"{"form": {}}"#, #"{"multipart": []}"#, #"{"jsonLines": [1]}"#] {
      expectTexts(
        try JudgeFixture.summaries("\"body\": \(form)", unobserved: ["body"]),
        are: ["the contract describes the request's body, which the driver could not observe"])
    }
  }
}
