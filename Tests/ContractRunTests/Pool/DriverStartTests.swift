import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Drivers that do not start, or do not end as they should", .slow)
struct DriverStartTests {
  /// A driver, and the verdict that each of three scenarios must get.
  struct Start: Sendable, CustomTestStringConvertible {
    var name: String
    var driver: [String]
    var options: [String] = []
    var status: Status = .errored
    var code: String? = "givenUp"
    var says: [String] = []
    /// The notices that the run must print.
    var notes: [String] = []
    var exit: Int32 = 3
    var waits = false
    var testDescription: String { name }
  }

  static let contract = #"""
    {
      "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
      "request": { "method": "GET", "path": "/thing" },
      "scenarios": [
        { "name": "first", "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": 1 } },
        { "name": "second", "response": { "kind": "valid", "body": { "json": 2 } }, "expect": { "success": 2 } },
        { "name": "third", "response": { "kind": "valid", "body": { "json": 3 } }, "expect": { "success": 3 } }
      ]
    }
    """#

  @Test(
    "every scenario of the client reports why it could not run",
    .enabled(if: Python.isThere, Python.absence),
    arguments: [
      Start(
        name: "silent", driver: ["starts", "silent"], says: ["3 attempts", "no hello within 10 s"],
        waits: true),
      Start(
        name: "exits 5 before its hello", driver: ["starts", "exits", "5"],
        says: ["3 attempts", "exit status 5", "cannot find my configuration", "contract-run check -- "]),
      Start(
        name: "exits 0 before its hello", driver: ["starts", "exits", "0"], says: ["3 attempts", "exit status 0"]),
      Start(
        name: "another version", driver: ["starts", "version", "2"], says: ["uses version 2", "uses version 1"]),
      Start(
        name: "only loopback where memory is asked for", driver: ["starts", "loopback"],
        options: ["--transport", "memory"], code: "unsupported",
        says: ["it offers the transport loopback, but this call needs memory"]),
      Start(
        name: "only memory where loopback is asked for", driver: ["starts", "operations", "get"],
        options: ["--transport=loopback"], code: "unsupported",
        says: ["it offers the transport memory, but this call needs loopback"]),
      Start(
        name: "a hello without operations",
        driver: ["starts", "writes", #"{"hello": {"protocol": 1, "driver": "x", "transports": ["memory"]}}"#],
        code: "protocolFault", says: ["hello has no member operations"]),
      Start(
        name: "a hello that is text", driver: ["starts", "writes", #"{"hello": "world"}"#], code: "protocolFault",
        says: ["expected an object"]),
      Start(
        name: "a hello of an unknown transport",
        driver: ["starts", "writes", #"{"hello": {"protocol": 1, "operations": ["get"], "transports": ["pigeon"]}}"#],
        code: "protocolFault", says: [#""pigeon""#]),
      Start(
        name: "in flight 0",
        driver: [
          "starts", "writes",
          #"{"hello": {"protocol": 1, "operations": ["get"], "transports": ["memory"], "inFlight": 0}}"#,
        ], code: "protocolFault", says: ["hello.inFlight is 0"]),
      Start(
        name: "a result before its hello",
        driver: ["starts", "writes", #"{"result": {"id": 1, "outcome": {"success": 1}}}"#], code: "protocolFault",
        says: ["before its hello"]),
      Start(
        name: "another operation", driver: ["starts", "operations", "gett", "list"], code: "unsupported",
        says: [#"no operation "get""#, #"did you mean "gett"?"#, "has gett, list"]),
      Start(
        name: "no operation at all", driver: ["starts", "operations"], code: "unsupported", says: ["has no operations"]),
      Start(
        name: "never reads", driver: ["starts", "deaf"], options: ["--timeout", "1"], status: .failed,
        code: "timedOut", says: ["no result within 1 s"],
        exit: 1, waits: true),
      Start(
        name: "ends after bye with status 7", driver: ["leaves", "exits", "7"], status: .passed, code: nil,
        notes: ["exit status 7 after its bye"], exit: 0),
      Start(
        name: "stays after bye", driver: ["leaves", "stays"], status: .passed, code: nil,
        notes: ["did not end within 3 s of its bye"], exit: 0, waits: true),
      Start(
        name: "closes its output at bye and stays", driver: ["leaves", "closes"], status: .passed, code: nil,
        notes: ["did not end within 3 s of its bye"], exit: 0, waits: true),
    ])
  func starts(_ start: Start) async throws {
    try await run(Python.driver(start.driver), options: start.options, waits: start.waits) { ended, result in
      #expect(ended.status == start.exit, "\(ended.output)\(ended.errors)")
      #expect(result.cases.count == 3)
      for found in result.cases {
        #expect(found.status == start.status, "\(found.text)")
        #expect(found.code == start.code, "\(found.text)")
        for phrase in start.says { expectText(found.text, has: phrase) }
      }
      for note in start.notes {
        expectText(result.notices, has: note)
        #expect(ended.output.contains(note))
      }
    }
  }

  @Test("a program that does not exist or may not be executed is named at once")
  func noProgram() async throws {
    try await run(["./no-such-driver"]) { ended, result in
      #expect(ended.status == 3)
      #expect(result.cases.map(\.code) == ["givenUp", "givenUp", "givenUp"])
      expectText(result.cases[0].text, has: "./no-such-driver: No such file or directory")
    }
    try await run(["contract.contract.json"]) { ended, result in
      #expect(ended.status == 3)
      expectText(result.cases[0].text, has: "contract.contract.json: ")
    }
    try await run(["./contract.contract.json"]) { ended, result in
      #expect(ended.status == 3)
      expectText(result.cases[0].text, has: "./contract.contract.json: Permission denied")
    }
  }

  #if os(Linux)
    /// The command that writes a 32-bit program to the path after it. The program only exits, or crashes if it cannot. A
    /// shell writes it, because a file that this process has open for writing cannot run.
    private static let writes32Bit = [
      "sh", "-c",
      #"printf %s "$1" | base64 -d >"$2" && chmod +x "$2" && if [ "$3" ]; then "$2"; fi"#, "sh",
      "f0VMRgEBAQAAAAAAAAAAAAIAAwABAAAAVIAECDQAAAAAAAAAAAAAADQAIAABAAAAAAAAAAEAAAAAAAAAAIAECACABAheAAAAXgAAAAUAAAAAEAAAuAEAAAAx282A9A==",
    ]

    private static let runs32Bit: Bool = {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("contract-run-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: file) }
      return CommandLineTool.canRun(writes32Bit + [file, "and run it"])
    }()

    @Test(
      "a 32-bit program does not start under the network guard, and the reason says why and what to do",
      .enabled(if: GuardSupport.isPossible, "this system has no network guard"),
      .enabled(if: runs32Bit, "this system does not run 32-bit programs for x86"))
    func otherProcessor() async throws {
      try await TestFolder.temporary { folder in
        let driver = folder.appendingPathComponent("driver").path
        #expect(CommandLineTool.canRun(Self.writes32Bit + [driver, ""]))
        try await run([driver]) { ended, result in
          #expect(ended.status == 3)
          #expect(result.cases.map(\.code) == ["givenUp", "givenUp", "givenUp"])
          expectText(
            result["first"]?.text,
            has:
              "ended by signal 11 before its hello; it is a program for another kind of processor, which the network guard does not let run; to turn the guard off, add \"allow\": [\"*\"] to the client in contract-run.json"
          )
        }
      }
    }
  #endif

  @Test(
    "if a driver crashes at bye, its last scenario runs again alone and is blamed",
    .enabled(if: Python.isThere, Python.absence))
  func crashAtBye() async throws {
    try await run(Python.driver(["leaves", "crashes"]), options: ["--jobs", "1"]) { ended, result in
      #expect(ended.status == 1)
      #expect(result.cases.map(\.status) == [.passed, .passed, .failed])
      #expect(result["third"]?.code == "crashed")
      expectText(result["third"]?.text, has: "SIGABRT")
    }
  }

  @Test(
    "with very many calls, drivers start without waiting for the first hello, and one that starts is enough",
    .enabled(if: Python.isThere, Python.absence), arguments: ["in_company", "exclusive"])
  func startsAtOnce(_ driver: String) async throws {
    let scenarios = (1...1000).map {
      #"{ "name": "\#($0)", "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": 1 } }"#
    }
    let contract = #"""
      {
        "contract": 1, "endpoint": "thing", "operation": "get", "request": { "method": "GET", "path": "/thing" },
        "scenarios": [\#(scenarios.joined(separator: ",\n"))]
      }
      """#
    try await run(Python.driver(["starts", driver]), options: ["--jobs", "2"], contract: contract) { ended, result in
      #expect(ended.status == 0)
      #expect(result.cases.count(where: { $0.status == .passed }) == 1000)
      if driver == "exclusive" {
        expectText(
          result.notices,
          has:
            "one of multiple drivers did not start; the run continues with one fewer: ended with exit status 1 before its hello; it printed: another one has the lock"
        )
      } else {
        #expect(result.notices == "")
      }
    }
  }

  #if os(Linux)
    @Test(
      "a driver has its standard streams and no other descriptor, even if many drivers run at once",
      .enabled(if: Python.isThere, Python.absence))
    func descriptors() async throws {
      let scenarios = (1...60).map {
        #"{ "name": "\#($0)", "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": { "0": "pipe", "1": "pipe", "2": "pipe" } } }"#
      }
      let contract = #"""
        {
          "contract": 1, "endpoint": "thing", "operation": "get", "request": { "method": "GET", "path": "/thing" },
          "scenarios": [\#(scenarios.joined(separator: ",\n"))]
        }
        """#
      try await run(Python.driver(["descriptors"]), options: ["--jobs", "8"], contract: contract) { ended, result in
        #expect(result.cases.count == 60)
        for found in result.cases { #expect(found.status == .passed, "\(found.text)") }
      }
    }
  #endif

  @Test(
    "a driver gets the runner's environment, with the runner as its proxy and with short backtraces",
    .enabled(if: Python.isThere, Python.absence), arguments: [nil, "enable=no"])
  func environment(_ backtrace: String?) async throws {
    let proxy = #"{ "$regex": "^http://127[.]0[.]0[.]1:[0-9]+$" }"#
    let backtraces = backtrace.map { "\"\($0)\"" } ?? #"{ "$regex": "color=no,.*limit=12" }"#
    // The hosts of calls.
    let direct = #"{ "$regex": "^127\\.0\\.0\\.1,\\.invalid(,127(\\.[0-9]+){3}|,localhost)+$" }"#
    let contract = #"""
      {
        "contract": 1, "endpoint": "thing", "operation": "get", "request": { "method": "GET", "path": "/thing" },
        "scenarios": [{
          "name": "environment", "response": { "kind": "valid", "body": { "json": 1 } },
          "expect": { "success": {
            "http_proxy": \#(proxy), "https_proxy": \#(proxy), "HTTP_PROXY": \#(proxy), "HTTPS_PROXY": \#(proxy),
            "no_proxy": \#(direct), "NO_PROXY": \#(direct),
            "SWIFT_BACKTRACE": \#(backtraces), "OWN": "kept"
          } }
        }]
      }
      """#
    let environment = [
      "all_proxy": "http://a.invalid", "ALL_PROXY": "http://a.invalid", "http_proxy": "http://a.invalid",
      "no_proxy": "example.com", "OWN": "kept", "SWIFT_BACKTRACE": backtrace,
    ]
    try await run(Python.driver(["environment"]), environment: environment, contract: contract) { _, result in
      #expect(result["environment"]?.status == .passed, "\(result["environment"]?.text ?? "not there")")
    }
  }

  private func run(
    _ driver: [String], options: [String] = [], environment: [String: String?] = [:], contract: String = contract,
    waits: Bool = false,
    _ check: @Sendable (BuiltCommand.Ended, RunResult) throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(contract, to: "contract.contract.json")
      // If `--timeout` is repeated, the last one counts.
      let arguments =
        ["contract.contract.json", "--timeout", "600", "--report", "junit=rich.xml"] + options + ["--"] + driver
      let run = { @Sendable in
        let process = try BuiltCommand(arguments, in: folder, environment: environment)
        let ended = await process.end()
        let nothingLeft = await condition { process.left.isEmpty }
        #expect(nothingLeft, "left behind: \(process.left)")
        return ended
      }
      let ended = try await waits ? run() : Gate.processes.pass(run)
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")), "\(ended.errors)")
      try check(ended, result)
    }
  }
}

@Suite("How processes are started")
struct ProcessesTests {
  @Test(
    "a child has no descriptor but its standard streams, even if another one is not marked close-on-exec",
    arguments: [false, true])
  func descriptors(isGuarded: Bool) throws {
    let inheritable = dup(2)
    defer { close(inheritable) }
    #expect(fcntl(inheritable, F_GETFD) == 0)
    let script = "if [ -e /dev/fd/1 ] && [ ! -e /dev/fd/\(inheritable) ]; then echo closed; fi"
    let processes = Processes()
    let child = try processes.spawn(
      ["/bin/sh", "-c", script], in: nil, environment: [:], streams: .onePipe, isGuarded: isGuarded)
    #expect(processes.reap(child.pid) == .exit(0))
    let output = FileHandle(fileDescriptor: child.output, closeOnDealloc: true).readDataToEndOfFile()
    #expect(String(decoding: output, as: UTF8.self) == "closed\n")
  }
}
