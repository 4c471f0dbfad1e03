import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("What no client may send in a URL")
struct SentURLTests {
  private func judged(_ members: String, _ path: String) throws -> [String] {
    try JudgeFixture.summaries(members, path: path)
  }

  private static let id = #""path": "/customers/{id}/cards", "pathParameters": {"id": {"$any": true}}"#

  // MARK: Dot segments

  @Test(
    "a dot segment is a mismatch of its own, raw or escaped, whatever the contract describes",
    arguments: [
      (id, "/customers/../cards", "/v1/cards"), (id, "/customers/./cards", "/v1/customers/cards"),
      (id, "/customers/%2e%2E/cards", "/v1/cards"), (id, "/customers/.%2e/cards", "/v1/cards"),
      (#""path": "/customers/../cards""#, "/customers/../cards", "/v1/cards"), (#""path": "/a/..""#, "/a/..", "/v1/"),
      (#""path": "/{id}", "pathParameters": {"id": ".."}"#, "/..", "/"), (id, "/customers/../../x", "/x"),
      (id, "/../../../x", "/x"), (id, "/customers/1/cards/.", "/v1/customers/1/cards/"),
    ])
  func dots(members: String, sent: String, read: String) throws {
    let sent = sent.replacing("%2e", with: "%2E")
    try Self.expectDotSegment(
      members, sent, read: read, remedy: "the slash of a value must be percent-encoded, as %2F")
  }

  /// Expects one mismatch for a dot segment, with what a server may read and what to do.
  private static func expectDotSegment(_ members: String, _ sent: String, read: String, remedy: String) throws {
    let judge = try JudgeFixture.judge(members, path: sent)
    try #require(judge.reasons.count == 1)
    expectText(
      judge.reasons[0].summary,
      is: "request 1: path: expected a path without the segments `.` and `..`, got /v1\(sent)")
    expectText(
      judge.reasons[0].note,
      is: "a server may read \(read): no value can be `.` or `..` as a segment of a path, and \(remedy)")
  }

  @Test(
    "a dot segment with parameters, which some servers remove first, is a mismatch with its own remedy",
    arguments: [
      (id, "/customers/..;/cards", "/v1/cards"), (id, "/customers/..;x=1/cards", "/v1/cards"),
      (id, "/customers/.;/cards", "/v1/customers/cards"), (id, "/customers/%2E.;a;b/cards", "/v1/cards"),
      (id, "/customers/%2E.;a=b/cards", "/v1/cards"), (#""path": "/a/..;""#, "/a/..;", "/v1/"),
      (#""path": "/{id}", "pathParameters": {"id": "..;"}"#, "/..;", "/"),
    ])
  func dotsWithParameters(members: String, sent: String, read: String) throws {
    try Self.expectDotSegment(
      members, sent, read: read, remedy: "`/` and `;` in a value must be percent-encoded, as %2F and %3B")
  }

  @Test("parameters of other segments are ordinary characters")
  func ordinaryParameters() throws {
    for name in ["a..;b", "v1;..x", "v1;..", "..%3B", "%2E%2E%3Bx", "a;b=..", ";", ";..", "...;", "..a;b"] {
      #expect(try judged(Self.id, "/customers/\(name)/cards") == [], "\(name)")
    }
    #expect(try judged(#""path": "/", "query": {"p": "a/..;/x"}"#, "/?p=a/..;/x") == [])
  }

  @Test("dots with anything else in their segment are ordinary characters")
  func ordinaryDots() throws {
    for name in ["v1.2", "..a", "a..", ".well-known", "...", "..%2F..%2Fx", "%252e%252e", "%2E%2E%2E"] {
      #expect(try judged(Self.id, "/customers/\(name)/cards") == [], "\(name)")
    }
    #expect(try judged(#""path": "/", "query": {"p": "../x"}"#, "/?p=../x") == [])
  }

  @Test("if the client's HTTP stack has removed the dot segments of a value, the note names that")
  func resolved() throws {
    let note =
      "the client put a value with `..` into the path as it is, and its HTTP stack removed the dot segments; the slash of a value must be percent-encoded, as %2F"
    for (value, sent) in [("../../x", "http://localhost/x"), ("../x", "http://localhost/v1/x")] {
      let (shape, addresses) = try JudgeFixture.shape(
        #""path": "/customers/{id}", "pathParameters": {"id": "\#(value)"}"#)
      var judge = RequestJudge(shape, addresses: addresses, transport: .loopback, number: 1)
      judge.judge(CapturedRequest(method: "POST", url: sent))
      expectText(judge.reasons.first?.note, is: note)
      #expect(!judge.reasons.contains { $0.text.contains("append its paths") })
    }
  }

  // MARK: Characters

  @Test(
    "a character that the URL standard always escapes is a mismatch, and the rest is compared as if it was escaped",
    arguments: [
      ("/caf%C3%A9", "/café", ["path: expected /v1/caf%C3%A9, got /v1/café"]),
      ("/a", "/b\"", ["path: expected /v1/b%22, got /v1/b\"", "path: expected /a, got /b%22"]),
      ("/a%3Cb%3E", "/a<b>", ["path: expected /v1/a%3Cb%3E, got /v1/a<b>"]),
      ("/a%20b", "/a b", ["path: expected /v1/a%20b, got /v1/a b"]),
      ("/a%5Cb", #"/a\b"#, [#"path: expected /v1/a%5Cb, got /v1/a\b"#]),
      ("/..%5Cx", #"/..\x"#, [#"path: expected /v1/..%5Cx, got /v1/..\x"#]),
      ("/%7Ba%7D%60", "/{a}`", ["path: expected /v1/%7Ba%7D%60, got /v1/{a}`"]),
    ])
  func paths(described: String, sent: String, expected: [String]) throws {
    expectTexts(try judged("\"path\": \"\(described)\"", sent), are: expected)
  }

  @Test(
    "in a query, the item that has the character is named",
    arguments: [
      ("a\"b", #"query item "q": expected "q=a%22b", got "q=a\"b""#),
      ("a<b>", #"query item "q": expected "q=a%3Cb%3E", got "q=a<b>""#),
      ("a b", #"query item "q": expected "q=a%20b", got "q=a b""#),
      ("é", #"query item "q": expected "q=%C3%A9", got "q=é""#),
    ])
  func queries(text: String, expected: String) throws {
    let literal = JSON.string(text).text
    expectTexts(
      try judged(#""path": "/", "query": {"q": \#(literal)}"#, "/?q=\(text)"), are: [expected])
    #expect(try judged(#""path": "/", "otherQuery": "allowed""#, "/?x=1&q=\(text)").count == 1)
  }

  @Test("the note shows how the character is sent")
  func note() throws {
    let judge = try JudgeFixture.judge(#""path": "/caf%C3%A9", "query": {"q": "<"}"#, path: "/café?q=<")
    expectTexts(
      judge.reasons.map { $0.note ?? "" },
      are: [#""é" must be percent-encoded, as %C3%A9"#, #""<" must be percent-encoded, as %3C"#])
  }

  @Test("a backslash in a path, which the URL standard reads as a slash, is a mismatch whatever the contract describes")
  func backslash() throws {
    for name in [#"..\x"#, #"a\b"#, #"\"#, #"..\..\x"#] {
      let judge = try JudgeFixture.judge(Self.id, path: "/customers/\(name)/cards")
      expectTexts(judge.reasons.map { $0.note ?? "" }, are: [#""\\" must be percent-encoded, as %5C"#])
    }
    for name in ["..%5Cx", "a%5cb"] { #expect(try judged(Self.id, "/customers/\(name)/cards") == []) }
    #expect(try judged(#""path": "/", "query": {"p": "..\\x"}"#, #"/?p=..\x"#) == [])
  }

  @Test("characters that browsers and Node send as they are do not differ")
  func ordinaryCharacters() throws {
    #expect(try judged(#""path": "/", "query": {"q": "|^[]{}`\\'~!*()"}"#, "/?q=|^[]{}`\\'~!*()") == [])
    #expect(try judged(#""path": "/{a}", "pathParameters": {"a": "|^[]'~!*()@:$&,;="}"#, "/|^[]'~!*()@:$&,;=") == [])
  }

  // MARK: Escapes

  @Test("a path that is encoded in another way, or twice, has a note")
  func encoding() throws {
    func note(_ described: String, _ sent: String) throws -> String? {
      let judge = try JudgeFixture.judge("\"path\": \"\(described)\"", path: sent)
      try #require(judge.reasons.count == 1)
      return judge.reasons[0].note
    }
    let same =
      "both are the same text when decoded; to allow every encoding of a value, put a name in braces into the contract's path, and describe it in `pathParameters`"
    let rounded =
      "both are the same floating-point number of 64 bits, which keeps about 16 digits: the client probably reads this number as one; let it keep a whole number, or a text"
    let alike = "the texts look the same: expected U+0061 U+0074, got U+0430 U+0074 at character 2"
    let slash = "%2F is a slash within a segment, and / is one between segments: these are two paths"
    expectTexts(
      [
        try note("/models/a/b", "/models/a%2Fb"), try note("/models/a%2Fb", "/models/a/b"),
        try note("/models/a:b", "/models/a%3Ab"), try note("/models/a%3Ab", "/models/a:b"),
        try note("/a/2868860079149422351", "/a/2868860079149422600"), try note("/cat", "/c%D0%B0t"),
        try note("/a%20b", "/a%2520b"), try note("/a%20b", "/a%20b%20c"), try note("/a", "/b%20c"),
      ].map { $0 ?? "" }, are: [slash, slash, same, same, rounded, alike, "the path is percent-encoded twice", "", ""])
  }
}
