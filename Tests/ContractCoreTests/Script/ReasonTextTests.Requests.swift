import Foundation
import TestSupport
import Testing

@testable import ContractCore

extension ReasonTextTests {
  @Test("a request that repeats the previous one is reported as a retry")
  func retry() throws {
    let again = Reason.unexpectedRequest(
      Reason.Unexpected(
        number: 2, request: request, described: 1, repeats: .triesAgain, range: try range(#""createTodo""#)))
    expectText(
      again.text, has: "\n  note      the same as request 1: the client tries again\n  next      fix the client")
  }

  @Test(
    "a request that is sent twice is not called a retry if the first one succeeds, or has no answer yet",
    arguments: [
      (
        .afterSuccess, "the same as request 1, which had a success: the client sends it twice, perhaps at the same time"
      ),
      (
        .atOnce,
        "the same as request 1, which had no answer yet: the client sends both at the same time, or gave up waiting"
      ),
    ] as [(Reason.Repeat, String)])
  func sentTwice(_ repeats: Reason.Repeat, _ note: String) throws {
    let again = Reason.unexpectedRequest(
      Reason.Unexpected(
        number: 2, request: request, described: 1, repeats: repeats, range: try range(#""createTodo""#)))
    expectText(
      again.text.split(separator: "\n").first { $0.hasPrefix("  note") }?.dropFirst(12), is: note)
  }

  @Test("an unexpected request in any order names that order and its nearest exchange")
  func nearest() throws {
    let range = try range(#""createTodo""#)
    var nearest = NearestRequest(
      request: 2, exchange: 1, sent: "GET /todo", described: "GET /todos", differs: ["path"], range: range)
    let text = { (nearest: NearestRequest) in
      Reason.unexpectedRequest(
        Reason.Unexpected(
          number: 2, request: self.request, described: 2, order: .any, nearest: nearest, range: range)
      ).text
    }
    expectText(
      text(nearest),
      is: """
        unexpected request 2 (2 were described): GET http://localhost/a
          contract  specs/todo/create.contract.json:2:16 /operation
          expected  2 requests, in any order
          actual    GET http://localhost/a
                    Cookie: a=…(6 characters)
          answered  500, by contract-run itself: the contract describes no response to it
          nearest   exchange 1: sent GET /todo, described GET /todos: path differs
                    specs/todo/create.contract.json:2:16 /operation
          next      fix the client, or describe each request with its response in the scenario's `exchanges`
        """)
    expectText(nearest.requestText, is: "request 2: sent GET /todo, described GET /todos: path differs")
    nearest.differs = ["method", "path", "query item \"a\"", "header X", "body"]
    expectText(nearest.requestText, ends: #": method, path, query item "a", header X and body differ"#)
    nearest.differs += ["timeout", "base URL"]
    expectText(nearest.requestText, ends: #": method, path, query item "a", header X and 3 more parts differ"#)
    nearest.differs = []
    nearest.answered = 1
    expectText(text(nearest), has: "\n  nearest   request 2 matches exchange 1, which answered request 1\n")
    nearest.isOtherOrder = true
    expectText(
      text(nearest),
      has:
        "\n  nearest   request 2 matches exchange 1; the requests came in another order; to allow any order,"
    )
    expectText(nearest.requestText, is: "request 2 matches exchange 1")
  }

  @Test("a request that came too soon is reported")
  func notBefore() throws {
    let soon = Mismatch(
      .notBefore, request: 2, expected: "1 s or more", actual: "0.2 s after request 1", range: try range("10"))
    expectText(
      Reason.mismatch(soon).summary, is: "request 2 came too early: 0.2 s after request 1, expected 1 s or more")
    expectText(
      Reason.mismatch(soon).text,
      is: """
        request 2 came too early
          contract  specs/todo/create.contract.json:3:63 /request/timeout
          expected  1 s or more
          actual    0.2 s after request 1
          next      let the client wait before it sends this request, or correct `notBefore`
        """)
  }

  @Test("a process that was blocked after a result is reported with the call that shows it")
  func stalled() {
    expectText(
      Reason.stalled(next: "todo/create/created").text,
      is: """
        the client blocked its process after its result
          seen      the next call, todo/create/created, sent nothing and had no result; alone, it has a result
          next      look for code that blocks a thread after the result, in a handler or on the main thread
        """)
  }

  @Test("a failed cast is reported with what to do next")
  func cast() {
    let trace = CrashTrace("Could not cast value of type 'A' (0x1) to 'B' (0x2).")
    expectText(
      Reason.crashed(.signal(6), trace).text,
      ends: "\n  next      cast with `as?`, and return an error of the client if the type is another one")
  }

  @Test("requests that the contract does not describe are reported")
  func requests() throws {
    let range = try range(#""createTodo""#)
    expectText(
      Reason.unexpectedRequest(Reason.Unexpected(number: 2, request: request, described: 1, range: range)).text,
      is: """
        unexpected request 2 (1 was described): GET http://localhost/a
          contract  specs/todo/create.contract.json:2:16 /operation
          expected  1 request
          actual    GET http://localhost/a
                    Cookie: a=…(6 characters)
          answered  500, by contract-run itself: the contract describes no response to it
          next      fix the client, or describe each request with its response in the scenario's `exchanges`
        """)
    expectText(
      Reason.unexpectedRequest(Reason.Unexpected(number: 12, request: request, described: 2, more: 3, range: range))
        .summary,
      is: "unexpected request 12 (2 were described): GET http://localhost/a, and 3 more")
    expectText(
      Reason.late(request, more: 1).text,
      is: """
        late request, after the result: GET http://localhost/a, and 1 more
          actual    GET http://localhost/a
                    Cookie: a=…(6 characters)
          next      let the client wait for its requests, or cancel them, before it returns a result
        """)
    expectText(
      Reason.escaped(.proxied(host: "api.example.com", peer: 40_312)).text,
      is: """
        the client tried to reach the real network: api.example.com
          from      127.0.0.1:40312, to the proxy that contract-run gave the driver
          answered  403, by contract-run itself: the request did not leave this machine
          next      pass `call.baseURL` or one of the call's sessions to the client; a client that keeps its own hosts needs --transport proxy, and each of them as a base URL of the contract
        """)
  }

  @Test("an obstacle is reported with the way around it")
  func errored() throws {
    expectText(
      Reason.unsupported(operation: "createTodo", known: ["createTodos", "login"], at: try range(#""createTodo""#))
        .text,
      is: """
        the driver has no operation "createTodo"
          contract  specs/todo/create.contract.json:2:16 /operation
          note      did you mean "createTodos"?
          driver    has createTodos, login
          next      add the operation to the driver, or correct the contract's `operation`
        """)
    expectText(
      Reason.unobservable(part: .body, at: try range(#"{"json""#)).text,
      is: """
        the contract describes the request's body, which the driver could not observe
          contract  specs/todo/create.contract.json:3:23 /request/body
          note      Foundation on Linux hides the body of an upload task; bodies of more than 8 MiB are not passed on
          use       `call.mock` or `call.send`, which can observe the body of an upload
          next      pass one of them to the client, or describe the body as `{"$any": true}`
        """)
    expectText(
      Reason.unobservable(part: .timeout, at: nil).text,
      is: """
        the contract describes the request's timeout, which the driver could not observe
          next      let the driver report the request's timeout, or remove it from the contract
        """)
    expectText(
      Reason.basicChallenge(deadline: 5).text,
      is: """
        Foundation hung on the 401 with a Basic challenge for 5 s
          note      this is swift-corelibs-foundation #5456, fixed in Swift 6.3.2; the client may be correct
          use       `call.mock` or `call.send`, which do not use Foundation here
          next      pass one of them to the client, or build it with a newer Swift
        """)
    expectText(
      Reason.stopped(.expression("^(a+)+$"), at: try range(#""test""#)).text,
      is: """
        the expression /^(a+)+$/ took longer than 50 ms
          contract  specs/todo/create.contract.json:3:42 /request/body/json/title
          next      write it without nested repetition such as `(a+)+`
        """)
    expectText(
      Reason.stopped(.schema, at: try range(#""test""#)).text,
      is: """
        the JSON schema is too deep or takes too long
          contract  specs/todo/create.contract.json:3:42 /request/body/json/title
          note      more than 2,000 schemas are nested, or 5,000,000 were applied to one value
          next      let the schema refer to itself only inside `properties`, `items` and so on, or nest the value less
        """)
    expectText(
      Reason.stopped(.pairs, at: try range(#""test""#)).text,
      is: """
        `$unordered` needs more than 1,000,000 comparisons
          contract  specs/todo/create.contract.json:3:42 /request/body/json/title
          next      replace matchers with values, write at least one value in each object, or use fewer patterns
        """)
    expectText(
      Reason.protocolFault("an answer for the unknown id 9\nsecond").text,
      is: """
        the driver broke the protocol: an answer for the unknown id 9
          detail    second
          next      run `contract-run check -- DRIVER` to check the driver alone
        """)
    expectText(
      Reason.givenUp(starts: 3, why: "no hello within 10 s").text,
      is: """
        the driver could not be started (3 attempts): no hello within 10 s
          next      run `contract-run check -- DRIVER` to check the driver alone
        """)
    expectText(Reason.notRun("interrupted by SIGINT").text, is: "not run: interrupted by SIGINT")
    expectText(Reason.skipped("needs sockets").text, is: "skipped: needs sockets")
  }

  @Test("a summary is one line without control characters, whatever a client or a driver writes")
  func oneLine() throws {
    let bad = "a\nb\r\u{1b}[31m\u{9b}\u{202e}\u{2028}c"
    let range = try range(#""test""#)
    let request = CapturedRequest(method: bad, url: "http://h/\(bad)")
    let mismatch = Mismatch(.query(bad), request: 1, pointer: bad, expected: "1", actual: nil, range: range)
    var header = mismatch
    header.part = .header(bad)
    var body = mismatch
    body.part = .body
    let shape = RequestShape(
      method: SourceLocated(bad, at: range), path: SourceLocated("/\(bad)", at: range), range: range)
    let nearest = NearestRequest(
      request: 1, request, exchange: 1, shape, at: range, addresses: Addresses(base: .localhost),
      differs: [Mismatch.Part.query(bad).words, Mismatch.Part.header(bad).words])
    body.nearest = nearest
    let reasons: [Reason] = [
      .unexpectedRequest(Reason.Unexpected(number: 1, request: request, described: 1, nearest: nearest, range: range)),
      .mismatch(mismatch), .mismatch(header), .mismatch(body),
      .crashed(.signal(4), CrashTrace("Fatal error: \(bad)\n1 0x1 \(bad)() in app at /a")),
      .escaped(.proxied(host: bad, peer: 1)),
      .unexpectedRequest(Reason.Unexpected(number: 1, request: request, described: 0, range: range)), .late(request),
      .protocolFault(bad),
      .unsupported(operation: bad, known: [bad], at: range), .stopped(.expression(bad), at: range),
      .givenUp(starts: 1, why: bad),
      .notRun(bad), .skipped(bad), .stopped(.schema, at: range), .stopped(.pairs, at: range),
    ]
    for reason in reasons {
      #expect(Self.isClean(reason.summary), "\(reason.code): \(reason.summary)")
      #expect(
        reason.text.split(separator: "\n").allSatisfy { Self.isClean(String($0)) }, "\(reason.code): \(reason.text)")
    }
  }

  private static func isClean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E && $0.value != 0x2028
    }
  }
}
