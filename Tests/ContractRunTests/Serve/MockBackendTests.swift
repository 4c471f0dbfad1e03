import ContractCore
import TestSupport
import Testing

@testable import contract_run

@Suite("serve: which scenario answers a request, and how the request is judged")
struct MockBackendTests {
  private typealias Fixture = ServeFixture

  private static func backend(_ contracts: [(name: String, text: String)]) async throws -> MockBackend {
    MockBackend(try await Fixture.load(contracts))
  }

  private static let todos = Fixture.contract(
    "list",
    scenarios: [
      Fixture.scenario("down", kind: "networkError", #""error": "cannotConnectToHost""#),
      Fixture.scenario("expired", kind: "statusError", #""status": 401"#),
      Fixture.scenario("some", #""body": { "json": [1] }"#),
      Fixture.scenario("none", #""body": { "json": [] }"#),
      Fixture.scenario("lost", kind: "networkError", #""error": "networkConnectionLost""#),
    ].joined(separator: ","))

  @Test("the first valid scenario answers, at the base URL's path plus the request's path")
  func byDefault() async throws {
    let backend = try await Self.backend([("todos", Self.todos)])
    let answer = backend.answer(Fixture.request("GET", "/v1/things"), at: "12:00:00")
    #expect(answer.reply.status == 200)
    #expect(answer.reply.headers["Content-Type"] == "application/json")
    expectText(answer.served.line, is: "12:00:00 ✓ GET /v1/things → 200 (some)")
  }

  @Test(
    "neither the page, the control API nor the terminal shows a secret",
    arguments: ["X-Api-Key", "password", "X-Tenant"])
  func secrets(name: String) async throws {
    let shape = #""headers": { "\#(name)": "hunter2PLANTED" }, "query": { "\#(name)": "PLANTED" }"#
    let body = #", "body": { "json": { "\#(name)": "PLANTED" } }"#
    let contracts = try await Fixture.load([
      ("todos", Fixture.contract("list", "POST", shape: shape + body, scenarios: Fixture.scenario("some")))
    ])
    let backend = MockBackend(contracts, secrets: Secrets(["X-Tenant"]))
    for target in ["/v1/things?\(name)=a,PLANTED", "/v1/nowhere?\(name)=a;PLANTED"] {
      let request = Fixture.request(
        "POST", target, [(name, "swordfishPLANTED")], body: #"{"\#(name)": "a PLANTED", "b": ["PLANT"]}"#)
      let answer = backend.answer(request, at: "-")
      #expect(!answer.served.line.contains("PLANTED"))
    }
    let refused = MalformedRequest(
      why: "it has no Host", bytes: "GET /?\(name)=PLANTED HTTP/1.1\r\n\(name): PLANTED\r\n".utf8)
    _ = backend.remember(ServedRequest(refused: backend.secrets.applied(to: refused), at: "-"))
    let state = backend.snapshot.json(runner: "contract-run", run: "1").prettyText
    #expect(!state.contains("PLANTED"))
    #expect(state.contains("PLANT"))
  }

  @Test("if no scenario is valid, the first one that a server can play answers")
  func withoutValid() async throws {
    let scenarios = [
      Fixture.scenario("down", kind: "networkError", #""error": "cannotConnectToHost""#),
      Fixture.scenario("expired", kind: "statusError", #""status": 401"#),
    ]
    let backend = try await Self.backend([("a", Fixture.contract("a", scenarios: scenarios.joined(separator: ",")))])
    #expect(backend.answer(Fixture.request("GET", "/v1/things"), at: "-").served.scenario == "expired")
    let alone = try await Self.backend([("a", Fixture.contract("a", scenarios: scenarios[0]))])
    let answer = alone.answer(Fixture.request("GET", "/v1/things"), at: "-")
    #expect(answer.reply.status == 501)
    expectText(
      answer.served.refusal,
      is: "the scenario \"down\" cannot be served: the server is running and accepts connections")
  }

  @Test("a scenario without an expectation answers, and one without a request says how to learn it")
  func notLearned() async throws {
    let noExpectation = Fixture.contract("a", scenarios: #"{ "name": "some", "response": { "kind": "valid" } }"#)
    let noRequest = #"""
      { "contract": 1, "endpoint": "b", "baseURL": "http://api.invalid/v1",
        "scenarios": [{ "name": "some", "response": { "kind": "valid" } }] }
      """#
    let backend = try await Self.backend([("a", noExpectation), ("b", noRequest)])
    #expect(backend.answer(Fixture.request("GET", "/v1/things"), at: "-").reply.status == 200)
    #expect(backend.answer(Fixture.request("GET", "/v1/other"), at: "-").reply.status == 404)
    let state = backend.snapshot.json(runner: "contract-run", run: "1")
    let why = state["endpoints"]?.array?.map { $0["scenarios"]?.array?[0]["impossible"] }
    #expect(why == [JSON?.some(.null), "the contract does not describe its request yet: learn it"])
  }

  @Test("requests in any order get the exchange that describes them, also with named requests and with waits")
  func exchanges() async throws {
    let text = #"""
      {
        "contract": 1, "endpoint": "both", "baseURL": "http://api.invalid/v1", "baseURLs": { "auth": "http://a.invalid/o" },
        "request": { "method": "GET", "path": "/a" },
        "requests": { "login": { "method": "POST", "base": "auth", "path": "/in" } },
        "scenarios": [
          { "name": "both", "order": "any",
            "exchanges": [
              { "response": { "kind": "valid", "status": 201 } },
              { "request": "login", "notBefore": 60, "response": { "kind": "valid", "status": 202 } },
              { "request": { "path": "/b" }, "response": { "kind": "valid", "status": 203 } }
            ],
            "expect": { "success": null } }
        ]
      }
      """#
    let backend = try await Self.backend([("both", text)])
    for _ in 0..<2 {
      let statuses = [("GET", "/v1/b"), ("POST", "/o/in"), ("GET", "/v1/a")].map { method, path in
        backend.answer(Fixture.request(method, path), at: "-").reply.status
      }
      #expect(statuses == [203, 202, 201])
    }
  }

  @Test("of multiple valid scenarios the one that describes the request answers, otherwise the first one")
  func byRequest() async throws {
    let pages = Fixture.contract(
      "list", shape: #""query": { "page": 1 }"#,
      scenarios: [
        Fixture.scenario("first page"), Fixture.scenario("second page", request: #"{ "query": { "page": 2 } }"#),
        Fixture.scenario("another", request: #"{ "path": "/things/9" }"#),
      ].joined(separator: ","))
    let backend = try await Self.backend([("pages", pages)])
    let lines = ["/v1/things?page=1", "/v1/things?page=2", "/v1/things?page=3", "/v1/things/9?page=1"].map {
      backend.answer(Fixture.request("GET", $0), at: "-").served.line
    }
    expectTexts(
      lines,
      are: [
        "- ✓ GET /v1/things?page=1 → 200 (first page)",
        "- ✓ GET /v1/things?page=2 → 200 (second page)",
        #"- ✗ GET /v1/things?page=3 → 200 (first page): query item "page": expected "1", got "3""#,
        "- ✓ GET /v1/things/9?page=1 → 200 (another)",
      ])
  }

  @Test(
    "if no valid scenario fits without differences, another one that does answers; otherwise the valid ones are compared"
  )
  func errorByRequest() async throws {
    let limited = #"{ "headers": { "Prefer": "limited" } }"#
    let scenarios = [
      Fixture.scenario("some"),
      Fixture.scenario("down", kind: "networkError", #""error": "cannotConnectToHost""#, request: limited),
      Fixture.scenario("limited", kind: "statusError", #""status": 429"#, request: limited),
      Fixture.scenario("garbled", kind: "corruptJSON", #""status": 203, "body": { "text": "{" }"#, request: limited),
    ]
    let shape = #""otherHeaders": "forbidden""#
    let backend = try await Self.backend([
      ("a", Fixture.contract("a", shape: shape, scenarios: scenarios.joined(separator: ",")))
    ])
    func line(_ headers: [(String, String)]) -> String {
      backend.answer(Fixture.request("GET", "/v1/things", headers), at: "-").served.line
    }
    expectTexts(
      [
        [], [("Prefer", "limited")], [("Prefer", "limitless")],
        [("Prefer", "limited"), ("X-Contract-Scenario", "some")],
      ]
      .map(line),
      are: [
        "- ✓ GET /v1/things → 200 (some)",
        "- ✓ GET /v1/things → 429 (limited)",
        #"- ✗ GET /v1/things → 200 (some): header Prefer: expected no such header, got "limitless""#,
        #"- ✗ GET /v1/things → 200 (some): header Prefer: expected no such header, got "limited""#,
      ])
    // A chosen scenario answers alone.
    #expect(backend.choose("garbled", of: "a") == nil)
    #expect(line([("Prefer", "limited")]).contains("203"))
    #expect(line([]).contains("203"))
  }

  @Test("docs/serve.md: a header selects a stub")
  func document() async throws {
    let contract = try #require(Page("docs/serve.md").fences.first { $0.text.contains("Prefer") })
    let backend = try await Self.backend([("a", contract.text)])
    func scenario(_ headers: [(String, String)]) -> String? {
      backend.answer(Fixture.request("GET", "/todos/1", headers), at: "-").served.scenario
    }
    #expect(scenario([]) == "found")
    #expect(scenario([("Prefer", "code=429")]) == "too many requests")
    #expect(scenario([("Prefer", "code=503")]) == "connection lost")
    #expect(scenario([("Prefer", "code=500")]) == "found")
  }

  @Test("if no scenario is valid, the one whose request fits answers")
  func errorsByRequest() async throws {
    let scenarios = ["a", "b"].map { name in
      Fixture.scenario(
        name, kind: "statusError", #""status": 40\#(name == "a" ? 1 : 3)"#,
        request: #"{ "headers": { "X-Case": "\#(name)" } }"#)
    }
    let backend = try await Self.backend([("a", Fixture.contract("a", scenarios: scenarios.joined(separator: ",")))])
    let statuses = ["a", "b", "c"].map { name in
      backend.answer(Fixture.request("GET", "/v1/things", [("X-Case", name)]), at: "-").reply.status
    }
    #expect(statuses == [401, 403, 401])
  }

  @Test("the request header X-Contract-Scenario chooses a scenario for one request, with or without percent-escapes")
  func byHeader() async throws {
    let scenarios = [Fixture.scenario("some"), Fixture.scenario("größer 50%", #""status": 202"#)]
    let backend = try await Self.backend([
      ("a/things", Fixture.contract("a", scenarios: scenarios.joined(separator: ",")))
    ])
    func status(_ header: String) -> Int? {
      backend.answer(Fixture.request("GET", "/v1/things", [("X-Contract-Scenario", header)]), at: "-").reply.status
    }
    #expect(status("gr%C3%B6%C3%9Fer%2050%25") == 202)
    #expect(status("größer 50%") == 202)
    #expect(status("a/things/größer 50%") == 202)
    #expect(status("some") == 200)
    #expect(status("b/things/some") == 400)
    #expect(backend.answer(Fixture.request("GET", "/v1/things"), at: "-").reply.status == 200)
    let wrong = backend.answer(Fixture.request("GET", "/v1/things", [("x-contract-scenario", "sum")]), at: "-")
    expectText(wrong.served.refusal, is: #"unknown scenario "sum" at GET /v1/things; scenarios: "some", "größer 50%""#)
  }

  @Test("a chosen scenario answers until it is reset, and is the only chosen one at its path")
  func chosen() async throws {
    let other = Fixture.contract("other", scenarios: Fixture.scenario("teapot", kind: "statusError", #""status": 418"#))
    let backend = try await Self.backend([("todos", Self.todos), ("zother", other)])
    func scenario() -> String? { backend.answer(Fixture.request("GET", "/v1/things"), at: "-").served.scenario }
    #expect(scenario() == "some")
    #expect(backend.choose("expired", of: "todos") == nil)
    #expect(scenario() == "expired")
    #expect(backend.choose("teapot", of: "zother") == nil)
    #expect(scenario() == "teapot")
    #expect(backend.snapshot.choice.chosen == ["zother": "teapot"])
    #expect(backend.choose("none", of: "todos") == nil)
    #expect(scenario() == "none")
    #expect(backend.reset("zother") == nil)
    #expect(scenario() == "none")
    #expect(backend.reset(nil) == nil)
    #expect(scenario() == "some")
  }

  @Test("the exchanges of a scenario answer in turn, and start over if it is chosen again")
  func inTurn() async throws {
    let exchanges = """
      { "name": "busy", "expect": { "success": { "$any": true } }, "exchanges": [
        { "response": { "kind": "statusError", "status": 503 } }, { "response": { "kind": "valid" } } ] }
      """
    let contract = Fixture.contract("list", scenarios: "\(Fixture.scenario("some")), \(exchanges)")
    let backend = try await Self.backend([("todos", contract)])
    func answers(_ count: Int) -> [String] {
      (0..<count).map { _ in backend.answer(Fixture.request("GET", "/v1/things"), at: "-").served.answer }
    }
    #expect(answers(2) == ["200", "200"])
    #expect(backend.choose("busy", of: "todos") == nil)
    #expect(answers(5) == ["503", "200", "503", "200", "503"])
    #expect(backend.choose("busy", of: "todos") == nil)
    #expect(answers(1) == ["503"])
  }

  @Test("choosing a scenario does not affect a choice at another path")
  func otherAddress() async throws {
    let scenarios = [
      Fixture.scenario("one"), Fixture.scenario("nine", #""status": 209"#, request: #"{ "path": "/things/9" }"#),
    ]
    let both = Fixture.contract("both", scenarios: scenarios.joined(separator: ","))
    let backend = try await Self.backend([("a", both), ("b", Self.todos)])
    #expect(backend.choose("nine", of: "a") == nil)
    #expect(backend.choose("expired", of: "b") == nil)
    #expect(backend.snapshot.choice.chosen == ["a": "nine", "b": "expired"])
    func scenario(_ path: String) -> String? {
      backend.answer(Fixture.request("GET", path), at: "-").served.scenario
    }
    #expect(scenario("/v1/things/9") == "nine")
    #expect(scenario("/v1/things") == "expired")
  }

  @Test("a choice that is impossible is refused with the reason, and changes nothing")
  func notChosen() async throws {
    let backend = try await Self.backend([("todos", Self.todos)])
    expectText(backend.choose("down", of: "todos"), is: "the server is running and accepts connections")
    expectText(backend.choose("sum", of: "todos"), is: #"unknown scenario "sum" in todos"#)
    expectText(backend.choose("some", of: "todo"), is: #"unknown contract "todo""#)
    expectText(backend.reset("todo"), is: #"unknown contract "todo""#)
    #expect(backend.snapshot.choice.chosen.isEmpty)
    #expect(backend.snapshot.version == 0)
  }

  @Test("if contracts share method and path, the one that describes the request answers")
  func shared() async throws {
    let json = Fixture.contract(
      "json", "POST", shape: #""body": { "json": { "a": 1 } }"#, scenarios: Fixture.scenario("json"))
    let text = Fixture.contract("text", "POST", shape: #""body": { "text": "a" }"#, scenarios: Fixture.scenario("text"))
    let backend = try await Self.backend([("a", json), ("b", text)])
    func contract(_ body: String) -> String? {
      backend.answer(Fixture.request("POST", "/v1/things", body: body), at: "-").served.contract
    }
    #expect(contract(#"{"a":1}"#) == "a")
    #expect(contract("a") == "b")
    #expect(contract("b") == "a")
  }

  @Test("another method is refused with the list of methods, and another path with the list of paths")
  func refused() async throws {
    let remove = Fixture.contract("remove", "DELETE", scenarios: Fixture.scenario("gone", #""status": 204"#))
    let backend = try await Self.backend([("todos", Self.todos), ("remove", remove)])
    let method = backend.answer(Fixture.request("POST", "/v1/things"), at: "12:00:00")
    #expect(method.reply.status == 405)
    #expect(method.reply.headers["Allow"] == "DELETE, GET")
    expectText(
      method.served.line,
      is: "12:00:00 ✗ POST /v1/things → 405: no contract describes POST /v1/things; methods at this path: DELETE, GET")
    let path = backend.answer(Fixture.request("GET", "/v1/thigs?a=b"), at: "12:00:00")
    #expect(path.reply.status == 404)
    #expect(path.reply.headers["Content-Type"] == "text/plain; charset=utf-8")
    expectText(
      path.reply.bodyText,
      is: """
        contract-run: no contract describes /v1/thigs; did you mean /v1/things?
        endpoints:
          DELETE /v1/things
          GET /v1/things

        """)
    expectText(
      path.served.line,
      is: "12:00:00 ✗ GET /v1/thigs?a=b → 404: no contract describes /v1/thigs; did you mean /v1/things?")
  }

  @Test("a base URL's path matches with and without the final slash, and escapes match in either case")
  func spellings() async throws {
    let root = Fixture.contract("root", "GET", "", scenarios: Fixture.scenario("root"))
    let escaped = Fixture.contract("escaped", "GET", "/caf%c3%a9", scenarios: Fixture.scenario("escaped"))
    let backend = try await Self.backend([("root", root), ("escaped", escaped)])
    for (target, scenario) in [
      ("/v1", "root"), ("/v1/", "root"), ("/v1/caf%C3%A9", "escaped"), ("/v1/caf%c3%a9", "escaped"),
    ] {
      let served = backend.answer(Fixture.request("GET", target), at: "-").served
      #expect(served.scenario == scenario)
      #expect(served.isAsDescribed, "\(served.line)")
    }
  }

  @Test("headers and body of a request are judged, and secrets in other headers are hidden")
  func judged() async throws {
    let contract = Fixture.contract(
      "create", "POST",
      shape:
        #""headers": { "Accept": "application/json" }, "otherHeaders": "forbidden", "#
        + #""body": { "json": { "title": "test" } }"#,
      scenarios: Fixture.scenario("created", #""status": 201"#))
    let backend = try await Self.backend([("create", contract)])
    let bad = backend.answer(
      Fixture.request("POST", "/v1/things", [("Authorization", "Bearer s3cret")], body: #"{"title":7}"#), at: "-"
    ).served
    expectTexts(
      bad.reasons.map(\.summary),
      are: [
        #"header Accept: expected "application/json", got nothing, and 1 more"#,
        #"body at /title: expected "test", got 7"#,
      ])
    expectText(
      bad.line,
      is:
        #"- ✗ POST /v1/things → 201 (created): header Accept: expected "application/json", got nothing, and 2 more"#
    )
    expectText(bad.text, has: "Authorization: Bearer …(6 characters)")
    #expect(!bad.text.contains("s3cret"))
    expectText(bad.reasons[1].text, has: "specs/create.contract.json:3:")
    // The headers that a browser adds by itself, and the header that chooses a scenario, are not mistakes of a client.
    let browsers = [
      ("Accept", "application/json"), ("Origin", "http://localhost:5173"), ("Referer", "http://localhost:5173/"),
      ("Sec-Fetch-Mode", "cors"), ("sec-ch-ua", "x"), ("X-Contract-Scenario", "created"),
    ]
    let good = backend.answer(Fixture.request("POST", "/v1/things", browsers, body: #"{"title":"test"}"#), at: "-")
      .served
    #expect(good.isAsDescribed, "\(good.line)")
  }

  @Test("only the path of the URL is judged, because the server replaces the contract's own host")
  func address() async throws {
    let contract = Fixture.contract(
      "a", base: "https://user.api.example.com:8443/v1", shape: #""headers": { "Host": "user.api.example.com:8443" }"#,
      scenarios: Fixture.scenario("a"))
    let backend = try await Self.backend([("a", contract)])
    let served = backend.answer(Fixture.request("GET", "/v1/things"), at: "-").served
    #expect(served.isAsDescribed, "\(served.line)")
  }

  @Test("the last 50 requests are remembered, newest first, each with its number", .slow)
  func log() async throws {
    let backend = try await Self.backend([("todos", Self.todos)])
    for number in 1...60 { _ = backend.answer(Fixture.request("GET", "/v1/things?n=\(number)"), at: "-") }
    let state = backend.snapshot
    #expect(state.log.map(\.number) == Array((11...60).reversed()))
    #expect(state.log.first?.target == "/v1/things?n=60")
  }

  @Test("a choice survives new contracts that still contain its scenario, and returns with the scenario")
  func replaced() async throws {
    let backend = try await Self.backend([("todos", Self.todos)])
    func scenario() -> String? { backend.answer(Fixture.request("GET", "/v1/things"), at: "-").served.scenario }
    #expect(backend.choose("expired", of: "todos") == nil)
    let full = backend.snapshot.router.contracts
    let poor = try await Fixture.load([("todos", Fixture.contract("list", scenarios: Fixture.scenario("some")))])
    backend.replace(poor, [])
    #expect(scenario() == "some")
    backend.replace(full, [])
    #expect(scenario() == "expired")
  }
}

extension Reply {
  var bodyText: String { String(decoding: body ?? [], as: UTF8.self) }
}
