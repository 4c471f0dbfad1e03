import Synchronization
import Testing

@testable import ContractCore
@testable import TestSupport

/// Scripts of a contract with two named URLs, as a run at other URLs plays them.
private struct Fixture {
  /// The contract's URLs, moved to the ports of a run.
  private var addresses: Addresses {
    Addresses(
      base: contract.baseURL.moved(to: "http://127.0.0.1:4000") ?? .localhost,
      named: contract.addresses.named.compactMapValues { $0.moved(to: "http://127.0.0.1:4001") })
  }

  var contract: Contract

  /// - Parameter exchanges: The elements of `exchanges` in the only scenario.
  init(_ exchanges: String, input: String = "null") throws {
    let text = """
      {
        "contract": 1, "endpoint": "e", "baseURL": "http://localhost/api",
        "baseURLs": {"auth": "https://auth.example.com"}, "input": \(input),
        "request": {"method": "GET", "path": "/a"},
        "scenarios": [
          {"name": "s", "exchanges": [\(exchanges)], "expect": {"success": 1}}
        ]
      }
      """
    contract = try Contract.read(text)
  }

  func script(_ transport: Transport = .loopback, afterResult: Script.AfterResult? = nil) -> Script {
    Script(
      contract.scenarios[0], of: contract, transport: transport,
      addresses: transport == .loopback ? addresses : nil, afterResult: afterResult)
  }
}

private func get(_ path: String, on origin: String = "http://127.0.0.1:4000/api") -> CapturedRequest {
  CapturedRequest(method: "GET", url: origin + path)
}

private let auth = "http://127.0.0.1:4001"
private let answered = #"{"response": {"kind": "valid"}}"#
private func failing(_ error: String, _ more: String = "", request: String = "{}") -> String {
  #"{"request": \#(request), "response": {"kind": "networkError", "error": "\#(error)"\#(more)}}"#
}

@Suite("Scripts of multiple requests, URLs and socket faults")
struct ScriptLoopbackTests {
  // MARK: Multiple exchanges

  @Test("each request is judged by its own exchange, and a missing or unexpected one is reported by its number")
  func sequence() throws {
    let fixture = try Fixture(
      """
      {"response": {"kind": "statusError", "status": 503}},
      {"request": {"path": "/b", "headers": {"X-Try": "2"}}, "response": {"kind": "statusError", "status": 429}},
      {"request": {"path": "/c"}, "response": {"kind": "valid"}}
      """)
    for transport in Transport.allCases {
      let origin = transport == .memory ? "http://localhost/api" : "http://127.0.0.1:4000/api"
      var second = get("/b", on: origin)
      second.headers.lines.append(.init("X-Try", "2"))
      let right = fixture.script(transport)
      #expect(right.reply(to: get("/a", on: origin)).kind == .status(503))
      #expect(right.reply(to: second).kind == .status(429))
      #expect(right.reply(to: get("/c", on: origin)).kind == .status(200))
      right.finish(.success(1))
      #expect(right.verdict().reasons.map(\.summary) == [])

      let wrong = fixture.script(transport)
      _ = wrong.reply(to: get("/a", on: origin))
      _ = wrong.reply(to: get("/b", on: origin))
      wrong.finish(.success(1))
      expectTexts(
        wrong.verdict().reasons.map(\.summary),
        are: [
          #"request 2: header X-Try: expected "2", got nothing"#,
          "missing request 3: expected GET \(origin)/c",
        ])

      let many = fixture.script(transport)
      _ = many.reply(to: get("/a", on: origin))
      _ = many.reply(to: second)
      _ = many.reply(to: get("/c", on: origin))
      #expect(many.reply(to: get("/c", on: origin)) == .unexpectedRequest(4))
      many.finish(.success(1))
      expectTexts(
        many.verdict().reasons.map(\.text),
        are: [
          """
          unexpected request 4 (3 were described): GET \(origin)/c
            contract  todo.contract.json:8:1 /scenarios/0/exchanges/2
            expected  3 requests
            actual    GET \(origin)/c
            answered  500, by contract-run itself: the contract describes no response to it
            note      the same as request 3, which had a success: the client sends it twice, perhaps at the same time
            next      fix the client, or describe each request with its response in the scenario's `exchanges`
          """
        ])
    }
  }

  // MARK: URLs

  @Test("a request to a named URL is judged by that URL; a request to another one is reported with its URL")
  func addresses() throws {
    let fixture = try Fixture(
      answered + #", {"request": {"base": "auth", "path": "/in"}, "response": {"kind": "valid"}}"#)
    let right = fixture.script()
    _ = right.reply(to: get("/a"))
    _ = right.reply(to: get("/in", on: auth))
    right.finish(.success(1))
    #expect(right.verdict().status == .passed)

    let swapped = fixture.script()
    _ = swapped.reply(to: get("/a", on: auth))
    _ = swapped.reply(to: get("/in"))
    swapped.finish(.success(1))
    expectTexts(
      swapped.verdict().reasons.map(\.text),
      are: [
        """
        request 1: unexpected base URL
          contract  todo.contract.json:2:46 /baseURL
          expected  http://127.0.0.1:4000/api
          actual    http://127.0.0.1:4001
          note      this is the base URL "auth" of `baseURLs`
          next      let the driver pass `call.baseURL` to its client, or correct the contract's `baseURL`
        """,
        """
        request 2: unexpected base URL
          contract  todo.contract.json:6:87 /scenarios/0/exchanges/1/request/base
          expected  http://127.0.0.1:4001
          actual    http://127.0.0.1:4000
          note      this is the contract's `baseURL`
          next      let the driver pass `call.baseURLs["auth"]` to its client, or correct the contract's `base`
        """,
        """
        request 2: unexpected path
          contract  todo.contract.json:6:103 /scenarios/0/exchanges/1/request/path
          expected  /in
          actual    /api/in
        """,
      ])

    let strange = fixture.script(.memory)
    _ = strange.reply(to: get("/a", on: "http://example.com"))
    strange.finish(.success(1))
    expectTexts(
      strange.verdict().reasons.map(\.summary),
      are: [
        "request 1: base URL: expected http://localhost/api, got http://example.com",
        "missing request 2: expected GET https://auth.example.com/in",
      ])
    expectText(
      strange.verdict().reasons.first?.text,
      is: """
        request 1: unexpected base URL
          contract  todo.contract.json:2:46 /baseURL
          expected  http://localhost/api
          actual    http://example.com
          next      let the driver pass `call.baseURL` to its client, or correct the contract's `baseURL`
        """)
  }

  @Test("the run's URLs are filled in; in memory, they are the contract's own")
  func filled() throws {
    let fixture = try Fixture(
      #"{"response": {"kind": "valid", "body": {"json": "{{baseURL.auth}}"}}}"#, input: #"{"at": "{{baseURL}}/x"}"#)
    let loopback = fixture.script()
    #expect(loopback.scenario.input == ["at": "http://127.0.0.1:4000/api/x"])
    #expect(loopback.reply(to: get("/a")).body == Array(#""http://127.0.0.1:4001""#.utf8))
    let memory = fixture.script(.memory)
    #expect(memory.scenario.input == ["at": "http://localhost/api/x"])
    #expect(memory.reply(to: get("/a")).body == Array(#""https://auth.example.com""#.utf8))
  }

  // MARK: Requests that no socket shows

  @Test(
    "the request of a refused connection, or to a host that is not found, is counted and not missing",
    arguments: ["cannotConnectToHost", "cannotFindHost", "dnsLookupFailed"])
  func hidden(error: String) throws {
    let script = try Fixture(failing(error)).script()
    #expect(!script.hasBegun)
    script.finish(.success(1))
    #expect(script.verdict().status == .passed)
    expectTexts(script.verdict().unobserved.map(\.text), are: ["request 1", "other hosts"])

    // In memory, the request can be seen, so it can be missing.
    let memory = try Fixture(failing(error)).script(.memory)
    memory.finish(.success(1))
    #expect(memory.verdict().reasons.map(\.code) == ["mismatch"])
    expectTexts(memory.verdict().unobserved.map(\.text), are: ["other hosts"])
  }

  @Test("a broken TLS hello is missing unless a connection came")
  func brokenTLS() throws {
    let fixture = try Fixture(failing("secureConnectionFailed"))
    let missing = fixture.script()
    missing.finish(.success(1))
    expectTexts(
      missing.verdict().reasons.map(\.summary), are: ["missing request 1: expected GET http://127.0.0.1:4000/api/a"])
    expectTexts(missing.verdict().unobserved.map(\.text), are: ["other hosts"])

    let tried = fixture.script()
    tried.sawAttempt(at: tried.contract.addresses.base)
    #expect(tried.hasBegun)
    tried.finish(.success(1))
    #expect(tried.verdict().status == .passed)
    expectTexts(tried.verdict().unobserved.map(\.text), are: ["request 1", "other hosts"])
  }

  @Test("hidden requests are skipped: the next exchange whose request can be seen answers")
  func passedOver() throws {
    let refused = failing("cannotConnectToHost", request: #"{"base": "auth"}"#)
    let fixture = try Fixture([refused, answered, refused, answered].joined(separator: ","))
    let script = fixture.script()
    _ = script.reply(to: get("/a"))
    _ = script.reply(to: get("/a"))
    script.finish(.success(1))
    #expect(script.verdict().reasons.map(\.summary) == [])
    expectTexts(script.verdict().unobserved.map(\.text), are: ["request 1", "request 3", "other hosts"])

    // This request equals the last one that was seen, with a hidden one between them. No note claims that request 3
    // repeats it.
    let beyond = try Fixture([answered, refused].joined(separator: ",")).script()
    _ = beyond.reply(to: get("/a"))
    #expect(beyond.reply(to: get("/a")) == .unexpectedRequest(3))
    beyond.finish(.success(1))
    expectTexts(
      beyond.verdict().reasons.map(\.summary),
      are: ["unexpected request 3 (2 were described): GET http://127.0.0.1:4000/api/a"])
    expectText(
      beyond.verdict().reasons.first?.text,
      is: """
        unexpected request 3 (2 were described): GET http://127.0.0.1:4000/api/a
          contract  todo.contract.json:6:65 /scenarios/0/exchanges/1
          expected  2 requests
          actual    GET http://127.0.0.1:4000/api/a
          answered  500, by contract-run itself: the contract describes no response to it
          nearest   request 3 matches exchange 1, which answered request 1
                    todo.contract.json:6:33 /scenarios/0/exchanges/0
          next      fix the client, or describe each request with its response in the scenario's `exchanges`
        """)
  }

  // MARK: Bytes that are not HTTP

  @Test("a malformed request is reported with its bytes, and the request that it replaces is not reported as missing")
  func malformed() throws {
    let script = try Fixture(answered).script()
    let sent = "GET /a\r\nX: \u{1b}[1m\r\nAuthorization : Bearer abc\nCookie:id=1\r\n\r\n"
    script.reject(MalformedRequest(why: "the request line has no version", bytes: sent.utf8))
    #expect(script.hasBegun)
    script.finish(.success(1))
    let verdict = script.verdict()
    #expect(verdict.status == .failed)
    #expect(verdict.reasons.map(\.code) == ["malformed"])
    expectTexts(
      verdict.reasons.map(\.text),
      are: [
        """
        the client sent bytes that are not an HTTP request: the request line has no version
          actual    GET /a
                    X: \\u001b[1m
                    Authorization : Bearer …(3 characters)
                    Cookie:id=…(1 character)
        """
      ])
    #expect(verdict.record.isEmpty)
  }

  @Test("bytes that are only line ends are reported with their escapes")
  func lineEnds() {
    expectText(
      Reason.malformed(MalformedRequest(why: "it begins with a line feed", bytes: "\n\n\r\n".utf8)).text,
      is: """
        the client sent bytes that are not an HTTP request: it begins with a line feed
          actual    "\\n\\n\\r\\n"
        """)
  }

  @Test("bytes that are not text are reported as bytes, and a TLS hello with what to do next")
  func tls() {
    let hello = MalformedRequest(why: "it begins like TLS", bytes: [0x16, 0x03, 0x01, 0x00, 0xFF])
    expectText(
      Reason.malformed(hello).text,
      is: """
        the client sent bytes that are not an HTTP request: it begins like TLS
          actual    16 03 01 00 ff (5 bytes)
          next      let the client use the scheme of `call.baseURL`, which is http on loopback
        """)
    expectText(
      Reason.malformed(hello).summary, is: "the client sent bytes that are not an HTTP request: it begins like TLS")
    #expect(Reason.malformed(hello).status == .failed)
    #expect(MalformedRequest(why: "", bytes: Array(repeating: 0x61, count: 5000)).bytes.count == 1024)
  }

  @Test("if a client sends garbage without end, ten malformed requests are reported")
  func garbage() throws {
    let script = try Fixture(answered).script()
    for _ in 0..<5000 { script.reject(MalformedRequest(why: "garbage", bytes: [0x61])) }
    script.finish(.success(1))
    #expect(script.verdict().reasons.count == Script.keptBeyond)
  }

  // MARK: After the result

  @Test("an event after the result is reported immediately and once, outside the lock, and not in the verdict")
  func afterResult() throws {
    let reported = Reported()
    let script = try Fixture(answered).script { reason, exchanged in
      // This would wait forever for a lock that is held here.
      let reasons = reported.script.withLock { $0 }?.verdict().reasons.count
      reported.all.withLock { $0.append("\(reason.code) \(exchanged?.request.method ?? "-") \(reasons ?? -1)") }
    }
    reported.script.withLock { $0 = script }
    defer { reported.script.withLock { $0 = nil } }
    _ = script.reply(to: get("/a"))
    script.finish(.success(1))
    #expect(reported.all.withLock { $0 } == [])
    #expect(script.reply(to: get("/late")) == .callIsOver)
    script.reject(MalformedRequest(why: "garbage", bytes: [0x61]))
    #expect(reported.all.withLock { $0 } == ["late GET 0", "malformed - 0"])
    #expect(script.verdict().status == .passed)
    #expect(script.verdict().record.count == 1)
  }

  @Test("an event before the result is not reported as late; without a listener, late events are in the verdict")
  func beforeResult() throws {
    let reported = Reported()
    let script = try Fixture(answered).script { reason, _ in reported.all.withLock { $0.append(reason.code) } }
    script.reject(MalformedRequest(why: "garbage", bytes: [0x61]))
    script.finish(.success(1))
    #expect(script.verdict().reasons.map(\.code) == ["malformed"])
    #expect(reported.all.withLock { $0 } == [])

    let alone = try Fixture(answered).script()
    _ = alone.reply(to: get("/a"))
    alone.finish(.success(1))
    alone.reject(MalformedRequest(why: "garbage", bytes: [0x61]))
    _ = alone.reply(to: get("/late"))
    #expect(alone.verdict().reasons.map(\.code) == ["malformed", "late"])
  }

  @Test("after a deadline, nothing is a mistake or is reported")
  func afterDeadline() throws {
    let reported = Reported()
    let script = try Fixture(answered).script { reason, _ in reported.all.withLock { $0.append(reason.code) } }
    script.blame(.timedOut(deadline: 5, sinceLastAnswer: nil))
    #expect(script.reply(to: get("/a")) == .callIsOver)
    script.reject(MalformedRequest(why: "garbage", bytes: [0x61]))
    #expect(reported.all.withLock { $0 } == [])
    #expect(script.verdict().reasons.map(\.code) == ["timedOut", "mismatch"])
  }

  // MARK: Silence and chunks

  @Test("silence is not an answer, and a deadline after it shows what the contract asked for")
  func silence() throws {
    for (part, sent) in [
      ("", ""), (#", "during": "statusLine""#, Self.head), (#", "during": "headers""#, Self.head),
    ] {
      let script = try Fixture(failing("timedOut", part)).script()
      _ = script.reply(to: get("/a"))
      #expect(script.lastAnswer == nil)
      script.blame(.timedOut(deadline: 12, sinceLastAnswer: nil))
      expectTexts(script.verdict().reasons.map(\.text), are: [Self.silent(after: sent)])
    }
    // After a part of a body or an earlier exchange, there was an answer, and the silence comes after it.
    for (exchanges, sent) in [
      (failing("timedOut", #", "body": {"text": "abc"}, "after": 1"#), "the head and 1 byte of the body, and then "),
      (answered + "," + failing("timedOut"), ""),
    ] {
      let script = try Fixture(exchanges).script()
      _ = script.reply(to: get("/a"))
      if script.scenario.exchanges.count > 1 { _ = script.reply(to: get("/a")) }
      #expect(script.lastAnswer != nil)
      script.blame(.timedOut(deadline: 12, sinceLastAnswer: 11))
      expectTexts(script.verdict().reasons.map(\.text), are: [Self.silent(after: sent)])
    }
    // In memory, the client gets the timeout error immediately. That is an answer.
    let memory = try Fixture(failing("timedOut")).script(.memory)
    _ = memory.reply(to: get("/a", on: "http://localhost/api"))
    #expect(memory.lastAnswer != nil)
    memory.blame(.timedOut(deadline: 5, sinceLastAnswer: 4))
    expectText(
      memory.verdict().reasons[0].text,
      has: "the last request failed with timedOut, 4 s before the deadline")
    // A client that hangs after a reset is not waiting for an answer.
    let reset = try Fixture(failing("networkConnectionLost")).script()
    _ = reset.reply(to: get("/a"))
    reset.blame(.timedOut(deadline: 5, sinceLastAnswer: 4))
    expectText(reset.verdict().reasons[0].text, has: "the client is only slow")
  }

  private static let head = "a part of the head, and then "

  private static func silent(after sent: String) -> String {
    """
    no result within 12 s
      answered  \(sent)nothing, as the contract describes
      note      the client waits longer than the runner
      next      describe the request's `timeout`, so that the deadline is 2 s later; or raise `within` or `--timeout`
    """
  }

  @Test("on loopback, chunks are sent one by one; in memory, a test double may deliver them together after all delays")
  func chunks() throws {
    let fixture = try Fixture(
      """
      {"response": {"kind": "valid", "delay": 30, "body": {"chunks": [
        {"text": "a"}, {"text": "{{baseURL.auth}}", "delay": 20}, {"base64": "/w==", "delay": 10}]}}}
      """)
    let whole = Array("ahttp://127.0.0.1:4001".utf8) + [0xFF]
    let loopback = fixture.script()
    let began = ContinuousClock.now
    let reply = loopback.reply(to: get("/a"))
    #expect(reply.body == whole)
    #expect(reply.delay == 30 && reply.wholeDelay == 60)
    #expect(
      reply.pieces == [.init([0x61]), .init(Array("http://127.0.0.1:4001".utf8), delay: 20), .init([0xFF], delay: 10)])
    // All of the body has been sent only after the last pause.
    #expect(try #require(loopback.lastAnswer) >= began + .seconds(60))

    let memory = fixture.script(.memory).reply(to: get("/a", on: "http://localhost/api"))
    #expect(memory.body == Array("ahttps://auth.example.com".utf8) + [0xFF])
    #expect(memory.delay == 30 && memory.wholeDelay == 60 && memory.pieces.map(\.delay) == [0, 20, 10])
    #expect(memory.whole.delay == 60 && memory.whole.pieces == [] && memory.whole.body == memory.body)
  }
}

/// The reasons that a script reported after its result.
private final class Reported: Sendable {
  let all = Mutex<[String]>([])
  let script = Mutex<Script?>(nil)
}
