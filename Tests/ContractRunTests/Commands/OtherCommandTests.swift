import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("contract-run check, help and version")
struct OtherCommandTests {
  @Test("check counts what it read, runs nothing, and prints nothing with --quiet")
  func check() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(Sample.configuration(driver: "no-such-driver"), to: "contract-run.json")
      for words in [["check"], ["check", "specs"], ["check", "--client", "thing"]] {
        let ended = try await contractRun(words, in: folder)
        #expect(ended.status == 0)
        expectText(ended.output, is: "2 contracts, 8 scenarios: no errors\n")
      }
      let quiet = try await contractRun(["check", "-q", "specs/a"], in: folder)
      #expect(quiet.status == 0)
      #expect(quiet.output == "")
      let one = #"{"name": "a", "exchanges": [], "expect": {"success": null}}"#
      try folder.write(#"{"contract": 1, "endpoint": "one", "scenarios": [\#(one)]}"#, to: "one.contract.json")
      let alone = try await contractRun(["check", "one.contract.json"], in: folder)
      expectText(alone.output, is: "1 contract, 1 scenario: no errors\n")
    }
  }

  @Test("check --strict turns a warning into an error")
  func strict() async throws {
    try await TestFolder.temporary { folder in
      // Foundation accepts a trailing comma, so the scenario tests less than it seems to.
      try folder.write(
        #"""
        { "contract": 1, "endpoint": "x", "request": { "method": "GET", "path": "/" },
          "scenarios": [{ "name": "a", "response": { "kind": "corruptJSON", "body": { "text": "[1,]" } }, "expect": { "failure": "decoding" } }] }
        """#, to: "x.contract.json")
      let lenient = try await contractRun(["check", "x.contract.json"], in: folder)
      #expect(lenient.status == 0)
      expectText(lenient.errors, has: "warning:")
      let strict = try await contractRun(["check", "--strict", "x.contract.json"], in: folder)
      #expect(strict.status == 1)
    }
  }

  @Test("--version prints the version", arguments: [["--version"], ["check", "--version"]])
  func version(_ words: [String]) async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(words, in: folder)
      #expect(ended.status == 0)
      // The build may have named a commit.
      expectText(ended.output.replacing(#/ \([^)]*\)/#, with: ""), is: "contract-run 0.1.0\n")
    }
  }

  @Test("--version names the commit that the build named")
  func commit() {
    expectTexts(
      ["", "abc1234", "abc1234-dirty"].map { Version.text(commit: $0) },
      are: ["contract-run 0.1.0", "contract-run 0.1.0 (abc1234)", "contract-run 0.1.0 (abc1234, with changes)"])
  }

  @Test("the examples of a command's help are valid command lines", arguments: Command.all)
  func examples(_ command: Command) throws {
    let lines = command.examples.split(separator: "\n")
    #expect(!lines.isEmpty && !command.summary.isEmpty && !command.statuses.isEmpty)
    for line in lines {
      // Two spaces end a command line. The examples for shells have the command inside of `eval "$(…)"` or before a pipe.
      let call = try #require(line.firstMatch(of: #/contract-run(?: ?[^ )|])*/#)).output
      let arguments = try Arguments(call.split(separator: " ").dropFirst().map(String.init))
      #expect(arguments.command == command)
    }
  }

  @Test("the help of contract-run fits one screen, and its examples are valid command lines")
  func overview() throws {
    #expect(Help.text(nil).split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
    for line in Help.overviewExamples.split(separator: "\n") {
      let call = try #require(line.firstMatch(of: #/contract-run(?: [^ ]+)*/#)).output
      _ = try Arguments(call.split(separator: " ").dropFirst().map(String.init))
    }
  }

  @Test(
    "the help screens are the expected ones", .slow,
    arguments: [
      (["--help"], "help"), (["-h"], "help"), (["help"], "help"), (["run", "--help"], "help-run"),
      (["help", "run"], "help-run"), (["check", "--help"], "help-check"),
      (["check", "-h", "--", "driver"], "help-check"),
      (["serve", "--help"], "help-serve"), (["help", "import"], "help-import"),
      (["init", "--help"], "help-init"),
      (["help", "completion"], "help-completion"),
      (["help", "compare"], "help-compare"), (["help", "verify"], "help-verify"),
      (["record", "--help"], "help-record"),
      (["help", "merge"], "help-merge"),
      (["learn", "--help"], "help-learn"), (["schema", "--help"], "help-schema"),
    ])
  func help(_ words: [String], _ screen: String) async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(words, in: folder)
      #expect(ended.status == 0)
      #expect(ended.errors == "")
      for line in ended.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
      expectText(ended.output, isFile: "Tests/ContractRunTests/Commands/Screens/\(screen).txt")
    }
  }
}
