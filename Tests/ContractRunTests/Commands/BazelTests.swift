import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Bazel's variables")
struct BazelTests {
  @Test("--test_filter replaces the filters, and a seed belongs to --shuffle without one")
  func options() throws {
    var arguments = try Arguments(["--filter", "a", "--filter", "b", "--shuffle"])
    BazelTest(["TESTBRIDGE_TEST_ONLY": "one", "TEST_RANDOM_SEED": "7"]).add(to: &arguments)
    #expect(arguments.all(.filter) == ["one"] && arguments.all(.shuffle) == ["7"] && !arguments.has(.failFast))
    arguments = try Arguments(["--filter", "a", "--shuffle=3"])
    BazelTest(["TESTBRIDGE_TEST_ONLY": "", "TEST_RANDOM_SEED": "7", "TESTBRIDGE_TEST_RUNNER_FAIL_FAST": "1"])
      .add(to: &arguments)
    #expect(arguments.all(.filter) == ["a"] && arguments.all(.shuffle) == ["3"] && arguments.has(.failFast))
    arguments = try Arguments(["check", "specs"])
    BazelTest(["TESTBRIDGE_TEST_ONLY": "one"]).add(to: &arguments)
    #expect(arguments.given.isEmpty)
  }

  @Test("a test writes what Bazel waits for, and nothing else", .slow)
  func files() async throws {
    try await TestFolder.temporary { folder in
      let tree = folder.appendingPathComponent("tree")
      try Sample.write(to: tree)
      try tree.write(
        Sample.configuration(#", "reports": { "json": "out.json", "html": "out.html" }"#), to: "contract-run.json")
      let before = try FileManager.default.subpathsOfDirectory(atPath: tree.path).sorted()
      func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
      let variables: [String: String?] = [
        "XML_OUTPUT_FILE": path("test.xml"), "TEST_UNDECLARED_OUTPUTS_DIR": path("outputs"),
        "TEST_PREMATURE_EXIT_FILE": path("early"), "TEST_INFRASTRUCTURE_FAILURE_FILE": path("why"),
        "HOME": nil as String?,
        "TESTBRIDGE_TEST_ONLY": "others/",
      ]
      let ended = try await contractRun([], in: tree, environment: variables, output: folder)
      #expect(ended.status == 1, "\(ended.errors)")
      let result = try #require(RunResult(junit: folder.appendingPathComponent("test.xml")))
      #expect(result.cases.map(\.status) == [.failed, .passed, .passed, .passed])
      let outputs = try FileManager.default.contentsOfDirectory(atPath: path("outputs")).sorted()
      #expect(outputs == ["contract-run.html", "contract-run.json"])
      #expect(try JSONResult(folder.appendingPathComponent("outputs/contract-run.json")).results.count == 4)
      // The run ended, the machine is right, and the folder of the test may be read-only.
      for name in ["early", "why"] { #expect(!FileManager.default.fileExists(atPath: path(name))) }
      #expect(try FileManager.default.subpathsOfDirectory(atPath: tree.path).sorted() == before)
    }
  }

  @Test("after every command, Bazel does not miss its end", arguments: Command.all)
  func ends(_ command: Command) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: false)
      try folder.write(Sample.configuration(transport: .memory), to: "contract-run.json")
      let early = folder.appendingPathComponent("early").path
      // Each ends by itself: with what it is for, or because of its command line.
      let words = command == .serve ? ["--port", "x", "--report", "json=-"] : []
      for words in [words, ["--unknown"], ["--help"]] {
        _ = try await contractRun([command.name] + words, in: folder, environment: ["TEST_PREMATURE_EXIT_FILE": early])
        #expect(!FileManager.default.fileExists(atPath: early), "\(command.name) \(words)")
      }
    }
  }

  @Test("a configuration above the folder of the test is not read, because it is not an input of the test", .slow)
  func search() async throws {
    try await TestFolder.temporary { folder in
      let tree = folder.appendingPathComponent("tree")
      try Sample.write(to: tree, withFailure: false)
      try folder.write("{}", to: "contract-run.json")
      let words = ["specs", "--transport", "memory", "--", Sample.driver]
      #expect(try await contractRun(words, in: tree).status == 2)
      #expect(try await contractRun(words, in: tree, environment: ["TEST_SRCDIR": tree.path]).status == 0)
    }
  }

  @Test(
    "each command that ends removes the file that says that it has not",
    arguments: [
      ["check", "specs"], ["check", "none"], ["schema"], ["--list", "specs"], ["--version"], ["--what"],
    ])
  func ends(_ words: [String]) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      _ = try await contractRun(words, in: folder, environment: ["TEST_PREMATURE_EXIT_FILE": "early"])
      #expect(folder.text("early") == nil)
    }
  }

  @Test("if no driver can be started, Bazel learns that the machine is the reason", .slow)
  func infrastructure() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      let ended = try await contractRun(
        ["specs", "--", "./no-such-driver"], in: folder, environment: ["TEST_INFRASTRUCTURE_FAILURE_FILE": "why"])
      #expect(ended.status == 3)
      #expect(folder.text("why")?.hasPrefix("contract-run\nthe driver could not be started") == true)
    }
  }

  @Test(
    "a test that is ended leaves the file that says so, and names the scenario in flight", .slow,
    .enabled(if: Python.isThere, Python.absence))
  func timeout() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(
        """
        { "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
          "request": { "method": "GET", "path": "/thing", "headers": { "Accept": "application/json" } },
          "scenarios": [
            { "name": "slow", "input": { "bad": true }, "within": 3600,
              "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } }
          ] }
        """, to: "thing.contract.json")
      let process = try BuiltCommand(
        ["thing.contract.json", "--"] + Python.driver(["waits_for_signal"]), in: folder,
        environment: ["XML_OUTPUT_FILE": "test.xml", "TEST_PREMATURE_EXIT_FILE": "early"])
      let begun = await condition { folder.text("begun") != nil }
      #expect(begun, "\(process.output)\(process.errors)")
      #expect(folder.text("early") == "")
      process.send(SIGTERM)
      #expect(await process.end().status == 128 + SIGTERM)
      let slow = try #require(RunResult(junit: folder.appendingPathComponent("test.xml"))?["slow"])
      #expect(slow.status == .errored && slow.code == "interrupted")
      #expect(slow.text.contains("interrupted by SIGTERM after "))
    }
  }
}
