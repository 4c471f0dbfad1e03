import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("The lines that editors read, --report problems=PATH", .slow)
struct ProblemLinesTests {
  /// A line as an editor reads it.
  private struct Problem: Equatable {
    var file: String
    var line: Int
    var column: Int
    var severity: String
    var message: String
  }

  /// Returns the lines as VS Code reads them, with the pattern in docs/reports.md. Every line must match it.
  private func problems(_ output: String) throws -> [Problem] {
    let fence = try #require(try Page("docs/reports.md").fences.first { $0.text.contains("problemMatcher") })
    let pattern = try #require(JSON.parse(fence.text)?["tasks"]?.array?.first?["problemMatcher"]?["pattern"])
    let expression = try NSRegularExpression(pattern: try #require(pattern["regexp"]?.string))
    return try output.split(separator: "\n").map { line in
      let text = String(line)
      let match = try #require(expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)), "\(text)")
      func part(_ name: String) throws -> String {
        let group = try #require(pattern[name]?.int)
        return String(text[try #require(Range(match.range(at: group), in: text))])
      }
      return Problem(
        file: try part("file"), line: try #require(Int(try part("line"))),
        column: try #require(Int(try part("column"))),
        severity: try part("severity"), message: try part("message"))
    }
  }

  /// Calls a body with a folder that has the sample, and a file of what is accepted.
  private func sample(
    failing: Bool = true, accepted: String = "[]", _ body: (URL) async throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: failing)
      try folder.write(accepted, to: "known.json")
      try folder.write(
        #"{ "clients": [{ "name": "thing", "specs": ["specs"], "driver": ["\#(Sample.driver)"] }], "accepted": "known.json" }"#,
        to: "contract-run.json")
      try await body(folder)
    }
  }

  private static let wrong = Problem(
    file: "specs/b/others.contract.json", line: 5, column: 119, severity: "error",
    message: "outcome at /n: expected 7, got 1 [thing/b/others/wrong]")

  @Test("VS Code's pattern reads a line for each cause, from standard output and from a file")
  func causes() async throws {
    try await sample { folder in
      let ended = try await contractRun(["--report", "problems=-"], in: folder)
      #expect(ended.status == 1)
      #expect(try problems(ended.output) == [Self.wrong])
      expectText(ended.errors, has: "✗ 8 scenarios: 6 passed, 1 failed, 1 skipped")
      #expect(try await contractRun(["--report", "problems=out/lines.txt"], in: folder).status == 1)
      expectText(folder.text("out/lines.txt"), is: ended.output)
    }
  }

  @Test("in Xcode, paths are absolute", arguments: ["run", "check"])
  func xcode(_ command: String) async throws {
    try await sample { folder in
      if command == "check" { try folder.write("{}", to: "specs/c.contract.json") }
      let ended = try await contractRun(
        [command, "--report", "problems=-"], in: folder, environment: ["XCODE_VERSION_ACTUAL": "2600"])
      let lines = try problems(ended.output)
      #expect(!lines.isEmpty)
      for line in lines {
        #expect(line.file.hasPrefix("/") && FileManager.default.fileExists(atPath: line.file), "\(line.file)")
      }
    }
  }

  @Test("a known issue has no line, and an entry that is not needed any more has one")
  func knownIssues() async throws {
    let known =
      #"[{ "contract": "b/others", "scenario": "wrong", "failure": { "code": "mismatch" }, "because": "a bug" }]"#
    try await sample(accepted: known) { folder in
      let ended = try await contractRun(["--report", "problems=-"], in: folder)
      #expect(ended.status == 0 && ended.output == "", "\(ended.output)\(ended.errors)")
    }
    try await sample(failing: false, accepted: known.replacing("wrong", with: "list")) { folder in
      let ended = try await contractRun(["--report", "problems=-"], in: folder)
      #expect(ended.status == 1)
      let line = try #require(try problems(ended.output).first)
      #expect(line.file == "known.json" && line.line == 1 && line.severity == "error")
      expectText(line.message, ends: " [stale]")
    }
  }

  @Test("check prints its warnings and errors, and the rest on standard error")
  func check() async throws {
    try await sample(failing: false) { folder in
      try folder.write(
        #"""
        { "contract": 1, "endpoint": "x", "request": { "method": "GET", "path": "/" },
          "scenarios": [{ "name": "a", "response": { "kind": "corruptJSON", "body": { "text": "[1,]" } },
            "expect": { "failure": "decoding" } }] }
        """#, to: "specs/x.contract.json")
      for (words, status) in [([], 0), (["--strict"], 1)] as [([String], Int32)] {
        let ended = try await contractRun(["check", "--report", "problems=-"] + words, in: folder)
        #expect(ended.status == status)
        let lines = try problems(ended.output)
        #expect(lines.allSatisfy { $0.severity == "warning" })
        #expect(lines.contains { $0.file == "specs/x.contract.json" && $0.message.hasSuffix(" [lenient-json]") })
        // Nothing is listed twice.
        expectText(ended.errors, is: "3 contracts, 8 scenarios: no errors\n")
      }
      let refused = try await contractRun(["check", "--report", "json=-"], in: folder)
      #expect(refused.status == 2)
      expectText(refused.errors, has: "write problems=PATH")
      let unwritable = try await contractRun(["check", "--report", "problems=known.json/x"], in: folder)
      #expect(unwritable.status == 3)
    }
  }

  @Test("if a contract is invalid, the run has a line for it, in place of the list on standard error")
  func invalid() async throws {
    try await sample { folder in
      try folder.write("{\n  \"contract\": 1,\n  \"endpoit\": \"x\"\n}", to: "specs/c.contract.json")
      let ended = try await contractRun(["--report", "problems=-"], in: folder)
      #expect(ended.status == 2 && ended.errors == "")
      let lines = try problems(ended.output)
      #expect(lines.contains { $0.file == "specs/c.contract.json" && $0.line == 3 && $0.column == 3 })
      // To list the scenarios writes no report.
      #expect(try await contractRun(["--list", "--report", "problems=-"], in: folder).output == "")
    }
  }

  @Test("a merge of shards has a line for a contract that became invalid")
  func merge() async throws {
    try await sample(failing: false) { folder in
      let shard = ["--shard", "1/2", "--transport", "memory", "--report", "json=shard.json"]
      #expect(try await contractRun(shard, in: folder).status == 0)
      try folder.write("{}", to: "specs/c.contract.json")
      let ended = try await contractRun(["merge", "shard.json", "--report", "problems=-"], in: folder)
      #expect(ended.status == 2)
      #expect(try problems(ended.output).first?.file == "specs/c.contract.json")
    }
  }

  @Test(
    "an invalid configuration has a line",
    arguments: [["run"], ["check"], ["run", "--prove"], ["merge", "shard.json"]])
  func configuration(_ command: [String]) async throws {
    try await sample(failing: false) { folder in
      let shard = ["--shard", "1/2", "--transport", "memory", "--report", "json=shard.json"]
      #expect(try await contractRun(shard, in: folder).status == 0)
      try folder.write("{\n  \"clients\": 1\n}", to: "contract-run.json")
      let ended = try await contractRun(command + ["--report", "problems=-"], in: folder)
      #expect(ended.status == 2 && ended.errors == "", "\(ended.errors)")
      let line = try #require(try problems(ended.output).first)
      #expect(line.file == "contract-run.json" && line.line == 2 && line.severity == "error")
    }
  }

  @Test("what writes no report leaves the file of an earlier run as it is", arguments: [["--list"], ["complete"]])
  func untouched(_ words: [String]) async throws {
    try await sample { folder in
      try folder.write("before", to: "lines.txt")
      let arguments = ["--report", "problems=lines.txt"]
      _ = try await contractRun(
        words == ["complete"] ? ["complete", "contract-run"] + arguments + ["--client", ""] : words + arguments,
        in: folder)
      #expect(folder.text("lines.txt") == "before")
    }
  }

  @Test("Vim reads the lines", .enabled(if: CommandLineTool.canRun(["vim", "--version"]), "vim is not on PATH"))
  func vim() async throws {
    let fence = try #require(try Page("docs/reports.md").fences.first { $0.info == "vim" })
    try await sample { folder in
      try folder.write(fence.text, to: "settings.vim")
      #expect(try await contractRun(["--report", "problems=lines.txt"], in: folder).status == 1)
      let script =
        "call writefile(map(getqflist(), {_, e -> join([bufname(e.bufnr), e.lnum, e.col, e.type], ':')}), 'read.txt')"
      let vim = try #require(CommandLineTool("vim"))
      let words = [
        "-u", "NONE", "-N", "-es", "-S", "settings.vim", "-c", "cgetfile lines.txt", "-c", script, "-c", "qa!",
      ]
      let ended = try vim.run(words, in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      #expect(folder.text("read.txt") == "\(Self.wrong.file):\(Self.wrong.line):\(Self.wrong.column):e\n")
    }
  }
}
