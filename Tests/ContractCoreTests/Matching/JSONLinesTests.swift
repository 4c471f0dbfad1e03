import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Bodies of JSON lines")
struct JSONLinesTests {
  private func judged(_ lines: String, _ body: String?) throws -> [String] {
    try JudgeFixture.summaries(#""body": {"jsonLines": \#(lines)}"#, body: body)
  }

  @Test(
    "lines that match",
    arguments: [
      (#"[{"a": 1}, [2]]"#, "{\"a\":1.0}\n[2]\n"), (#"[{"a": 1}, [2]]"#, "{\"a\": 1}\n [2] "),
      (#"[{"a": 1}, [2]]"#, "{\"a\": 1}\r\n[2]\r\n"), ("[]", nil), ("[]", ""), ("[null]", "null"),
      (#"[{"$partial": {"a": 1}}, {"$any": true}]"#, "{\"a\":1,\"b\":2}\n\"x\\ny\""),
    ] as [(String, String?)])
  func same(lines: String, body: String?) throws {
    #expect(try judged(lines, body) == [])
  }

  @Test(
    "lines that differ",
    arguments: [
      (#"[{"a": 1}, {"a": 2}]"#, "{\"a\":1}\n{\"a\":3}\n", ["line 2 of the body at /a: expected 2, got 3"]),
      (
        "[1, 2]", "1\n\n2\n",
        ["line 2 of the body: expected 2, got an empty line", "body: expected 2 lines, got 3 lines"]
      ),
      ("[1]", "\n1", ["line 1 of the body: expected 1, got an empty line", "body: expected 1 line, got 2 lines"]),
      ("[1, 2]", "1\n \r\n", ["line 2 of the body: expected 2, got an empty line"]),
      ("[1]", "1\n\n", ["body: expected 1 line, got 2 lines"]),
      ("[1, 2]", "1", ["body: expected 2 lines, got 1 line"]),
      ("[1, 2]", nil, ["body: expected 2 lines of JSON, got nothing"]),
      ("[1]", "", ["body: expected 1 line of JSON, got nothing"]),
      ("[]", "1\n", ["body: expected 0 lines, got 1 line"]),
      ("[]", "\n", ["body: expected 0 lines, got 1 line"]),
      ("[[1, 2]]", "[1, 2]", []),
      (
        "[[1, 2]]", "[1,\n2]",
        [#"line 1 of the body: expected [1,2], got "[1,""#, "body: expected 1 line, got 2 lines"]
      ),
      ("[1, 2]", "1 2\n2", [#"line 1 of the body: expected 1, got "1 2""#]),
    ] as [(String, String?, [String])])
  func other(lines: String, body: String?, expected: [String]) throws {
    expectTexts(try judged(lines, body), are: expected)
  }

  @Test("the whole text of a mismatch names the line of its pattern")
  func texts() throws {
    let body = Array("{\"a\": 2}\n{\"a\": 1,}\n[]\n".utf8)
    let reported = try JudgeFixture.judge(#""body": {"jsonLines": [{"a": 1}, {"a": 1}]}"#, body: body).reasons.map(
      \.text)
    expectTexts(
      reported,
      are: [
        #"""
        request 1: unexpected body: 3 differences
          contract    todo.contract.json:4:13 /request/body
          changed     line 1 /a  expected 1, got 2                    4:34
          changed     line 2     expected {"a":1}, got "{\"a\": 1,}"  4:38
                                 not JSON at 1:8: trailing comma in object; JSON does not allow it
          changed     (whole)    expected 2 lines, got 3 lines        4:13
                                 the first extra line is line 3: "[]"
        """#
      ])
  }

  @Test("of very many different lines, 100 are listed and the rest are counted", .slow)
  func bounded() throws {
    let patterns = "[" + repeatElement("1", count: 100_000).joined(separator: ",") + "]"
    let reported = try JudgeFixture.judge(
      #""body": {"jsonLines": \#(patterns)}"#, body: Array(String(repeating: "2\n", count: 100_000).utf8)
    ).reasons.map(\.text)
    #expect(reported.count == 1)
    expectText(reported[0], has: "\n              and 61 more differences: 61 changed\n")
    expectText(reported.last, ends: "\n  note        and 99900 more lines that were not compared")
  }
}
