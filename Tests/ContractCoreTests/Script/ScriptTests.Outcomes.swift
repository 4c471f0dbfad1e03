import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

extension ScriptTests {
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

  @Test("an error of no known category is named with the line that describes it, unless the driver describes it")
  func undescribed() throws {
    func notes(_ type: String?, _ language: DriverLanguage?, _ failure: JSON) throws -> String {
      let script = try script("nothing sent")
      script.finish(.failure(failure, values: nil), undescribed: Undescribed(type, in: language))
      let notes = script.verdict().reasons.compactMap { reason in
        if case .mismatch(let mismatch) = reason { mismatch.note } else { nil }
      }
      return notes.flatMap { $0.split(separator: "\n").dropFirst() }.joined(separator: "\n")
    }
    let other: JSON = ["category": "other", "type": "ShopError"]
    let unknown = "so it has no category; if it means `invalidRequest`, add to the driver:"
    let own = "the client's own error has no category: describe its `type` and `case`, or let the driver set one"
    expectTexts(
      [
        try notes("shop.ShopError", .python, other), try notes("ShopError", .javascript, other),
        try notes("*shop.Error", .go, other), try notes("Shop.ShopError", .swift, other),
        try notes("Shop::Error", nil, other), try notes("", .python, other), try notes(nil, nil, other),
      ],
      are: [
        """
        the driver does not describe shop.ShopError, \(unknown)
        driver.failure(shop.ShopError, category="invalidRequest")
        """,
        """
        the driver does not describe ShopError, \(unknown)
        failure(error) { if (error instanceof ShopError) return { category: "invalidRequest" }; }
        """,
        """
        the driver does not describe *shop.Error, \(unknown)
        contractdriver.Describe(func(err error) *contractdriver.Failure { if errors.As(err, new(*shop.Error)) \
        { return &contractdriver.Failure{Category: "invalidRequest"} }; return nil })
        """,
        """
        the driver does not describe Shop.ShopError, \(unknown)
        operations.mapFailures { error, failure in if error is Shop.ShopError { failure.category = .invalidRequest } }
        """,
        "the driver does not describe Shop::Error, so it has no category: let the driver set one",
        own, own,
      ])
    // The driver describes it, or its category is what it is.
    #expect(try notes(nil, .python, other) == "")
    #expect(try notes("shop.ShopError", .python, ["category": "status", "type": "ShopError"]) == "")
    #expect(try notes("shop.ShopError", .python, ["category": "invalidRequest", "type": "ShopError"]) == "")
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
          next      let every path through the client complete the call, also early returns and errors
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
    expectTexts(passed.verdict().unobserved.map(\.text), are: ["other hosts"])
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
