import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

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
  func range(_ text: String) throws -> SourceRange {
    let found = try #require(String(decoding: Self.source.bytes, as: UTF8.self).range(of: text))
    let start = String(decoding: Self.source.bytes, as: UTF8.self).utf8.distance(
      from: String(decoding: Self.source.bytes, as: UTF8.self).utf8.startIndex, to: found.lowerBound)
    return SourceRange(source: Self.source, start: start, end: start + text.utf8.count)
  }

  let request = CapturedRequest(
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
  func fault(_ termination: TerminationStatus, _ summary: String) {
    let output = """
      App/A.swift:83: Precondition failed
        3 [ra] 0x01 A.b() + 3 in app at /app/A.swift:83:5
      """
    expectText(Reason.crashed(termination, CrashTrace(output)).summary, is: summary)
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
          answered  the last answer was sent, 4.988 s before the deadline; the client sent nothing since
          note      something still holds the call: a wait for a free connection, a lock or a callback that is never called
          next      if the client is only slow, raise the scenario's `within` or `--timeout`
        """)
    expectText(
      Reason.timedOut(deadline: 0.5, sinceLastAnswer: nil).text,
      is: """
        no result within 0.5 s
          answered  nothing: the client did not send a complete request
          note      something still holds the call: a wait for a free connection, a lock or a callback that is never called
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
          next      run `contract-run check -- DRIVER` to check the driver alone
        """)
    let silent = Script(contract.scenarios[0], of: contract, transport: .memory)
    silent.blame(.timedOut(deadline: 5, sinceLastAnswer: nil))
    expectText(
      silent.verdict(output: "the result is not here\n").reasons.first?.text,
      is: """
        no result within 5 s
          answered  nothing: the client did not send a complete request
          note      something still holds the call: a wait for a free connection, a lock or a callback that is never called
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
          next      let every path through the client complete the call, also early returns and errors
        """)
    expectText(
      Reason.neverCompleted(after: Verdict.Exchanged(request: request, reply: Reply(.status(500)))).text,
      is: """
        the completion handler was released without being called
          sent      GET http://localhost/a, answered 500
          next      let every path through the client complete the call, also early returns and errors
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
}
