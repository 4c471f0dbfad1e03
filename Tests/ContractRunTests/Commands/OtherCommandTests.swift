import ContractCore
import Testing

@testable import contract_run

@Suite("contract-run check, smoke, help and version")
struct OtherCommandTests {
  @Test("check counts what it read, runs nothing, and is quiet where it is asked to be")
  func check() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(Sample.configuration(driver: "no-such-driver"), to: "contract-run.json")
      for words in [["check"], ["check", "specs"], ["check", "--client", "thing"]] {
        let ended = try await contractRun(words, in: folder)
        #expect(ended.status == 0)
        #expect(ended.output == "2 contracts, 8 scenarios: no errors\n")
      }
      let quiet = try await contractRun(["check", "-q", "specs/a"], in: folder)
      #expect(quiet.status == 0)
      #expect(quiet.output == "")
      let one = #"{"name": "a", "exchanges": [], "expect": {"success": null}}"#
      try folder.write(#"{"contract": 1, "endpoint": "one", "scenarios": [\#(one)]}"#, to: "one.contract.json")
      let alone = try await contractRun(["check", "one.contract.json"], in: folder)
      #expect(alone.output == "1 contract, 1 scenario: no errors\n")
    }
  }

  @Test("check --strict makes an error of a warning")
  func strict() async throws {
    try await TestFolder.temporary { folder in
      // Foundation accepts a trailing comma: the scenario tests less than it seems to.
      try folder.write(
        #"""
        { "contract": 1, "endpoint": "x", "request": { "method": "GET", "path": "/" },
          "scenarios": [{ "name": "a", "response": { "kind": "corruptJSON", "body": { "text": "[1,]" } }, "expect": { "failure": "decoding" } }] }
        """#, to: "x.contract.json")
      let lenient = try await contractRun(["check", "x.contract.json"], in: folder)
      #expect(lenient.status == 0)
      #expect(lenient.errors.contains("warning:"), "\(lenient.errors)")
      let strict = try await contractRun(["check", "--strict", "x.contract.json"], in: folder)
      #expect(strict.status == 2)
    }
  }

  @Test("smoke finds nothing wrong with a good driver, and names its operations")
  func smokeGood() async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(["smoke", "--", Sample.driver], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      #expect(ended.output.hasPrefix("\(Sample.driver)\n  ✓ hello: protocol 1"), "\(ended.output)")
      #expect(ended.output.contains("    get\n"))
      #expect(ended.output.contains("unsupported"))
      #expect(ended.output.contains("✓ ends after bye, with exit status 0"))
      #expect(!ended.output.contains("✗"))
    }
  }

  @Test(
    "smoke says what is wrong with a driver",
    .enabled(if: Python.isThere, Python.absence),
    arguments: [
      (["starts", "exits", "5"], "no hello: it ended with exit status 5"),
      (["starts", "version", "3"], "speaks protocol 1"),
      (["starts", "writes", #"{"hello": 1}"#], "expected an object"),
      (["leaves", "exits", "7"], "exit status 7, not with exit status 0"),
      (["leaves", "stays"], "it does not end within 3 s of bye"),
      (["malformed", "x"], "must have the outcome unsupported"),
    ])
  func smokeBad(_ driver: [String], _ phrase: String) async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(["smoke", "--timeout", "5", "--"] + Python.driver(driver), in: folder)
      #expect(ended.status == 3, "\(ended.output)")
      #expect(ended.output.contains("✗"))
      #expect(ended.output.contains(phrase), "\(ended.output)")
    }
  }

  @Test("smoke without a program, and smoke by the configuration")
  func smokeConfigured() async throws {
    try await TestFolder.temporary { folder in
      let absent = try await contractRun(["smoke", "--", "./absent"], in: folder)
      #expect(absent.status == 3)
      #expect(absent.output.contains("cannot be started: ./absent: No such file or directory"))
      try Sample.write(to: folder)
      try folder.write(Sample.configuration(), to: "contract-run.json")
      let ended = try await contractRun(["smoke"], in: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }
  }

  @Test("the version", arguments: [["--version"], ["check", "--version"]])
  func version(_ words: [String]) async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(words, in: folder)
      #expect(ended.status == 0)
      #expect(ended.output == "contract-run 0.1.0\n")
    }
  }

  @Test(
    "help screens, word for word",
    arguments: [
      (["--help"], "help"), (["-h"], "help"), (["help"], "help"), (["run", "--help"], "help-run"),
      (["help", "run"], "help-run"), (["check", "--help"], "help-check"), (["help", "smoke"], "help-smoke"),
      (["smoke", "-h", "--", "driver"], "help-smoke"),
    ])
  func help(_ words: [String], _ screen: String) async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(words, in: folder)
      #expect(ended.status == 0)
      #expect(ended.errors == "")
      let file = TestFolder.package.appendingPathComponent("Tests/ContractRunTests/Commands/Screens/\(screen).txt")
      if ProcessInfo.processInfo.environment["CONTRACT_RUN_RECORD"] != nil {
        try Data(ended.output.utf8).write(to: file)
      }
      #expect(ended.output == (try? String(contentsOf: file, encoding: .utf8)))
    }
  }
}
