import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

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

  func script(_ name: String = "created", transport: Transport = .memory) throws -> Script {
    let contract = try Contract.read(Self.contract)
    return Script(try contract.scenario(name), of: contract, transport: transport)
  }

  func get(_ path: String) -> CapturedRequest {
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
    expectTexts(verdict.unobserved.map(\.text), are: ["exactlyOnce", "other hosts"])
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
      expectTexts(verdict.unobserved.map(\.text), are: ["exactlyOnce", "other hosts"])
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
    expectTexts(verdict.unobserved.map(\.text), are: ["request 2", "other hosts"])
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
}
