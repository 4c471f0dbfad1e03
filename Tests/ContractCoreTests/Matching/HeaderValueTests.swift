import Testing

@testable import ContractCore
@testable import TestSupport

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

  @Test("patterns that are not literal values see the white space around , and ;")
  func seen() throws {
    for (pattern, sent) in [(#"{"$regex": "^a,b$"}"#, "a, b"), (#"{"$jsonSchema": {"const": "a;b"}}"#, "a; b")] {
      #expect(try judged("X-A", pattern, sent).count == 1)
      #expect(try judged("X-A", pattern, sent.replacing(" ", with: "")) == [])
    }
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
      // Correct, although few clients write it.
      ("a/b", "a/b;charset=utf-8", true), ("a/b", "a/b;", true), ("a/b", "a/b ; ; x=y", true),
      ("a/b", #"A/B;Charset="UTF-8""#, true), ("a/b", #"a/b; x="c, d; \" e""#, true), ("a/b", #"a/b; x="""#, true),
      ("a/b; charset=utf-8", "a/b; charset=utf-8; Charset=UTF-8", true),
      ("application/vnd.api+json", "application/vnd.api+json; ext=\"https://a/b c\"", true),
      // A boundary needs quotes around these, and servers read it without them.
      ("a/b", "a/b; boundary=a/b=", true), ("a/b; boundary=\"a/b=\"", "a/b; Boundary=a/b=", true),
      ("a/b", "a/b; x=a/b=", false), ("a/b", "a/b; boundary=a b", false),
      // Not a media type, or more than one.
      ("a/b", "a/b; charset=utf-8, c/d", false), ("a/b", "a/b; charset=utf-8, a/b", false), ("a/b", "a/b; =x", false),
      ("a/b", #"a/b;;; =x; "; charset"#, false), ("a/b", "a/b; x", false), ("a/b", "a/b; x=", false),
      ("a/b", "a/b; x=a b", false), ("a/b", #"a/b; x="a"b"#, false), ("a/b", #"a/b; x="a"#, false),
      ("a/b; charset=utf-8", "a/b; charset=latin1; charset=utf-8", false), ("a/b", "a/b; x=1; x=2", false),
      ("a/b", "a/b/c", false), ("a/b", "a b/c", false),
      // What a contract describes, it may get.
      ("json", "json", true), ("json", "JSON", false), ("a/b; x=a b", "a/b;  x=a b", true),
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

  @Test("the note names why a Content-Type is not a media type")
  func mediaType() throws {
    func note(_ lines: String...) throws -> String? {
      let judge = try JudgeFixture.judge(
        #""headers": {"Content-Type": "application/json"}"#, headers: lines.map { ("Content-Type", $0) })
      try #require(judge.reasons.count == 1)
      return judge.reasons[0].note
    }
    #expect(try note("text/plain") == nil)
    expectText(
      try note("application/json; charset=utf-8, text/plain"),
      is:
        "not a media type (RFC 9110, section 8.3.1): it has 2 values with commas between them, and Content-Type may have only one"
    )
    expectText(
      try note(#"application/json;;; =x; "; charset"#),
      is: "not a media type (RFC 9110, section 8.3.1): it has an unclosed quote")
    expectText(
      try note("application/json; =x"), is: #"not a media type (RFC 9110, section 8.3.1): "=x" is not a parameter"#)
    expectText(
      try note("application/json; charset=latin1; charset=utf-8"),
      is:
        "not a media type (RFC 9110, section 8.3.1): it has the parameter charset twice, with different values")
    expectText(
      try note("json"),
      is: #"not a media type (RFC 9110, section 8.3.1): "json" is not a type and a subtype with a slash between them"#)
    expectText(try note(""), is: "not a media type (RFC 9110, section 8.3.1): it is empty")
  }

  /// What a client may send as a Content-Type, although it is not a media type.
  private static let noTypes = [
    "application/json, text/plain", #"application/json;;; =x; ""#, "application/json charset=utf-8", "json", "",
    "application/json; charset", "application/json; charset=latin1; charset=utf-8",
  ]

  @Test("a Content-Type that is not a media type is a mismatch of its own, whatever pattern matches it")
  func noMediaType() throws {
    let patterns = [
      #"{"$any": true}"#, #"{"$regex": "^"}"#, #"{"$type": "string"}"#, #"{"$optional": {"$any": true}}"#,
      #"{"$not": "x/y"}"#, #"{"$anyOf": ["x/y", {"$any": true}]}"#, #"{"$jsonSchema": {"minLength": 0}}"#,
    ]
    for text in Self.noTypes {
      let header = [("content-type", text)]
      let expected = "header Content-Type: expected a media type, got \(JSON.string(text).text)"
      for pattern in patterns {
        expectTexts(try judged("Content-Type", pattern, text), are: [expected])
      }
      for transport in Transport.allCases {
        expectTexts(
          try JudgeFixture.summaries(#""headers": {"X-A": {"$optional": "a"}}"#, headers: header, transport: transport),
          are: [expected])
      }
      let (shape, addresses) = try JudgeFixture.shape(#""otherHeaders": "allowed""#)
      var quiet = RequestJudge(shape, addresses: addresses, transport: .memory, number: 1, isQuiet: true)
      quiet.judge(
        CapturedRequest(method: "POST", url: "http://localhost/v1/", headers: Headers([.init("Content-Type", text)])))
      #expect(quiet.differs)
      // One mismatch is enough.
      for shape in [
        #""headers": {"Content-Type": "x/y"}"#, #""headers": {"Content-Type": {"$absent": true}}"#,
        #""otherHeaders": "forbidden""#,
      ] {
        #expect(try JudgeFixture.summaries(shape, headers: header).count == 1, "\(text), \(shape)")
      }
    }
    let judge = try JudgeFixture.judge(
      #""otherHeaders": "allowed""#, headers: [("Content-Type", "application/json, text/plain")])
    expectTexts(
      judge.reasons.map { $0.note ?? "" },
      are: [
        "not a media type (RFC 9110, section 8.3.1): it has 2 values with commas between them, and Content-Type may have only one"
      ])
  }

  @Test("a multipart Content-Type that is not a media type is one mismatch, whether the parts are described or not")
  func noMultipartType() throws {
    for body in [#"{"$any": true}"#, #"{"multipart": []}"#, #"{"$optional": {"multipart": []}}"#] {
      for type in ["multipart/mixed; boundary=\"b", "multipart/mixed; boundary=b; x", "text/plain; x"] {
        let count = try JudgeFixture.summaries(
          "\"body\": \(body)", headers: [("Content-Type", type)], body: "--b--"
        ).count
        #expect(count == 1, "\(type), \(body)")
      }
    }
  }

  @Test("a literal can describe a Content-Type that is not a media type")
  func literalOfNoMediaType() throws {
    for text in Self.noTypes {
      let literal = JSON.string(text).text
      for pattern in [
        literal, #"{"$literal": \#(literal)}"#, #"{"$anyOf": ["x/y", \#(literal)]}"#, #"{"$optional": \#(literal)}"#,
        #"{"$allOf": [{"$any": true}, \#(literal)]}"#,
      ] {
        #expect(try judged("Content-Type", pattern, text) == [], "\(pattern)")
      }
    }
  }

  @Test(
    "a Content-Type that correct clients send is a media type",
    arguments: [
      "application/json", "APPLICATION/JSON", "application/json;", "application/json ; charset=utf-8 ;",
      "APPLICATION/json ;; charset=\"utf-8\"", "a/json; x=\"a,b\"",
      "application/json\t;\tcharset=utf-8", "text/html;charset=\"utf-8\"", "text/plain;charset=UTF-8",
      "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
      "multipart/form-data; boundary=------------------------d74496d66958873e",
      "multipart/form-data; boundary=----formdata-undici-012345678901", "multipart/form-data; boundary=6f4a0b1c8e",
      "multipart/form-data; boundary=a/b=",
      "multipart/mixed; boundary=\"===============7330845974216740156==\"",
      "multipart/related; type=\"text/xml\"; start=\"<root@a>\"; boundary=\"uuid:1\"", "image/*", "*/*",
      "application/vnd.github.v3+json", "application/vnd.api+json; ext=\"https://a/b c\"",
      "application/json;odata.metadata=minimal;odata.streaming=true",
      "application/x-www-form-urlencoded; charset=utf-8",
      "application/grpc-web+proto", "application/openmetrics-text; version=1.0.0", "audio/L16;rate=16000",
      "text/plain; charset=utf-8; charset=UTF-8", #"text/plain; name="a, b; \"c\"""#, "x-a/b!#$%&'*+-.^_`|~",
    ])
  func sentMediaTypes(sent: String) throws {
    #expect(try JudgeFixture.summaries(#""otherHeaders": "allowed""#, headers: [("Content-Type", sent)]) == [])
    for pattern in [#"{"$any": true}"#, #"{"$regex": "/"}"#, #"{"$not": "x/y"}"#, #"{"$optional": {"$any": true}}"#] {
      #expect(try judged("Content-Type", pattern, sent) == [], "\(pattern)")
    }
  }

  @Test("a header that may stand only once is a mismatch if it stands twice, whatever the contract describes")
  func repeated() throws {
    func judged(_ shape: String, _ lines: (String, String)...) throws -> [String] {
      try JudgeFixture.summaries(shape, headers: lines)
    }
    let types = [("Content-Type", "application/json; charset=utf-8"), ("content-type", "text/plain")]
    expectTexts(
      try judged(#""headers": {"Content-Type": "application/json"}"#, types[0], types[1])
        + judged(#""headers": {"Content-Type": {"$regex": "^application/json"}}"#, types[0], types[1])
        + judged(#""otherHeaders": "allowed""#, ("Authorization", "Bearer abc"), ("Authorization", "Bearer abd")),
      are: [
        #"header Content-Type: expected one value, because Content-Type may stand only once (RFC 9110, section 5.3), got 2 values: "application/json; charset=utf-8", "text/plain""#,
        #"header Content-Type: expected one value, because Content-Type may stand only once (RFC 9110, section 5.3), got 2 values: "application/json; charset=utf-8", "text/plain""#,
        #"header Authorization: expected one value, because Authorization may stand only once (RFC 9110, section 5.3), got 2 values: "Bearer …(3 characters)", "Bearer …(3 characters)""#,
      ])
    // How many there are is shown, and the values are not.
    let twice = try JudgeFixture.judge(
      #""otherHeaders": "allowed""#, headers: [("Authorization", "Bearer abc"), ("Authorization", "Bearer abd")])
    let text = twice.reasons.map { $0.masked(by: .standard).text }.joined()
    expectText(text, has: #"actual    2 values: "Bearer …(3 characters)", "Bearer …(3 characters)""#)
    // Lists, headers of the client's own, and what the contract describes as two lines.
    for name in ["Accept", "Accept-Language", "Cache-Control", "X-A", "Via", "If-None-Match", "Prefer", "Cookie"] {
      #expect(try judged(#""otherHeaders": "allowed""#, (name, "a"), (name, "b")) == [])
    }
    #expect(
      try judged(#""headers": {"Content-Type": ["a/b", "c/d"]}"#, ("Content-Type", "a/b"), ("Content-Type", "c/d"))
        == [])
  }

  @Test("a cookie has the name before the first equals sign, and the rest is its value, byte for byte")
  func namedCookies() {
    let cookies = HeaderValue.namedCookies("a=1;b =2=3; c; d=\u{301}e ;a=4;=5; f=")
    #expect(cookies.map(\.name) == ["a", "b ", "d", "a", "", "f"])
    #expect(cookies.map { Array($0.value.utf8) } == ["1", "2=3", "\u{301}e", "4", "5", ""].map { Array($0.utf8) })
  }

  @Test(
    "Cookie: the same pairs in any order, except for pairs of one name",
    arguments: [
      ("a=1; b=2", "b=2; a=1", true), ("a=1; b=2", "b=2;a=1", true), ("a=1; b=2", "a=1; b=2", true),
      ("a=1; b=2; a=3", "a=1; a=3; b=2", true), ("a=1; a=2", "a=2; a=1", false), ("a=1; b=2", "a=1", false),
      ("a=1", "a=1; b=2", false), ("a=1; b=2", "a=2; b=1", false), ("a=1", "A=1", false), ("a=1; a=1", "a=1", false),
      ("a=\u{e9}", "a=e\u{301}", false), ("a=b=c; d", "d; a=b=c", true),
      // A quote is an ordinary character: it does not protect a semicolon.
      (#"a="x; b=2"#, #"b=2; a="x"#, true), (#"a="x; y""#, #"y"; a="x"#, true), (#"a="x""#, "a=x", false),
      (#"a="x; b=y""#, #"b=y"; a="x"#, true), (#"a="x;y""#, #"a="x; y""#, true), (#"a="x"; b=2"#, #"b=2; a="x""#, true),
      (#"a=\"; b="1;2""#, #"2"; b="1; a=\""#, true), ("a=1;", "a=1", false), ("a=1, b=2", "b=2, a=1", false),
    ])
  func cookie(described: String, sent: String, isSame: Bool) throws {
    let literal = JSON.string(described).text
    #expect(try judged("Cookie", literal, sent).isEmpty == isSame)
    #expect(try judged("cookie", #"{"$anyOf": ["x=y", \#(literal)]}"#, sent).isEmpty == isSame)
    // An expression is about the text, and other headers keep their order.
    #expect(try judged("Cookie", #"{"$regex": "^a=1; b=2$"}"#, "b=2; a=1").count == 1)
    #expect(try judged("X-Cookie", #""a=1; b=2""#, "b=2; a=1").count == 1)
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
