import TestSupport
import Testing

@testable import ContractCore

@Suite("What faults at earlier exchanges find")
struct ScriptStepsTests {
  /// A login, a list, and its end.
  private static let flow = """
    {"name": "login", "request": {"method": "POST", "path": "/login"},
     "response": {"kind": "valid", "body": {"json": {"token": "t-123456", "user": 42}}}},
    {"request": {"method": "GET", "path": "/users/42/todos", "headers": {"Authorization": "Bearer t-123456"}},
     "response": {"kind": "valid", "body": {"json": {"items": ["milk"], "cursor": "c-2"}}}},
    {"name": "end", "request": {"method": "POST", "path": "/end", "body": {"json": {"cursor": "c-2"}}},
     "response": {"kind": "valid", "body": {"json": {"done": true}}}}
    """

  /// A call with a fault.
  private struct Call {
    let script: Script

    init(
      _ name: String, exchanges: String = flow, scenario: String = "",
      variations: String = #""statusError": {"failure": "any"}, "networkError": {"failure": "any"}"#,
      expect: String = #"{"success": {"items": ["milk"]}}"#
    ) throws {
      let fixture = try VariationFixture(
        exchanges: exchanges, scenario: scenario, expect: expect,
        declaring: "\"variations\": {\(variations), \"steps\": true}")
      let variation = try #require(fixture.list(on: .memory).played.first { $0.name == name })
      script = Script(
        try fixture.varied(variation), of: fixture.contract, transport: .memory, seesOtherHosts: true)
    }

    @discardableResult
    func send(_ method: String, _ path: String, _ token: String? = nil, body: String? = nil) -> Reply {
      let headers = token.map { [Headers.Line("Authorization", "Bearer \($0)")] } ?? []
      let type = body == nil ? [] : [Headers.Line("Content-Type", "application/json")]
      return script.reply(
        to: CapturedRequest(
          method: method, url: "http://localhost/v1\(path)", headers: Headers(headers + type),
          body: body.map { Array($0.utf8) }))
    }

    func end(_ outcome: Outcome = .failure(["category": "status"], values: nil)) -> Verdict {
      script.finish(outcome)
      return script.verdict()
    }

    /// Returns the codes of the reasons why the call did not pass.
    func codes(_ outcome: Outcome = .failure(["category": "status"], values: nil)) -> [String] {
      end(outcome).reasons.map(\.code)
    }
  }

  private static let success = Outcome.success(["items": ["milk"]])

  @Test("a client that stops is right, and so is one that ends its session")
  func right() throws {
    let call = try Call("login: status 503")
    #expect(call.send("POST", "/login").kind == .status(503))
    let verdict = call.end()
    #expect(verdict.reasons.isEmpty && verdict.stepEnd == .failed)
    let other = try Call("exchange 2: status 503")
    #expect(other.send("POST", "/login").kind == .status(200))
    #expect(other.send("GET", "/users/42/todos", "t-123456").kind == .status(503))
    #expect(other.send("POST", "/end", body: "{}").kind == .status(200))
    #expect(other.codes() == [])
  }

  @Test(
    "a word in place of a value from an answer is hollow, wherever it is",
    arguments: [
      ("/users/42/todos", "undefined"), ("/users/42/todos", "None"), ("/users/42/todos", "Optional(\"\")"),
      ("/users/42/todos", ""), ("/users/nil/todos", nil), ("/users//todos", nil),
      ("/users/%5Bobject%20Object%5D/todos", nil),
    ])
  func hollow(_ path: String, _ token: String?) throws {
    let call = try Call("login: status 500")
    call.send("POST", "/login")
    call.send("GET", path, token)
    #expect(call.codes() == ["hollow"])
  }

  @Test("null in a body is hollow, and a value that is missing is not")
  func bodies() throws {
    for (body, codes) in [
      (#"{"cursor": null}"#, ["hollow"]), (#"{"cursor": ""}"#, ["hollow"]), ("{}", []), (#"{"cursor": "c-1"}"#, []),
    ] {
      let call = try Call("exchange 2: status 500")
      call.send("POST", "/login")
      call.send("GET", "/users/42/todos", "t-123456")
      call.send("POST", "/end", body: body)
      #expect(call.codes() == codes, "\(body)")
    }
    let missing = try Call("login: status 500")
    missing.send("POST", "/login")
    missing.send("GET", "/users/42/todos")
    #expect(missing.codes() == [])
  }

  @Test("the reason says which request has what, which fault came before, and where")
  func text() throws {
    let call = try Call("login: status 401")
    call.send("POST", "/login")
    call.send("GET", "/users/42/todos", "null")
    let reason = try #require(call.end().reasons.first)
    expectText(
      reason.text,
      is: """
        request 2: header Authorization has null in place of a value from an answer
          contract  todo.contract.json:4:1 /scenarios/0/exchanges/1
          actual    GET http://localhost/v1/users/42/todos
          fault     "login" had the fault status 401
          next      let the client stop if a request fails, before the next one needs its answer
        """)
    #expect(reason.status == .failed)
  }

  @Test("the scenario's outcome without the answer is ignored, unless the exchange is optional")
  func ignored() throws {
    for optional in [false, true] {
      let seen = #"""
        {"name": "seen", "optional": \#(optional), "request": {"method": "PUT", "path": "/seen"},
         "response": {"kind": "valid", "status": 204}}, {"name": "end"
        """#
      let exchanges = Self.flow.replacing(#"{"name": "end""#, with: seen)
      let call = try Call("seen: status 500", exchanges: exchanges)
      call.send("POST", "/login")
      call.send("GET", "/users/42/todos", "t-123456")
      call.send("PUT", "/seen")
      call.send("POST", "/end", body: #"{"cursor": "c-2"}"#)
      let verdict = call.end(Self.success)
      #expect(verdict.reasons.map(\.code) == (optional ? [] : ["ignored"]))
      #expect(verdict.stepEnd == (optional ? .recovered : .other))
    }
  }

  @Test("another success is partial, unless the contract has it")
  func partial() throws {
    for (except, codes) in [
      ("", ["partial"]), (#", "except": {"exchange 2: status 500": {"success": {"items": []}}}"#, []),
      (#", "except": {"exchange 2: *": {"success": {"items": []}}}"#, []),
      (#", "except": {"exchange 2: *": {"success": {"items": [1]}}}"#, ["mismatch"]),
    ] {
      let call = try Call("exchange 2: status 500", variations: #""statusError": {"failure": "any"\#(except)}"#)
      call.send("POST", "/login")
      call.send("GET", "/users/42/todos", "t-123456")
      #expect(call.codes(.success(["items": []])) == codes, "\(except)")
    }
  }

  @Test("after the fault, only attempts, later exchanges and recovery are expected")
  func unexpected() throws {
    let once = try Call("login: status 503")
    once.send("POST", "/login")
    #expect(once.send("POST", "/login").kind == .status(500))
    #expect(once.codes() == ["unexpectedRequest"])
    let other = try Call("login: status 503")
    other.send("POST", "/login")
    other.send("GET", "/help")
    #expect(other.codes() == ["unexpectedRequest"])
    let back = try Call("exchange 2: status 503")
    back.send("POST", "/login")
    back.send("GET", "/users/42/todos", "t-123456")
    back.send("POST", "/login")
    #expect(back.codes() == ["unexpectedRequest"])
  }

  @Test("a token is renewed as often as there are attempts, and what comes again has another one")
  func recovery() throws {
    let recovery = """
      "statusError": {"failure": "any"}, "attempts": 2, "recovery": [
        {"request": {"method": "POST", "path": "/renew"}, "response": {"kind": "valid", "body": {"json": {"token": "t-2"}}}}]
      """
    let call = try Call("exchange 2: status 401 once", variations: recovery)
    call.send("POST", "/login")
    #expect(call.send("GET", "/users/42/todos", "t-123456").kind == .status(401))
    #expect(call.send("POST", "/renew").kind == .status(200))
    #expect(call.send("GET", "/users/42/todos", "t-2").kind == .status(200))
    call.send("POST", "/end", body: #"{"cursor": "c-2"}"#)
    let verdict = call.end(Self.success)
    #expect(verdict.reasons.isEmpty && verdict.stepEnd == .recovered)
    let endless = try Call("exchange 2: status 401", variations: recovery)
    endless.send("POST", "/login")
    for _ in 0..<3 {
      endless.send("GET", "/users/42/todos", "t-123456")
      endless.send("POST", "/renew")
    }
    #expect(endless.codes() == ["unexpectedRequest", "unexpectedRequest"])
  }

  @Test(
    "a POST that comes again after it may have had an effect is counted, and red if the exchange forbids it",
    arguments: [
      ("error networkConnectionLost", nil, [], ["sent twice"]), ("status 500", nil, [], ["sent twice"]),
      ("status 503", nil, [], []), ("error cannotConnectToHost", nil, [], []), ("status 500", true, [], []),
      ("status 500", false, ["sentTwice"], []),
    ] as [(String, Bool?, [String], [String])])
  func sentTwice(_ fault: String, _ isIdempotent: Bool?, _ codes: [String], _ counted: [String]) throws {
    let exchanges = Self.flow.replacing(
      #""name": "login","#, with: #""name": "login", \#(isIdempotent.map { #""idempotent": \#($0),"# } ?? "")"#)
    let call = try Call(
      "login: \(fault)", exchanges: exchanges,
      variations: #""statusError": {"failure": "any"}, "networkError": {"failure": "any"}, "attempts": 2"#)
    call.send("POST", "/login")
    call.send("POST", "/login")
    let verdict = call.end()
    #expect(verdict.reasons.map(\.code) == codes && verdict.watched == counted)
  }

  @Test("with one attempt, the unexpected request says that the server may have acted")
  func mayHaveActed() throws {
    let call = try Call("login: error networkConnectionLost")
    call.send("POST", "/login")
    call.send("POST", "/login")
    #expect(call.end().reasons.first?.text.contains("the server may have done what the first") == true)
  }

  @Test("a fault that nobody reaches is an error, and not a pass")
  func notReached() throws {
    let call = try Call("exchange 2: status 503")
    call.send("POST", "/login")
    let verdict = call.end(Self.success)
    #expect(verdict.reasons.map(\.code) == ["notReached"] && verdict.status == .errored && verdict.stepEnd == nil)
  }

  @Test("a client that asks again until something is there has its answer from a later exchange")
  func polling() throws {
    let poll = """
      {"request": {"method": "GET", "path": "/job"}, "response": {"kind": "valid", "body": {"json": {"state": "x"}}}}
      """
    let call = try Call(
      "exchange 1: status 503", exchanges: [poll, poll].joined(separator: ","), expect: #"{"success": "x"}"#)
    call.send("GET", "/job")
    #expect(call.send("GET", "/job").kind == .status(200))
    #expect(call.codes(.success("x")) == [])
  }

  @Test("in any order, other exchanges go on, and the one with the fault may come again")
  func anyOrder() throws {
    let parts = (1...3).map {
      #"{"request": {"method": "PUT", "path": "/parts/\#($0)"}, "response": {"kind": "valid", "status": 204}}"#
    }
    let call = try Call(
      "exchange 1: status 503", exchanges: parts.joined(separator: ","), scenario: #""order": "any", "#,
      variations: #""statusError": {"failure": "any"}, "attempts": 2"#, expect: #"{"success": null}"#)
    call.send("PUT", "/parts/2")
    #expect(call.send("PUT", "/parts/1").kind == .status(503))
    #expect(call.send("PUT", "/parts/3").kind == .status(204))
    #expect(call.send("PUT", "/parts/1").kind == .status(503))
    #expect(call.codes(.success(.null)) == ["ignored"])
  }

  // MARK: What correct clients do

  private static func recovering(
    _ attempts: Int = 1, _ method: String = "POST", _ path: String, _ json: String
  ) -> String {
    """
    "statusError": {"failure": "any"}, "attempts": \(attempts), "recovery": [
      {"request": {"method": "\(method)", "path": "\(path)"}, "response": {"kind": "valid", "body": {"json": \(json)}}}]
    """
  }

  @Test("a client that logs in if its token cannot be renewed has its answer from recovery")
  func otherWay() throws {
    let exchanges = """
      {"name": "renew", "request": {"method": "POST", "path": "/token"},
       "response": {"kind": "valid", "body": {"json": {"token": "t-222"}}}},
      {"request": {"method": "GET", "path": "/me", "headers": {"Authorization": "Bearer t-222"}},
       "response": {"kind": "valid", "body": {"json": 1}}}
      """
    let call = try Call(
      "renew: status 400", exchanges: exchanges,
      variations: Self.recovering(1, "POST", "/login", #"{"token": "t-333"}"#), expect: #"{"success": 1}"#)
    call.send("POST", "/token")
    call.send("POST", "/login")
    #expect(call.send("GET", "/me", "t-333").kind == .status(200))
    #expect(call.codes(.success(1)) == [])
  }

  @Test("a request that was sent before the fault may come again with another token")
  func otherToken() throws {
    let exchanges = """
      {"request": {"method": "GET", "path": "/me", "headers": {"Authorization": "Bearer old"}},
       "response": {"kind": "statusError", "status": 401}},
      {"name": "renew", "request": {"method": "POST", "path": "/token"},
       "response": {"kind": "valid", "body": {"json": {"token": "t-222"}}}},
      {"request": {"method": "GET", "path": "/me", "headers": {"Authorization": "Bearer t-222"}},
       "response": {"kind": "valid", "body": {"json": 1}}}
      """
    let call = try Call(
      "renew: status 400", exchanges: exchanges,
      variations: Self.recovering(1, "POST", "/login", #"{"token": "t-333"}"#), expect: #"{"success": 1}"#)
    call.send("GET", "/me", "old")
    call.send("POST", "/token")
    call.send("POST", "/login")
    #expect(call.send("GET", "/me", "t-333").kind == .status(200))
    #expect(call.codes(.success(1)) == [])
  }

  @Test("a client that begins again gets what recovery describes, and not the next page")
  func again() throws {
    func page(_ query: String, _ next: String) -> String {
      #"""
      {"request": {"method": "GET", "path": "/pages", "query": {\#(query)}},
       "response": {"kind": "valid", "body": {"json": {"next": "\#(next)"}}}}
      """#
    }
    let pages = [page("", "c-22"), page(#""c": "c-22""#, "c-33"), page(#""c": "c-33""#, "")].joined(separator: ",")
    let call = try Call(
      "exchange 2: status 500", exchanges: pages,
      variations: Self.recovering(1, "GET", "/pages", #"{"next": "c-22"}"#), expect: #"{"success": 1}"#)
    call.send("GET", "/pages")
    call.send("GET", "/pages?c=c-22")
    #expect(call.send("GET", "/pages").body.map { String(decoding: $0, as: UTF8.self) }?.contains("c-22") == true)
    #expect(call.codes() == [])
  }

  @Test("after an optional answer, the same request without what that would give is the next one")
  func conditional() throws {
    let exchanges = """
      {"optional": true, "request": {"method": "GET", "path": "/item"},
       "response": {"kind": "valid", "headers": {"ETag": "\\"e-1\\""}, "body": {"json": {"v": "one-1"}}}},
      {"request": {"method": "GET", "path": "/item", "headers": {"If-None-Match": "\\"e-1\\""}},
       "response": {"kind": "valid", "body": {"json": {"v": "two-2"}}}}
      """
    let call = try Call("exchange 1: status 500", exchanges: exchanges, expect: #"{"success": "two-2"}"#)
    call.send("GET", "/item")
    #expect(call.send("GET", "/item").kind == .status(200))
    #expect(call.codes(.success("two-2")) == [])
  }

  @Test("null in a body is right after an optional answer, and a word is not", arguments: ["null", #""undefined""#])
  func leftOut(_ value: String) throws {
    let exchanges = """
      {"name": "avatar", "optional": true, "request": {"method": "GET", "path": "/avatar"},
       "response": {"kind": "valid", "body": {"json": {"url": "pic-7.png"}}}},
      {"request": {"method": "PUT", "path": "/card", "body": {"json": {"avatar": "pic-7.png"}}},
       "response": {"kind": "valid", "body": {"json": 1}}}
      """
    let call = try Call("avatar: status 500", exchanges: exchanges, expect: #"{"success": 1}"#)
    call.send("GET", "/avatar")
    call.send("PUT", "/card", body: #"{"avatar": \#(value)}"#)
    #expect(call.codes(.success(1)) == (value == "null" ? [] : ["hollow"]))
  }

  @Test("recovery also answers after a fault of the last exchange, whose outcome its family describes")
  func lastExchange() throws {
    let fixture = try VariationFixture(
      request: #"{"method": "GET", "path": "/me", "headers": {"Authorization": "Bearer t-1"}}"#,
      declaring: "\"variations\": {\(Self.recovering(2, "POST", "/token", #"{"token": "t-2"}"#))}")
    func call() throws -> (script: Script, send: (String, String, String) -> Reply) {
      let script = Script(
        try fixture.varied(.status(401, .none)), of: fixture.contract, transport: .memory, seesOtherHosts: true)
      return (
        script,
        { method, path, token in
          script.reply(
            to: CapturedRequest(
              method: method, url: "http://localhost/v1\(path)",
              headers: Headers([Headers.Line("Authorization", "Bearer \(token)")])))
        }
      )
    }
    let right = try call()
    #expect(right.send("GET", "/me", "t-1").kind == .status(401))
    #expect(right.send("POST", "/token", "t-1").kind == .status(200))
    #expect(right.send("GET", "/me", "t-2").kind == .status(401))
    right.script.finish(.failure(["category": "status"], values: nil))
    let verdict = right.script.verdict()
    #expect(verdict.reasons.isEmpty && verdict.stepEnd == nil)
    let wrong = try call()
    _ = wrong.send("GET", "/me", "t-1")
    wrong.script.finish(.success(1))
    #expect(wrong.script.verdict().reasons.map(\.code) == ["mismatch"])
    // Without its request, the scenario is as wrong as without variations.
    let silent = try call()
    silent.script.finish(.failure(["category": "status"], values: nil))
    #expect(silent.script.verdict().reasons.map(\.code) == ["mismatch"])
  }

  // MARK: What they do not do

  @Test("a new token is not the answer that is missing")
  func notReplaced() throws {
    let exchanges = """
      {"name": "mark", "request": {"method": "PUT", "path": "/mark"}, "response": {"kind": "valid", "status": 204}},
      {"request": {"method": "GET", "path": "/me"}, "response": {"kind": "valid", "body": {"json": 1}}}
      """
    let call = try Call(
      "mark: status 401", exchanges: exchanges,
      variations: Self.recovering(1, "POST", "/token", #"{"token": "t-2"}"#), expect: #"{"success": 1}"#)
    call.send("PUT", "/mark")
    call.send("POST", "/token")
    call.send("GET", "/me", "t-2")
    #expect(call.codes(.success(1)) == ["ignored"])
  }

  @Test("after the exchange's own answer, everything is compared again")
  func compared() throws {
    func codes(_ after: (Call) -> Void) throws -> [String] {
      let call = try Call(
        "login: status 503 once", variations: #""statusError": {"failure": "any"}, "attempts": 2"#)
      call.send("POST", "/login")
      #expect(call.send("POST", "/login").kind == .status(200))
      after(call)
      return call.codes(Self.success)
    }
    #expect(
      try codes { call in
        call.send("GET", "/users/42/todos", "t-123456")
        call.send("POST", "/end", body: #"{"cursor": "c-2"}"#)
      } == [])
    #expect(
      try codes { call in
        call.send("GET", "/users/42/todos", "t-999999")
        call.send("POST", "/end", body: #"{"cursor": "wrong"}"#)
      } == ["mismatch", "mismatch"])
    #expect(try codes { $0.send("GET", "/users/42/todos", "t-123456") } == ["mismatch"])
  }

  @Test("a header that must match an expression is hollow if it ends in such a word")
  func expression() throws {
    let exchanges = Self.flow.replacing(#""Bearer t-123456""#, with: #"{"$regex": "^Bearer t-[0-9]+$"}"#)
    let call = try Call("login: status 500", exchanges: exchanges)
    call.send("POST", "/login")
    call.send("GET", "/users/42/todos", "None")
    #expect(call.codes() == ["hollow"])
  }

  @Test("an exception is not for a fault that comes once, unless it says so")
  func onceException() throws {
    let call = try Call(
      "exchange 2: status 503 once",
      variations: #""statusError": {"failure": "any", "except": {"exchange 2: *": {"success": 1}}}, "attempts": 2"#)
    call.send("POST", "/login")
    call.send("GET", "/users/42/todos", "t-123456")
    call.send("GET", "/users/42/todos", "t-123456")
    call.send("POST", "/end", body: #"{"cursor": "c-2"}"#)
    #expect(call.codes(Self.success) == [])
  }
}
