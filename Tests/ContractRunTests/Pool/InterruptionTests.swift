import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Signals, and a runner that is killed", .slow)
struct InterruptionTests {
  private static let contract = #"""
    {
      "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
      "request": { "method": "GET", "path": "/thing", "headers": { "Accept": "application/json" } },
      "scenarios": [
        { "name": "before", "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } },
        { "name": "in flight", "input": { "bad": true }, "within": 3600,
          "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } },
        { "name": "after", "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } }
      ]
    }
    """#

  @Test(
    "the first signal stops drivers and writes complete reports, with the remaining scenarios as not run",
    .enabled(if: Python.isThere, Python.absence), arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(_ signal: Int32) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract, to: "thing.contract.json")
      let process = try BuiltCommand(
        ["thing.contract.json", "--jobs", "1", "--timeout", "3600", "--report", "junit=rich.xml"]
          + ["--"] + Python.driver(["waits_for_signal"]), in: folder)
      let begun = await condition { folder.text("begun") != nil }
      #expect(begun, "\(process.output)\(process.errors)")
      process.send(signal)
      let ended = await process.end()
      #expect(ended.status == 128 + signal)
      let name = TerminationStatus.name(ofSignal: signal)
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      #expect(result["before"]?.status == .passed)
      for scenario in ["in flight", "after"] {
        #expect(result[scenario]?.status == .errored)
        // The one in flight may be what took too long.
        #expect(result[scenario]?.code == (scenario == "after" ? "notRun" : "interrupted"))
        #expect(result[scenario]?.text.contains(name) == true)
      }
      #expect(ended.output.contains(name))
      if JUnitSchemas.areThere { try JUnitSchemas.validate(folder.appendingPathComponent("rich.xml")) }
      let nothingLeft = await condition { process.left.isEmpty }
      #expect(nothingLeft, "left behind: \(process.left)")
    }
  }

  @Test(
    "a signal during a silence on loopback ends the run, with a complete report and without processes left behind",
    .enabled(if: Python.isThere, Python.absence))
  func interruptedOnLoopback() async throws {
    try await TestFolder.temporary { folder in
      let silent = (0..<3).map {
        #"{ "name": "\#($0)", "within": 3600, "response": { "kind": "networkError", "error": "timedOut" }, "expect": { "failure": "network" } }"#
      }
      try folder.write(LoopbackTests.contract("waits", silent.joined(separator: ",")), to: "a.contract.json")
      let process = try BuiltCommand(
        ["a.contract.json", "--jobs", "1", "--timeout", "3600", "--report", "junit=rich.xml", "--"]
          + Python.driver(["sockets"]), in: folder)
      let begun = await condition { folder.text("begun") != nil }
      #expect(begun, "\(process.output)\(process.errors)")
      process.send(SIGINT)
      let ended = await process.end()
      #expect(ended.status == 128 + SIGINT)
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      #expect(result.cases.map(\.code) == ["interrupted", "notRun", "notRun"])
      let nothingLeft = await condition { process.left.isEmpty }
      #expect(nothingLeft, "left behind: \(process.left)")
    }
  }

  @Test(
    "a signal that comes before the first contract is read leaves complete reports, in place of earlier ones",
    .enabled(if: Python.isThere, Python.absence), arguments: [SIGINT, SIGTERM, SIGHUP])
  func beforeTheFirstContract(_ signal: Int32) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract, to: "thing.contract.json")
      try folder.write("an earlier report", to: "rich.xml")
      // The signal is blocked and waits for the command from its first instruction on.
      let early = """
        import os, signal, sys
        signal.pthread_sigmask(signal.SIG_BLOCK, [\(signal)])
        os.kill(os.getpid(), \(signal))
        os.execv(sys.argv[1], sys.argv[1:])
        """
      let command = TestFolder.products.appendingPathComponent("contract-run").path
      let ended = try await BuiltCommand(
        ["python3", "-c", early, command, "thing.contract.json", "--report", "junit=rich.xml", "--", "false"],
        program: "/usr/bin/env", in: folder
      ).end()
      #expect(ended.status == 128 + signal, "\(ended.errors)")
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      #expect(result.cases.map(\.code) == ["notRun", "notRun", "notRun"])
    }
  }

  @Test("a signal is repeated on purpose if it comes a second after the first; SIGINT also if it comes earlier")
  func insists() {
    for signal in [SIGTERM, SIGHUP] {
      #expect(!Interruption.insists(signal, after: .zero))
      #expect(!Interruption.insists(signal, after: .milliseconds(999)))
      #expect(Interruption.insists(signal, after: .seconds(1)))
    }
    #expect(Interruption.insists(SIGINT, after: .zero))
  }

  @Test("SIGTERM that is sent again ends a run whose report nobody reads", arguments: [SIGTERM, SIGHUP])
  func secondTermination(_ signal: Int32) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract, to: "thing.contract.json")
      let path = folder.appendingPathComponent("report").path
      #expect(mkfifo(path, 0o600) == 0)
      // The pipe is full, and its reader does not read.
      let reader = open(path, O_RDONLY | O_NONBLOCK)
      let writer = open(path, O_WRONLY | O_NONBLOCK)
      defer { for descriptor in [reader, writer] { close(descriptor) } }
      let page = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
      while write(writer, page, page.count) > 0 {}
      var byte: UInt8 = 0
      while write(writer, &byte, 1) > 0 {}
      let process = try BuiltCommand(["thing.contract.json", "--report", "junit=report", "--", "false"], in: folder)
      let left = await condition(within: 0.5) { !process.isRunning }
      #expect(!left, "nothing held the runner back: the test tests nothing")
      await condition {
        process.send(signal)
        return !process.isRunning
      }
      let ended = await process.end()
      #expect(ended.status == 128 + signal)
    }
  }

  @Test("a second SIGINT ends the run at once, even if unread output blocks the first one")
  func secondInterrupt() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract, to: "thing.contract.json")
      // The output is a pipe that is full and that nobody reads, like a terminal that is on hold.
      let made = contract_run.Pipe()
      let ends = try #require(made)
      defer { ends.closeBoth() }
      contract_run.Pipe.stopBlocking(ends.writing)
      let page = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
      while write(ends.writing, page, page.count) > 0 {}
      var byte: UInt8 = 0
      while write(ends.writing, &byte, 1) > 0 {}
      _ = fcntl(ends.writing, F_SETFL, fcntl(ends.writing, F_GETFL) & ~O_NONBLOCK)

      let driver = TestFolder.products.appendingPathComponent("misbehaving-driver").path
      let process = try BuiltCommand(
        ["thing.contract.json", "--verbose", "--timeout", "3600", "--", driver, "blocks"], in: folder,
        output: ends.writing)
      // It has played its first scenario, or is about to. In both cases its driver is alive.
      let started = await condition { !process.left.isEmpty }
      #expect(started)
      process.send(SIGINT)
      let left = await condition(within: 0.5) { !process.isRunning }
      #expect(!left, "nothing held the runner back: the test tests nothing")
      // The system delivers a signal only once if it is sent again before the process handled it.
      let isTaken = await condition { !process.isPending(SIGINT) }
      #expect(isTaken)
      process.send(SIGINT)
      let ended = await process.end()
      #expect(ended.status == 130)
      let nothingLeft = await condition { process.left.isEmpty }
      #expect(nothingLeft, "left behind: \(process.left)")
    }
  }

  #if os(Linux)
    @Test(
      "kill -9 of the runner while a client hangs: no driver built on ContractKit is left",
      arguments: ["blocks", "sleeps", "spins"])
    func killed(_ behavior: String) async throws {
      try await TestFolder.temporary { folder in
        try folder.write(Self.contract, to: "thing.contract.json")
        let driver = TestFolder.products.appendingPathComponent("misbehaving-driver").path
        let process = try BuiltCommand(
          ["thing.contract.json", "--report", "junit=rich.xml", "--timeout", "3600", "--", driver, behavior],
          in: folder)
        let started = await condition { !process.left.isEmpty }
        #expect(started)
        // At this point some drivers hang, and some are about to hang. None may be left.
        try await Task.sleep(for: .milliseconds(200))
        process.send(SIGKILL)
        let ended = await process.end()
        #expect(ended.signal == SIGKILL)
        let nothingLeft = await condition { process.left.isEmpty }
        #expect(nothingLeft, "left behind: \(process.left)")
        // There is no partial report.
        #expect(folder.text("rich.xml") == nil)
      }
    }
  #endif

  @Test("a signal during the build step ends it, and nothing runs", .enabled(if: Python.isThere, Python.absence))
  func inBuildStep() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract, to: "specs/thing.contract.json")
      try folder.write(
        #"""
        {
          "specs": ["specs"], "reports": { "junit": "rich.xml" },
          "clients": [{ "name": "thing", "build": ["/bin/sh", "-c", "touch begun; sleep 3600; sleep 3600"], "driver": ["false"] }]
        }
        """#, to: "contract-run.json")
      let process = try BuiltCommand([], in: folder)
      let begun = await condition { folder.text("begun") != nil }
      #expect(begun)
      process.send(SIGTERM)
      let ended = await process.end()
      #expect(ended.status == 143)
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      #expect(result.cases.map(\.code) == ["notRun", "notRun", "notRun"])
      let nothingLeft = await condition { process.left.isEmpty }
      #expect(nothingLeft, "left behind: \(process.left)")
    }
  }

  @Test(
    "a signal also ends the check of a driver", .enabled(if: Python.isThere, Python.absence),
    arguments: [SIGINT, SIGTERM])
  func inSmoke(_ signal: Int32) async throws {
    try await TestFolder.temporary { folder in
      let process = try BuiltCommand(
        ["check", "--timeout", "3600", "--"] + Python.driver(["starts", "deaf"]), in: folder)
      let started = await condition { !process.left.isEmpty }
      #expect(started)
      process.send(signal)
      let ended = await process.end()
      #expect(ended.status == 128 + signal)
      let nothingLeft = await condition { process.left.isEmpty }
      #expect(nothingLeft, "left behind: \(process.left)")
    }
  }

  @Test("a run with closed standard streams works", arguments: [[0], [0, 1], [0, 1, 2], [2]] as [[Int32]])
  func closedStreams(_ closed: [Int32]) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract, to: "thing.contract.json")
      let driver = TestFolder.products.appendingPathComponent("misbehaving-driver").path
      let ended = try await Gate.processes.pass {
        try await BuiltCommand(
          ["thing.contract.json", "--timeout", "600", "--report", "junit=rich.xml", "--", driver, "printsMuch"],
          in: folder, closing: closed
        ).end()
      }
      #expect(ended.status == 0)
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      #expect(result.cases.map(\.status) == [.passed, .passed, .passed])
    }
  }
}
