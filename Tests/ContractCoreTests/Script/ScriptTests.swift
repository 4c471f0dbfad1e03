import Foundation
import TestSupport
import Testing

@testable import ContractCore

@Suite("Scripts")
struct ScriptTests {
  static let contract = """
    {
      "baseURL": "http://localhost:8080", "contract": 1, "endpoint": "create todo", "operation": "createTodo",
      "request": {"method": "POST", "path": "/todos", "body": {"json": {"title": "test"}}},
      "scenarios": [
        {"name": "created",
         "response": {"kind": "valid", "status": 201, "headers": {"X-A": "b"}, "body": {"json": {"id": 1}}},
         "expect": {"success": {"id": 1}}},
        {"name": "nothing sent", "exchanges": [], "expect": {"failure": "invalidRequest"}},
        {"name": "twice",
         "exchanges": [
           {"request": {"method": "GET", "path": "/", "body": {"text": ""}}, "response": {"kind": "statusError", "status": 503}},
           {"request": {"method": "GET", "path": "/b", "body": {"text": ""}}, "response": {"kind": "networkError", "error": {"domain": "NSURLErrorDomain", "code": -1004}}}],
         "expect": {"failure": {"type": "APIError", "code": 1}, "values": [1]}},
        {"name": "basic", "response": {"kind": "statusError", "status": 401, "headers": {"www-authenticate": "Basic realm=\\"a\\""}},
         "expect": {"failure": "status"}},
        {"name": "sockets only", "transports": ["loopback"], "response": {"kind": "valid"}, "expect": {"loopback": {"failure": "network"}}},
        {"name": "forbidden", "response": {"kind": "statusError", "status": 403, "headers": {"WWW-Authenticate": "Basic"}},
         "expect": {"failure": "status"}},
        {"name": "multiple", "response": {"kind": "statusError", "status": 401, "headers": {"WWW-Authenticate": "Bearer a=\\"b, c\\", basic"}},
         "expect": {"failure": "status"}},
        {"name": "bearer", "response": {"kind": "statusError", "status": 401, "headers": {"WWW-Authenticate": "Bearer realm=\\"a, Basic b\\""}},
         "expect": {"failure": "status"}},
        {"name": "slow", "response": {"kind": "valid", "delay": 60}, "expect": {"success": null}}
      ]
    }
    """
  static let sent = CapturedRequest(
    method: "POST", url: "http://localhost:8080/todos", body: Array(#"{"title":"test"}"#.utf8), timeout: 10)

  private func script(_ name: String = "created", transport: Transport = .memory) throws -> Script {
    let contract = try Contract.read(Self.contract)
    return Script(try contract.scenario(name), of: contract, transport: transport)
  }

  private func get(_ path: String) -> CapturedRequest {
    CapturedRequest(method: "GET", url: "http://localhost:8080\(path)")
  }

  @Test("an answer with a delay is sent after the delay")
  func delayedAnswer() throws {
    let script = try script("slow")
    let began = ContinuousClock.now
    _ = script.reply(to: Self.sent)
    #expect(try #require(script.lastAnswer) >= began + .seconds(60))
  }

  // MARK: Passing

  @Test("the described request and the described result pass, and both are in the verdict")
  func passes() throws {
    let script = try script()
    #expect(script.lastAnswer == nil)
    let reply = script.reply(to: Self.sent)
    #expect(
      reply
        == Reply(
          .status(201), headers: Headers([.init("Content-Type", "application/json"), .init("X-A", "b")]),
          body: Array(#"{"id": 1}"#.utf8)))
    #expect(script.lastAnswer != nil)
    script.finish(.success(["id": 1]), unobserved: ["exactlyOnce"])
    let verdict = script.verdict(output: "hello", duration: 0.25)
    #expect(verdict.status == .passed)
    #expect(verdict.reasons.isEmpty)
    expectTexts(verdict.unobserved, are: ["exactlyOnce", "other hosts"])
    #expect(verdict.record.map(\.request) == [Self.sent])
    #expect(verdict.record.map(\.reply) == [reply])
    #expect(verdict.output == "hello")
    #expect(verdict.duration == 0.25)
  }

  @Test("without a record, a passed verdict has no exchanges and no outcome, and a failed one has both")
  func withoutRecord() throws {
    for isRight in [true, false] {
      let script = try script()
      _ = script.reply(to: Self.sent)
      script.finish(.success(["id": isRight ? 1 : 2]), unobserved: ["exactlyOnce"])
      let verdict = script.verdict(output: "hello", duration: 0.25, keepsRecord: false)
      if isRight {
        #expect(verdict.status == .passed)
        #expect(verdict.record.isEmpty)
        #expect(verdict.outcome == nil)
      } else {
        #expect(verdict.status == .failed)
        #expect(verdict.record.map(\.request) == [Self.sent])
        #expect(verdict.outcome?.json == ["success": ["id": 2]])
      }
      expectTexts(verdict.unobserved, are: ["exactlyOnce", "other hosts"])
      #expect((verdict.output, verdict.duration) == ("hello", 0.25))
    }
  }

  @Test("a scenario that describes no request passes if none is sent")
  func sendsNothing() throws {
    let script = try script("nothing sent")
    script.finish(.failure(["category": "invalidRequest"], values: nil))
    #expect(script.verdict().status == .passed)
  }

  @Test("exchanges answer by position, and each request is judged by its own shape")
  func byPosition() throws {
    let script = try script("twice")
    #expect(script.reply(to: get("/")).kind == .status(503))
    #expect(script.reply(to: get("/b")).kind == .networkError(NetworkError(domain: "NSURLErrorDomain", code: -1004)))
    script.finish(.failure(["category": "other", "type": "APIError", "code": 1], values: [1]))
    #expect(script.verdict().status == .passed)
  }

  // MARK: Unexpected, missing and late requests

  @Test("an unexpected request is answered with 500 and fails the scenario")
  func unexpectedRequest() throws {
    let script = try script("nothing sent")
    let reply = script.reply(to: Self.sent)
    #expect(reply.kind == .status(500) && reply.isRunners)
    #expect(reply.headers == Headers([.init("Content-Type", "text/plain")]))
    expectText(String(decoding: reply.body ?? [], as: UTF8.self), is: "contract-run: no exchange 1")
    script.finish(.failure(["category": "invalidRequest"], values: nil))
    let verdict = script.verdict()
    #expect(verdict.status == .failed)
    expectTexts(
      verdict.reasons.map(\.text),
      are: [
        """
        unexpected request 1 (none was described): POST http://localhost:8080/todos
          contract  todo.contract.json:8:14 /scenarios/1/name
          expected  no request
          actual    POST http://localhost:8080/todos

                    {"title":"test"}
          answered  500, by contract-run itself: the contract describes no response to it
          next      fix the client, or describe each request with its response in the scenario's `exchanges`
        """
      ])
  }

  @Test("a missing request is reported with the request that came instead")
  func missing() throws {
    let nothing = try script()
    nothing.finish(.success(["id": 1]))
    expectTexts(
      nothing.verdict().reasons.map(\.text),
      are: [
        """
        missing request 1
          contract  todo.contract.json:3:14 /request
          expected  POST http://localhost:8080/todos
          actual    nothing
          note      the client sent nothing
        """
      ])
    let once = try script("twice")
    _ = once.reply(to: get("/"))
    once.finish(.failure(["category": "other", "type": "APIError", "code": 1], values: [1]))
    expectTexts(
      once.verdict().reasons.map(\.text),
      are: [
        """
        missing request 2
          contract  todo.contract.json:12:20 /scenarios/2/exchanges/1/request
          expected  GET http://localhost:8080/b
          actual    nothing
          note      the client sent GET http://localhost:8080/
        """
      ])
  }

  @Test("on loopback, the request of a refused connection cannot be seen, so it is counted and not missing")
  func refused() throws {
    let script = try script("twice", transport: .loopback)
    _ = script.reply(to: get("/"))
    script.finish(.failure(["category": "other", "type": "APIError", "code": 1], values: [1]))
    let verdict = script.verdict()
    #expect(verdict.status == .passed)
    expectTexts(verdict.unobserved, are: ["request 2", "other hosts"])
  }

  @Test("a late request is answered with -999, and the next verdict is failed")
  func late() throws {
    let script = try script()
    _ = script.reply(to: Self.sent)
    script.finish(.success(["id": 1]))
    #expect(script.verdict().status == .passed)
    #expect(
      script.reply(to: get("/late")).kind == .networkError(NetworkError(domain: "NSURLErrorDomain", code: -999)))
    let verdict = script.verdict()
    #expect(verdict.status == .failed)
    #expect(verdict.record.count == 2)
    expectTexts(
      verdict.reasons.map(\.text),
      are: [
        """
        late request, after the result: GET http://localhost:8080/late
          actual    GET http://localhost:8080/late
          next      let the client wait for its requests, or cancel them, before it returns a result
        """
      ])
  }

  @Test("if a client retries without end, ten requests are reported and the rest are counted")
  func retryStorm() throws {
    let script = try script("nothing sent")
    for _ in 0..<5000 { _ = script.reply(to: Self.sent) }
    script.finish(.failure(["category": "invalidRequest"], values: nil))
    for _ in 0..<5000 { _ = script.reply(to: Self.sent) }
    let verdict = script.verdict()
    #expect(verdict.record.count == 20)
    // Those before the result are one reason, as each is the same as the one before.
    try #require(verdict.reasons.count == 11)
    expectText(
      verdict.reasons[0].summary,
      is: "unexpected requests 1 to 10 (none was described): POST http://localhost:8080/todos, and 4990 more")
    expectText(
      verdict.reasons[10].summary,
      is: "late request, after the result: POST http://localhost:8080/todos, and 4990 more")
  }

  // MARK: Outcomes

  @Test("success instead of failure, and the reverse, is reported with the actual outcome")
  func mixUps() throws {
    let failed = try script()
    _ = failed.reply(to: Self.sent)
    failed.finish(.failure(["category": "decoding", "type": "DecodingError", "case": "keyNotFound"], values: nil))
    expectTexts(
      failed.verdict().reasons.map(\.text),
      are: [
        """
        unexpected outcome
          contract  todo.contract.json:7:28 /scenarios/0/expect/success
          expected  success {"id":1}
          actual    failure {"category":"decoding","type":"DecodingError","case":"keyNotFound"}
        """
      ])
    let succeeded = try script("nothing sent")
    succeeded.finish(.success(["id": 1]))
    expectTexts(
      succeeded.verdict().reasons.map(\.text),
      are: [
        """
        unexpected outcome
          contract  todo.contract.json:8:69 /scenarios/1/expect/failure
          expected  failure at least {"category":"invalidRequest"}
          actual    success {"id":1}
        """
      ])
  }

  @Test("each member of a result that differs is reported; a failure is shown whole, once")
  func differences() throws {
    let succeeded = try script()
    _ = succeeded.reply(to: Self.sent)
    succeeded.finish(.success(["id": 2, "title": "x"]))
    expectTexts(
      succeeded.verdict().reasons.map(\.summary),
      are: [
        "outcome at /id: expected 1, got 2, and 1 more"
      ])
    let failed = try script("twice")
    _ = failed.reply(to: get("/"))
    _ = failed.reply(to: get("/b"))
    failed.finish(.failure(["category": "network", "type": "URLError", "code": -1], values: [1, 2]))
    expectTexts(
      failed.verdict().reasons.map(\.text),
      are: [
        """
        unexpected outcome: 3 differences
          contract    todo.contract.json:13:28 /scenarios/2/expect/failure
          changed     /type      expected "APIError", got "URLError"  13:37
          changed     /code      expected 1, got -1                   13:57
          unexpected  /values/1  got 2
          note        the whole failure: {"category":"network","type":"URLError","code":-1}
        """
      ])
  }

  @Test("undescribed values before a failure are a mismatch")
  func undescribedValues() throws {
    let script = try script("nothing sent")
    script.finish(.failure(["category": "invalidRequest"], values: [1]))
    expectTexts(
      script.verdict().reasons.map(\.summary),
      are: [
        "outcome at /values: expected no values before the failure, got [1]"
      ])
  }

  @Test("outcomes without a result become reasons")
  func noResult() throws {
    for (outcome, code) in [
      (Outcome.neverCompleted, "neverCompleted"), (.completedTwice, "completedTwice"), (.neverResumed, "neverResumed"),
    ] {
      let script = try script("nothing sent")
      script.finish(outcome)
      #expect(script.verdict().reasons.map(\.code) == [code])
      #expect(script.verdict().status == .failed)
    }
    let twice = try script("nothing sent")
    twice.finish(.failure(["category": "invalidRequest"], values: nil))
    twice.finish(.failure(["category": "invalidRequest"], values: nil))
    #expect(twice.verdict().reasons.map(\.code) == ["completedTwice"])
  }

  @Test("a handler released without a call is reported with the last request, and a retry with the request before")
  func reported() throws {
    let script = try script()
    _ = script.reply(to: Self.sent)
    _ = script.reply(to: Self.sent)
    _ = script.reply(to: get("/other"))
    script.finish(.neverCompleted)
    expectTexts(
      script.verdict().reasons.map(\.text),
      are: [
        """
        unexpected request 2 (1 was described): POST http://localhost:8080/todos
          contract  todo.contract.json:6:18 /scenarios/0/response
          expected  1 request
          actual    POST http://localhost:8080/todos

                    {"title":"test"}
          answered  500, by contract-run itself: the contract describes no response to it
          note      the same as request 1, which had a success: the client sends it twice, perhaps at the same time
          next      fix the client, or describe each request with its response in the scenario's `exchanges`
        """,
        """
        unexpected request 3 (1 was described): GET http://localhost:8080/other
          contract  todo.contract.json:6:18 /scenarios/0/response
          expected  1 request
          actual    GET http://localhost:8080/other
          answered  500, by contract-run itself: the contract describes no response to it
          nearest   exchange 1: sent GET /other, described POST /todos: method, path and body differ
                    todo.contract.json:6:18 /scenarios/0/response
          next      fix the client, or describe each request with its response in the scenario's `exchanges`
        """,
        """
        the completion handler was released without being called
          sent      GET http://localhost:8080/other, answered 500 by contract-run itself
          next      call the completion handler on every path through the client, also before early returns
        """,
      ])
  }

  @Test("an outcome that the runner's own answers may have caused has a note, and no other outcome has")
  func ownAnswers() throws {
    func notes(_ happen: (Script) -> Void) throws -> [String] {
      let script = try script("nothing sent")
      happen(script)
      script.finish(.failure(["category": "status"], values: nil))
      return script.verdict().reasons.compactMap { reason in
        if case .mismatch(let mismatch) = reason, mismatch.part == .outcome { mismatch.note ?? "" } else { nil }
      }
    }
    let whole = #"the whole failure: {"category":"status"}"#
    expectTexts(try notes { _ in }, are: [whole])
    expectTexts(
      try notes { _ = $0.reply(to: get("/a")) },
      are: [
        "\(whole)\ncontract-run itself answered 500 to request 1, which may have caused this outcome"
      ])
    var malformed = MalformedRequest(why: "it is not HTTP", bytes: [])
    malformed.status = 400
    expectTexts(
      try notes { script in
        for _ in 0..<3 { _ = script.reply(to: get("/a")) }
        for peer in 1...2 {
          script.reject(malformed)
          script.blame(.escaped(.proxied(host: "h:443", peer: peer)))
        }
      },
      are: [
        """
        \(whole)
        contract-run itself answered 500 to 3 unexpected requests, 400 to bytes that are not an HTTP request and 403 to a request for h:443, which may have caused this outcome
        """
      ])
    let described = try script()
    _ = described.reply(to: Self.sent)
    described.finish(.success(["id": 2]))
    expectTexts(
      described.verdict().reasons.map(\.text),
      are: [
        """
        unexpected outcome at /id
          contract  todo.contract.json:7:35 /scenarios/0/expect/success/id
          expected  1
          actual    2
        """
      ])
  }

  @Test("a repeated request is recognized in any order of its headers, and its text is the same")
  func headerOrder() throws {
    let lines = [Headers.Line("B", "1"), .init("a", "2"), .init("C", "3"), .init("a", "1")]
    let orders = [[0, 1, 2, 3], [1, 3, 0, 2], [2, 1, 0, 3]]
    let texts = try orders.map { order in
      let script = try script("nothing sent")
      var request = get("/a")
      request.headers = Headers(lines)
      _ = script.reply(to: request)
      request.headers = Headers(order.map { lines[$0] })
      _ = script.reply(to: request)
      script.finish(.failure(["category": "invalidRequest"], values: nil))
      return script.verdict().reasons.map(\.text)
    }
    #expect(Set(texts).count == 1)
    expectText(texts[0][0], has: "a: 2\n            a: 1\n            B: 1\n            C: 3")
    expectText(texts[0][0], has: "request 2 is the same as request 1: the client tries again")
    let swapped = try script("nothing sent")
    var request = get("/a")
    request.headers = Headers(lines)
    _ = swapped.reply(to: request)
    // The order of one name's values has a meaning.
    request.headers.lines.swapAt(1, 3)
    _ = swapped.reply(to: request)
    swapped.finish(.failure(["category": "invalidRequest"], values: nil))
    expectTexts(
      swapped.verdict().reasons.map(\.text),
      are: [
        """
        unexpected request 1 (none was described): GET http://localhost:8080/a
          contract  todo.contract.json:8:14 /scenarios/1/name
          expected  no request
          actual    GET http://localhost:8080/a
                    a: 2
                    a: 1
                    B: 1
                    C: 3
          answered  500, by contract-run itself: the contract describes no response to it
          next      fix the client, or describe each request with its response in the scenario's `exchanges`
        """,
        """
        unexpected request 2 (none was described): GET http://localhost:8080/a
          contract  todo.contract.json:8:14 /scenarios/1/name
          expected  no request
          actual    GET http://localhost:8080/a
                    a: 1
                    a: 2
                    B: 1
                    C: 3
          answered  500, by contract-run itself: the contract describes no response to it
          next      fix the client, or describe each request with its response in the scenario's `exchanges`
        """,
      ])
  }

  @Test("an operation that the driver does not have makes the verdict errored, with no other reason")
  func unsupported() throws {
    let script = try script()
    script.finish(.unsupported(), operations: ["createTodos", "login"])
    let verdict = script.verdict()
    #expect(verdict.status == .errored)
    #expect(verdict.reasons.map(\.code) == ["unsupported"])
  }

  @Test("without a result and without a reason, nothing passes")
  func nothingPasses() throws {
    let verdict = try script("nothing sent").verdict()
    #expect(verdict.status == .errored)
    expectTexts(verdict.reasons.map(\.summary), are: ["not run: the call has no result"])
  }

  @Test("a transport without an expected outcome is skipped, and never passes")
  func nothingExpected() throws {
    let script = try script("sockets only")
    _ = script.reply(to: Self.sent)
    script.finish(.success(.null))
    #expect(script.verdict().status == .skipped)
  }

  // MARK: Attribution of failures

  @Test("a crash is the first reason, and its consequences are not reported")
  func crash() throws {
    let script = try script("twice")
    _ = script.reply(to: CapturedRequest(method: "PUT", url: "http://localhost:8080/"))
    script.blame(.crashed(.signal(SIGILL)))
    let verdict = script.verdict(output: "main/Crash.swift:10: Fatal error: Index out of range\n")
    #expect(verdict.status == .failed)
    expectTexts(
      verdict.reasons.map(\.summary),
      are: [
        "the client trapped: Fatal error: Index out of range (Crash.swift:10)",
        "request 1: method: expected GET, got PUT",
      ])
  }

  @Test("after a deadline or the end of the process, a request is answered and is not a mistake")
  func abandoned() throws {
    let script = try script()
    _ = script.reply(to: Self.sent)
    script.blame(.timedOut(deadline: 5, sinceLastAnswer: 4.5))
    #expect(script.reply(to: Self.sent).kind == .networkError(NetworkError(domain: "NSURLErrorDomain", code: -999)))
    #expect(script.verdict().reasons.map(\.code) == ["timedOut"])
    #expect(script.verdict().record.count == 1)
  }

  @Test("a timeout without a request is reported together with the missing request")
  func timedOutSilently() throws {
    let script = try script()
    script.blame(.timedOut(deadline: 5, sinceLastAnswer: nil))
    expectTexts(
      script.verdict().reasons.map(\.summary),
      are: [
        "no result within 5 s", "missing request 1: expected POST http://localhost:8080/todos",
      ])
  }

  @Test("a hang after a 401 with a Basic challenge is Foundation's if the injection point cannot see past it")
  func basicChallenge() throws {
    var request = Self.sent
    request.unobserved = ["basicChallenge"]
    let hung = try script("basic")
    _ = hung.reply(to: request)
    hung.blame(.timedOut(deadline: 5, sinceLastAnswer: 5))
    #expect(hung.verdict().status == .errored)
    #expect(hung.verdict().reasons.map(\.code) == ["basicChallenge"])

    // The client's own hang: at another injection point, or after another answer.
    let seen = try script("basic")
    _ = seen.reply(to: Self.sent)
    seen.blame(.timedOut(deadline: 5, sinceLastAnswer: 5))
    #expect(seen.verdict().reasons.map(\.code) == ["timedOut"])
    let others = [
      ("created", "timedOut"), ("forbidden", "timedOut"), ("multiple", "basicChallenge"), ("bearer", "timedOut"),
    ]
    for (name, code) in others {
      let other = try script(name)
      _ = other.reply(to: request)
      other.blame(.timedOut(deadline: 5, sinceLastAnswer: 5))
      #expect(other.verdict().reasons.map(\.code) == [code], "\(name)")
    }

    // A client that gets through is judged as usual.
    let passed = try script("basic")
    _ = passed.reply(to: request)
    passed.finish(.failure(["category": "status"], values: nil))
    #expect(passed.verdict().status == .passed)
    expectTexts(passed.verdict().unobserved, are: ["other hosts"])
  }

  @Test("a protocol fault of the driver makes the verdict errored, whatever else is wrong")
  func errored() throws {
    let script = try script()
    _ = script.reply(to: get("/"))
    script.blame(.protocolFault("an unknown id, 9"))
    let verdict = script.verdict()
    #expect(verdict.status == .errored)
    #expect(verdict.reasons.first?.code == "protocolFault")
  }

  @Test("a call that never ran, or whose driver failed, has no missing requests")
  func explained() throws {
    for reason in [
      Reason.notRun("interrupted"), .givenUp(starts: 3, why: "no hello"), .protocolFault("garbage"), .skipped("why"),
    ] {
      let script = try script()
      script.blame(reason)
      #expect(script.verdict().reasons.map(\.code) == [reason.code])
    }
  }
}
