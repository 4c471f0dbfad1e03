import ContractCore
import Foundation
import TestSupport
import Testing

/// Calls that are written ahead of their turn, with their answers. They change how long a run takes and nothing else.
@Suite("Calls ahead of their turn", .slow)
struct WindowTests {
  /// Drivers that take calls one by one, and whose requests do not depend on the time.
  private static let drivers =
    (MisbehavingDriverTests.dyingDrivers + MisbehavingDriverTests.printingDrivers
    + MisbehavingDriverTests.faultyDrivers + MisbehavingDriverTests.wrongClients)
    .filter { !["shell.sh", "asks_in_flood"].contains($0.driver[0]) }

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
    "a run that stops at the first failure reports no call that was made ahead",
    .enabled(if: Python.isThere, Python.absence))
  func failFast() async throws {
    try await TestFolder.temporary { folder in
      let scenarios = (0..<200).map {
        #"{ "name": "s\#($0)", "response": { "kind": "valid", "body": { "json": \#($0) } }, "expect": { "success": \#($0 == 100 ? -1 : $0) } }"#
      }
      try folder.write(
        #"""
        {
          "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
          "request": { "method": "GET", "path": "/thing" }, "scenarios": [\#(scenarios.joined(separator: ","))]
        }
        """#, to: "thing.contract.json")
      let ended = try await contractRun(
        ["thing.contract.json", "--timeout", "600", "--fail-fast", "--jobs", "1", "--report", "json=report.json", "--"]
          + Python.driver(["exits", "0"]), in: folder, environment: ["MISBEHAVING_WINDOW": "64"])
      #expect(ended.status == 1, "\(ended.output)")
      let results = try JSONResult(folder.appendingPathComponent("report.json")).results
      #expect(results.map(\.status) == (0..<200).map { $0 < 100 ? "passed" : $0 == 100 ? "failed" : "errored" })
    }
  }
}
