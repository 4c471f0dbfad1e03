import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

extension MultipartTests {
  // MARK: Parts

  @Test(
    "names and file names are read in all forms that clients write",
    arguments: [
      (#"{"name": "a"}"#, "form-data; name=a"), (#"{"name": "a b"}"#, #"form-data; name="a b""#),
      (#"{"name": "a\"b"}"#, #"FORM-DATA;NAME="a\"b""#), (#"{"name": "a\\b"}"#, #"form-data; name="a\\b""#),
      (#"{"name": "C:\\dir\\f"}"#, #"form-data; name="C:\dir\f""#), (#"{"name": "a;b"}"#, #"form-data; name="a;b""#),
      (#"{"name": "a\"\r\nb"}"#, #"form-data; name="a%22%0d%0Ab""#),
      (#"{"name": "100%25"}"#, #"form-data; name="100%25""#),
      (#"{"name": ""}"#, #"form-data; name="""#), (#"{"name": "é"}"#, #"form-data; name="é""#),
      (#"{"name": "a", "filename": "caf%C3%A9"}"#, #"form-data; name="a"; filename="caf%C3%A9""#),
      (#"{"name": "a", "filename": "€ a"}"#, "form-data; name=a; filename=_; filename*=utf-8'en'%e2%82%ac%20a"),
      (#"{"name": "a", "filename": "é"}"#, "form-data; name=a; filename=e; filename*=UTF-8''%C3%A9"),
      (#"{"name": "a", "filename": {"$regex": "\\.png$"}}"#, #"form-data; name="a"; filename="x.png"; size=3"#),
      (#"{"name": {"$any": true}, "filename": {"$optional": "x"}}"#, "form-data; name=q"),
      (#"{"name": {"$absent": true}}"#, "form-data"), ("{}", "form-data"),
    ])
  func names(part: String, disposition: String) throws {
    #expect(
      try judgedPart(
        part.dropLast() + (part == "{}" ? "" : ", ") + #""body": {"text": "x"}}"#, "content-disposition: \(disposition)"
      ) == [])
  }

  @Test("headers of parts: folded lines are one line, and only the two known headers are read")
  func headers() throws {
    let part = #"{"name": "a", "contentType": "text/plain", "body": {"text": "x"}}"#
    #expect(
      try judgedPart(
        part, "Content-Disposition: form-data;\r\n  name=\"a\"", "Content-Type:text/plain ; charset=UTF-8", "X-A:",
        "x-a: 1")
        == [])
  }

  @Test(
    "different parts are reported with their number and the property that differs",
    arguments: [
      (#"{"name": "b"}"#, "form-data; name=a", [#"name of part 1 (name "a"): expected "b", got "a""#]),
      (#"{"name": "b"}"#, "form-data", [#"name of part 1: expected "b", got nothing"#]),
      ("{}", "form-data; name=a", [#"name of part 1 (name "a"): expected no name, got "a""#]),
      (
        #"{"name": "a"}"#, "form-data; name=a; filename=f",
        [#"file name of part 1 (name "a"): expected no file name, got "f""#]
      ),
      (
        #"{"name": "a", "filename": "g"}"#, "form-data; name=a; filename=f",
        [#"file name of part 1 (name "a"): expected "g", got "f""#]
      ),
      (
        #"{"name": "a", "filename": "g"}"#, "form-data; name=a",
        [#"file name of part 1 (name "a"): expected "g", got nothing"#]
      ),
      (
        #"{"name": "a", "filename": "é"}"#, #"form-data; name=a; filename="%C3%A9""#,
        [#"file name of part 1 (name "a"): expected "é", got "%C3%A9""#]
      ),
      (
        #"{"name": "a", "contentType": "text/plain"}"#, "form-data; name=a",
        [#"Content-Type of part 1 (name "a"): expected "text/plain", got nothing"#]
      ),
      (
        #"{"name": "a", "contentType": "text/plain"}"#, "form-data; name=a\r\nContent-Type: text/html",
        [#"Content-Type of part 1 (name "a"): expected "text/plain", got "text/html""#]
      ),
      (
        #"{"name": "a", "contentType": {"$absent": true}}"#, "form-data; name=a\r\nContent-Type: text/html",
        [#"Content-Type of part 1 (name "a"): expected nothing, got "text/html""#]
      ),
    ])
  func others(part: String, disposition: String, expected: [String]) throws {
    let whole = part.dropLast() + (part == "{}" ? "" : ", ") + #""body": {"$any": true}}"#
    expectTexts(
      try judgedPart(String(whole), "Content-Disposition: \(disposition)"), are: expected)
  }

  @Test("bodies of parts are compared like whole bodies")
  func bodies() throws {
    func judged(_ body: String, _ sent: String) throws -> [String] {
      try self.judged(
        #"[{"name": "a"\#(body.isEmpty ? "" : ", \"body\": \(body)")}]"#,
        "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\(sent)\r\n--b--")
    }
    #expect(try judged(#"{"json": {"a": [1]}}"#, #"{"a":[1.0]}"#) == [])
    expectTexts(
      try judged(#"{"json": {"a": [1]}}"#, #"{"a":[2]}"#),
      are: [
        #"body of part 1 (name "a") at /a/0: expected 1, got 2"#
      ])
    expectTexts(try judged(#"{"json": 1}"#, ""), are: [#"body of part 1 (name "a"): expected 1, got nothing"#])
    expectTexts(try judged(#"{"json": 1}"#, "x"), are: [#"body of part 1 (name "a"): expected 1, got "x""#])
    #expect(try judged(#"{"text": "é"}"#, "é") == [])
    expectTexts(try judged(#"{"text": "e"}"#, "f"), are: [#"body of part 1 (name "a"): expected "e", got "f""#])
    #expect(try judged(#"{"text": ""}"#, "") == [])
    #expect(try judged("", "") == [])
    expectTexts(try judged("", "x"), are: [#"body of part 1 (name "a"): expected no body, got "x""#])
    expectTexts(
      try judged(#"{"base64": "YQ=="}"#, "b"), are: [#"body of part 1 (name "a"): expected "a", got "b""#])
    #expect(try judged(#"{"$any": true}"#, "") == [])
    #expect(try judged(#"{"text": "a\r\n"}"#, "a\r\n") == [])
  }

  @Test("extra parts, missing parts and no parts are reported")
  func counts() throws {
    expectTexts(
      try judged(#"[{"name": "title", "body": {"text": "me"}}]"#, Sample.good),
      are: [
        "body: expected 1 part, got 2 parts"
      ])
    expectTexts(try judged("[]", Sample.good), are: ["body: expected 0 parts, got 2 parts"])
    expectTexts(try judged("[{}]", nil), are: ["body: expected a multipart body of 1 part: no name, got nothing"])
    expectTexts(try judged("[]", nil), are: ["body: expected a multipart body of 0 parts, got nothing"])
  }

  @Test("the whole text of a mismatch names the line of the contract and what to do")
  func texts() throws {
    func texts(_ parts: String, _ body: String, _ type: String = Sample.type.1) throws -> [String] {
      try JudgeFixture.judge(
        #""body": {"multipart": \#(parts)}"#, headers: [("Content-Type", type)], body: Array(body.utf8)
      ).reasons.map(\.text)
    }
    let part = #"{"name": "title", "contentType": "text/plain", "body": {"json": {"a": 1}}}"#
    expectTexts(
      try texts("[\(part)]", Sample.good.replacingOccurrences(of: "\r\nme\r\n", with: "\r\n{\"a\": 2}\r\n")),
      are: [
        """
        request 1: unexpected body: 3 differences
          contract    todo.contract.json:4:13 /request/body
          missing     Content-Type of part 1 (name "title")  expected "text/plain"         4:61
          changed     body of part 1 (name "title") /a       expected 1, got 2             4:98
          changed     (whole)                                expected 1 part, got 2 parts  4:13
                                                             the first extra part: part 2, named "picture"
        """
      ])
    // If the CR before a boundary is missing, that boundary and its part belong to the part before.
    let part2 = #"{"name": "picture", "filename": "a.png", "body": {"$any": true}}"#
    let broken = Sample.good.replacingOccurrences(of: "me\r\n--b", with: "me\n--b")
    expectTexts(
      try texts(#"[{"name": "title", "body": {"$any": true}}, \#(part2)]"#, broken),
      are: [
        """
        request 1: unexpected body
          contract  todo.contract.json:4:13 /request/body
          expected  2 parts
          actual    1 part
          note      the first missing part: part 2, named "picture"
                    byte 56 of the body is a bare LF next to a boundary, expected CRLF before and after a boundary line (RFC 2046, section 5.1.1)
        """
      ])
    expectTexts(
      try texts("[{}]", "a=1", "application/x-www-form-urlencoded"),
      are: [
        """
        request 1: unexpected body
          contract  todo.contract.json:4:13 /request/body
          expected  a multipart body of 1 part: no name
          actual    "a=1"
          note      not multipart: the Content-Type is "application/x-www-form-urlencoded"
        """
      ])
  }

  @Test("an injection point that cannot see the Content-Type cannot see the boundary, so the body is errored")
  func unobserved() throws {
    expectTexts(
      try JudgeFixture.summaries(#""body": {"multipart": []}"#, body: "--b--", unobserved: ["Content-Type"]),
      are: ["the contract describes the request's header Content-Type, which the driver could not observe"])
  }
}
