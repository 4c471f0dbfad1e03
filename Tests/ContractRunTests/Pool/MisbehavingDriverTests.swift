import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("Drivers that misbehave in one scenario", .slow)
struct MisbehavingDriverTests {
  static let dyingDrivers = [
    MisbehavingDriver(
      name: "dies by a signal", driver: ["dies_by_signal"], status: .failed, code: "crashed",
      says: ["SIGSEGV"]),
    MisbehavingDriver(name: "exits 0", driver: ["exits", "0"], status: .failed, code: "crashed", says: ["status 0"]),
    MisbehavingDriver(name: "exits 3", driver: ["exits", "3"], status: .failed, code: "crashed", says: ["status 3"]),
    MisbehavingDriver(
      name: "hangs", driver: ["hangs"], status: .failed, code: "timedOut",
      says: ["no result within 5 s", "the last answer was "], within: MisbehavingDriver.hang, waits: true),
    // It would have a result if it ran again alone.
    MisbehavingDriver(
      name: "hangs after its request, but not in a new process", driver: ["hangs", "later"], status: .failed,
      code: "timedOut", says: ["no result within 5 s"], within: MisbehavingDriver.hang, options: ["--jobs", "1"],
      waits: true),
    MisbehavingDriver(
      name: "ignores signals and hangs", driver: ["ignores_sigterm"], status: .failed, code: "timedOut",
      codes: ["timedOut", "mismatch"],
      says: ["the client sent nothing"], within: 0.5),
    MisbehavingDriver(
      name: "writes half a message and dies", driver: ["half_message"], status: .failed, code: "crashed",
      says: ["status 0"], printed: [#""outcome": {"success": {"n""#]),
    MisbehavingDriver(
      name: "leaves a grandchild that holds its output, and exits", driver: ["grandchild", "exits"],
      status: .failed, code: "crashed", says: ["status 0"]),
    MisbehavingDriver(
      name: "in the shell, is killed from outside", driver: ["shell.sh", "dies"], status: .errored, code: "killed",
      says: ["SIGKILL", "contract-run did not send this signal"]),
    MisbehavingDriver(
      name: "in the shell, stops itself", driver: ["shell.sh", "stops"], status: .failed, code: "timedOut",
      within: MisbehavingDriver.hang, waits: true),
  ]

  @Test(
    "if a driver dies or hangs, its scenario is blamed, and every other scenario gets its own verdict",
    .enabled(if: Python.isThere, Python.absence),
    arguments: dyingDrivers)
  func dying(_ misbehaving: MisbehavingDriver) async throws { try await MisbehavingDrivers.visit(misbehaving) }

  static let printingDrivers = [
    MisbehavingDriver(
      name: "writes garbage", driver: ["garbage"], status: .passed, code: nil,
      printed: ["Loading...", "indented garbage", "[1, 2, 3]", "{unfinished", #"{"results": {"id": 1}}"#]),
    MisbehavingDriver(
      name: "floods its output without a line's end", driver: ["flood", "output", "endless"], status: .passed,
      code: nil,
      printed: ["beginning of the flood", "bytes omitted", "end of the flood"]),
    MisbehavingDriver(
      name: "floods its output with lines", driver: ["flood", "output", "lines"], status: .passed, code: nil,
      printed: ["beginning of the flood", "bytes omitted", "end of the flood"]),
    MisbehavingDriver(
      name: "floods its errors with lines", driver: ["flood", "errors", "lines"], status: .passed, code: nil,
      printed: ["beginning of the flood", "bytes omitted", "end of the flood"]),
    MisbehavingDriver(
      name: "floods its errors while it asks without a pause", driver: ["asks_in_flood"], status: .failed,
      code: "unexpectedRequest", codes: ["unexpectedRequest"], printed: ["bytes omitted"]),
    MisbehavingDriver(
      name: "prints and reports what XML has no place for", driver: ["strange_output"], status: .failed,
      code: "mismatch", says: ["unexpected outcome"], printed: ["last strange line"]),
    MisbehavingDriver(
      name: "leaves a grandchild that holds its output, and answers", driver: ["grandchild", "answers"],
      status: .passed, code: nil),
    MisbehavingDriver(name: "in the shell, behaves", driver: ["shell.sh"], status: .passed, code: nil),
    MisbehavingDriver(
      name: "in the shell, leaves a child in the background", driver: ["shell.sh", "background"], status: .passed,
      code: nil),
    MisbehavingDriver(
      name: "starts slowly", driver: ["starts", "slowly", "1.5"], status: .passed, code: nil, waits: true),
    MisbehavingDriver(name: "prints before its hello", driver: ["starts", "talks"], status: .passed, code: nil),
    MisbehavingDriver(name: "dies at its first start", driver: ["starts", "once"], status: .passed, code: nil),
  ]

  @Test(
    "output of a driver causes no failure, whatever its size and content",
    .enabled(if: Python.isThere, Python.absence),
    arguments: printingDrivers)
  func output(_ misbehaving: MisbehavingDriver) async throws { try await MisbehavingDrivers.visit(misbehaving) }

  @Test(
    "time in which the runner itself is stopped does not count as the call's time",
    .enabled(if: Python.isThere, Python.absence),
    arguments: [
      MisbehavingDriver(
        name: "stops the runner past its deadline", driver: ["stops_runner"], status: .passed, code: nil,
        within: MisbehavingDriver.hang, options: ["--jobs", "1"], waits: true)
    ])
  func runnerStops(_ misbehaving: MisbehavingDriver) async throws { try await MisbehavingDrivers.visit(misbehaving) }

  static let faultyDrivers = [
    fault("answers twice", ["second_result"], "it wrote a second result"),
    fault("answers an unknown id", ["result_unknown_id"], "for the unknown call "),
    fault("writes a request for an unknown id", ["request_unknown_id"], "for the unknown call "),
    fault("writes two requests with one number", ["request_twice"], "it wrote request 1 of call", "twice"),
    fault(
      "numbers its first request 2", ["request_out_of_turn"], "it wrote request 2 of call", "but not request 1"),
    fault("says hello again", ["says_hello_again"], "it wrote hello twice"),
    fault("closes its output and lives", ["closes_output"], "it closed its standard output but did not exit"),
    MisbehavingDriver(
      name: "in the shell, closes its input and lives", driver: ["shell.sh", "closes"], status: .errored,
      code: "protocolFault", says: ["it closed its standard input but did not exit"], options: ["--jobs", "1"]),
    fault("never ends a message", ["endless_message"], "a line of more than 64 MiB"),
    malformed("writes a result without an outcome", #"{"result": {"id": ID}}"#, "result has no member outcome"),
    malformed(
      "writes a result with two outcomes",
      #"{"result": {"id": ID, "outcome": {"success": 1, "neverCompleted": true}}}"#,
      "exactly one of success"),
    malformed(
      "writes a failure without a category", #"{"result": {"id": ID, "outcome": {"failure": {"code": 1}}}}"#,
      "category"),
    malformed(
      "writes a failure of an unknown category",
      #"{"result": {"id": ID, "outcome": {"failure": {"category": "netwerk"}}}}"#,
      #""netwerk""#),
    malformed(
      "writes a result without an id", #"{"result": {"outcome": {"success": 1}}}"#, "result has no member id"),
    malformed("writes an id that is text", #"{"result": {"id": "ID", "outcome": {"success": 1}}}"#, "result.id is"),
    malformed("writes a result that is a list", #"{"result": [1]}"#, "expected an object"),
    malformed(
      "writes a request number 0", #"{"request": {"id": ID, "n": 0, "method": "GET", "url": "http://a/"}}"#,
      "request.n is 0"
    ),
    malformed(
      "writes a request without a URL", #"{"request": {"id": ID, "n": 1, "method": "GET"}}"#, "no member url"),
    malformed(
      "writes a header that is a number",
      #"{"request": {"id": ID, "n": 1, "method": "GET", "url": "http://a/", "headers": {"A": 1}}}"#, #"headers["A"]"#),
    malformed(
      "writes a body that is not base64",
      #"{"request": {"id": ID, "n": 1, "method": "GET", "url": "http://a/", "body": {"base64": "%"}}}"#, "base64"),
    malformed("writes completedTwice without an id", #"{"completedTwice": {}}"#, "completedTwice has no member id"),
    malformed(
      "writes completedTwice for an unknown id", #"{"completedTwice": {"id": 77}}"#,
      "it wrote completedTwice for the unknown call 77"),
    malformed(
      "writes completedTwice for the least number there is", #"{"completedTwice": {"id": -9223372036854775808}}"#,
      "it wrote completedTwice for the unknown call -9223372036854775808"),
  ]

  @Test(
    "a driver that breaks the protocol makes the scenario in which it does that errored",
    .enabled(if: Python.isThere, Python.absence),
    arguments: faultyDrivers)
  func faults(_ misbehaving: MisbehavingDriver) async throws { try await MisbehavingDrivers.visit(misbehaving) }

  private static func fault(_ name: String, _ driver: [String], _ says: String...) -> MisbehavingDriver {
    MisbehavingDriver(name: name, driver: driver, status: .errored, code: "protocolFault", says: says)
  }

  private static func malformed(_ name: String, _ line: String, _ says: String...) -> MisbehavingDriver {
    MisbehavingDriver(name: name, driver: ["malformed", line], status: .errored, code: "protocolFault", says: says)
  }

  static let wrongClients = [
    MisbehavingDriver(
      name: "completes twice", driver: ["completed_twice"], status: .failed, code: "completedTwice",
      says: ["the client completed twice"]),
    MisbehavingDriver(
      name: "completes 20,001 times", driver: ["completed_twice", "20000"], status: .failed, code: "completedTwice",
      says: ["the client completed 20,001 times"]),
    MisbehavingDriver(
      name: "sends an unexpected request", driver: ["unexpected_request"], status: .failed, code: "unexpectedRequest",
      says: ["request 2", "GET http://api.invalid/v1/more"],
      printed: ["beyond: 500 text/plain contract-run: no exchange 2"]),
    MisbehavingDriver(
      name: "sends no request", driver: ["missing_request"], status: .failed, code: "mismatch",
      says: ["request 1", "GET http://api.invalid/v1/thing"]),
    MisbehavingDriver(
      name: "sends a request after its result, while a later call runs", driver: ["late_request"], status: .failed,
      code: "late", says: ["late request, after the result", "GET http://api.invalid/v1/late"],
      options: ["--jobs", "1"]),
    MisbehavingDriver(
      name: "sends 20,000 requests after its result", driver: ["late_flood"], status: .failed, code: "late",
      codes: Array(repeating: "late", count: 10), says: ["and 19990 more"], options: ["--jobs", "1"]),
    MisbehavingDriver(
      name: "dies of what it left behind, while a later call runs", driver: ["dies_later"], status: .failed,
      code: "crashed", says: ["SIGSEGV"], printed: ["what the call left behind"], options: ["--jobs", "1"]),
    MisbehavingDriver(
      name: "holds its process after its result", driver: ["stalls"], status: .failed, code: "stalled",
      says: ["the client blocked its process after its result", "sent nothing and had no result; alone, it has a"],
      nextWithin: MisbehavingDriver.hang, options: ["--jobs", "1"], waits: true),
    MisbehavingDriver(
      name: "dies, but neither it alone nor the call before it does", driver: ["dies_of_both"], status: .failed,
      code: "crashed",
      says: ["SIGSEGV", "it did not happen again when this call ran alone, nor when the previous one did"],
      options: ["--jobs", "1"]),
    MisbehavingDriver(
      name: "reaches for the real network", driver: ["escapes", "http://example.com/private"], status: .failed,
      code: "escaped", says: ["example.com", "from      127.0.0.1:", "answered  403, by contract-run itself"],
      printed: ["refused: HTTP Error 403"]),
    MisbehavingDriver(
      name: "is not charged with what only another process sends to its proxy", driver: ["stranger"], status: .passed,
      notice: #"no scenario is blamed for it: "GET /private HTTP/1.1" from 127.0.0.1:"#),
    MisbehavingDriver(
      name: "reaches for the real network by https", driver: ["escapes", "https://example.com:8443/private"],
      status: .failed, code: "escaped", says: ["example.com:8443"], printed: ["refused:"]),
  ]

  @Test(
    "a client that sends or completes wrongly fails in its own scenario",
    .enabled(if: Python.isThere, Python.absence),
    arguments: wrongClients)
  func clients(_ misbehaving: MisbehavingDriver) async throws { try await MisbehavingDrivers.visit(misbehaving) }

  @Test(
    "of multiple calls at once only the culprit is blamed, because each call runs again alone",
    .enabled(if: Python.isThere, Python.absence),
    arguments: [
      MisbehavingDriver(
        name: "dies, four at once", driver: ["together", "dies"], status: .failed, code: "crashed",
        says: ["status 9"]),
      MisbehavingDriver(
        name: "hangs, four at once", driver: ["together", "hangs"], status: .failed, code: "timedOut",
        codes: ["timedOut", "mismatch"], within: 1),
      MisbehavingDriver(
        name: "reaches for the real network, four at once", driver: ["together", "escapes"], status: .failed,
        code: "escaped", says: ["example.com"]),
      MisbehavingDriver(
        name: "breaks the protocol, four at once", driver: ["together", "breaks"], status: .errored,
        code: "protocolFault", says: ["result has no member id"]),
    ])
  func together(_ misbehaving: MisbehavingDriver) async throws { try await MisbehavingDrivers.visit(misbehaving) }
}

@Suite("Misbehavior that is possible only in Swift clients", .slow)
struct MisbehavingSwiftDriverTests {
  @Test(
    "a trap or an exit is charged to its scenario, with its function and the output before it",
    arguments: [
      swift("unwraps nil", "forceUnwraps", .failed, "crashed", says: ["unwrapped(_:)", "Unexpectedly found nil"]),
      swift("calls fatalError", "fatalErrors", .failed, "crashed", says: ["the misbehaving driver's own words"]),
      swift("overflows an integer", "overflows", .failed, "crashed"),
      swift("recurses for ever", "recurses", .failed, "crashed", says: ["SIGSEGV"]),
      swift("calls exit(0)", "exits0", .failed, "crashed", says: ["status 0"]),
      swift("calls exit(3)", "exits3", .failed, "crashed", says: ["status 3"]),
      swift("calls abort()", "aborts", .failed, "crashed", says: ["SIGABRT"]),
      swift(
        "prints and traps", "printsAndTraps", .failed, "crashed", says: ["trapped after printing"],
        printed: ["printed before the trap", "written before the trap", "the last words"]),
    ])
  func traps(_ misbehaving: MisbehavingDriver) async throws { try await MisbehavingDrivers.visit(misbehaving) }

  @Test(
    "what a client prints never reaches the protocol",
    arguments: [
      swift("behaves", "nothing", .passed, nil),
      swift("prints 10 MB", "printsMuch", .passed, nil, printed: ["much much", "bytes omitted", "the end of much"]),
      swift("closes its standard output", "closesOutput", .passed, nil),
    ])
  func output(_ misbehaving: MisbehavingDriver) async throws { try await MisbehavingDrivers.visit(misbehaving) }

  @Test("what a client prints is reported with its own call, even if the next call begins at once")
  func prints() async throws {
    let outputs = try await outputs(of: [Sample.driver, "prints"])
    #expect(outputs == (0..<40).map { "\($0) begins\n\($0) ends\n" })
  }

  @Test(
    "marked output is reported with its call, on either stream and in a flood",
    .enabled(if: Python.isThere, Python.absence))
  func marks() async throws {
    var outputs = try await outputs(of: Python.driver(["marks"]))
    let flooded = try #require(outputs.count == 40 ? outputs.remove(at: 7) : nil)
    #expect(outputs == (0..<40).filter { $0 != 7 }.map { "\($0) begins\n\($0) ends\n" })
    #expect(flooded.hasSuffix("flood\n7 ends\n"), "\(flooded.suffix(100))")
    // Two pipes have no common order. What it printed to the other pipe may be where the flood is cut.
    expectText(flooded, has: "bytes omitted")
  }

  @Test(
    "the runner sends the next call together with an answer, and alone only if there is no answer to send",
    .enabled(if: Python.isThere, Python.absence), arguments: ["ahead", "ahead_on_loopback"])
  func ahead(driver: String) async throws {
    let outputs = try await outputs(of: Python.driver([driver]))
    #expect(outputs == Array(repeating: "", count: 40))
  }

  /// Returns what each of forty calls printed.
  private func outputs(of driver: [String]) async throws -> [String] {
    try await TestFolder.temporary { folder in
      let scenarios = (0..<40).map {
        #"{ "name": "s\#($0)", "input": \#($0), "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } }"#
      }
      try folder.write(
        #"""
        {
          "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
          "request": { "method": "GET", "path": "/thing" }, "scenarios": [\#(scenarios.joined(separator: ","))]
        }
        """#, to: "thing.contract.json")
      let ended = try await contractRun(
        ["thing.contract.json", "--timeout", "600", "--report", "json=report.json", "--jobs", "1", "--"] + driver,
        in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      return try JSONResult(folder.appendingPathComponent("report.json")).results.map(\.output)
    }
  }

  @Test(
    "a client whose call does not end runs into the timeout",
    arguments: [
      swift(
        "blocks its thread", "blocks", .failed, "timedOut", says: ["no result within 5 s"],
        within: MisbehavingDriver.hang),
      swift(
        "sleeps in a task", "sleeps", .failed, "timedOut", says: ["the last answer was "],
        within: MisbehavingDriver.hang),
      swift("spins", "spins", .failed, "timedOut", says: ["no result within 5 s"], within: MisbehavingDriver.hang),
    ])
  func hangs(_ misbehaving: MisbehavingDriver) async throws { try await MisbehavingDrivers.visit(misbehaving) }

  @Test("a client that blocks every Swift thread after its result is blamed, not the call that waits for a thread")
  func holdsThreads() async throws {
    var misbehaving = Self.swift(
      "holds every thread after its result", "holdsThreads", .failed, "stalled",
      says: ["the client blocked its process after its result", "sent nothing and had no result; alone, it has a"])
    (misbehaving.options, misbehaving.nextWithin, misbehaving.waits) = (["--jobs", "1"], MisbehavingDriver.hang, true)
    try await MisbehavingDrivers.visit(misbehaving)
  }

  @Test("a request after the result, while the same driver runs a later call, fails its own scenario")
  func late() async throws {
    var misbehaving = Self.swift(
      "sends late", "sendsLate", .failed, "late",
      says: ["late request, after the result", "GET http://api.invalid/v1/late"])
    misbehaving.options = ["--jobs", "1"]
    try await MisbehavingDrivers.visit(misbehaving)
  }

  @Test(
    "a client that tries to reach the real network fails, and the report names the host",
    arguments: [
      swift(
        "URLSession.shared", "escapes", .failed, "escaped", codes: ["escaped", "mismatch", "mismatch"],
        says: ["example.com"]),
      swift(
        "a session of its own, https", "escapesBySession", .failed, "escaped",
        codes: ["escaped", "mismatch", "mismatch"], says: ["secret.example.com"]),
    ])
  func escapes(_ misbehaving: MisbehavingDriver) async throws { try await MisbehavingDrivers.visit(misbehaving) }

  #if compiler(<6.3.2) && os(Linux)
    @Test("a 401 with a Basic challenge hangs inside Foundation: the scenario is errored, with ways around it")
    func basicChallenge() async throws {
      var misbehaving = Self.swift(
        "basic challenge", "nothing", .errored, "basicChallenge", says: ["newer Swift", "`call.mock`", "#5456"],
        within: MisbehavingDriver.hang)
      misbehaving.members = #"""
        "response": { "kind": "statusError", "status": 401, "headers": { "WWW-Authenticate": "Basic realm=\"misbehaving\"" } },
        "expect": { "failure": { "payload": 401 } }
        """#
      try await MisbehavingDrivers.visit(misbehaving)
    }
  #endif

  static func swift(
    _ name: String, _ behavior: String, _ status: Status, _ code: String?, codes: [String]? = nil, says: [String] = [],
    printed: [String] = [], within: Double = MisbehavingDriver.ample
  ) -> MisbehavingDriver {
    MisbehavingDriver(
      name: name, driver: ["misbehaving-driver", behavior], status: status, code: code, codes: codes, says: says,
      printed: printed,
      within: within, waits: within == MisbehavingDriver.hang, isProduct: true)
  }
}
