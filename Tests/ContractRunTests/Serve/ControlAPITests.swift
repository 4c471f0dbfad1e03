import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("serve: access to the control page")
struct ControlAPITests {
  private typealias Fixture = ServeFixture

  private static func api(host: String = "127.0.0.1", port: Int = 8080) async throws -> ControlAPI {
    let scenarios = [Fixture.scenario("some"), Fixture.scenario("gone", kind: "statusError", #""status": 404"#)]
    let contracts = try await Fixture.load([("a", Fixture.contract("a", scenarios: scenarios.joined(separator: ",")))])
    return ControlAPI(
      backend: MockBackend(contracts), hosts: OwnHosts(port: port, host: host), runner: "contract-run 0.0.0")
  }

  private static func choose(_ headers: [(String, String)], method: String = "POST") -> CapturedRequest {
    var request = Fixture.request(
      method, "/__contract/choose", headers, body: #"{"contract": "a", "scenario": "gone"}"#)
    if let host = headers.first(where: { $0.0 == "Host" }) {
      request.headers.lines.removeFirst()
      _ = host
    }
    return request
  }

  private static let json = ("Content-Type", "application/json")

  @Test(
    "a browser that opens the server is led to the page, and its request for an icon is nobody's mistake",
    arguments: [
      ("GET", "/", "text/html,*/*;q=0.8", 302), ("GET", "/favicon.ico", "image/avif,*/*;q=0.8", 404),
      ("GET", "/", "application/json", nil), ("GET", "/", "*/*", nil), ("POST", "/", "text/html", nil),
      ("GET", "/favicon.ico", "*/*", nil), ("GET", "/v1", "text/html", nil),
    ] as [(String, String, String, Int?)])
  func welcome(_ method: String, _ path: String, _ accept: String, _ status: Int?) async throws {
    let reply = try await Self.api().reply(to: Fixture.request(method, path, [("Accept", accept)]))
    #expect(reply?.status == status)
    #expect(reply?.headers["Location"] == (status == 302 ? "/__contract" : nil))
  }

  @Test("no page of a contract can register a service worker, which would answer in candidate of the control page")
  func serviceWorker() async throws {
    let api = try await Self.api()
    for path in ["/v1/a", "/sw.js", "/__contract"] {
      #expect(api.reply(to: Fixture.request("GET", path, [("Service-Worker", "script")]))?.status == 403)
    }
    #expect(api.reply(to: Fixture.request("GET", "/v1/a", [("Service-Worker-Allowed", "/")])) == nil)
  }

  @Test("what a contract describes is not the page's")
  func described() async throws {
    let contract = Fixture.contract("a", "GET", "/", base: "http://api.invalid", scenarios: Fixture.scenario("some"))
    let backend = MockBackend(try await Fixture.load([("a", contract)]))
    let api = ControlAPI(backend: backend, hosts: OwnHosts(port: 8080, host: "127.0.0.1"), runner: "")
    let path = try #require(backend.snapshot.router.addresses.first?.path)
    #expect(path == "/")
    #expect(api.reply(to: Fixture.request("GET", path, [("Accept", "text/html")])) == nil)
  }

  @Test("the page itself may choose a scenario and reset")
  func allowed() async throws {
    let api = try await Self.api()
    let own = [Self.json, ("Origin", "http://127.0.0.1:8080"), ("Sec-Fetch-Site", "same-origin")]
    #expect(api.reply(to: Self.choose(own))?.status == 204)
    #expect(api.backend.snapshot.choice.chosen == ["a": "gone"])
    var reset = Fixture.request("POST", "/__contract/reset", [Self.json], body: "{}")
    #expect(api.reply(to: reset)?.status == 204)
    #expect(api.backend.snapshot.choice.chosen.isEmpty)
    #expect(api.reply(to: Self.choose([("Content-Type", "application/json; charset=utf-8")]))?.status == 204)
    reset = Fixture.request("POST", "/__contract/reset", [Self.json], body: #"{"contract":"a"}"#)
    #expect(api.reply(to: reset)?.status == 204)
    #expect(api.backend.snapshot.choice.chosen.isEmpty)
  }

  @Test(
    "another origin, a form, another method and a rebinding host are refused, and nothing changes", .slow,
    arguments: [
      "POST 403 Content-Type: application/json | Origin: http://evil.example",
      "POST 403 Content-Type: application/json | Origin: http://127.0.0.1:8081",
      "POST 403 Content-Type: application/json | Origin: https://127.0.0.1:8080",
      "POST 403 Content-Type: application/json | Origin: http://localhost:8080",
      "POST 403 Content-Type: application/json | Origin: null",
      "POST 403 Content-Type: application/json | Origin: ",
      "POST 403 Content-Type: application/json | Sec-Fetch-Site: cross-site",
      "POST 403 Content-Type: application/json | Sec-Fetch-Site: same-site",
      "POST 415 Content-Type: text/plain",
      "POST 415 Content-Type: application/x-www-form-urlencoded",
      "POST 415 Content-Type: application/jsonp",
      "POST 415 Content-Type: text/plain; application/json",
      "POST 415 ",
      "GET 405 Content-Type: application/json",
      "GET 405 Content-Type: application/json | X-HTTP-Method-Override: POST",
      "PUT 405 Content-Type: application/json",
      "OPTIONS 405 Content-Type: application/json",
      "POST 403 Content-Type: application/json | Host: evil.example:8080",
      "POST 403 Content-Type: application/json | Host: 127.0.0.1",
      "POST 403 Content-Type: application/json | Host: 127.0.0.1:8081",
      "POST 403 Content-Type: application/json | Host: 127.0.0.1.evil.example:8080",
      "POST 403 Content-Type: application/json | Host: 192.168.1.2:8080",
      "POST 403 Content-Type: application/json | Host: ",
    ])
  func refused(_ row: String) async throws {
    // The format of a row: METHOD STATUS NAME: VALUE | NAME: VALUE
    let words = row.split(separator: " ", maxSplits: 2).map(String.init)
    let (method, status) = (words[0], Int(words[1]))
    let lines = words.count > 2 ? words[2].components(separatedBy: " | ") : []
    let headers = lines.map { line in
      let parts = line.components(separatedBy: ": ")
      return (parts[0], parts[1])
    }
    let api = try await Self.api()
    let reply = try #require(api.reply(to: Self.choose(headers, method: method)))
    #expect(reply.status == status)
    #expect(reply.headers["Access-Control-Allow-Origin"] == nil)
    #expect(api.backend.snapshot.choice.chosen.isEmpty)
  }

  @Test("a rebinding host cannot read the page or the state, and another site cannot read the state")
  func reading() async throws {
    let api = try await Self.api()
    for path in ["/__contract", "/__contract/state", "/__contract/scenario?contract=a&scenario=some"] {
      var rebound = Fixture.request("GET", path)
      rebound.headers.lines[0].value = "evil.example:8080"
      #expect(api.reply(to: rebound)?.status == 403)
      rebound.headers.lines.append(.init("Host", "127.0.0.1:8080"))
      #expect(api.reply(to: rebound)?.status == 403)
      #expect(api.reply(to: Fixture.request("GET", path))?.status == 200)
      #expect(api.reply(to: Fixture.request("GET", path, [("Origin", "http://localhost:5173")]))?.status == 403)
    }
    let link = [("Sec-Fetch-Site", "cross-site")]
    #expect(api.reply(to: Fixture.request("GET", "/__contract", link))?.status == 200)
    #expect(api.reply(to: Fixture.request("GET", "/__contract/state", link))?.status == 403)
  }

  @Test("the server accepts its own names, and with 0.0.0.0 every IP address but no other name")
  func hosts() {
    let local = OwnHosts(port: 8080, host: "127.0.0.1")
    for name in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"] { #expect(local.contains(name)) }
    for name in [
      "[::1]", "[::2]:8080", "a.localhost:8080", "localhost.:8080", "localhost:08081", "localhost:", ":8080",
      "0.0.0.0:8080",
    ] {
      #expect(!local.contains(name), "\(name)")
    }
    let web = OwnHosts(port: 80, host: "127.0.0.1")
    #expect(web.contains("localhost") && web.contains("localhost:80") && !web.contains("localhost:8080"))
    let open = OwnHosts(port: 8080, host: "0.0.0.0")
    for name in ["192.168.1.2:8080", "localhost:8080"] { #expect(open.contains(name)) }
    for name in ["my-machine:8080", "192.168.1.2.evil.example:8080", "192.168.1:8080", "192.168.1.256:8080"] {
      #expect(!open.contains(name), "\(name)")
    }
    #expect(OwnHosts(port: 8080, host: "192.168.1.2").contains("192.168.1.2:8080"))
  }

  @Test("the page's policy allows only its own style and script, with a new nonce each time")
  func page() async throws {
    let api = try await Self.api()
    let reply = try #require(api.reply(to: Fixture.request("GET", "/__contract")))
    let policy = try #require(reply.headers["Content-Security-Policy"])
    let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-([a-z0-9]+)'/)?.output.1)
    #expect(
      policy == "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; "
        + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    #expect(reply.bodyText.contains("<script nonce=\"\(nonce)\">"))
    #expect(reply.bodyText.contains("<style nonce=\"\(nonce)\">"))
    #expect(reply.headers["X-Content-Type-Options"] == "nosniff")
    #expect(reply.headers["Cache-Control"] == "no-store")
    let again = try #require(api.reply(to: Fixture.request("GET", "/__contract")))
    #expect(again.headers["Content-Security-Policy"] != policy)
    // Text from others is inserted as text: the script never parses it as HTML.
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
      #expect(!ControlPage.script.contains(word))
    }
  }

  @Test("the state lists endpoints, scenarios, choices, and requests with verdicts; without changes it answers 304")
  func state() async throws {
    let api = try await Self.api()
    _ = api.backend.answer(Fixture.request("GET", "/v1/things?x=1"), at: "12:00:00")
    #expect(api.backend.choose("gone", of: "a") == nil)
    let reply = try #require(api.reply(to: Fixture.request("GET", "/__contract/state")))
    let json = try #require(JSON.parse(reply.bodyText))
    expectText(json["runner"]?.string, is: "contract-run 0.0.0")
    let endpoint = try #require(json["endpoints"]?.array?.first)
    #expect(endpoint["contract"]?.string == "a")
    #expect(endpoint["default"]?.string == "some")
    #expect(endpoint["chosen"]?.string == "gone")
    #expect(endpoint["addresses"]?.text == #"[{"method":"GET","path":"/v1/things"}]"#)
    #expect(endpoint["scenarios"]?.array?.map { $0["answer"]?.string } == ["200", "404"])
    let request = try #require(json["requests"]?.array?.first)
    #expect(request["asDescribed"]?.bool == false)
    expectText(
      request["findings"]?.array?.first?["summary"]?.string, is: #"query item "x": expected no such item, got "1""#)
    let tag = try #require(reply.headers["ETag"])
    func again() -> Reply? { api.reply(to: Fixture.request("GET", "/__contract/state", [("If-None-Match", tag)])) }
    #expect(again()?.status == 304)
    #expect(again()?.body == nil)
    _ = api.backend.answer(Fixture.request("GET", "/v1/things"), at: "12:00:01")
    #expect(again()?.status == 200)
  }

  @Test("a request that came can be read with its answer, and secrets are hidden")
  func exchange() async throws {
    let api = try await Self.api()
    let sent = Fixture.request("GET", "/v1/things?token=t0p", [("Authorization", "Bearer s3cret")])
    _ = api.backend.answer(sent, at: "12:00:00")
    let json = try #require(JSON.parse(Self.read(api, "/request?number=1").bodyText))
    #expect(json["request"]?["method"]?.string == "GET")
    #expect(json["reply"]?["status"]?.number?.int == 200)
    #expect(!json.text.contains("t0p") && !json.text.contains("s3cret"))
    #expect(Self.read(api, "/request?number=2").status == 404)
    #expect(Self.read(api, "/request?number=one").status == 400)
    #expect(Self.read(api, "/request").status == 400)
  }

  @Test("a scenario's example request asks for the scenario, and gets the answer that stands beside it")
  func examples() async throws {
    let api = try await Self.api()
    let examples = try #require(JSON.parse(Self.read(api, "/scenario?contract=a&scenario=gone").bodyText)?.array)
    #expect(examples.count == 1)
    #expect(examples.first?["request"]?["url"]?.string == "http://127.0.0.1:8080/v1/things")
    #expect(examples.first?["request"]?["headers"]?["X-Contract-Scenario"]?.string == "a/gone")
    let answer = api.backend.answer(
      Fixture.request("GET", "/v1/things", [("X-Contract-Scenario", "a/gone")]), at: "12:00:00")
    #expect(answer.served.isAsDescribed)
    #expect(examples.first?["reply"]?["status"]?.number?.int == answer.reply.status)
    #expect(Self.read(api, "/scenario?contract=a&scenario=none").status == 404)
    #expect(Self.read(api, "/scenario?contract=b&scenario=gone").status == 404)
    #expect(Self.read(api, "/scenario?contract=a").status == 400)
  }

  @Test("the state counts the requests that each scenario answered, until they are cleared")
  func clearing() async throws {
    let api = try await Self.api()
    func counts() throws -> [Int?] {
      let state = try #require(JSON.parse(Self.read(api, "/state").bodyText))
      let scenarios = try #require(state["endpoints"]?.array?.first?["scenarios"]?.array)
      return [state["requests"]?.array?.count] + scenarios.map { $0["requests"]?.number?.int }
    }
    for _ in 1...2 { _ = api.backend.answer(Fixture.request("GET", "/v1/things"), at: "12:00:00") }
    _ = api.backend.answer(Fixture.request("GET", "/v1/nothing"), at: "12:00:01")
    #expect(try counts() == [3, 2, 0])
    let clear = Fixture.request("POST", "/__contract/clear", [Self.json], body: "{}")
    #expect(api.reply(to: clear)?.status == 204)
    #expect(try counts() == [0, 0, 0])
    // A number is never given again, so the page does not confuse two requests.
    #expect(api.backend.answer(Fixture.request("GET", "/v1/things"), at: "12:00:02").served.number == 4)
  }

  private static func read(_ api: ControlAPI, _ target: String) -> Reply {
    api.reply(to: Fixture.request("GET", "/__contract\(target)")) ?? Reply(.nonHTTP)
  }

  @Test("a body without a usable choice is refused, with what to write", arguments: emptyBodies)
  func bodies(_ path: String, _ body: String, _ status: Int) async throws {
    let api = try await Self.api()
    let reply = api.reply(to: Fixture.request("POST", "/__contract\(path)", [Self.json], body: body))
    #expect(reply?.status == status)
  }

  @Test("a path that is not below the page's path is not answered by the page")
  func elsewhere() async throws {
    let api = try await Self.api()
    for path in ["/", "/v1/things", "/__contracts", "/__contrac", "/v1/__contract", "/%5F_contract", "/?/__contract"] {
      #expect(api.reply(to: Fixture.request("GET", path)) == nil)
    }
    #expect(api.reply(to: Fixture.request("GET", "/__contract?x=1"))?.status == 200)
  }
}

private let emptyBodies: [(String, String, Int)] = [
  ("/choose", "", 400), ("/choose", "[]", 400), ("/choose", "{", 400), ("/choose", "{}", 400),
  ("/choose", #"{"contract": "a", "scenario": "none"}"#, 404),
  ("/choose", #"{"contract": 1, "scenario": "some"}"#, 400),
  ("/reset", #"{"contract": "b"}"#, 404), ("/reset", #"{"contract": null}"#, 400), ("/other", "{}", 404),
]
