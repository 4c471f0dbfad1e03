import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("What variations of security find")
struct ScriptSecurityTests {
  private static let key = "k-1234567890"
  private static let host = "http://127.9.9.9:5000"

  /// A call of a variation, on loopback.
  private struct Call {
    let script: Script

    /// - Parameters:
    ///   - request: The request of the scenario; alternatively its exchanges.
    ///   - security: `security` of the contract's `variations`.
    init(
      _ variation: SecurityVariation, request: String = #"{"method": "GET", "path": "/me"}"#, exchanges: String? = nil,
      scenario: String = "", security: String = "true"
    ) throws {
      let fixture = try VariationFixture(
        exchanges: exchanges, request: request, scenario: scenario,
        declaring: #""variations": {"security": \#(security)}, "baseURLs": {"files": "http://files.example.com"}"#)
      let scheme = if case .certificate = variation { "https" } else { "http" }
      let addresses = Addresses(
        base: try #require(BaseURL("\(scheme)://127.0.0.1:4000/v1")),
        named: ["files": try #require(BaseURL("http://127.0.0.2:4001"))], anotherHost: BaseURL(host))
      script = Script(
        try fixture.varied(.security(variation)), of: fixture.contract, transport: .loopback, addresses: addresses,
        seesOtherHosts: true)
    }

    @discardableResult
    func send(
      _ url: String, _ headers: [(String, String)] = [("X-Api-Key", key)], method: String = "GET", body: String? = nil
    ) -> Reply {
      script.reply(
        to: CapturedRequest(
          method: method, url: url.hasPrefix("/") ? script.addresses.base.text + url : url,
          headers: Headers(headers.map { Headers.Line($0, $1) }), body: body.map { Array($0.utf8) }))
    }

    /// Ends the call. Returns the reasons why it did not pass.
    func end(_ outcome: Outcome = .success(1), output: String = "") -> [Reason] {
      script.finish(outcome)
      return script.verdict(output: output).reasons
    }
  }

  // MARK: Another host

  @Test("following a redirect without a secret is right, and so is refusing it")
  func right() throws {
    let call = try Call(.redirect(302))
    let reply = call.send("/me")
    #expect(reply.kind == .status(302))
    #expect(reply.headers["Location"] == "\(Self.host)/moved")
    #expect(call.send("\(Self.host)/moved", []).kind == .status(201))
    #expect(call.end().isEmpty)
    let other = try Call(.redirect(302))
    other.send("/me")
    #expect(other.end(.failure(["category": "other"], values: nil)).isEmpty)
  }

  @Test("a secret that arrives at the other host is a leak, without the secret in its text")
  func leak() throws {
    let call = try Call(.redirect(302))
    call.send("/me")
    call.send("\(Self.host)/moved")
    call.send("\(Self.host)/moved")
    let found = call.end()
    #expect(found.map(\.code) == ["leaked"])
    expectText(
      found.first?.text ?? "",
      is: """
        request 2: header X-Api-Key was sent to another host, another-host.invalid
          contract  todo.contract.json:2:41 /scenarios/0/response
          secret    12 bytes, as in request 1 to localhost
          learned   the URL is in the header Location of response 1
          next      let the client send it only to localhost, also when it follows links and redirects
        """)
    #expect(!"\(found)".contains(Self.key))
  }

  @Test(
    "a secret is found under any name, in the URL, and percent-encoded",
    arguments: [
      ("http://127.9.9.9:5000/moved?key=k-1234567890", [], "URL"),
      ("http://127.9.9.9:5000/k%2D1234567890/", [], "URL"),
      ("http://127.9.9.9:5000/moved", [("Referer", "http://127.0.0.1:4000/me?api_key=k-1234567890")], "header Referer"),
      ("http://127.9.9.9:5000/moved", [("X-Trace", "a;k%2D1234567890")], "header X-Trace"),
      ("http://127.9.9.9:5000/moved", [("Cookie", "a=b; c=k-1234567890")], "header Cookie"),
    ] as [(String, [(String, String)], String)])
  func carriers(_ url: String, _ headers: [(String, String)], _ part: String) throws {
    let call = try Call(.redirect(307), request: #"{"method": "GET", "path": "/me", "otherQuery": "allowed"}"#)
    call.send("/me?api_key=\(Self.key)", [])
    call.send(url, headers)
    expectTexts(
      call.end().map(\.summary), are: ["request 2: \(part) was sent to another host, another-host.invalid"])
  }

  @Test("a base URL of the call is not another host, and what is not secret may go anywhere")
  func otherHosts() throws {
    let call = try Call(.redirect(302))
    call.send("/me", [("X-Api-Key", Self.key), ("Accept", "application/json; version=12")])
    call.send("http://127.0.0.2:4001/7.png")
    call.send("\(Self.host)/moved", [("Accept", "application/json; version=12")])
    #expect(call.end().isEmpty)
  }

  @Test("the body of a request may arrive there, unless the contract forbids it")
  func bodies() throws {
    for (security, codes) in [("true", []), (#"{"redirects": true, "body": true}"#, ["leaked"])] {
      let call = try Call(
        .redirect(308), request: #"{"method": "POST", "path": "/me", "body": {"json": {"$any": true}}}"#,
        security: security)
      call.send("/me", [], method: "POST", body: "{\"a\": 1}")
      call.send("\(Self.host)/moved", [], method: "POST", body: "{\"a\": 1}")
      #expect(call.end().map(\.code) == codes)
    }
  }

  @Test("a cookie that another host set must not come")
  func cookies() throws {
    let call = try Call(.foreignCookie)
    let cookie = try #require(call.send("/me").headers["Set-Cookie"])
    #expect(cookie == "contract-run-marker=1; Domain=127.9.9.9; Path=/")
    call.send("\(Self.host)/moved", [("Cookie", "contract-run-marker=1")])
    let found = call.end()
    #expect(found.map(\.code) == ["injected"])
    expectText(
      found.first?.text ?? "",
      is: """
        request 2: the client sent a cookie to another host than the one that set it
          contract  todo.contract.json:2:41 /scenarios/0/response
          actual    GET http://127.9.9.9:5000/moved
          next      ignore cookies whose Domain does not contain the host that sets them (RFC 6265, section 5.3)
        """)
  }

  @Test("a link has three forms, and what follows it is answered by the next exchanges")
  func links() throws {
    let exchanges = """
      {"request": {"method": "GET", "path": "/a"},
       "response": {"kind": "valid", "headers": {"Link": "<{{baseURL.files}}/b?x=1>; rel=next"},
                    "body": {"json": {"next": "{{baseURL}}/b?x=1", "self": "{{baseURL}}/a"}}}},
      {"request": {"method": "GET", "path": "/b", "query": {"x": "1"}}, "response": {"kind": "valid", "body": {"json": [2]}}}
      """
    let forms: [(AnotherHost.Form, String)] = [
      (.url, "http://127.9.9.9:5000/b?x=1"), (.withUserInformation, "http://127.0.0.1:4000@127.9.9.9:5000/b?x=1"),
      (.withoutScheme, "//127.9.9.9:5000/b?x=1"),
    ]
    for (form, url) in forms {
      let call = try Call(.link(.body("/next"), form), exchanges: exchanges)
      let body = try #require(call.send("/a").body)
      #expect(String(decoding: body, as: UTF8.self) == #"{"next":"\#(url)","self":"http://127.0.0.1:4000/v1/a"}"#)
      #expect(call.send("\(Self.host)/b?x=1").body == Array("[2]".utf8))
      let found = call.end()
      #expect(found.map(\.code) == ["leaked"])
      expectText(found.first?.text ?? "", has: "learned   the URL is in the body of response 1")
    }
    let call = try Call(.link(.header("Link"), .url), exchanges: exchanges)
    #expect(call.send("/a").headers["Link"] == "<http://127.9.9.9:5000/b?x=1>; rel=next")
  }

  @Test("a request that a library sends to the proxy because of user information is not one to the real network")
  func detour() throws {
    let exchanges = """
      {"request": {"method": "GET", "path": "/a"},
       "response": {"kind": "valid", "body": {"json": {"next": "{{baseURL}}/b"}}}}
      """
    for (host, count) in [("127.0.0.1:4000", 0), ("127.9.9.9", 0), ("127.0.0.1:4002", 1), ("example.com", 1)] {
      let call = try Call(.link(.body("/next"), .withUserInformation), exchanges: exchanges)
      call.send("/a")
      call.script.blame(.escaped(.proxied(host: host, peer: 1)))
      #expect(call.end().count == count)
    }
  }

  // MARK: Without an end

  @Test("a client that does not stop has one reason, also if its deadline comes")
  func endless() throws {
    let call = try Call(.redirectToItself)
    for _ in 0...Sequel.limit { #expect(call.send("/me").headers["Location"] == "http://127.0.0.1:4000/v1/me") }
    let last = call.send("/me")
    #expect(last.kind == .status(500) && last.isRunners && !last.headers.has("Location"))
    call.script.blame(.timedOut(deadline: 1, sinceLastAnswer: nil))
    let found = call.script.verdict().reasons
    #expect(found.map(\.code) == ["endless"])
    expectText(
      found.first?.text ?? "",
      is: """
        the client sent 101 further requests, and did not stop
          contract  todo.contract.json:2:41 /scenarios/0/response
          last      GET http://127.0.0.1:4000/v1/me
          answered  by the same response; after 100 requests by 500, which is contract-run's own answer
          next      stop if the same URL or cursor comes again, or after a fixed number of requests; if the client waits for news, write "security": {…, "except": ["cursor again"]} into "variations"
        """)
    let other = try Call(.redirectToItself)
    for _ in 0...50 { other.send("/me") }
    #expect(other.end(.failure(["category": "network"], values: nil)).isEmpty)
  }

  @Test("a client that repeats itself until its deadline does not stop, either, and one that is only slow does")
  func slow() throws {
    for (count, path, code) in [(20, "/me", "endless"), (5, "/me", "timedOut"), (20, "/other", "timedOut")] {
      let call = try Call(.redirectToItself)
      for _ in 0..<count { call.send("/me", [("Date", "\(count)")]) }
      call.send(path)
      call.script.blame(.timedOut(deadline: 1, sinceLastAnswer: nil))
      #expect(call.script.verdict().reasons.map(\.code) == [code])
    }
  }

  @Test("an answer that has both the URL and the secret gives both to the client")
  func given() throws {
    let exchanges = """
      {"request": {"method": "GET", "path": "/a"},
       "response": {"kind": "valid", "body": {"json": {"upload": "{{baseURL}}/b", "token": "k-1234567890"}}}},
      {"request": {"method": "GET", "path": "/b"}, "response": {"kind": "valid", "body": {"json": 1}}}
      """
    let call = try Call(.link(.body("/upload"), .url), exchanges: exchanges)
    call.send("/a", [("X-Api-Key", "other-1234567")])
    call.send("/a")
    call.send("\(Self.host)/b")
    #expect(call.end().map(\.code) == [])
    let other = try Call(.link(.body("/upload"), .url), exchanges: exchanges)
    other.send("/a", [("X-Api-Key", "other-1234567")])
    other.send("\(Self.host)/b", [("X-Api-Key", "other-1234567")])
    #expect(other.end().map(\.code) == ["leaked"])
  }

  @Test("the request of the scenario must come as always, and without it nothing is answered")
  func described() throws {
    let call = try Call(.redirect(301))
    call.send("/wrong")
    #expect(call.end().map(\.code) == ["mismatch"])
    #expect(try Call(.redirect(301)).end().map(\.code) == ["mismatch"])
  }

  // MARK: Other schemes

  @Test("what is behind file: and data: must not be in the result or the output, and the URL does not have it")
  func schemes() throws {
    let marker = Scenario.marker
    let ends: [(Outcome, String, Int)] = [
      (.success(["a": [.string("x \(marker)")]]), "", 1), (.failure(["message": .string(marker)], values: nil), "", 1),
      (.success(1), "read \(marker)\n", 1), (.success(1), "", 0),
      (.failure(["category": "network"], values: nil), "", 0),
    ]
    for scheme in SecurityVariation.LocalScheme.allCases {
      for (outcome, output, count) in ends {
        let call = try Call(.redirectAway(scheme))
        let url = try #require(call.send("/me").headers["Location"])
        #expect(url.hasPrefix("\(scheme.rawValue):") && !url.contains(marker))
        let found = call.end(outcome, output: output)
        #expect(found.map(\.code) == Array(repeating: "followed", count: count))
      }
    }
    let file = try #require(try Call(.redirectAway(.file)).script.scenario.variant?.sequel?.file)
    #expect(String(decoding: file.bytes, as: UTF8.self) == #"{"id":1,"title":"contract-run-marker"}"#)
  }

  // MARK: Line breaks

  private static let input = #""input": {"name": "home"},"#

  private func lineBreak(_ request: String) throws -> Call {
    let call = try Call(.lineBreak("/name"), request: request, scenario: Self.input)
    #expect(call.script.scenario.input["name"]?.string == "home\r\nX-Contract-Run:injected")
    return call
  }

  @Test("a header that comes from a value is injected, and so is a request that it breaks")
  func injected() throws {
    let request = #"{"method": "GET", "path": "/me", "headers": {"X-Name": "home"}}"#
    let call = try lineBreak(request)
    call.send("/me", [("X-Name", "home"), ("X-Contract-Run", "injected")])
    let found = call.end()
    #expect(found.map(\.code) == ["injected"])
    expectText(
      found.first?.text ?? "",
      is: """
        request 1: the line break in /name added the header X-Contract-Run
          contract  todo.contract.json:2:67 /scenarios/0/response
          actual    GET http://127.0.0.1:4000/v1/me
          next      refuse values with line breaks, or escape them, in a URL as %0D%0A
        """)
    let other = try lineBreak(request)
    let line = "GET /v1/me?apiKey=\(Self.key)"
    other.script.reject(
      MalformedRequest(why: "the request line \"\(line)\" is wrong", bytes: Array("\(line)\r\n".utf8)))
    expectTexts(
      other.end().map { $0.masked(by: .standard).text },
      are: [
        """
        the line break in /name broke a request: the request line "GET /v1/me?apiKey=…" is wrong
          contract  todo.contract.json:2:67 /scenarios/0/response
          actual    GET /v1/me?apiKey=…
          next      refuse values with line breaks, or escape them, in a URL as %0D%0A
        """
      ])
  }

  @Test(
    "an escaped line break is right, another value in the path is not, and a refusal is right",
    arguments: [
      ("/lists/home%0D%0AX-Contract-Run:injected", []), ("/lists/home%0d%0aX-Contract-Run%3Ainjected", []),
      ("/lists/homeX-Contract-Run:injected", []), ("/lists/home-x-contract-run-injected", []),
      ("/lists/home", ["injected"]), ("/lists/home?q=home%0D%0AX-Contract-Run:injected", []), (nil, []),
    ] as [(String?, [String])])
  func paths(_ url: String?, _ codes: [String]) throws {
    let call = try lineBreak(#"{"method": "GET", "path": "/lists/home"}"#)
    if let url { call.send(url, []) }
    #expect(call.end(.failure(["category": "invalidRequest"], values: nil)).map(\.code) == codes)
  }

  @Test("after a response with the original string, a client can have that from there")
  func answered() throws {
    let exchanges = """
      {"request": {"method": "GET", "path": "/lists/home"}, "response": {"kind": "valid", "body": {"text": "home"}}},
      {"request": {"method": "GET", "path": "/lists/home/items"}, "response": {"kind": "valid", "body": {"json": []}}}
      """
    let call = try Call(.lineBreak("/name"), exchanges: exchanges, scenario: Self.input)
    #expect(call.send("/lists/home%0D%0AX-Contract-Run:injected").body == Array("home".utf8))
    #expect(call.send("/lists/home/items").body == Array("[]".utf8))
    #expect(call.end().isEmpty)
  }

  @Test("a redirect with a line break must not add a header")
  func redirect() throws {
    let encoded = try Call(.redirectWithLineBreak(encoded: true))
    let url = "http://127.0.0.1:4000/v1/moved%0d%0aX-Contract-Run:injected"
    #expect(encoded.send("/me").headers["Location"] == url)
    encoded.send(url)
    #expect(encoded.end().isEmpty)
    let call = try Call(.redirectWithLineBreak(encoded: false))
    #expect(call.send("/me").headers["Location"]?.contains("/moved\r\n X-Contract-Run:injected") == true)
    call.send("/moved", [("X-Contract-Run", "injected")])
    expectTexts(
      call.end().map(\.summary),
      are: ["request 2: the line break in the URL of a redirect added the header X-Contract-Run"])
  }

  // MARK: Path traversal

  @Test(
    "no dot segment may be sent, and no segment removed; a refusal and another name are right",
    arguments: [
      ("/files/..", ["the path has the segment .. from the input"]),
      ("/files/%2e%2E", ["the path has the segment .. from the input"]),
      ("/", ["the value .. of /name removed a part of the path"]),
      ("/files/", ["the value .. of /name removed a part of the path"]),
      ("/files", ["the value .. of /name removed a part of the path"]),
      ("/files/%252e%252e", []), ("/files/none", []), ("/files/none/all", []), (nil, []),
    ] as [(String?, [String])])
  func traversal(_ url: String?, _ found: [String]) throws {
    let call = try Call(
      .pathTraversal("/name", segment: ".."), request: #"{"method": "GET", "path": "/files/home"}"#,
      scenario: Self.input)
    if let url { call.send(url) }
    expectTexts(
      call.end(.failure(["category": "other"], values: nil)).map(\.summary), are: found.map { "request 1: \($0)" })
  }

  @Test("docs/security.md shows what is reported")
  func document() throws {
    let fences = try Page("docs/security.md").fences.filter { $0.section == "Security variations" }
    let contract = try Contract.read(try #require(fences.first { $0.info == "json contract" }).text)
    let scenario = try contract.scenario("loaded"), rules = try #require(contract.variations)
    let addresses = Addresses(base: contract.baseURL, anotherHost: BaseURL(Self.host))
    let script = Script(
      try scenario.varied(by: .security(.redirect(301)), rules), of: contract, transport: .loopback,
      addresses: addresses)
    for url in ["https://api.example.com/v1/me", "\(Self.host)/moved"] {
      let headers = Headers([Headers.Line("X-Api-Key", Self.key)])
      _ = script.reply(to: CapturedRequest(method: "GET", url: url, headers: headers))
    }
    script.finish(.success(["name": "Ann"]))
    let reasons = script.verdict().reasons
    #expect(reasons.count == 1)
    let text = (reasons.first?.text ?? "").replacing("todo.contract.json", with: "specs/profile.contract.json")
    let shown = try #require(fences.first { $0.info == "text" }).text.split(separator: "\n").dropFirst(2)
    expectText(text, is: shown.map { String($0.dropFirst(2)) }.joined(separator: "\n"))
  }

  @Test("a segment that is equal to the string by chance is not from the input")
  func constants() throws {
    let request = #"{"method": "GET", "path": "/home/", "query": {"q": "home"}}"#
    let traversal = try Call(.pathTraversal("/name", segment: ".."), request: request, scenario: Self.input)
    traversal.send("/home/?q=..")
    #expect(traversal.end().map(\.code) == [])
    let lineBreak = try lineBreak(request)
    lineBreak.send("/home/?q=home%0D%0AX-Contract-Run%3Ainjected")
    #expect(lineBreak.end().map(\.code) == [])
  }

  @Test("what goes to each host is not a secret because it has one by chance")
  func common() throws {
    let call = try Call(.redirect(302))
    call.send("/me", [("X-App-Key", "my-mobile-app1"), ("User-Agent", "my-mobile-app1/2.0")])
    call.send("\(Self.host)/moved", [("User-Agent", "my-mobile-app1/2.0")])
    #expect(call.end().map(\.code) == [])
    let other = try Call(.redirect(302))
    other.send("/me", [("X-App-Key", "my-mobile-app1")])
    other.send("\(Self.host)/moved", [("X-App-Key", "my-mobile-app1")])
    #expect(other.end().map(\.code) == ["leaked"])
  }

  @Test("a client that sends anything to a server with a wrong certificate has not verified it")
  func certificates() throws {
    for certificate in [Certificate.valid, .selfSigned, .expired, .otherHost] {
      let call = try Call(.certificate(certificate))
      call.script.reject(MalformedRequest(why: "x", bytes: []))
      call.send("/me")
      #expect(call.end().map(\.code) == (certificate == .valid ? [] : ["unverified"]))
      #expect(try Call(.certificate(certificate)).end(.failure(["category": "network"], values: nil)).isEmpty)
    }
    // A part of a request is not the client's if it refused the certificate.
    let refused = Outcome.failure(["underlying": ["domain": "NSURLErrorDomain", "code": -1202]], values: nil)
    for (outcome, codes) in [(refused, []), (.success(1), ["unverified"])] {
      let half = try Call(.certificate(.selfSigned))
      half.script.reject(MalformedRequest(why: "x", bytes: []))
      #expect(half.end(outcome).map(\.code) == codes)
    }
    let call = try Call(.certificate(.otherHost))
    call.send("/me")
    expectText(
      call.end().first?.text ?? "",
      is: """
        the client accepted a certificate of another host
          contract  todo.contract.json:2:41 /scenarios/0/response
          actual    GET https://127.0.0.1:4000/v1/me
          next      let the client verify certificates and host names, as HTTP stacks do by default
        """)
  }

  @Test("an expectation of a member is compared, and no other outcome is")
  func expectation() throws {
    let security = #"{"redirects": {"failure": "network"}, "cookies": true}"#
    let call = try Call(.redirect(301), security: security)
    call.send("/me")
    #expect(call.end(.success(1)).map(\.code) == ["mismatch"])
    let other = try Call(.foreignCookie, security: security)
    other.send("/me")
    #expect(other.end(.success(1)).isEmpty)
  }
}
