import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("The nearest exchange for a request, and the nearest request for an exchange", .slow)
struct ScriptNearestTests {
  private static func exchange(_ request: String) -> String {
    #"{"request": \#(request), "response": {"kind": "valid"}}"#
  }
  private static let paths = ["/todos", "/users", "/todos/1"].map { exchange(#"{"path": "\#($0)"}"#) }

  /// Returns the texts of the reasons, without the line of the contract.
  private func texts(_ verdict: Verdict) -> [String] { verdict.reasons.map(\.text) }

  // MARK: In sequence

  @Test("two requests in another order are reported as such, with the setting that allows it")
  func swapped() throws {
    let fixture = try ScriptFixture(Array(Self.paths.prefix(2)))
    expectTexts(
      texts(fixture.verdict(.get("/users"), .get("/todos"))),
      are: [
        """
        request 1: unexpected path
          contract  todo.contract.json:8:28 /scenarios/0/exchanges/0/request/path
          expected  /todos
          actual    /users
          nearest   request 1 matches exchange 2; the requests came in another order; to allow any order, write `"order": "any"`
                    todo.contract.json:9:7 /scenarios/0/exchanges/1
        """,
        """
        request 2: unexpected path
          contract  todo.contract.json:9:28 /scenarios/0/exchanges/1/request/path
          expected  /users
          actual    /todos
          nearest   request 2 matches exchange 1; the requests came in another order; to allow any order, write `"order": "any"`
                    todo.contract.json:8:7 /scenarios/0/exchanges/0
        """,
      ])
  }

  @Test("three requests in a circle are also in another order, unless one of them fits no exchange")
  func circle() throws {
    let fixture = try ScriptFixture(Self.paths)
    let circle = fixture.verdict(.get("/users"), .get("/todos/1"), .get("/todos")).reasons.compactMap(\.nearest)
    #expect(circle.map(\.exchange) == [2, 3, 1])
    #expect(circle.allSatisfy { $0.isOtherOrder && $0.differs.isEmpty })
    let strange = fixture.verdict(.get("/users"), .get("/todos"), .get("/x")).reasons.compactMap(\.nearest)
    #expect(strange.map(\.exchange) == [2, 1])
    #expect(strange.allSatisfy { !$0.isOtherOrder })
    // Each of multiple equal shapes is used once.
    let twice = try ScriptFixture([Self.paths[0], Self.paths[0], Self.paths[1], Self.paths[1]])
    let places = twice.verdict(.get("/users"), .get("/users"), .get("/todos"), .get("/todos")).reasons
    #expect(places.compactMap(\.nearest?.exchange) == [3, 4, 1, 2])
  }

  @Test("after a skipped request, the next one is nearest to a later exchange, whose request is missing")
  func leftOut() throws {
    let fixture = try ScriptFixture(Self.paths)
    expectTexts(
      texts(fixture.verdict(.get("/todos"), .get("/todos/1"))),
      are: [
        """
        request 2: unexpected path
          contract  todo.contract.json:9:28 /scenarios/0/exchanges/1/request/path
          expected  /users
          actual    /todos/1
          nearest   request 2 matches exchange 3
                    todo.contract.json:10:7 /scenarios/0/exchanges/2
        """,
        """
        missing request 3
          contract  todo.contract.json:10:19 /scenarios/0/exchanges/2/request
          expected  GET http://localhost/api/todos/1
          actual    nothing
          nearest   request 2 matches exchange 3
          note      the client sent GET http://localhost/api/todos, GET http://localhost/api/todos/1
        """,
      ])
  }

  @Test("after an extra first request, each is nearest to the exchange before, and the last is unexpected")
  func shifted() throws {
    let fixture = try ScriptFixture(Array(Self.paths.prefix(2)))
    let verdict = fixture.verdict(.get("/ping"), .get("/todos"), .get("/users"))
    expectTexts(
      verdict.reasons.map(\.summary),
      are: [
        "request 1: path: expected /todos, got /ping", "request 2: path: expected /users, got /todos",
        "unexpected request 3 (2 were described): GET http://localhost/api/users",
      ])
    #expect(verdict.reasons.map(\.nearest?.exchange) == [nil, 1, 2])
    expectText(
      texts(verdict)[1],
      has: """
          nearest   request 2 matches exchange 1, which answered request 1
                    todo.contract.json:8:7 /scenarios/0/exchanges/0
        """)
    expectText(
      texts(verdict)[2],
      is: """
        unexpected request 3 (2 were described): GET http://localhost/api/users
          contract  todo.contract.json:9:7 /scenarios/0/exchanges/1
          expected  2 requests
          actual    GET http://localhost/api/users
          answered  500, by contract-run itself: the contract describes no response to it
          nearest   request 3 matches exchange 2, which answered request 2
                    todo.contract.json:9:7 /scenarios/0/exchanges/1
          next      fix the client, or describe each request with its response in the scenario's `exchanges`
        """)
  }

  @Test("a request that is nearest to its own exchange, or right, names no other exchange")
  func own() throws {
    let fixture = try ScriptFixture(Self.paths)
    for path in ["/todo", "/todos?page=1", "/todos/", "/TODOS"] {
      let verdict = fixture.verdict(.get(path), .get("/users"), .get("/todos/1"))
      #expect(verdict.reasons.count == 1 && verdict.reasons[0].nearest == nil, "\(path)")
    }
    #expect(fixture.verdict(.get("/todos"), .get("/users"), .get("/todos/2")).reasons.map(\.nearest?.exchange) == [nil])
    #expect(fixture.verdict(.get("/todos")).reasons.compactMap(\.nearest?.exchange) == [])
    // Another exchange is equally near, but not nearer.
    let tries = try ScriptFixture(
      (1...2).map { Self.exchange(#"{"path": "/todos", "headers": {"X-Try": "\#($0)"}}"#) })
    let third = CapturedRequest.get("/todos", headers: ["X-Try": "3"])
    #expect(tries.verdict(third, third).reasons.map(\.nearest?.exchange) == [nil, nil])
    let only = try ScriptFixture([Self.paths[0]])
    #expect(only.verdict(.get("/x")).reasons.map(\.nearest?.exchange) == [nil])
  }

  // MARK: Differences

  @Test("the parts that differ are named, and the nearest exchange comes first")
  func parts() throws {
    let fixture = try ScriptFixture(
      [
        Self.exchange(#"{"path": "/todos", "query": {"page": "1", "q": {"$any": true}}, "headers": {"X-A": "1"}}"#),
        Self.exchange(#"{"method": "POST", "path": "/todos", "body": {"json": {"id": 1}}}"#),
        Self.exchange(#"{"method": "POST", "path": "/todos", "body": {"json": {"id": 2, "title": "test"}}}"#),
        Self.exchange(#"{"method": "POST", "base": "auth", "path": "/in"}"#),
      ], order: "any")
    func nearest(_ request: CapturedRequest) throws -> String {
      let nearest = try #require(fixture.verdict(request).reasons.first?.nearest)
      return "\(nearest.exchange ?? 0): \(nearest.exchangeText.split(separator: "\n")[0])"
    }
    expectText(
      try nearest(.get("/todos?page=2")),
      is:
        #"1: exchange 1: sent GET /todos?page=2, described GET /todos?page=1&q=…: query item "page", query item "q" and header X-A differ"#
    )
    expectText(
      try nearest(.get("/todos?page=1&q=a&z=1", headers: ["X-A": "1"])),
      is: #"1: exchange 1: sent GET /todos?page=1&q=a&z=1, described GET /todos?page=1&q=…: query item "z" differs"#)
    // Of two exchanges whose bodies differ, the one with fewer differences is nearer.
    expectText(
      try nearest(.get("/todos", "POST", body: #"{"id": 2, "title": "tset"}"#)),
      is: "3: exchange 3: sent POST /todos, described POST /todos: body differs")
    expectText(
      try nearest(.get("/todo", "PUT", body: #"{"id": 1}"#)),
      is: "2: exchange 2: sent PUT /todo, described POST /todos: method and path differ")
    // If the URLs differ, both are shown whole.
    expectText(
      try nearest(.get("/in", "POST")),
      is:
        "4: exchange 4: sent POST http://localhost/api/in, described POST https://auth.example.com/in: base URL and path differ"
    )
    expectText(
      try nearest(.get("/in", "POST", on: "https://u:secret@example.com")),
      is:
        "4: exchange 4: sent POST https://…@example.com/in, described POST https://auth.example.com/in: base URL differs"
    )
    let many = (0..<30).map { "a\($0)=1" }.joined(separator: "&")
    expectText(try nearest(.get("/todos?\(many)")), ends: #"query item "a1" and 16 more parts differ"#)
  }

  @Test("a shape is compared with the names that were bound before the request")
  func expressions() throws {
    let fixture = try ScriptFixture([
      Self.exchange(#"{"path": "/a", "headers": {"X": {"$regex": "^(a+)+$"}}}"#), Self.exchange(#"{"path": "/b"}"#),
    ])
    let evil = String(repeating: "a", count: 40) + "b"
    let reasons = fixture.verdict(.get("/b"), .get("/a", headers: ["X": evil])).reasons
    // It is unknown whether the second request matches the first exchange.
    #expect(reasons.compactMap(\.nearest).map(\.isOtherOrder) == [false, false])
    expectText(
      reasons.last?.nearest?.exchangeText,
      begins: "exchange 1: sent GET /a, described GET /a: the part of an expression that was")
  }

  @Test("a request that no socket shows has no nearest exchange")
  func hidden() throws {
    let refused =
      #"{"request": {"base": "auth"}, "response": {"kind": "networkError", "error": "cannotConnectToHost"}}"#
    let verdict = try ScriptFixture([refused, Self.paths[0]]).verdict(
      .get("/a", on: "https://auth.example.com"), on: .loopback)
    #expect(verdict.reasons.map(\.nearest?.exchange) == [nil, nil])
  }

  @Test("hundreds of exchanges and requests with bodies of 100 kB are reported quickly", .exhaustive)
  func bounded() throws {
    let filler = String(repeating: "[1,2,3],", count: 12_500)
    let big = "[\(filler) 0]"
    let exchanges = (0..<200).map {
      Self.exchange(#"{"method": "POST", "path": "/todos", "body": {"json": [\#($0)]}}"#)
    }
    let script = try ScriptFixture(exchanges).script()
    for _ in 0..<2 { _ = script.reply(to: .get("/todos", "POST", body: big)) }
    for n in 2..<200 { _ = script.reply(to: .get("/\(n)\(String(repeating: "x", count: 3000))")) }
    for n in 0..<30 { _ = script.reply(to: .get("/more/\(n)")) }
    script.finish(.success(1))
    let verdict = script.verdict()
    #expect(verdict.reasons.count > 200)
    #expect(verdict.reasons.compactMap(\.nearest).count <= 10)
  }
}
