import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

/// A body, its Content-Type, and its description in a contract.
enum Sample {
  static let type: (String, String) = ("Content-Type", "multipart/form-data; boundary=b")

  /// Returns a body of lines that end in CRLF, as a form with the boundary `b`.
  static func lines(_ lines: String...) -> String { lines.joined(separator: "\r\n") }

  static let good: String = lines(
    "--b", #"Content-Disposition: form-data; name="title""#, "", "me",
    "--b", #"Content-Disposition: form-data; name="picture"; filename="a.png""#, "Content-Type: image/png", "",
    "\u{1}\r\n-",
    "--b--", "")
  static let described: String = #"""
    [{"name": "title", "body": {"text": "me"}},
     {"name": "picture", "filename": "a.png", "contentType": "image/png", "body": {"base64": "AQ0KLQ=="}}]
    """#
}

@Suite("Multipart bodies")
struct MultipartTests {
  func judged(
    _ parts: String, _ body: String?, _ type: String? = Sample.type.1, transport: Transport = .memory
  ) throws -> [String] {
    try JudgeFixture.summaries(
      #""body": {"multipart": \#(parts)}"#, headers: type.map { [("content-type", $0)] } ?? [], body: body,
      transport: transport)
  }

  /// Judges one part by its headers.
  func judgedPart(_ part: String, _ headers: String..., type: String = Sample.type.1) throws -> [String] {
    try judged("[\(part)]", "--b\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\nx\r\n--b--\r\n", type)
  }

  // MARK: Boundaries

  @Test("the parts are matched in order, on both transports")
  func good() throws {
    #expect(try judged(Sample.described, Sample.good) == [])
    #expect(try judged(Sample.described, Sample.good, transport: .loopback) == [])
  }

  @Test(
    "ignored: the preamble, the epilogue, white space after a boundary, and the last line end",
    arguments: [
      "preamble\r\n" + Sample.good, "\r\n" + Sample.good, Sample.good + "epilogue\r\n--b\r\n",
      String(Sample.good.dropLast()),
      Sample.good.replacingOccurrences(of: "--b\r\n", with: "--b \t \r\n"),
      Sample.good.replacingOccurrences(of: "--b--\r\n", with: "--b-- \t\r\n"),
      Sample.good.replacingOccurrences(of: "--b--\r\n", with: "--b--\n"), "--b2\r\n" + Sample.good,
      "x--b\r\n" + Sample.good,
      "\n--b\n\r\n" + Sample.good,
    ])
  func loose(_ body: String) throws {
    #expect(try judged(Sample.described, body) == [])
  }

  @Test(
    "a Content-Type may write the boundary in different ways",
    arguments: [
      ("multipart/form-data; boundary=b", "b"), (#"Multipart/Form-Data ;charset=utf-8 ; Boundary="b""#, "b"),
      (#"multipart/form-data; boundary="a b:c\"d""#, #"a b:c"d"#),
      ("multipart/mixed; boundary=gc0y/=pKb'()", "gc0y/=pKb'()"),
      ("multipart/form-data; boundary=\(String(repeating: "x", count: 70))", String(repeating: "x", count: 70)),
      (#"multipart/form-data; boundary="a;boundary=c""#, "a;boundary=c"),
    ])
  func boundary(type: String, boundary: String) throws {
    let body = Sample.lines("--\(boundary)", #"Content-Disposition: form-data; name="a""#, "", "x", "--\(boundary)--")
    #expect(try judged(#"[{"name": "a", "body": {"text": "x"}}]"#, body, type) == [])
  }

  @Test("no parts, parts without headers and parts without bodies are matched")
  func empty() throws {
    #expect(try judged("[]", "--b--") == [])
    #expect(try judged("[{}, {}]", "--b\r\n\r\n--b\r\n\r\n\r\n--b--", "multipart/mixed; boundary=b") == [])
    #expect(
      try judged(#"[{"contentType": "a/b"}]"#, "--b\r\nContent-Type: a/b\r\n\r\n--b--", "multipart/mixed; boundary=b")
        == [])
    #expect(
      try judged(#"[{"body": {"text": "x"}}]"#, "--b\r\n\r\nx\r\n--b--", "multipart/related; boundary=b") == [])
    expectTexts(
      try judged("[{}]", "--b\r\n\r\n\r\n\r\n--b--", "multipart/mixed; boundary=b"),
      are: [
        #"body of part 1: expected no body, got "\r\n""#
      ])
  }

  @Test(
    "parts that are optional may be missing; those that are there are judged as any other",
    arguments: [
      ("", ["expected 1 part, got 0 parts"]), ("b=2", []), ("a=1&b=2", []), ("a=1&b=2&c=3", []), ("b=2&c=3", []),
      (
        "c=3",
        [
          "name of part 1 (name \"c\"): expected \"b\", got \"c\"",
          "body of part 1 (name \"c\"): expected \"2\", got \"3\"",
        ]
      ),
      ("a=9&b=2", ["body of part 1 (name \"a\"): expected \"1\", got \"9\""]),
      ("b=9", ["body of part 1 (name \"b\"): expected \"2\", got \"9\""]),
      ("b=2&c=9", ["body of part 2 (name \"c\"): expected \"3\", got \"9\""]), ("b=2&c=", []),
      ("b=2&x=1", ["name of part 2 (name \"x\"): expected \"c\", got \"x\"", "body of part 2 (name \"x\")"]),
      ("a=1&b=2&c=3&d=4", ["expected 3 parts, got 4 parts"]),
    ])
  func optional(sent: String, expected: [String]) throws {
    let described = """
      [{"$optional": {"name": "a", "body": {"text": "1"}}}, {"name": "b", "body": {"text": "2"}},
       {"$optional": {"name": "c", "body": {"$optional": {"text": "3"}}}}]
      """
    let parts = sent.split(separator: "&").map { item in
      let pair = item.split(separator: "=", omittingEmptySubsequences: false)
      return "--b\r\nContent-Disposition: form-data; name=\(pair[0])\r\n\r\n\(pair[1])\r\n"
    }
    let found = try judged(described, parts.joined() + "--b--")
    #expect(found.count == expected.count, "\(found)")
    for (found, expected) in zip(found, expected) { #expect(found.contains(expected)) }
  }

  @Test("of optional parts with the same name, those that match are taken")
  func optionalList() throws {
    func judged(_ sent: String...) throws -> [String] {
      let part = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n"
      let described = ["1", "2", "3"].map { #"{"$optional": {"name": "a", "body": {"text": "\#($0)"}}}"# }
      return try self.judged(
        #"[\#(described.joined(separator: ", ")), {"name": "a", "body": {"text": "4"}}]"#,
        sent.map { part + $0 + "\r\n" }.joined() + "--b--")
    }
    #expect(try judged("4") == [])
    #expect(try judged("2", "4") == [])
    #expect(try judged("1", "3", "4") == [])
    #expect(try judged("1", "2", "3", "4") == [])
    #expect(try judged("3", "1", "4").count == 2)
    #expect(try judged("5").count == 1)
  }

  @Test("the expectation of a body names the parts that are optional") func optionalText() throws {
    expectTexts(
      try judged(#"[{"name": "a"}, {"$optional": {"name": "b"}}]"#, nil),
      are: [#"body: expected a multipart body of 1 to 2 parts: "a", "b" (optional), got nothing"#])
  }

  @Test("a part inside a part is bytes, even if its boundary begins like the outer one")
  func nested() throws {
    let inner = Sample.lines("--bb", "", "x", "--bb--", "")
    let body = Sample.lines("--b", "Content-Type: multipart/mixed; boundary=bb", "", inner + "--b--")
    let text = JSON.string(String(inner.dropLast())).text
    #expect(
      try judged(
        #"[{"contentType": "multipart/mixed", "body": {"text": \#(text)}}]"#, body, "multipart/mixed; boundary=b") == []
    )
  }

  // MARK: Unreadable bodies

  @Test(
    "a body that is not multipart is reported with its fault and the byte of the fault",
    arguments: [
      (Sample.good, nil, "not multipart: the request has no Content-Type with a boundary"),
      (Sample.good, "application/json", #"not multipart: the Content-Type is "application/json""#),
      (Sample.good, "multipart/form-data", #"not multipart: the Content-Type "multipart/form-data" has no boundary"#),
      (
        Sample.good, "multipart/form-data; boundary=b; boundary=b",
        #"not multipart: the Content-Type "multipart/form-data; boundary=b; boundary=b" has 2 boundaries"#
      ),
      (
        Sample.good, "multipart/form-data; boundary=\"b",
        #"not multipart: the Content-Type has an unclosed quote: "multipart/form-data; boundary=\"b""#
      ),
      (
        Sample.good, "multipart/form-data; boundary=",
        #"not multipart: the boundary "" is empty (RFC 2046, section 5.1.1)"#
      ),
      (
        Sample.good, #"multipart/form-data; boundary="b "; x=y"#,
        #"not multipart: the boundary "b " ends with a space (RFC 2046, section 5.1.1)"#
      ),
      (
        Sample.good, "multipart/form-data; boundary=bé",
        #"not multipart: the boundary "bé" has characters that are not allowed (RFC 2046, section 5.1.1)"#
      ),
      (
        Sample.good, "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
        "not multipart: the boundary \"\(String(repeating: "x", count: 71))\" has 71 characters; the limit is 70 (RFC 2046, section 5.1.1)"
      ),
      (Sample.good, "multipart/form-data; boundary=c", #"not multipart: no line of the body is "--c""#),
      ("{}", Sample.type.1, #"not multipart: no line of the body is "--b""#),
      ("b\r\n\r\nx\r\nb--", Sample.type.1, #"not multipart: no line of the body is "--b""#),
      (
        String(Sample.good.dropLast(6)), Sample.type.1,
        #"the body ends after 161 bytes within part 2: its last line must be "--b--""#
      ),
      (
        String(Sample.good.dropLast(3)), Sample.type.1,
        #"the body ends after 164 bytes within part 2: its last line must be "--b--""#
      ),
      ("--b\r\n", Sample.type.1, #"the body ends after 5 bytes within part 1: its last line must be "--b--""#),
      (
        Sample.good.replacingOccurrences(of: "\r\n", with: "\n"), Sample.type.1,
        "byte 4 of the body is a bare LF next to a boundary, expected CRLF before and after a boundary line (RFC 2046, section 5.1.1)"
      ),
      (
        Sample.good.replacingOccurrences(of: "\r\n--b--", with: "\n--b--"), Sample.type.1,
        "byte 160 of the body is a bare LF next to a boundary, expected CRLF before and after a boundary line (RFC 2046, section 5.1.1)"
      ),
      (
        Sample.good.replacingOccurrences(of: "--b--", with: "--b-x"), Sample.type.1,
        "at byte 165 of the body, other text follows the boundary on its line"
      ),
      (
        Sample.good.replacingOccurrences(of: "form-data; name=\"title\"\r\n", with: "form-data; name=\"title\"\n"),
        Sample.type.1, "at byte 50 of the body, a header line of part 1 ends with a bare LF instead of CRLF"
      ),
      ("--b\r\n--b--", Sample.type.1, "part 1 has no headers and no content: the next boundary follows at byte 6"),
      ("--b\r\nx\r\n--b--", Sample.type.1, "at byte 6 of the body, part 1 has no empty line after its headers"),
      (
        "--b\r\nme\r\n\r\nx\r\n--b--", Sample.type.1,
        #"at byte 6 of the body, part 1 has the line "me", which is not a header"#
      ),
      (
        "--b\r\nA B: c\r\n\r\nx\r\n--b--", Sample.type.1,
        #"at byte 6 of the body, part 1 has the line "A B: c", which is not a header"#
      ),
      (
        "--b\r\nA: \u{0}\r\n\r\nx\r\n--b--", Sample.type.1,
        "at byte 9 of the body, the headers of part 1 contain a control character, U+0000"
      ),
    ] as [(String, String?, String)])
  func unreadable(body: String, type: String?, note: String) throws {
    let judge = try JudgeFixture.judge(
      #""body": {"multipart": [{"name": "a"}]}"#, headers: type.map { [("Content-Type", $0)] } ?? [],
      body: Array(body.utf8))
    try #require(judge.reasons.count == 1)
    expectText(judge.reasons[0].note, is: note)
    expectText(
      judge.reasons[0].summary, has: #"request 1: body: expected a multipart body of 1 part: "a", got "#)
  }

  @Test("part headers that are not UTF-8 or are ambiguous are reported")
  func broken() throws {
    func note(_ header: [UInt8]) throws -> String? {
      let reasons = try JudgeFixture.judge(
        #""body": {"multipart": [{"name": "a"}]}"#, headers: [Sample.type],
        body: Array("--b\r\nContent-Disposition: ".utf8) + header + Array("\r\n\r\n\r\n--b--".utf8)
      ).reasons
      try #require(reasons.count == 1)
      return reasons[0].note
    }
    func note(_ header: String) throws -> String? { try note(Array(header.utf8)) }
    expectText(
      try note(Array("form-data; name=\"".utf8) + [0xE9, 0x22]),
      is: "at byte 26 of the body, the header Content-Disposition of part 1 is not UTF-8")
    expectText(
      try note("form-data; name=\"a"),
      is: #"the Content-Disposition of part 1 has an unclosed quote: "form-data; name=\"a""#)
    expectText(
      try note("attachment; name=\"a\""),
      is: #"the Content-Disposition of part 1 is "attachment", but a form needs "form-data""#)
    expectText(try note("form-data; name=a; Name=b"), is: "the Content-Disposition of part 1 has a duplicate Name")
    expectText(
      try note("form-data; name=a\r\nContent-Disposition: form-data"),
      is: "part 1 has 2 Content-Disposition headers")
    expectText(
      try note("form-data; name=a; filename*=x"),
      is: #"the filename* of part 1 is not UTF-8 in the form of RFC 8187: "x""#)
    expectText(
      try note("form-data; name=a; filename*=UTF-8''%E6%9D%B1.png"),
      is:
        "part 1 has a filename* and no filename: multipart/form-data does not allow filename* (RFC 7578, section 4.2), and many servers find no file"
    )
  }

  @Test("outside of forms, a part may have only a filename*")
  func extendedOutsideOfForms() throws {
    let body = "--b\r\nContent-Disposition: attachment; filename*=UTF-8''%E6%9D%B1.png\r\n\r\n\r\n--b--"
    #expect(try judged(#"[{"filename": "東.png"}]"#, body, "multipart/mixed; boundary=b") == [])
  }
}
