import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Secrets in headers")
struct MaskingTests {
  @Test(
    "only the length of a secret is shown",
    arguments: [
      ("Authorization", "Bearer ZW1haWw6cGFzc3dvcmQ=", "Bearer …(20 characters)"),
      ("authorization", "Basic YTpi", "Basic …(4 characters)"), ("AUTHORIZATION", "secret", "…(6 characters)"),
      ("Authorization", "my secret, with spaces", "my …(19 characters)"),
      ("Authorization", "s3cr3t/with+signs and more", "…(26 characters)"), ("Authorization", "", ""),
      ("Authorization", "Bearer ", "…(6 characters)"),
      ("Proxy-Authorization", "Digest username=\"a\"", "Digest …(12 characters)"),
      ("Cookie", "session=abcdef; theme=x", "session=…(6 characters); theme=…(1 character)"),
      ("Cookie", "abcdef", "…(6 characters)"), ("Cookie", "a=b=c", "a=…(3 characters)"),
      ("Set-Cookie", "session=abcdef; Path=/; HttpOnly", "session=…(6 characters); Path=/; HttpOnly"),
      ("X-Other", "Bearer abc", "Bearer abc"), ("X-Api-Key", "abc", "…(3 characters)"),
      ("X-Other", "token=abc", "token=…"), ("Location", "http://h/?api_key=a,b;c&d=e", "http://h/?api_key=…&d=e"),
      ("WWW-Authenticate", "Basic realm=\"a\"", "Basic realm=\"a\""),
      ("Content-Type", "application/json", "application/json"),
    ])
  func masks(name: String, value: String, shown: String) {
    #expect(Secrets.standard.masked(Headers([.init(name, value)])) == Headers([.init(name, shown)]))
  }

  @Test(
    "a user's name and password in a URL are hidden",
    arguments: [
      ("http://me:pw@host/a@b", "http://…@host/a@b"), ("http://me@x:pw@host", "http://…@host"),
      ("http://host/a@b", "http://host/a@b"),
      ("nonsense", "nonsense"),
    ])
  func address(url: String, shown: String) {
    #expect(Secrets.standard.masked(CapturedRequest(method: "GET", url: url)).url == shown)
  }

  @Test("a request is shown in the usual form of HTTP")
  func requestText() {
    var request = CapturedRequest(
      method: "POST", url: "http://localhost/todos",
      headers: Headers([.init("Authorization", "Bearer abc"), .init("X-A", "a\u{1b}[2J")]),
      body: Array("{\n  \"title\": \"test\"\n}".utf8))
    expectText(
      request.text,
      is: """
        POST http://localhost/todos
        Authorization: Bearer …(3 characters)
        X-A: a\\u001b[2J

        {
          "title": "test"
        }
        """)
    request.headers = Headers()
    request.body = Array(repeating: 0x61, count: 5000)
    expectText(
      request.text, is: "POST http://localhost/todos\n\n\(String(repeating: "a", count: 1000))… (5000 characters)")
    request.body = [0, 1, 0xFF]
    expectText(request.text, is: "POST http://localhost/todos\n\n00 01 ff (3 bytes)")
    request.body = []
    expectText(request.text, is: "POST http://localhost/todos")
    request.unobserved = ["body"]
    expectText(request.text, is: "POST http://localhost/todos\n\n(a body that this injection point cannot observe)")
  }

  @Test("a mismatch of cookies has their places, and hides only the values of those that are secrets")
  func cookies() throws {
    let random = "a1B2c3D4e5F6g7H8i9"
    let contract = try Contract.read(
      #"""
      {"request": {"method": "GET", "path": "/", "headers": {
        "Cookie": {"sid": "abc", "theme": {"$regex": "^(dark|light)$"}, "_site": "\#(random)", "old": {"$absent": true}},
        "X-A": "1"}},
       "contract": 1, "endpoint": "e",
       "scenarios": [{"name": "a", "response": {"kind": "valid"}, "expect": {"success": null}}]}
      """#)
    func texts(_ cookie: String) -> [String] {
      let script = Script(contract.scenarios[0], of: contract, transport: .memory)
      let headers = Headers([.init("X-A", "1"), .init("Cookie", cookie)])
      _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/", headers: headers))
      script.finish(.success(.null))
      return script.verdict().masked(by: .standard).reasons.map(\.text)
    }
    let right = "theme=dark; _site=\(random)"
    #expect(texts("sid=abc; \(right)") == [])
    expectTexts(
      texts("sid=SECRET; \(right)"),
      are: [
        """
        request 1: unexpected value of cookie "sid"
          contract  todo.contract.json:2:21 /request/headers/Cookie/sid
          expected  "…(3 characters)"
          actual    "…(6 characters)"
          note      the values are not shown, because they are secret
        """
      ])
    expectTexts(
      texts(right),
      are: [
        """
        request 1: missing cookie "sid"
          contract  todo.contract.json:2:14 /request/headers/Cookie/sid
          expected  "…(3 characters)"
          actual    nothing
          note      the values are not shown, because they are secret
        """
      ])
    expectTexts(
      texts("sid=abc; theme=blue; _site=\(random)"),
      are: [
        """
        request 1: unexpected value of cookie "theme"
          contract  todo.contract.json:2:37 /request/headers/Cookie/theme
          expected  a string that contains a match of /^(dark|light)$/
          actual    "blue"
        """
      ])
    expectTexts(
      texts("sid=SECRET; theme=blue; _site=\(random)X; old=1"),
      are: [
        """
        request 1: 4 cookies differ
          contract    todo.contract.json:1:13 /request
                      name          expected                                           got
                      cookie sid    "…(3 characters)"                                  "…(6 characters)"   2:21
                      cookie theme  a string that contains a match of /^(dark|light)…  "blue"              2:37
                      cookie _site  "…(18 characters)"                                 "…(19 characters)"  2:76
                      cookie old    nothing                                            "1"
          note        the values are not shown, because they are secret
        """
      ])
  }

  @Test("a mismatch of a secret header does not show the secret")
  func mismatches() throws {
    func summaries(_ shape: String) throws -> [String] {
      let contract = try Contract.read(
        Contract.text(
          [#"{"name": "a", "request": \#(shape), "response": {"kind": "valid"}, "expect": {"success": null}}"#]))
      let script = Script(contract.scenarios[0], of: contract, transport: .memory)
      _ = script.reply(
        to: CapturedRequest(
          method: "GET", url: "http://localhost/", headers: Headers([.init("Authorization", "Bearer abc")])))
      script.finish(.success(.null))
      return script.verdict().masked(by: .standard).reasons.map(\.summary)
    }
    expectTexts(
      try summaries(#"{"headers": {"Authorization": "Bearer abd"}}"#),
      are: [
        #"request 1: header Authorization: expected "Bearer …(3 characters)", got "Bearer …(3 characters)", which differs"#
      ])
    expectTexts(
      try summaries(#"{"headers": {"Authorization": {"$absent": true}}}"#),
      are: [#"request 1: header Authorization: expected nothing, got "Bearer …(3 characters)""#])
    expectTexts(
      try summaries(#"{"otherHeaders": "forbidden"}"#),
      are: [#"request 1: header Authorization: expected no such header, got "Bearer …(3 characters)""#])
    #expect(try summaries(#"{"headers": {"Authorization": "Bearer abc"}}"#) == [])
  }
}
