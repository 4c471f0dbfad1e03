import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// Systems that give the command only few threads. A run must end there, and blame no client.
@Suite("A thread that cannot be started", .slow, .enabled(if: GuardSupport.isPossible, "this needs seccomp"))
struct ThreadLimitTests {
  private static func run(
    _ what: String, _ arguments: [String], in folder: URL
  ) async throws -> BuiltCommand.Ended {
    let words = OlderSystemTests.lacking(what) + [TestFolder.products.appendingPathComponent("contract-run").path]
    return try await Gate.processes.pass {
      try await BuiltCommand(Array(words.dropFirst()) + arguments, program: words[0], in: folder).end()
    }
  }

  @Test(
    "ends each command that needs one at once, with a clear error",
    .enabled(if: Python.isThere, Python.absence),
    arguments: [["run"], ["run", "--prove"], ["run", "--watch"], ["learn"], ["check", "--drivers"], ["serve"]])
  func none(_ words: [String]) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(Sample.configuration(), to: "contract-run.json")
      let ended = try await Self.run("new threads", words, in: folder)
      #expect(ended.status == 3, "\(ended.output)")
      expectText(
        ended.errors,
        is: """
          contract-run: error: cannot start a thread: Resource temporarily unavailable
          contract-run: raise the limits of processes (ulimit -u) and of memory (ulimit -v)

          """)
    }
  }

  @Test(
    "lets a run end, and blames no client, however many others there are",
    .enabled(if: Python.isThere, Python.absence), .enabled(if: getuid() == 0, "only root can become another user"),
    arguments: Array(1...14), ["memory", "loopback"])
  func few(_ count: Int, _ transport: String) async throws {
    try await TestFolder.temporary { folder in
      chmod(folder.path, 0o777)
      try folder.write(
        #"""
        { "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
          "request": { "method": "GET", "path": "/thing" }, "scenarios": [
            { "name": "one", "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } },
            { "name": "two", "response": { "kind": "valid", "body": { "json": { "n": 2 } } }, "expect": { "success": { "n": 2 } } }
          ] }
        """#, to: "thing.contract.json")
      let ended = try await Self.run(
        "processes=\(count)",
        ["thing.contract.json", "--transport", transport, "--report", "json=r.json", "--timeout", "600", "--"]
          + Python.driver(["single"]), in: folder)
      #expect(ended.status == 0 || ended.status == 3, "\(ended.output)\(ended.errors)")
    }
  }
}
