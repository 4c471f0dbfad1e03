import TestSupport
import Testing

@testable import ContractCore

@Suite("Secrets that a client sends to another host")
struct ScriptLeakTests {
  private static let key = "k-1234567890"

  /// Plays two exchanges: one of the contract's `baseURL`, and one of `files`. Returns the leaks in the second request.
  ///
  /// - Parameters:
  ///   - answer: The response to the first request.
  ///   - shape: Further members of the second request's description.
  ///   - sent: The headers that both requests have.
  ///   - urls: The URLs of both requests.
  private func leaks(
    answer: String = #""body": {"json": {"avatar": "{{baseURL.files}}/7.png"}}"#, shape: String = "",
    sent: [(String, String)] = [("X-Api-Key", key)],
    urls: (String, String) = ("https://api.example.com/v1/me", "https://files.example.org/7.png"),
    on transport: Transport = .memory, addresses: Addresses? = nil
  ) throws -> [Reason] {
    let contract = try Contract.read(
      """
      {
        "contract": 1, "endpoint": "avatar", "baseURL": "https://api.example.com/v1",
        "baseURLs": {"files": "https://files.example.org", "login": "https://login.example.com"},
        "scenarios": [
          {"name": "found",
           "exchanges": [
             {"request": {"method": "GET", "path": "/me", "otherQuery": "allowed"}, "response": {"kind": "valid", \(answer)}},
             {"request": {"base": "files", "method": "GET", "path": "/7.png", "otherQuery": "allowed"\(shape)},
              "response": {"kind": "valid", "body": {"text": "…"}}}],
           "expect": {"success": 1}}
        ]
      }
      """)
    let script = Script(try contract.scenario("found"), of: contract, transport: transport, addresses: addresses)
    for url in [urls.0, urls.1] {
      let headers = Headers(sent.map { Headers.Line($0, $1) })
      _ = script.reply(to: CapturedRequest(method: "GET", url: url, headers: headers))
    }
    script.finish(.success(1))
    return script.verdict().reasons.filter { $0.code == "leaked" }
  }

  @Test("a secret that goes to a URL of an answer is a leak, without the secret in its text")
  func link() throws {
    let found = try leaks()
    #expect(found.map(\.status) == [.failed])
    expectText(
      found.first?.text ?? "",
      is: """
        request 2: header X-Api-Key was sent to another host, files.example.org
          contract  todo.contract.json:8:8 /scenarios/0/exchanges/1
          secret    12 bytes, as in request 1 to api.example.com
          learned   the URL is in the body of response 1
          next      let the client send it only to api.example.com, also when it follows links and redirects; if the other host needs it, describe it in the request of this exchange
        """)
    #expect(!"\(found)".contains(Self.key))
  }

  @Test(
    "the URL may be in a header, with escaped slashes, or before a query",
    arguments: [
      #""headers": {"Location": "{{baseURL.files}}/7.png"}"#,
      #""headers": {"Link": "<{{baseURL.files}}/7.png?page=2>; rel=next"}"#,
      #""body": {"text": "{\"url\":\"https:\\/\\/files.example.org\\/7.png\"}"}"#,
    ])
  func sources(_ answer: String) throws {
    #expect(try leaks(answer: answer).count == 1)
    #expect(
      try leaks(answer: answer, urls: ("https://api.example.com/v1/me", "https://files.example.org/7.png?a=b")).count
        == 1)
  }

  @Test(
    "no answer named the URL: both base URLs came with the call, so only its author knows what is right",
    arguments: [
      #""body": {"json": {"avatar": "7.png"}}"#, #""body": {"json": "{{baseURL.files}}/7.png/small"}"#,
      #""body": {"json": "{{baseURL.files}}/7.pngs"}"#, #""body": {"json": "{{baseURL.files}}"}"#,
    ])
  func given(_ answer: String) throws {
    #expect(try leaks(answer: answer).isEmpty)
  }

  @Test("a secret that the exchange describes is meant for its host")
  func described() throws {
    #expect(try leaks(shape: #", "headers": {"x-api-key": {"$any": true}}"#).isEmpty)
    #expect(try leaks(shape: #", "headers": {"Authorization": "x"}"#).count == 1)
  }

  @Test("a header's scheme, a query item and a cookie are watched, and a short value is not")
  func carriers() throws {
    #expect(try leaks(sent: [("Authorization", "Bearer \(Self.key)")]).count == 1)
    #expect(try leaks(sent: [("Authorization", "Bearer abc")]).isEmpty)
    #expect(try leaks(sent: [("Accept-Language", "en-US,en;q=0.5")]).isEmpty)
    let query = "?api_key=\(Self.key)"
    let urls = ("https://api.example.com/v1/me\(query)", "https://files.example.org/7.png\(query)")
    expectTexts(
      try leaks(sent: [], urls: urls).map(\.summary),
      are: ["request 2: query item api_key was sent to another host, files.example.org"])
    #expect(try leaks(shape: #", "query": {"api_key": {"$any": true}}"#, sent: [], urls: urls).isEmpty)
    #expect(try leaks(sent: [("Cookie", "theme=dark; sid=\(Self.key)")]).count == 1)
  }

  @Test("a cookie goes to each host that its Domain has")
  func cookies() throws {
    func answer(_ domain: String) -> String {
      #""headers": {"Set-Cookie": "sid=\#(Self.key); \#(domain)Secure"}, "body": {"json": "{{baseURL.login}}/7.png"}"#
    }
    let sent = [("Cookie", "sid=\(Self.key)")]
    let urls = ("https://api.example.com/v1/me", "https://login.example.com/7.png")
    #expect(try leaks(answer: answer("Domain=example.com; "), sent: sent, urls: urls).isEmpty)
    #expect(try leaks(answer: answer(""), sent: sent, urls: urls).count == 1)
    #expect(try leaks(answer: answer("Domain=example.org; "), sent: sent, urls: urls).count == 1)
  }

  @Test("a host without a base URL is always another one, also if its name begins in the same way")
  func unknown() throws {
    let urls = ("https://api.example.com/v1/me", "https://api.example.com.example.net/v1/me")
    let found = try leaks(answer: #""body": {"json": {}}"#, urls: urls)
    expectTexts(
      found.map(\.summary), are: ["request 2: header X-Api-Key was sent to another host, api.example.com.example.net"])
    expectText(found.first?.text ?? "", has: "learned   the contract has no base URL with this host")
  }

  @Test("the same host with another path is not another host")
  func sameHost() throws {
    #expect(
      try leaks(
        answer: #""body": {"json": "{{baseURL}}/me"}"#,
        urls: ("https://api.example.com/v1/me", "https://api.example.com/v1/me")
      ).isEmpty)
  }

  @Test("on loopback, the hosts are those of the contract")
  func loopback() throws {
    let base = try #require(BaseURL("http://127.0.0.1:4001/v1")), files = try #require(BaseURL("http://127.9.9.9:4002"))
    let login = try #require(BaseURL("http://127.0.0.1:4003"))
    let found = try leaks(
      urls: ("http://127.0.0.1:4001/v1/me", "http://127.9.9.9:4002/7.png"), on: .loopback,
      addresses: Addresses(base: base, named: ["files": files, "login": login]))
    expectTexts(
      found.map(\.summary), are: ["request 2: header X-Api-Key was sent to another host, files.example.org"])
  }

  @Test("docs/security.md shows what is reported")
  func document() throws {
    let fences = try Page("docs/security.md").fences
    let contract = try Contract.read(try #require(fences.first { $0.info == "json contract" }).text)
    let script = Script(try contract.scenario("downloaded"), of: contract, transport: .memory)
    for url in ["https://api.example.com/v1/me", "https://files.example.org/7.png"] {
      let headers = Headers([Headers.Line("X-Api-Key", Self.key)])
      _ = script.reply(to: CapturedRequest(method: "GET", url: url, headers: headers))
    }
    script.finish(.success(1))
    let reasons = script.verdict().reasons
    #expect(reasons.count == 1)
    expectText(
      (reasons.first?.text ?? "").replacing("todo.contract.json", with: "avatar.contract.json") + "\n",
      is: try #require(fences.first { $0.info == "text" }).text)
  }
}
