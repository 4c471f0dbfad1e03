import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

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
    #expect(try leaks(shape: #", "headers": {"X-Api-Key": {"$absent": true}}"#).count == 1)
  }

  @Test("a description of the contract's own host does not allow the secret at another one")
  func describedElsewhere() throws {
    let urls = ("https://api.example.com/v1/me", "https://login.example.com/7.png")
    let answer = #""body": {"json": "{{baseURL.login}}/7.png"}"#
    #expect(try leaks(answer: answer, shape: #", "headers": {"X-Api-Key": {"$any": true}}"#, urls: urls).count == 1)
  }

  /// A second exchange, whether its request is learned again, and how many of two secrets leak.
  private static let bareExchanges = [
    ("", false, 2),
    (#""request": {"base": "files", "method": "GET", "path": "/7.png"}, "#, true, 2),
    (
      #""request": {"base": "files", "method": "GET", "path": "/", "headers": {"X-Api-Key": {"$any": true}}}, "#, true,
      1
    ),
  ]

  @Test(
    "an exchange without a request describes no secret; what is learned again describes what it did",
    arguments: bareExchanges)
  func undescribed(_ request: String, isForgotten: Bool, leaks: Int) throws {
    let contract = try Contract.read(
      """
      {"contract": 1, "endpoint": "e", "baseURL": "https://api.example.com",
       "baseURLs": {"files": "https://files.example.org"}, "input": {"user": "ann", "keys": ["\(Self.key)", "x"]},
       "scenarios": [{"name": "s", "expect": {"success": 1}, "exchanges": [
         {"request": {"method": "GET", "path": "/me"},
          "response": {"kind": "valid", "body": {"json": "{{baseURL.files}}/7.png"}}},
         {\(request)"response": {"kind": "valid"}}]}]}
      """, allowsWarnings: true)
    let written = try contract.scenario("s")
    let last = written.exchanges[1]
    let exchanges = [written.exchanges[0], isForgotten ? last.withoutRequest : last]
    let script = Script(written.with(exchanges: exchanges), of: contract, transport: .memory)
    let basic = Data("ann:\(Self.key)".utf8).base64EncodedString()
    let headers = Headers([Headers.Line("X-Api-Key", Self.key), Headers.Line("Authorization", "Basic \(basic)")])
    for url in ["https://api.example.com/me", "https://files.example.org/7.png"] {
      _ = script.reply(to: CapturedRequest(method: "GET", url: url, headers: headers))
    }
    script.finish(.success(1))
    let reasons = script.verdict().reasons
    #expect(reasons.map(\.code) == Array(repeating: "leaked", count: leaks) + ["notLearned"])
    for case .leaked(let leak) in reasons { #expect(leak.inputs == ["/keys/0"] && leak.isUndescribed) }
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

  /// Plays requests to three base URLs of a call. Returns the codes and what is counted.
  private func played(
    _ requests: [(url: String, answer: String)], headers: [(String, String)] = [("X-Api-Key", key)],
    secrets: Secrets = .standard
  ) throws -> (codes: [String], watched: [Watched]) {
    let exchanges = requests.map { request in
      let (base, path) = request.url.hasPrefix("https://api") ? ("", "/me") : (#""base": "files","#, "/list")
      return """
        {"request": {\(base) "method": "GET", "path": "\(path)", "otherQuery": "allowed", "otherHeaders": "allowed"},
         "response": {"kind": "valid", "body": {"json": \(request.answer)}}}
        """
    }
    let contract = try Contract.read(
      """
      {
        "contract": 1, "endpoint": "e", "baseURL": "https://api.example.com",
        "baseURLs": {"files": "https://files.example.org"},
        "scenarios": [{"name": "s", "exchanges": [\(exchanges.joined(separator: ","))], "expect": {"success": 1}}]
      }
      """, allowsWarnings: true)
    let script = Script(try contract.scenario("s"), of: contract, transport: .memory, secrets: secrets)
    for request in requests {
      let lines = headers.map { Headers.Line($0, $1) }
      _ = script.reply(to: CapturedRequest(method: "GET", url: request.url, headers: Headers(lines)))
    }
    script.finish(.success(1))
    let verdict = script.verdict()
    return (verdict.reasons.map(\.code).filter { $0 == "leaked" }, verdict.watched)
  }

  @Test("what a host says about its own URLs leads nobody to it: pages, and a discovery of endpoints")
  func ownURLs() throws {
    let pages = try played([
      ("https://api.example.com/me", "1"),
      ("https://files.example.org/list", #"{"next": "{{baseURL.files}}/list?page=2"}"#),
      ("https://files.example.org/list?page=2", "1"),
    ])
    #expect(pages.codes == [] && pages.watched == [.sharedCredentials])
    let discovery = try played([
      ("https://files.example.org/list", #"{"endpoint": "{{baseURL.files}}/list"}"#),
      ("https://api.example.com/me", "1"),
      ("https://files.example.org/list", "1"),
    ])
    #expect(discovery.codes == [])
    let led = try played([
      ("https://api.example.com/me", #"{"next": "{{baseURL.files}}/list"}"#), ("https://files.example.org/list", "1"),
    ])
    #expect(led.codes == ["leaked"] && led.watched == [])
  }

  @Test("an answer that has both the URL and the secret gives both to the client")
  func bothGiven() throws {
    let answer = #"{"upload": "{{baseURL.files}}/list", "key": "k-1234567890"}"#
    #expect(
      try played([
        ("https://api.example.com/me", answer), ("https://api.example.com/me", "1"),
        ("https://files.example.org/list", "1"),
      ]).codes == [])
    // Also if the secret has an escape.
    let escaped = JSON.string(#"{"avatar": "{{baseURL.files}}/7.png", "key": "k-1\u003234567890"}"#).text
    #expect(try leaks(answer: "\"body\": {\"text\": \(escaped)}").isEmpty)
  }

  @Test("a constant and a cursor are not secrets, and the user's names decide")
  func names() throws {
    let requests = [
      ("https://api.example.com/me", #"{"next": "{{baseURL.files}}/list"}"#), ("https://files.example.org/list", "1"),
    ]
    func codes(_ name: String, _ value: String, _ names: [String] = []) throws -> [String] {
      try played(requests, headers: [(name, value)], secrets: Secrets(names)).codes
    }
    #expect(try codes("X-Atlassian-Token", "no-check") == [])
    #expect(try codes("X-Atlassian-Token", "no-check-at-all") == ["leaked"])
    #expect(try codes("Next-Page-Token", "page-0000-0001") == [])
    #expect(try codes("X-Api-Key", Self.key, ["!X-Api-Key"]) == [])
    #expect(try codes("X-Tenant", Self.key) == [])
    #expect(try codes("X-Tenant", Self.key, ["X-Tenant"]) == ["leaked"])
  }

  @Test("a secret in the output or in the message of an error is counted, and is not a failure")
  func printed() throws {
    let contract = try VariationFixture.contract(
      #""scenarios": [{"name": "s", "request": {"method": "GET", "path": "/"}, "response": {"kind": "valid"}, "expect": {"failure": "any"}}]"#
    )
    for (message, output, count) in [("x", "", 0), ("key \(Self.key)", "", 1), ("x", "sent \(Self.key)\n", 1)] {
      let script = Script(try contract.scenario("s"), of: contract, transport: .memory, seesOtherHosts: true)
      let headers = Headers([Headers.Line("X-Api-Key", Self.key)])
      _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/", headers: headers))
      script.finish(.failure(["category": "other", "message": .string(message)], values: nil))
      let verdict = script.verdict(output: output)
      #expect(verdict.reasons.isEmpty)
      #expect(verdict.watched.count == count)
      let shown = verdict.masked(by: .standard)
      let texts = [shown.output, shown.outcome?.json.text ?? ""]
      #expect(texts.filter { $0.contains(Self.key) } == [])
    }
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
