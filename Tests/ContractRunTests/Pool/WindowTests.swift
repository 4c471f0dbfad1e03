import ContractCore
import Foundation
import TestSupport
import Testing

/// Calls that are written ahead of their turn, with their answers. They change how long a run takes and nothing else.
@Suite("Calls ahead of their turn", .slow)
struct WindowTests {
  /// Drivers that take calls one by one, and of which neither the requests nor what they print after a result depends on the
  /// time.
  private static let drivers =
    (MisbehavingDriverTests.dyingDrivers + MisbehavingDriverTests.printingDrivers
    + MisbehavingDriverTests.faultyDrivers + MisbehavingDriverTests.wrongClients)
    .filter { !["shell.sh", "asks_in_flood", "garbage"].contains($0.driver[0]) }

  @Test(
    "a misbehaving driver has the same report, however many calls it takes ahead",
    .enabled(if: Python.isThere, Python.absence), arguments: drivers)
  func misbehaving(_ misbehaving: MisbehavingDriver) async throws {
    let one = try await MisbehavingDrivers.visit(misbehaving, window: 1)
    for window in [2, 64] {
      #expect(try await MisbehavingDrivers.visit(misbehaving, window: window) == one, "\(window) calls ahead")
    }
  }

  @Test(
    "a client in Swift that dies or hangs is charged alone, although many calls wait in its driver",
    arguments: [
      MisbehavingSwiftDriverTests.swift("unwraps nil", "forceUnwraps", .failed, "crashed", says: ["unwrapped(_:)"]),
      MisbehavingSwiftDriverTests.swift("calls exit(0)", "exits0", .failed, "crashed", says: ["status 0"]),
      MisbehavingSwiftDriverTests.swift(
        "prints and traps", "printsAndTraps", .failed, "crashed",
        printed: ["printed before the trap", "written before the trap", "the last words"]),
      MisbehavingSwiftDriverTests.swift("closes its standard output", "closesOutput", .passed, nil),
      MisbehavingSwiftDriverTests.swift(
        "blocks its thread", "blocks", .failed, "timedOut", says: ["no result within 5 s"],
        within: MisbehavingDriver.hang),
      MisbehavingSwiftDriverTests.swift("sends late", "sendsLate", .failed, "late"),
      MisbehavingSwiftDriverTests.swift(
        "URLSession.shared", "escapes", .failed, "escaped", codes: ["escaped", "mismatch", "mismatch"],
        says: ["example.com"]),
    ])
  func swift(_ misbehaving: MisbehavingDriver) async throws {
    try await MisbehavingDrivers.visit(misbehaving, window: 64)
  }

  @Test(
    "a driver that begins a call ahead of its turn breaks the protocol, and every other call is still made",
    .enabled(if: Python.isThere, Python.absence), arguments: ["request", "result", "malformed"])
  func early(message: String) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract(count: 200) { _ in "1" }, to: "thing.contract.json")
      let ended = try await contractRun(
        ["thing.contract.json", "--timeout", "600", "--jobs", "1", "--report", "json=report.json", "--"]
          + Python.driver(["begins_early", message]), in: folder, environment: ["MISBEHAVING_WINDOW": "64"])
      let results = try JSONResult(folder.appendingPathComponent("report.json")).results
      let broken = results.filter { $0.status != "passed" }
      #expect(broken.map(\.status) == ["errored"], "\(ended.output)")
      #expect(broken.first?.reasons.map(\.code) == ["protocolFault"])
      #expect(ended.status == 3)
    }
  }

  @Test(
    "marks of calls that do not exist are output of the call that prints them",
    .enabled(if: Python.isThere, Python.absence), arguments: ["", "64"])
  func forgedMarks(window: String) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract(count: 3) { $0 == 1 ? "2" : "1" }, to: "thing.contract.json")
      _ = try await contractRun(
        ["thing.contract.json", "--timeout", "600", "--jobs", "1", "--report", "json=report.json", "--"]
          + Python.driver(["forges_marks"]), in: folder,
        environment: ["MISBEHAVING_WINDOW": window.isEmpty ? nil : window])
      let results = try JSONResult(folder.appendingPathComponent("report.json")).results
      #expect(results.map(\.status) == ["passed", "failed", "passed"])
      #expect(results.count == 3 && results[1].output.hasSuffix("my last words\n"), "\(results.map(\.output))")
    }
  }

  private static func contract(count: Int, expecting expected: (Int) -> String) -> String {
    let scenarios = (0..<count).map {
      #"{ "name": "s\#($0)", "input": { "number": \#($0) }, "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": \#(expected($0)) } }"#
    }
    return #"""
      {
        "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
        "request": { "method": "GET", "path": "/thing" }, "scenarios": [\#(scenarios.joined(separator: ","))]
      }
      """#
  }

  @Test("the waits of calls in flight overlap", .enabled(if: Python.isThere, Python.absence))
  func overlap() async throws {
    try await TestFolder.temporary { folder in
      let names = ["first", "second", "third", "fast"]
      let scenarios = names.map { name in
        let isFast = name == "fast"
        let response =
          isFast ? #"{"kind": "valid", "body": {"json": 1}}"# : #"{"kind": "networkError", "error": "timedOut"}"#
        let expect = isFast ? #"{"success": 1}"# : #"{"failure": "network"}"#
        return #"{ "name": "\#(name)", "input": "\#(name)", "response": \#(response), "expect": \#(expect) }"#
      }
      try folder.write(
        #"""
        {
          "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
          "request": { "method": "GET", "path": "/thing" }, "scenarios": [\#(scenarios.joined(separator: ","))]
        }
        """#, to: "thing.contract.json")
      try folder.write(Self.waitingDriver, to: "driver.py")
      let ended = try await contractRun(
        ["thing.contract.json", "--timeout", "600", "--jobs", "1", "--", "python3", "driver.py"], in: folder,
        environment: ["PYTHONPATH": TestFolder.package.appendingPathComponent("Kits/python").path])
      #expect(ended.status == 0, "\(ended.output)")
    }
  }

  /// The fast call begins when all others wait for their answers, and these wait until it has its result.
  private static let waitingDriver = """
    import http.client, threading, urllib.parse
    from contract_run.driver import Driver

    driver = Driver("waits", in_flight=4)
    waiting, answered = threading.Semaphore(0), threading.Event()

    @driver.operation("get")
    def get(call):
        url = urllib.parse.urlsplit(call.base_url)
        if call.input == "fast" and not all(waiting.acquire(timeout=300) for _ in range(3)):
            raise RuntimeError("no other call waits")
        connection = http.client.HTTPConnection(url.netloc, timeout=300)
        connection.request("GET", url.path + "/thing")
        if call.input == "fast":
            connection.getresponse().read()
            answered.set()
            return 1
        waiting.release()
        if not answered.wait(300):
            raise RuntimeError("the fast call has no answer")
        raise TimeoutError("it gives up")

    driver.run()

    """

  @Test(
    "a run that stops at the first failure reports no call that was made ahead",
    .enabled(if: Python.isThere, Python.absence))
  func failFast() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract(count: 200) { $0 == 100 ? "-1" : "1" }, to: "thing.contract.json")
      let ended = try await contractRun(
        ["thing.contract.json", "--timeout", "600", "--fail-fast", "--jobs", "1", "--report", "json=report.json", "--"]
          + Python.driver(["exits", "0"]), in: folder, environment: ["MISBEHAVING_WINDOW": "64"])
      #expect(ended.status == 1, "\(ended.output)")
      let results = try JSONResult(folder.appendingPathComponent("report.json")).results
      #expect(results.map(\.status) == (0..<200).map { $0 < 100 ? "passed" : $0 == 100 ? "failed" : "errored" })
    }
  }
}
