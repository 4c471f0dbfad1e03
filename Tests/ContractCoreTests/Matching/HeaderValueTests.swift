import TestSupport
import Testing

@testable import ContractCore

@Suite("Header values")
struct HeaderValueTests {
  private func judged(_ header: String, _ pattern: String, _ lines: String...) throws -> [String] {
    try JudgeFixture.summaries(#""headers": {"\#(header)": \#(pattern)}"#, headers: lines.map { (header, $0) })
  }

  @Test(
    "white space around , and ; outside of quotes is ignored, and all other white space counts",
    arguments: [
      ("a,b;c", "a , b ; c", true), ("a,b", "a\t,\t b", true), ("a b", "a b", true), ("a b", "a  b", false),
      ("a=b", "a = b", false), ("a,b", "a,,b", false), ("a,b", "b,a", false), ("a", "A", false), ("a;", "a", false),
      (#"a,b"#, #""a,b""#, false), (#"x="a , b",c"#, #"x="a , b" , c"#, true), (#"x="a,b""#, #"x="a, b""#, false),
      (#"x="\" , ",y"#, #"x="\" , " , y"#, true), (#"x="\" , ""#, #"x="\",""#, false),
      (#"x="a\\" , y"#, #"x="a\\",y"#, true), (#"x="a;b" ; y"#, #"x="a;b";y"#, true),
      ("Thu, 01 Jan 1970 00:00:00 GMT", "Thu,01 Jan 1970 00:00:00 GMT", true), ("a/b", "a / b", false),
      ("é,b", "é , b", true), ("é", "e\u{301}", false),
    ])
  func space(described: String, sent: String, isSame: Bool) throws {
    let literal = JSON.string(described).text
    #expect(try judged("X-A", literal, sent).isEmpty == isSame)
    // A value in a list and a value in an alternative are compared in the same way.
    #expect(try judged("X-A", "[\(literal)]", sent).isEmpty == isSame)
    #expect(try judged("X-A", #"{"$anyOf": ["nothing else", \#(literal)]}"#, sent).isEmpty == isSame)
    #expect(try judged("X-A", #"{"$literal": \#(literal)}"#, sent).isEmpty == isSame)
  }

  @Test(
    "white space around a value does not belong to it, for any pattern and on both transports",
    arguments: [
      (#"{"$regex": "^a$"}"#, "  a \t"), (#"{"$format": "uuid"}"#, " 2eb8aa08-aa98-11ea-b4aa-73b441d16380"),
      (#"{"$not": {"$regex": "^ | $"}}"#, "\ta\t"), (#"{"$literal": "a"}"#, " a "), (#""""#, " \t "),
      (#"{"$allOf": [{"$regex": "^.$"}, {"$not": ""}]}"#, " a"), (#"{"$jsonSchema": {"maxLength": 1}}"#, "a "),
    ])
  func around(pattern: String, sent: String) throws {
    let received =
      try SocketPair.read("GET / HTTP/1.1\r\nHost: a\r\nX-A:\(sent)\r\n\r\n").first?.get().headers.lines ?? []
    #expect(received.count == 2)
    for line in [Headers.Line("X-A", sent)] + received where line.name == "X-A" {
      for transport in Transport.allCases {
        let differences = try JudgeFixture.summaries(
          #""headers": {"X-A": \#(pattern)}"#, headers: [(line.name, line.value)], transport: transport)
        #expect(differences == [])
      }
    }
    #expect(HeaderValue.trimmed("\t a\u{A0} b \t") == "a\u{A0} b")
  }

  @Test(
    "Content-Type: type, subtype and charset ignore case, and extra parameters are allowed",
    arguments: [
      ("application/json", "APPLICATION/json", true), ("application/json", "application/json; charset=utf-8", true),
      ("application/json; charset=utf-8", "application/json", false),
      ("application/json; charset=utf-8", "application/json ;CHARSET=UTF-8", true),
      ("a/b; charset=\"utf-8\"", "a/b; charset=UTF-8", true), ("a/b; charset=utf-8", "a/b; charset=latin1", false),
      ("a/b; charset=utf-8", "a/b; x=y; charset=utf-8", true),
      ("a/b; x=y; charset=utf-8", "a/b; charset=utf-8; x=y", true),
      ("a/b; x=y", "a/b; x=Y", false), ("a/b; x=y", "a/b; X=\"y\"", true),
      ("a/b; x=\"a;b\"", "a/b; x=\"a;b\"; q=1", true),
      ("a/b; x=a", "a/b; x=\"a;b\"", false), ("a/b", "a/bc", false), ("a/b", "a/b, c/d", false), ("a/b", "", false),
      ("a/b; charset=utf-8", "a/b; charset = utf-8", false), ("a/b;", "a/b", true), ("a/b", "text/plain", false),
    ])
  func contentType(described: String, sent: String, isSame: Bool) throws {
    let literal = JSON.string(described).text
    #expect(try judged("content-TYPE", literal, sent).isEmpty == isSame)
    #expect(try judged("Content-Type", #"{"$anyOf": ["x/y", \#(literal)]}"#, sent).isEmpty == isSame)
    // The headers of a part are compared in the same way.
    let body = "--b\r\nContent-Type: \(sent)\r\n\r\n\r\n--b--"
    #expect(
      try JudgeFixture.summaries(
        #""body": {"multipart": [{"contentType": \#(literal)}]}"#,
        headers: [("Content-Type", "multipart/mixed; boundary=b")], body: body
      ).isEmpty == isSame)
  }

  @Test(
    "Accept: media types are compared as in Content-Type, in order, each with the same parameters",
    arguments: [
      ("application/json", "Application/JSON", true), ("a/b, c/d", "A/B ,c/D", true), ("a/b,c/d", "c/d,a/b", false),
      ("a/b", "a/b, c/d", false), ("a/b, c/d", "a/b", false), ("a/b", "a/b;q=0.1", false),
      ("a/b;q=0.1", "a/b", false), ("a/b;q=0.1", "a/b ; Q=0.1", true), ("a/b;q=0.1", "a/b;q=0.10", false),
      ("a/b; x=y; charset=utf-8", "a/b;charset=\"UTF-8\";x=y", true), ("a/b; x=y", "a/b; x=Y", false),
      ("a/b; x=\"c,d\"", "a/b;X=\"c,d\"", true), ("*/*", "*/*", true), ("a/b", "a /b", false),
    ])
  func accept(described: String, sent: String, isSame: Bool) throws {
    let literal = JSON.string(described).text
    #expect(try judged("accept", literal, sent).isEmpty == isSame)
    #expect(try judged("Accept", #"{"$anyOf": ["x/y", \#(literal)]}"#, sent).isEmpty == isSame)
    // Other headers keep the case of their values.
    if described != sent, described.lowercased() == sent.lowercased() {
      #expect(try !judged("X-Accept", literal, sent).isEmpty)
    }
  }

  @Test("multiple lines are one value; a list has one value for each line or each part between commas")
  func lines() throws {
    #expect(try judged("X-A", #""a, b,c""#, "a", "b , c") == [])
    #expect(try judged("X-A", #"["a", "b,c"]"#, "a", "b, c") == [])
    #expect(try judged("X-A", #"["a", "b", "c"]"#, "a", "b , c") == [])
    #expect(try judged("X-A", #"["a", {"$regex": "^\"b,c\"$"}]"#, #"a, "b,c""#) == [])
    #expect(try judged("X-A", #"{"$regex": "^a, b$"}"#, "a", "b") == [])
    #expect(try judged("X-A", #"["a", "b"]"#, "b", "a").count == 2)
    expectTexts(
      try judged("X-A", #"["a", "b"]"#, "a", "b", "c"),
      are: [#"header X-A: expected 2 values: "a", "b", got 3 values: "a", "b", "c""#])
    #expect(try judged("X-A", #"{"$absent": true}"#) == [])
    #expect(try judged("X-A", #"{"$optional": "a"}"#) == [])
    #expect(try judged("X-A", #""""#, "") == [])
  }

  @Test("a placeholder for a URL in a request is text")
  func braces() throws {
    #expect(try judged("Referer", #""{{baseURL}}/a""#, "{{baseURL}}/a") == [])
    #expect(
      try JudgeFixture.summaries(
        #""query": {"a": "{{baseURL}}"}, "body": {"form": {"a": "{{baseURL}}"}}"#, path: "/?a={{baseURL}}",
        body: "a=%7B%7BbaseURL%7D%7D")
        == [])
    #expect(
      try JudgeFixture.summaries(
        #""path": "/{id}", "pathParameters": {"id": "{{baseURL}}"}"#, path: "/%7b%7BbaseURL%7D%7D")
        == [])
  }
}
