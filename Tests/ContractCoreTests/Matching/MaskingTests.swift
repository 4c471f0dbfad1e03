import TestSupport
import Testing

@testable import ContractCore

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

  @Test("a mismatch of a secret header does not show the secret")
  func mismatches() throws {
    func summaries(_ shape: String) throws -> [String] {
      let contract = try ContractFixture.contract(
        #"{"request": \#(shape), "scenarios": [{"name": "a", "response": {}, "expect": {"success": null}}]}"#)
      let script = Script(contract.scenarios[0], of: contract, transport: .memory)
      _ = script.reply(
        to: CapturedRequest(
          method: "GET", url: "http://localhost/", headers: Headers([.init("Authorization", "Bearer abc")])))
      script.finish(.success(nil))
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
