import Testing

@testable import ContractCore
@testable import TestSupport

/// Each test is a case in which a message once named another cause, or none.
@Suite("Messages that name the cause")
struct CauseTextTests {
  private func text(_ verdict: Verdict, _ index: Int = 0) -> String {
    verdict.reasons.count > index ? verdict.reasons[index].text : "there are \(verdict.reasons.count) reasons"
  }

  // MARK: Timeouts

  @Test("a timeout that is described and did not fire is named, with what to do")
  func deadTimeout() throws {
    let fixture = try ScriptFixture([
      #"{"request": {"timeout": 2}, "response": {"kind": "networkError", "error": "timedOut"}}"#
    ])
    let script = fixture.script(.loopback)
    _ = script.reply(to: .get("/a"))
    script.blame(.timedOut(deadline: 4, sinceLastAnswer: nil))
    expectText(text(script.verdict()), has: "note      the request's timeout of 2 s did not fire")
    expectText(
      text(script.verdict()), has: "next      let the client set a timeout that ends a request without an answer")
  }

  @Test(
    "only URLSession on Linux, which its User-Agent shows, is advised to assign the timeout",
    arguments: [
      ("todo-driver (unknown version) curl/8.14.1", true), ("node", false), ("curl/8.14.1", false),
      ("python-requests/2.34.2", false), ("todo/1 CFNetwork/1490.0.4 Darwin/23.2.0", false),
    ])
  func deadTimeoutOnLinux(agent: String, isFoundation: Bool) throws {
    let fixture = try ScriptFixture([
      #"{"request": {"timeout": 2}, "response": {"kind": "networkError", "error": "timedOut"}}"#
    ])
    let script = fixture.script(.loopback)
    _ = script.reply(to: .get("/a", headers: ["User-Agent": agent]))
    script.blame(.timedOut(deadline: 4, sinceLastAnswer: nil))
    #expect(text(script.verdict()).contains("timeoutInterval") == isFoundation)
  }

  @Test("a deadline before the described timeout is to be raised")
  func lateTimeout() throws {
    let fixture = try ScriptFixture([
      #"{"request": {"timeout": 9}, "response": {"kind": "networkError", "error": "timedOut"}}"#
    ])
    let script = fixture.script(.loopback)
    _ = script.reply(to: .get("/a"))
    script.blame(.timedOut(deadline: 4, sinceLastAnswer: nil))
    expectText(text(script.verdict()), has: "next      raise `within` above the request's `timeout`")
  }

  @Test("a client that sends for ever is not said to hold its call, and what it sends comes first")
  func endless() throws {
    let fixture = try ScriptFixture([#"{"request": {}, "response": {"kind": "valid"}}"#])
    let script = fixture.script(.memory)
    for page in 0..<2362 { _ = script.reply(to: .get("/a?page=\(page)")) }
    script.blame(.timedOut(deadline: 4, sinceLastAnswer: 0))
    let reasons = script.verdict().reasons
    #expect(reasons.map(\.code) == ["mismatch"] + Array(repeating: "unexpectedRequest", count: 10) + ["timedOut"])
    expectText(
      reasons.last?.text,
      is: """
        no result within 4 s
          note      the client still sent requests at the deadline, 2,361 unexpected requests in all; it did not stop at an error
          next      let the client end, and return an error, when an answer is not what it expects
        """)
  }

  @Test("the same request twice is a retry only if the first one had an answer that was not a success")
  func repeats() throws {
    func note(_ exchange: String) throws -> String? {
      let fixture = try ScriptFixture([exchange])
      let script = fixture.script(.memory)
      for _ in 0..<2 { _ = script.reply(to: .get("/a")) }
      script.finish(.success(.null))
      let reason = script.verdict().reasons.first { $0.code == "unexpectedRequest" }
      return reason?.text.split(separator: "\n").first { $0.hasPrefix("  note") }.map { String($0.dropFirst(12)) }
    }
    expectTexts(
      [
        try note(#"{"request": {}, "response": {"kind": "valid"}}"#),
        try note(#"{"request": {}, "response": {"kind": "valid", "delay": 60}}"#),
        try note(#"{"request": {}, "response": {"kind": "statusError", "status": 503}}"#),
      ].map { $0 ?? "no note" },
      are: [
        "the same as request 1, which had a success: the client sends it twice, perhaps at the same time",
        "the same as request 1, which had no answer yet: the client sends both at the same time, or gave up waiting",
        "the same as request 1: the client tries again",
      ])
  }

  // MARK: Base URLs and hosts

  @Test(
    "what replaced the path of the base URL is named, and the rest of the path is judged",
    arguments: [
      ("/api", "/a", "http://localhost/a", "if it begins with a slash, or if the base URL does not end with one"),
      (
        "/api/v3", "/a", "http://localhost/api/a",
        "the last segment of the base URL, unless the base URL ends with a slash"
      ),
      ("/api/v3", "/a", "http://localhost/a", "that begins with a slash replaces the whole path of the base URL"),
    ])
  func prefix(base: String, path: String, sent: String, note: String) throws {
    let shape = RequestShape(
      method: SourceLocated("GET", at: .nowhere), path: SourceLocated(path, at: .nowhere), range: .nowhere)
    let base = try #require(BaseURL("http://localhost\(base)"))
    var judge = RequestJudge(shape, addresses: Addresses(base: base), transport: .memory, number: 1)
    judge.judge(CapturedRequest(method: "GET", url: sent))
    #expect(judge.reasons.count == 1)
    expectText(judge.reasons.first?.text, has: note)
  }

  @Test("a request that went to another host is not called nothing")
  func escaped() throws {
    let script = try ScriptFixture([#"{"response": {"kind": "valid"}}"#]).script()
    script.blame(.escaped(.proxied(host: "api.example.com", peer: 1)))
    script.finish(.success(1))
    expectText(
      script.verdict().reasons.map(\.text).joined(separator: "\n"),
      has: "note      the client sent its request to api.example.com instead")
  }

  // MARK: Encodings

  @Test(
    "a plus sign and a double encoding are named",
    arguments: [
      (
        #""query": {"q": "a+b"}"#, "/?q=a+b",
        "note      sent as q=a+b: in a form or a query, + means a space; encode it as %2B"
      ),
      (
        #""query": {"q": "a b"}"#, "/?q=a%2520b",
        "note      sent as q=a%2520b: still percent-encoded after decoding; the client encoded it twice"
      ),
      (#""path": "/a%20b""#, "/a%2520b", "note      the path is percent-encoded twice"),
      (
        #""path": "/t/{id}", "pathParameters": {"id": "a b"}"#, "/t/a%2520b",
        "note      still percent-encoded after decoding; the client encoded it twice"
      ),
    ])
  func encodings(members: String, sent: String, note: String) throws {
    let judge = try JudgeFixture.judge(members, path: sent)
    #expect(judge.reasons.count == 1)
    expectText(judge.reasons.first?.text, has: note)
  }

  @Test("a path with names is shown as it was sent, and the described one filled in")
  func filledIn() throws {
    let members = #""path": "/t/{id}/x", "pathParameters": {"id": 7}"#
    expectText(
      try JudgeFixture.judge(members, path: "/t/8/x").reasons.first?.text,
      has: "note      the path as it was sent: /t/8/x")
    expectText(try JudgeFixture.judge(members, path: "/t/7").reasons.first?.text, has: "expected  /t/7/x")
  }

  // MARK: Outcomes

  @Test("data that is the response's own body is shown as text")
  func data() throws {
    let script = try ScriptFixture([#"{"response": {"kind": "valid", "body": {"text": "{\"a\": 1}"}}}"#]).script()
    _ = script.reply(to: .get("/a"))
    script.finish(.success("eyJhIjogMX0="))
    expectText(
      text(script.verdict()), has: #"note      the client returned the body of response 1 as data, in base64: {"a": 1}"#
    )
  }

  @Test("a category of an error that has none leads to its case, or to mapFailures")
  func category() throws {
    let known = try Contract.read(
      #"{"contract": 1, "endpoint": "e", "scenarios": [{"name": "a", "exchanges": [], "expect": {"failure": "status"}}]}"#
    )
    let script = Script(known.scenarios[0], of: known, transport: .memory)
    script.finish(.failure(["category": "other", "type": "APIError", "case": "status"], values: nil))
    expectText(
      text(script.verdict()),
      has: "describe its `type` and `case`, or let the driver set one")
  }

  // MARK: Retries

  @Test("a row of the same unexpected requests is one reason")
  func retries() throws {
    let script = try ScriptFixture([#"{"response": {"kind": "statusError", "status": 503}}"#]).script()
    for _ in 1...11 { _ = script.reply(to: .get("/a")) }
    script.finish(.success(1))
    let verdict = script.verdict()
    #expect(verdict.reasons.count == 1)
    expectText(text(verdict), begins: "unexpected requests 2 to 11 (1 was described): GET http://localhost/api/a\n")
    expectText(text(verdict), has: "note      the same as request 1: the client tries again")
  }

  @Test("a row begins again with another request")
  func otherRow() throws {
    let script = try ScriptFixture([#"{"response": {"kind": "valid"}}"#]).script()
    for path in ["/a", "/b", "/b", "/b", "/c"] { _ = script.reply(to: .get(path)) }
    script.finish(.success(1))
    let verdict = script.verdict()
    #expect(verdict.reasons.count == 2)
    expectText(text(verdict), begins: "unexpected requests 2 to 4 (1 was described): GET http://localhost/api/b\n")
    expectText(text(verdict), has: "note      requests 3 to 4 are the same as request 2: the client tries again")
    expectText(text(verdict, 1), begins: "unexpected request 5 (1 was described): GET http://localhost/api/c\n")
  }
}
