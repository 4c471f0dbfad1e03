import Synchronization
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Scripts in any order, and requests by name")
struct ScriptOrderTests {
  /// Returns an exchange with a path and a status.
  private static func exchange(_ path: String, _ status: Int = 200, _ more: String = "") -> String {
    let kind = (200...299).contains(status) ? "valid" : "statusError"
    return #"{"request": {"path": "\#(path)"\#(more)}, "response": {"kind": "\#(kind)", "status": \#(status)}}"#
  }
  private static let two = [exchange("/a", 201), exchange("/b", 202)]
  private static func failing(_ error: String, _ request: String = "{}") -> String {
    #"{"request": \#(request), "response": {"kind": "networkError", "error": "\#(error)"}}"#
  }

  // MARK: Choice of an exchange

  @Test("each request is answered by the exchange that describes it, in any order")
  func eitherOrder() throws {
    let fixture = try ScriptFixture(Self.two, order: "any")
    #expect(fixture.scenario.order == .any)
    for paths in [["/a", "/b"], ["/b", "/a"]] {
      for transport in Transport.allCases {
        let script = fixture.script(transport)
        let replies = paths.map { script.reply(to: .get($0)).kind }
        #expect(replies == paths.map { .status($0 == "/a" ? 201 : 202) })
        script.finish(.success(1))
        #expect(script.verdict().reasons.map(\.text) == [])
        #expect(script.verdict().record.map(\.request.url) == paths.map { "http://localhost/api\($0)" })
      }
    }
  }

  @Test("equal shapes answer one after another, each once")
  func identical() throws {
    let fixture = try ScriptFixture(
      [Self.exchange("/a", 503), Self.exchange("/b"), Self.exchange("/a", 202)], order: "any")
    let script = fixture.script()
    #expect(["/a", "/a", "/b"].map { script.reply(to: .get($0)).kind } == [.status(503), .status(202), .status(200)])
    #expect(script.reply(to: .get("/a")) == .unexpectedRequest(4, order: .any))
    script.finish(.success(1))
    expectTexts(
      script.verdict().reasons.map(\.summary),
      are: ["unexpected request 4 (3 were described): GET http://localhost/api/a"])
  }

  @Test("an exchange answers once, even if others before it still wait")
  func once() throws {
    let script = try ScriptFixture(Self.two, order: "any").script()
    #expect(["/b", "/b", "/a"].map { script.reply(to: .get($0)).kind } == [.status(202), .status(500), .status(201)])
  }

  @Test("of overlapping shapes, the first unused one answers, even if a later request then has none")
  func greedy() throws {
    let wide = Self.exchange("/a", 201, #", "query": {"page": {"$any": true}}"#)
    let narrow = Self.exchange("/a", 202, #", "query": {"page": "1"}"#)
    let wideFirst = try ScriptFixture([wide, narrow], order: "any").script()
    #expect(wideFirst.reply(to: .get("/a?page=1")).kind == .status(201))
    #expect(wideFirst.reply(to: .get("/a?page=2")).kind == .status(500))
    let narrowFirst = try ScriptFixture([narrow, wide], order: "any").script()
    #expect(narrowFirst.reply(to: .get("/a?page=1")).kind == .status(202))
    #expect(narrowFirst.reply(to: .get("/a?page=2")).kind == .status(201))
  }

  @Test("bodies distinguish requests to one URL")
  func bodies() throws {
    let posts = [1, 2].map { Self.exchange("/a", 200 + $0, #", "method": "POST", "body": {"json": {"id": \#($0)}}"#) }
    let script = try ScriptFixture(posts, order: "any").script()
    #expect(script.reply(to: .get("/a", "POST", body: #"{"id": 2}"#)).kind == .status(202))
    #expect(script.reply(to: .get("/a", "POST", body: #"{"id": 1.0}"#)).kind == .status(201))
    script.finish(.success(1))
    #expect(script.verdict().reasons.map(\.text) == [])
  }

  @Test("an unseen body fits the first exchange that describes a body, and the verdict is errored")
  func unseenBody() throws {
    let posts = [1, 2].map { Self.exchange("/a", 200 + $0, #", "method": "POST", "body": {"json": {"id": \#($0)}}"#) }
    let script = try ScriptFixture(posts, order: "any").script()
    var request = CapturedRequest.get("/a", "POST")
    request.unobserved = ["body"]
    #expect(script.reply(to: request).kind == .status(201))
    #expect(script.reply(to: request).kind == .status(202))
    script.finish(.success(1))
    #expect(script.verdict().status == .errored)
    #expect(script.verdict().reasons.map(\.code) == ["unobservable", "unobservable"])
  }

  @Test("names are bound in the order of the requests, and only by the exchange that answers")
  func bindings() throws {
    func post(_ path: String, _ status: Int) -> String {
      Self.exchange(path, status, #", "headers": {"Key": {"$same": "key"}}, "query": {"page": {"$same": "page"}}"#)
    }
    let fixture = try ScriptFixture([post("/a", 201), post("/b", 202)], order: "any")
    func verdict(_ requests: (path: String, key: String)...) -> Verdict {
      let script = fixture.script()
      for request in requests { _ = script.reply(to: .get("\(request.path)?page=1", headers: ["Key": request.key])) }
      script.finish(.success(1))
      return script.verdict()
    }
    #expect(verdict(("/b", "k"), ("/a", "k")).reasons.map(\.text) == [])
    // A request that fits no exchange binds no name.
    #expect(verdict(("/c", "x"), ("/b", "k"), ("/a", "k")).reasons.map(\.code) == ["unexpectedRequest"])
    let other = verdict(("/b", "k"), ("/a", "l"))
    #expect(other.reasons.map(\.code) == ["unexpectedRequest", "mismatch"])
    expectText(
      other.reasons.first?.nearest?.exchangeText,
      begins: "exchange 1: sent GET /a?page=1, described GET /a?page=…: header Key differs")
  }

  @Test("the outcome may use a name that a request bound, whichever request came first")
  func boundForOutcome() throws {
    let text = #"""
      {
        "contract": 1, "endpoint": "e", "request": {"method": "GET", "path": "/a"},
        "scenarios": [
          {"name": "s", "order": "any", "expect": {"success": {"$same": "key"}}, "exchanges": [
            {"request": {"path": "/b"}, "response": {"kind": "valid"}},
            {"request": {"headers": {"Key": {"$same": "key"}}}, "response": {"kind": "valid"}}]}
        ]
      }
      """#
    let contract = try Contract.read(text)
    for (result, isRight) in [("k", true), ("l", false)] {
      let script = Script(contract.scenarios[0], of: contract, transport: .memory)
      _ = script.reply(to: .get("/a", on: "http://localhost", headers: ["Key": "k"]))
      _ = script.reply(to: .get("/b", on: "http://localhost"))
      script.finish(.success(.string(result)))
      #expect((script.verdict().status == .passed) == isRight)
    }
  }

  @Test("names in a path and forms also distinguish requests")
  func pathsAndForms() throws {
    let script = try ScriptFixture(
      [
        Self.exchange("/todos/{id}", 201, #", "pathParameters": {"id": {"$regex": "^[0-9]+$"}}"#),
        Self.exchange("/todos/{id}", 202, #", "pathParameters": {"id": "new"}"#),
        Self.exchange("/todos", 203, #", "method": "POST", "body": {"form": {"a": "1"}}"#),
        Self.exchange("/todos", 204, #", "method": "POST", "body": {"form": {"a": "2"}}"#),
      ], order: "any"
    ).script()
    let requests: [CapturedRequest] = [
      .get("/todos", "POST", body: "a=2"), .get("/todos/new"), .get("/todos", "POST", body: "a=1"), .get("/todos/17"),
      .get("/todos/x"),
    ]
    #expect(requests.map { script.reply(to: $0).kind } == [204, 202, 203, 201, 500].map { .status($0) })
  }

  @Test("if an expression is stopped, its exchange answers, and the verdict is errored")
  func stopped() throws {
    let slow = Self.exchange("/a", 201, #", "headers": {"X": {"$regex": "^(a+)+$"}}"#)
    let fixture = try ScriptFixture([slow, Self.exchange("/a", 202)], order: "any")
    let script = fixture.script()
    let evil = String(repeating: "a", count: 40) + "b"
    #expect(script.reply(to: .get("/a", headers: ["X": evil])).kind == .status(201))
    #expect(script.reply(to: .get("/a")).kind == .status(202))
    script.finish(.success(1))
    #expect(script.verdict().reasons.map(\.code) == ["regexStopped"])
    // If something else differs, the result of the expression does not matter.
    let other = fixture.script()
    #expect(other.reply(to: .get("/b", headers: ["X": evil])).kind == .status(500))
  }

  @Test("many simultaneous requests are each answered once, by their own exchange")
  func together() async throws {
    let paths = (0..<40).map { "/p\($0)" }
    let script = try ScriptFixture(paths.enumerated().map { Self.exchange($1, 200 + $0) }, order: "any").script(
      .loopback)
    let answers = await withTaskGroup(of: (Int, Reply.Kind).self) { group in
      for (index, path) in paths.enumerated() {
        group.addTask { (index, script.reply(to: .get(path)).kind) }
      }
      return await group.reduce(into: [Int: Reply.Kind]()) { $0[$1.0] = $1.1 }
    }
    for index in paths.indices { #expect(answers[index] == .status(200 + index)) }
    script.finish(.success(1))
    #expect(script.verdict().reasons.map(\.text) == [])
    #expect(script.verdict().record.count == 40)
  }

  @Test("two hundred exchanges with different bodies answer requests in the opposite order", .slow)
  func large() throws {
    let filler = String(repeating: "x", count: 5000)
    func body(_ n: Int) -> String { #"{"id": \#(n), "filler": "\#(filler)"}"# }
    let exchanges = (0..<200).map { Self.exchange("/a", 200, #", "method": "POST", "body": {"json": \#(body($0))}"#) }
    let script = try ScriptFixture(exchanges, order: "any").script()
    for n in (0..<200).reversed() { #expect(script.reply(to: .get("/a", "POST", body: body(n))).kind == .status(200)) }
    script.finish(.success(1))
    #expect(script.verdict().reasons.count == 0)
  }

  // MARK: Unexpected requests

  @Test("an unexpected request is answered with 500, names its nearest exchange, and leaves it missing")
  func beyond() throws {
    let fixture = try ScriptFixture([Self.exchange("/todos"), Self.exchange("/users")], order: "any")
    let script = fixture.script()
    #expect(script.reply(to: .get("/users")).kind == .status(200))
    let reply = script.reply(to: .get("/todo"))
    #expect(reply.kind == .status(500))
    expectText(
      String(decoding: reply.body ?? [], as: UTF8.self), is: "contract-run: no exchange left describes request 2")
    script.finish(.success(1))
    expectTexts(
      script.verdict().reasons.map(\.text),
      are: [
        """
        unexpected request 2 (2 were described): GET http://localhost/api/todo
          contract  todo.contract.json:9:7 /scenarios/0/exchanges/1
          expected  2 requests, in any order
          actual    GET http://localhost/api/todo
          answered  500, by contract-run itself: the contract describes no response to it
          nearest   exchange 1: sent GET /todo, described GET /todos: path differs
                    todo.contract.json:8:7 /scenarios/0/exchanges/0
          next      fix the client, or describe each request with its response in the scenario's `exchanges`
        """,
        """
        missing request
          contract  todo.contract.json:8:19 /scenarios/0/exchanges/0/request
          expected  GET http://localhost/api/todos
          actual    nothing
          nearest   request 2: sent GET /todo, described GET /todos: path differs
          note      the client sent GET http://localhost/api/users, GET http://localhost/api/todo
        """,
      ])
    expectText(script.verdict().reasons[1].summary, is: "missing request: expected GET http://localhost/api/todos")
  }

  @Test("the differences from the nearest exchange are listed if that exchange has answered no request")
  func beyondInParts() throws {
    let posted = #", "method": "POST", "headers": {"Key": "k"}, "body": {"json": {"id": 2, "n": [1]}}"#
    let fixture = try ScriptFixture([Self.exchange("/a"), Self.exchange("/b", 200, posted)], order: "any")
    let sent = CapturedRequest.get("/b", "POST", headers: ["Key": "l"], body: #"{"id": 3, "n": []}"#)
    let reasons = fixture.verdict(.get("/a"), sent).reasons
    expectText(
      reasons.first?.nearest?.exchangeText,
      is: """
        exchange 2: sent POST /b, described POST /b: header Key and body differ
        todo.contract.json:9:7 /scenarios/0/exchanges/1
        unexpected value of header Key
          contract  todo.contract.json:9:71 /scenarios/0/exchanges/1/request/headers/Key
          expected  "k"
          actual    "l"
        unexpected body: 2 differences
          contract    todo.contract.json:9:94 /scenarios/0/exchanges/1/request/body/json
          changed     /id   expected 2, got 3  9:101
          missing     /n/0  expected 1         9:110
        """)
    #expect(reasons.first?.nearest?.mismatches.map(\.request) == [nil, nil])
    // If it has answered another request, this request was not meant for it.
    let good = CapturedRequest.get("/b", "POST", headers: ["Key": "k"], body: #"{"id": 2, "n": [1]}"#)
    let again = fixture.verdict(.get("/a"), good, sent).reasons
    #expect(again.map { $0.nearest?.answered } == [2] && again.first?.nearest?.mismatches.isEmpty == true)
  }

  @Test("a request that an answered exchange describes is reported with the request that it answered")
  func again() throws {
    let fixture = try ScriptFixture(Self.two, order: "any")
    let texts = fixture.verdict(.get("/a"), .get("/b"), .get("/a")).reasons.map(\.text)
    #expect(texts.count == 1)
    expectText(
      texts.first,
      has: """
          nearest   request 3 matches exchange 1, which answered request 1
                    todo.contract.json:8:7 /scenarios/0/exchanges/0

        """)
    // A request that repeats the previous one is reported only as a repetition.
    let twice = fixture.verdict(.get("/a"), .get("/a")).reasons
    #expect(twice.count == 2)
    expectText(
      twice.first?.text,
      has: "the same as request 1, which had a success: the client sends it twice, perhaps at the same time")
    #expect(twice.compactMap(\.nearest?.exchange) == [])
  }

  @Test("an unanswered exchange is nearer than an answered one, unless the answered one fits exactly")
  func stillToCome() throws {
    let fixture = try ScriptFixture([Self.exchange("/todos"), Self.exchange("/users")], order: "any")
    let verdict = fixture.verdict(.get("/todos"), .get("/todo"))
    #expect(verdict.reasons.map(\.nearest?.exchange) == [2, 2])
    #expect(fixture.verdict(.get("/todos"), .get("/users"), .get("/todo")).reasons.map(\.nearest?.exchange) == [1])
  }

  @Test("if a client sends garbage without end, ten requests are reported, and good requests are still answered", .slow)
  func storm() throws {
    let script = try ScriptFixture(Self.two, order: "any").script()
    for _ in 0..<1000 { _ = script.reply(to: .get("/x")) }
    #expect(script.reply(to: .get("/b")).kind == .status(202))
    #expect(script.reply(to: .get("/a")).kind == .status(201))
    for _ in 0..<1000 { _ = script.reply(to: .get("/x")) }
    script.finish(.success(1))
    let verdict = script.verdict()
    #expect(verdict.record.count == 12)
    #expect(verdict.reasons.map(\.code) == ["unexpectedRequest"])
    expectText(
      verdict.reasons[0].summary,
      is: "unexpected requests 1 to 10 (2 were described): GET http://localhost/api/x, and 1990 more")
  }

  @Test("a single exchange may also be in any order")
  func one() throws {
    let fixture = try ScriptFixture([Self.exchange("/a", 201)], order: "any")
    #expect(fixture.verdict(.get("/a")).status == .passed)
    #expect(fixture.verdict(.get("/b")).reasons.map(\.code) == ["unexpectedRequest", "mismatch"])
    expectTexts(
      fixture.verdict().reasons.map(\.summary), are: ["missing request: expected GET http://localhost/api/a"])
  }

  // MARK: Requests that no socket shows

  @Test("on loopback, an exchange that nothing shows answers no request, and is counted")
  func hidden() throws {
    let fixture = try ScriptFixture(
      [Self.failing("cannotConnectToHost", #"{"base": "auth"}"#), Self.exchange("/a", 201), Self.exchange("/b", 202)],
      order: "any")
    let verdict = fixture.verdict(.get("/b"), .get("/a"), on: .loopback)
    #expect(verdict.reasons.map(\.text) == [])
    expectTexts(verdict.unobserved.map(\.text), are: ["the request of exchange 1", "other hosts"])
    // In memory, it can be seen, so it can be missing.
    expectTexts(
      fixture.verdict(.get("/b"), .get("/a")).reasons.map(\.summary),
      are: [
        "missing request: expected GET https://auth.example.com/a"
      ])
    // A request to a URL on which nothing listens fits no exchange.
    #expect(
      fixture.verdict(.get("/a", on: "https://auth.example.com"), .get("/b"), .get("/a"), on: .loopback).reasons
        .map(\.code) == ["unexpectedRequest"])
  }

  @Test("on loopback, a refused connection needs its own URL if the order is any")
  func addresses() throws {
    let refused = Self.failing("cannotConnectToHost")
    for exchanges in [[refused, Self.exchange("/a")], [Self.exchange("/a"), refused]] {
      let scenario = try ScriptFixture(exchanges, order: "any").scenario
      expectText(
        scenario.whySkipped(on: .loopback),
        is:
          "with \"order\": \"any\", no other exchange can share a host and port with the error cannotConnectToHost (-1004)"
      )
      #expect(scenario.whySkipped(on: .memory) == nil)
    }
    #expect(try ScriptFixture([Self.exchange("/a"), refused]).scenario.whySkipped(on: .loopback) == nil)
    let alone = [Self.failing("cannotFindHost", #"{"base": "auth"}"#), Self.exchange("/a")]
    #expect(try ScriptFixture(alone, order: "any").scenario.whySkipped(on: .loopback) == nil)
    #expect(try ScriptFixture([refused, refused], order: "any").scenario.whySkipped(on: .loopback) == nil)
  }

  // MARK: Requests by name

  @Test("a named request is independent of the requests of the contract and the scenario")
  func named() throws {
    let fixture = try ScriptFixture([
      #"{"request": "login", "response": {"kind": "valid", "status": 201}}"#, Self.exchange("/a", 202),
      #"{"request": "list", "response": {"kind": "valid", "status": 203}}"#,
      #"{"request": "login", "response": {"kind": "valid", "status": 204}}"#,
    ])
    let login = CapturedRequest.get("/in", "POST", on: "https://auth.example.com", body: #"{"user": "u"}"#)
    #expect(fixture.verdict(login, .get("/a"), .get("/list"), login).reasons.map(\.text) == [])
    var wrong = login
    wrong.method = "GET"
    expectTexts(
      fixture.verdict(login, .get("/a"), .get("/list"), wrong).reasons.map(\.text),
      are: [
        """
        request 4: unexpected method
          contract  todo.contract.json:5:36 /requests/login/method
          expected  POST
          actual    GET
        """
      ])
  }

  @Test("a scenario's request is not merged over a named one, and an exchange's named request is merged over neither")
  func notMerged() throws {
    let text = #"""
      {
        "contract": 1, "endpoint": "e",
        "request": {"method": "GET", "path": "/a", "headers": {"X-A": "1"}},
        "requests": {"login": {"method": "POST", "path": "/in"}},
        "scenarios": [
          {"name": "s", "request": {"headers": {"X-B": "2"}}, "expect": {"success": 1},
           "exchanges": [{"request": "login", "response": {"kind": "valid"}}, {"response": {"kind": "valid"}}]}
        ]
      }
      """#
    let contract = try Contract.read(text)
    let exchanges = contract.scenarios[0].exchanges
    #expect(exchanges.map(\.shape.path.value) == ["/in", "/a"])
    #expect(exchanges.map { $0.shape.headers.map(\.name) } == [[], ["X-A", "X-B"]])
  }

  @Test("a contract whose exchanges all use named requests needs no request of its own")
  func onlyNamed() throws {
    let text = #"""
      {
        "contract": 1, "endpoint": "e", "requests": {"é": {"method": "GET", "path": "/1"}, "e\u0301": {"method": "GET", "path": "/2"}},
        "scenarios": [
          {"name": "s", "expect": {"success": 1},
           "exchanges": [{"request": "e\u0301", "response": {"kind": "valid"}}, {"request": "é", "response": {"kind": "valid"}}]}
        ]
      }
      """#
    let contract = try Contract.read(text)
    #expect(contract.scenarios[0].exchanges.map(\.shape.path.value) == ["/2", "/1"])
  }
}
