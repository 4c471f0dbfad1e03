import Foundation
import TestSupport
import Testing

@testable import ContractCore

@Suite("The texts of reasons")
struct ReasonTextTests {
  static let source = Source(
    path: "specs/todo/create.contract.json",
    text: """
      {
        "operation": "createTodo",
        "request": {"body": {"json": {"title": "test"}}, "timeout": 10}
      }
      """)

  /// Returns the first range of a text in the source.
  private func range(_ text: String) throws -> SourceRange {
    let found = try #require(String(decoding: Self.source.bytes, as: UTF8.self).range(of: text))
    let start = String(decoding: Self.source.bytes, as: UTF8.self).utf8.distance(
      from: String(decoding: Self.source.bytes, as: UTF8.self).utf8.startIndex, to: found.lowerBound)
    return SourceRange(source: Self.source, start: start, end: start + text.utf8.count)
  }

  private let request = CapturedRequest(
    method: "GET", url: "http://localhost/a", headers: Headers([.init("Cookie", "a=secret")]))

  @Test("a mismatch shows the line of the contract, and the expected value above the actual one")
  func mismatch() throws {
    let mismatch = Mismatch(
      .body, request: 1, pointer: "/title", expected: #""test""#, actual: #""tset""#, note: "one\ntwo",
      range: try range(#""test""#))
    expectText(Reason.mismatch(mismatch).summary, is: #"request 1: body at /title: expected "test", got "tset""#)
    expectText(
      Reason.mismatch(mismatch).text,
      is: """
        request 1: unexpected body at /title
          contract  specs/todo/create.contract.json:3:42 /request/body/json/title
          expected  "test"
          actual    "tset"
          note      one
                    two
        """)
  }

  @Test(
    "every part has its own words",
    arguments: [
      (Mismatch.Part.method, "request 2: unexpected method"), (.origin, "request 2: unexpected base URL"),
      (.path, "request 2: unexpected path"),
      (.timeout, "request 2: unexpected timeout"), (.body, "request 2: missing body"),
      (.query("a\nb"), "request 2: missing query item \"a\\nb\""),
      (.header("X-A"), "request 2: missing header X-A"),
    ])
  func parts(part: Mismatch.Part, headline: String) {
    let mismatch = Mismatch(part, request: 2, expected: "1", actual: nil, range: nil)
    expectText(mismatch.headline, is: headline)
    expectText(mismatch.summary, is: "request 2: \(mismatch.noun): expected 1, got nothing")
    expectText(mismatch.text, begins: "\(mismatch.headline)\n  expected  1\n  actual    nothing")
  }

  @Test(
    "a header, query item or form field is missing, unexpected, or has another value",
    arguments: [
      (nil, nil, "missing header X-A"), ("2", nil, "unexpected value of header X-A"),
      ("2", .unexpected, "unexpected header X-A"),
    ] as [(String?, Mismatch.Difference.Kind?, String)])
  func named(actual: String?, kind: Mismatch.Difference.Kind?, headline: String) {
    let mismatch = Mismatch(.header("X-A"), kind: kind, request: 1, expected: "1", actual: actual, range: nil)
    expectText(mismatch.headline, is: "request 1: \(headline)")
  }

  @Test("a crash shows its signal, message, function and source line")
  func crashed() {
    let output = """
      Swift/Array.swift:1: Fatal error: Index out of range
        3 [ra] 0x01 TodoClient.delete(_:) + 3 in app at /app/Todo.swift:12:42
      """
    let reason = Reason.crashed(.signal(SIGILL), CrashTrace(output))
    expectText(
      reason.summary,
      is:
        "the client trapped: Fatal error: Index out of range, in TodoClient.delete(_:) (Todo.swift:12)"
    )
    expectText(
      reason.text,
      is: """
        the client trapped: Fatal error: Index out of range, in TodoClient.delete(_:) (Todo.swift:12)
          process   was ended by SIGILL (signal 4, a Swift trap on x86-64)
          message   Fatal error: Index out of range
          function  TodoClient.delete(_:)
          source    /app/Todo.swift:12:42
        """)
    expectText(
      Reason.crashed(.exit(3)).text,
      is: """
        the driver exited with status 3 during the call
          note      contract-run found no message about the crash in what the driver printed
        """)
  }

  @Test(
    "a crash is the client's if its own code caused the signal and the output reports that",
    arguments: [
      (.signal(SIGTRAP), "the client trapped: Precondition failed, in A.b() (A.swift:83)"),
      (.signal(SIGSEGV), "the client crashed: Precondition failed, in A.b() (A.swift:83)"),
      (
        .signal(SIGKILL),
        "the driver was ended by SIGKILL (signal 9, killed by another process, or out of memory): Precondition failed, in A.b() (A.swift:83)"
      ),
      (.exit(3), "the driver exited with status 3 during the call: Precondition failed, in A.b() (A.swift:83)"),
    ] as [(TerminationStatus, String)])
  func fault(_ death: TerminationStatus, _ summary: String) {
    let output = """
      App/A.swift:83: Precondition failed
        3 [ra] 0x01 A.b() + 3 in app at /app/A.swift:83:5
      """
    expectText(Reason.crashed(death, CrashTrace(output)).summary, is: summary)
  }

  @Test("a driver that something else killed is errored, because no mistake of a client has this signal")
  func killed() {
    let reason = Reason.crashed(.signal(SIGKILL))
    #expect((reason.code, reason.status) == ("killed", .errored))
    expectText(
      reason.text,
      is: """
        the driver was ended by SIGKILL (signal 9, killed by another process, or out of memory)
          note      contract-run did not send this signal: a person, another process or the system did
          next      look into the system's log (`dmesg`); if memory ran out, run with fewer `--jobs`, or find out what the client uses it for
        """)
    for signal in [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGTERM, SIGXCPU] {
      #expect(Reason.crashed(.signal(signal)).status == .failed)
    }
    #expect(Reason.crashed(.exit(137)).status == .failed)
  }

  @Test(
    "signals are shown by name",
    arguments: [
      (SIGILL, "was ended by SIGILL (signal \(SIGILL), a Swift trap on x86-64)"),
      (SIGTRAP, "was ended by SIGTRAP (signal \(SIGTRAP), a Swift trap on arm64)"),
      (
        SIGSEGV, "was ended by SIGSEGV (signal \(SIGSEGV), an access to foreign memory, or a stack overflow)"
      ),
      (SIGABRT, "was ended by SIGABRT (signal \(SIGABRT), a call of abort())"),
      (SIGKILL, "was ended by SIGKILL (signal \(SIGKILL), killed by another process, or out of memory)"),
      (SIGHUP, "was ended by SIGHUP (signal 1)"),
    ])
  func signals(number: Int32, text: String) {
    expectText(TerminationStatus.signal(number).text, is: text)
    expectText(TerminationStatus.signal(120).text, is: "was ended by signal 120")
  }

  @Test("a timeout shows when the last answer was sent, and what to do next")
  func timedOut() {
    expectText(
      Reason.timedOut(deadline: 5, sinceLastAnswer: 4.98765).text,
      is: """
        no result within 5 s
          answered  the last response was sent 4.988 s before the deadline
          note      something still holds the call: a stored completion handler, a retain cycle, or a task that waits
          next      if the client is only slow, raise the scenario's `within` or `--timeout`
        """)
    expectText(
      Reason.timedOut(deadline: 0.5, sinceLastAnswer: nil).text,
      is: """
        no result within 0.5 s
          answered  nothing: the client did not send a complete request
          note      something still holds the call: a stored completion handler, a retain cycle, or a task that waits or was never resumed
          next      if the client is only slow, raise the scenario's `within` or `--timeout`
        """)
    expectText(
      Reason.timedOut(deadline: 0.3, sinceLastAnswer: -0.7).text,
      is: """
        no result within 0.3 s
          answered  nothing: 0.7 s of the response's `delay` were left at the deadline
          next      raise the scenario's `within` or `--timeout`, or let the client give up earlier
        """)
  }

  @Test("if a call timed out because its result is not JSON, that text is shown, and the client is not blamed")
  func lostResult() throws {
    let contract = try Contract.read(
      Contract.text([#"{"name": "a", "response": {"kind": "valid"}, "expect": {"success": 1}}"#]))
    let script = Script(contract.scenarios[0], of: contract, transport: .memory)
    script.blame(.timedOut(deadline: 5, sinceLastAnswer: nil))
    let output = "warming up\n { \"result\": {\"id\": 1, \"outcome\": {\"success\": 007}}}\n"
    expectText(
      script.verdict(output: output).reasons.first?.text,
      is: """
        no result within 5 s
          printed   { "result": {"id": 1, "outcome": {"success": 007}}}
          note      this looks like the result, but it is not a valid message, so it was treated as output
          next      run `contract-run smoke -- DRIVER` to check the driver alone
        """)
    let silent = Script(contract.scenarios[0], of: contract, transport: .memory)
    silent.blame(.timedOut(deadline: 5, sinceLastAnswer: nil))
    expectText(
      silent.verdict(output: "the result is not here\n").reasons.first?.text,
      is: """
        no result within 5 s
          answered  nothing: the client did not send a complete request
          note      something still holds the call: a stored completion handler, a retain cycle, or a task that waits or was never resumed
          next      if the client is only slow, raise the scenario's `within` or `--timeout`
        """)
  }

  @Test("a completion that is not called exactly once is reported")
  func completions() {
    expectText(
      Reason.neverCompleted().text,
      is: """
        the completion handler was released without being called
          sent      nothing: the handler was released before any request
          next      call the completion handler on every path through the client, also before early returns
        """)
    expectText(
      Reason.neverCompleted(after: Verdict.Exchanged(request: request, reply: Reply(.status(500)))).text,
      is: """
        the completion handler was released without being called
          sent      GET http://localhost/a, answered 500
          next      call the completion handler on every path through the client, also before early returns
        """)
    let error = NetworkError(domain: "NSURLErrorDomain", code: -1004)
    for (reply, words) in [
      (Reply(.networkError(error)), "failed with NSURLErrorDomain -1004"),
      (Reply(.nonHTTP), "answered with bytes that are not HTTP"),
      (nil, "no answer"),
    ] {
      let text = Reason.neverCompleted(after: Verdict.Exchanged(request: request, reply: reply)).text
      expectText(text, has: "\n  sent      GET http://localhost/a, \(words)\n")
    }
    expectText(
      Reason.completedTwice().text,
      is: """
        the client completed twice
          next      return after completing; often an error path falls through to the success path
        """)
    expectText(
      Reason.neverResumed.text,
      is: """
        a task was created but never resumed
          next      call `resume()` on every task that the client creates
        """)
  }

  @Test("a lost path of the base URL is reported differently from another base URL")
  func pathPrefix() throws {
    let mismatch = Mismatch(
      .pathPrefix, request: 1, expected: "http://localhost/api/v2", actual: "http://localhost/todos", range: nil)
    expectText(
      Reason.mismatch(mismatch).text,
      is: """
        request 1: unexpected base URL
          expected  http://localhost/api/v2
          actual    http://localhost/todos
          next      let the client append its paths to the path of the base URL
        """)
  }

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
          next      pass `call.baseURL` or one of the call's sessions to the client
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
      Reason.unobservable(part: "body", at: try range(#"{"json""#)).text,
      is: """
        the contract describes the request's body, which the driver could not observe
          contract  specs/todo/create.contract.json:3:23 /request/body
          note      Foundation on Linux hides the body of an upload task; bodies of more than 8 MiB are not passed on
          use       `call.mock` or `call.send`, which can observe the body of an upload
          next      pass one of them to the client, or describe the body as `{"$any": true}`
        """)
    expectText(
      Reason.unobservable(part: "timeout", at: nil).text,
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
      Reason.regexStopped("^(a+)+$", at: try range(#""test""#)).text,
      is: """
        the expression /^(a+)+$/ took longer than 50 ms
          contract  specs/todo/create.contract.json:3:42 /request/body/json/title
          next      write it without nested repetition such as `(a+)+`
        """)
    expectText(
      Reason.schemaStopped(at: try range(#""test""#)).text,
      is: """
        the JSON schema is too deep or takes too long
          contract  specs/todo/create.contract.json:3:42 /request/body/json/title
          note      more than 2,000 schemas are nested, or 5,000,000 were applied to one value
          next      let the schema refer to itself only inside `properties`, `items` and so on, or nest the value less
        """)
    expectText(
      Reason.unorderedStopped(at: try range(#""test""#)).text,
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
          next      run `contract-run smoke -- DRIVER` to check the driver alone
        """)
    expectText(
      Reason.givenUp(starts: 3, why: "no hello within 10 s").text,
      is: """
        the driver could not be started (3 attempts): no hello within 10 s
          next      run `contract-run smoke -- DRIVER` to check the driver alone
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
      .unsupported(operation: bad, known: [bad], at: range), .regexStopped(bad, at: range),
      .givenUp(starts: 1, why: bad),
      .notRun(bad), .skipped(bad), .schemaStopped(at: range), .unorderedStopped(at: range),
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
