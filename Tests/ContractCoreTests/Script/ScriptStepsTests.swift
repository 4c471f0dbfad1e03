import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("What faults at earlier exchanges find")
struct ScriptStepsTests {
  private static let success = Outcome.success(["items": ["milk"]])

  @Test("a client that stops is right, and so is one that ends its session")
  func right() throws {
    let call = try StepCall("login: status 503")
    #expect(call.send("POST", "/login").kind == .status(503))
    let verdict = call.end()
    #expect(verdict.reasons.isEmpty && verdict.stepEnd == .failed)
    let other = try StepCall("exchange 2: status 503")
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
    let call = try StepCall("login: status 500")
    call.send("POST", "/login")
    call.send("GET", path, token)
    #expect(call.codes() == ["hollow"])
  }

  @Test("null in a body is hollow, and a value that is missing is not")
  func bodies() throws {
    for (body, codes) in [
      (#"{"cursor": null}"#, ["hollow"]), (#"{"cursor": ""}"#, ["hollow"]), ("{}", []), (#"{"cursor": "c-1"}"#, []),
    ] {
      let call = try StepCall("exchange 2: status 500")
      call.send("POST", "/login")
      call.send("GET", "/users/42/todos", "t-123456")
      call.send("POST", "/end", body: body)
      #expect(call.codes() == codes, "\(body)")
    }
    let missing = try StepCall("login: status 500")
    missing.send("POST", "/login")
    missing.send("GET", "/users/42/todos")
    #expect(missing.codes() == [])
  }

  @Test("the reason says which request has what, which fault came before, and where")
  func text() throws {
    let call = try StepCall("login: status 401")
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
      let exchanges = StepCall.flow.replacing(#"{"name": "end""#, with: seen)
      let call = try StepCall("seen: status 500", exchanges: exchanges)
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
      let call = try StepCall("exchange 2: status 500", variations: #""statusError": {"failure": "any"\#(except)}"#)
      call.send("POST", "/login")
      call.send("GET", "/users/42/todos", "t-123456")
      #expect(call.codes(.success(["items": []])) == codes, "\(except)")
    }
  }

  @Test("a success with a secret in it is known as one, also after it is hidden")
  func secret() throws {
    let call = try StepCall("exchange 2: status 500")
    call.send("POST", "/login")
    call.send("GET", "/users/42/todos", "t-123456")
    let verdict = call.end(.success(["items": ["my-own-word"]]))
    func result(_ verdict: Verdict) -> LearnedResult? {
      guard case .step(let problem) = verdict.reasons.first else { return nil }
      return problem.partialResult
    }
    #expect(result(verdict)?.hasSecret == false)
    let hidden = verdict.masked(by: Secrets.standard.knowing(["my-own-word"]))
    #expect(result(hidden)?.hasSecret == true && result(hidden)?.json.text.contains("my-own-word") == false)
  }

  @Test("after the fault, only attempts, later exchanges and recovery are expected")
  func unexpected() throws {
    let once = try StepCall("login: status 503")
    once.send("POST", "/login")
    #expect(once.send("POST", "/login").kind == .status(500))
    #expect(once.codes() == ["unexpectedRequest"])
    let other = try StepCall("login: status 503")
    other.send("POST", "/login")
    other.send("GET", "/help")
    #expect(other.codes() == ["unexpectedRequest"])
    let back = try StepCall("exchange 2: status 503")
    back.send("POST", "/login")
    back.send("GET", "/users/42/todos", "t-123456")
    back.send("POST", "/login")
    #expect(back.codes() == ["unexpectedRequest"])
  }

  @Test("a repeat beyond the attempts is not the next page, although only a cursor differs")
  func repeatedPage() throws {
    let pages = """
      {"request": {"method": "GET", "path": "/p"}, "response": {"kind": "valid", "body": {"json": {"next": "c-22"}}}},
      {"request": {"method": "GET", "path": "/p", "query": {"c": "c-22"}},
       "response": {"kind": "valid", "body": {"json": {"next": "c-33"}}}},
      {"request": {"method": "GET", "path": "/p", "query": {"c": "c-33"}},
       "response": {"kind": "valid", "body": {"json": 1}}}
      """
    let call = try StepCall("exchange 2: status 503", exchanges: pages, expect: #"{"success": 1}"#)
    call.send("GET", "/p")
    call.send("GET", "/p?c=c-22")
    #expect(call.send("GET", "/p?c=c-22").kind == .status(500))
    #expect(call.codes() == ["unexpectedRequest"])
  }

  @Test("a token is renewed as often as there are attempts, and what comes again has another one")
  func recovery() throws {
    let recovery = """
      "statusError": {"failure": "any"}, "attempts": 2, "recovery": [
        {"request": {"method": "POST", "path": "/renew"}, "response": {"kind": "valid", "body": {"json": {"token": "t-2"}}}}]
      """
    let call = try StepCall("exchange 2: status 401 once", variations: recovery)
    call.send("POST", "/login")
    #expect(call.send("GET", "/users/42/todos", "t-123456").kind == .status(401))
    #expect(call.send("POST", "/renew").kind == .status(200))
    #expect(call.send("GET", "/users/42/todos", "t-2").kind == .status(200))
    call.send("POST", "/end", body: #"{"cursor": "c-2"}"#)
    let verdict = call.end(Self.success)
    #expect(verdict.reasons.isEmpty && verdict.stepEnd == .recovered)
    let endless = try StepCall("exchange 2: status 401", variations: recovery)
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
    let exchanges = StepCall.flow.replacing(
      #""name": "login","#, with: #""name": "login", \#(isIdempotent.map { #""idempotent": \#($0),"# } ?? "")"#)
    let call = try StepCall(
      "login: \(fault)", exchanges: exchanges,
      variations: #""statusError": {"failure": "any"}, "networkError": {"failure": "any"}, "attempts": 2"#)
    call.send("POST", "/login")
    call.send("POST", "/login")
    let verdict = call.end()
    #expect(verdict.reasons.map(\.code) == codes && verdict.watched.map(\.rawValue) == counted)
  }

  @Test("with one attempt, the unexpected request says that the server may have acted")
  func mayHaveActed() throws {
    let call = try StepCall("login: error networkConnectionLost")
    call.send("POST", "/login")
    call.send("POST", "/login")
    #expect(call.end().reasons.first?.text.contains("the server may have done what the first") == true)
  }

  @Test("a fault that nobody reaches is an error, and not a pass")
  func notReached() throws {
    let call = try StepCall("exchange 2: status 503")
    call.send("POST", "/login")
    let verdict = call.end(Self.success)
    #expect(verdict.reasons.map(\.code) == ["notReached"] && verdict.status == .errored && verdict.stepEnd == nil)
  }

  @Test("a client that asks again until something is there has its answer from a later exchange")
  func polling() throws {
    let poll = """
      {"request": {"method": "GET", "path": "/job"}, "response": {"kind": "valid", "body": {"json": {"state": "x"}}}}
      """
    let call = try StepCall(
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
    let call = try StepCall(
      "exchange 1: status 503", exchanges: parts.joined(separator: ","), scenario: #""order": "any", "#,
      variations: #""statusError": {"failure": "any"}, "attempts": 2"#, expect: #"{"success": null}"#)
    call.send("PUT", "/parts/2")
    #expect(call.send("PUT", "/parts/1").kind == .status(503))
    #expect(call.send("PUT", "/parts/3").kind == .status(204))
    #expect(call.send("PUT", "/parts/1").kind == .status(503))
    #expect(call.codes(.success(.null)) == ["ignored"])
  }

  @Test("a new token is not the answer that is missing")
  func notReplaced() throws {
    let exchanges = """
      {"name": "mark", "request": {"method": "PUT", "path": "/mark"}, "response": {"kind": "valid", "status": 204}},
      {"request": {"method": "GET", "path": "/me"}, "response": {"kind": "valid", "body": {"json": 1}}}
      """
    let call = try StepCall(
      "mark: status 401", exchanges: exchanges,
      variations: StepCall.recovering(1, "POST", "/token", #"{"token": "t-2"}"#), expect: #"{"success": 1}"#)
    call.send("PUT", "/mark")
    call.send("POST", "/token")
    call.send("GET", "/me", "t-2")
    #expect(call.codes(.success(1)) == ["ignored"])
  }

  @Test("after the exchange's own answer, everything is compared again")
  func compared() throws {
    func codes(_ after: (StepCall) -> Void) throws -> [String] {
      let call = try StepCall(
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
    let exchanges = StepCall.flow.replacing(#""Bearer t-123456""#, with: #"{"$regex": "^Bearer t-[0-9]+$"}"#)
    let call = try StepCall("login: status 500", exchanges: exchanges)
    call.send("POST", "/login")
    call.send("GET", "/users/42/todos", "None")
    #expect(call.codes() == ["hollow"])
  }

  @Test("an exception is not for a fault that comes once, unless it says so")
  func onceException() throws {
    let call = try StepCall(
      "exchange 2: status 503 once",
      variations: #""statusError": {"failure": "any", "except": {"exchange 2: *": {"success": 1}}}, "attempts": 2"#)
    call.send("POST", "/login")
    call.send("GET", "/users/42/todos", "t-123456")
    call.send("GET", "/users/42/todos", "t-123456")
    call.send("POST", "/end", body: #"{"cursor": "c-2"}"#)
    #expect(call.codes(Self.success) == [])
  }
}
