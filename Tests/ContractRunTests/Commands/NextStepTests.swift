import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("What a green run prints at its end")
struct NextStepTests {
  /// The end of a full run in which everything passed.
  private static let next =
    "  next          run this in CI, too: https://github.com/contractkit/ContractKit/blob/main/docs/ci.md\n"

  /// Runs the sample as a person does, and returns what is printed.
  private func run(
    _ words: [String] = [], failing: Bool = false, variables: [String: String?] = ["CI": nil], files: [String] = []
  ) async throws -> String {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder.appendingPathComponent("project"), withFailure: failing)
      try folder.write(Sample.configuration(), to: "project/contract-run.json")
      for file in files { try folder.write("", to: file) }
      let ended = try await contractRun(
        words, in: folder.appendingPathComponent("project"), environment: variables)
      #expect(ended.status == (failing ? 1 : 0), "\(ended.output)\(ended.errors)")
      return ended.output
    }
  }

  /// The same, if contracts do not declare all variations that need no decision about the client.
  private static func notPlayed(_ names: String) -> String {
    "  next          contract-run --variations all  # not played: \(names)\n"
  }

  @Test("the last line of a full run names the variations that were not played, as a command that can be pasted")
  func notPlayed() async throws {
    for files in [[], [".github/workflows/tests.yml"]] {
      let output = try await run(files: files)
      #expect(output.hasSuffix(Self.notPlayed("usual, fields, security")), "\(output)")
    }
  }

  @Test("if they were played, and as long as no CI runs it, it names CI")
  func last() async throws {
    let all = ["--variations", "all"]
    let outputs = [
      try await run(all), try await run(all, files: ["project/.github/CODEOWNERS"]),
      // Above the folder of the repository are other projects.
      try await run(all, files: ["project/.git", "Jenkinsfile"]),
    ]
    for output in outputs { #expect(output.hasSuffix(Self.next), "\(output)") }
  }

  @Test("as long as the driver calls the example of init, the last line names the driver's line")
  func example() async throws {
    try await InitFolder.with(["requirements.txt": ""]) { folder in
      #expect(try await folder.run("init").status == 0)
      #expect(try await folder.run("learn", "--write").status == 0)
      let first = try await folder.run(environment: ["CI": nil])
      let driver = "contracts/driver.py"
      let text = try #require(folder.client.text(driver))
      let line = try #require(
        text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("Replace this") })
      expectText(first.output, ends: "  next          call your client instead of the example: \(driver):\(line + 1)\n")
      // The comment stays, and the driver calls something else.
      try folder.client.write(text.replacing("url = f", with: "url: str = f"), to: driver)
      let second = try await folder.run(environment: ["CI": nil])
      expectText(second.output, ends: Self.notPlayed("fields, hostile, security"))
      // The end of a green run has the counts, the reports, and this line, and at most one note.
      let end = try #require(second.output.components(separatedBy: "\n\n").last)
      #expect(end.split(separator: "\n").count <= 4, "\(second.output)")
    }
  }

  @Test("each driver of init calls the example", arguments: Language.allCases)
  func examples(_ language: Language) {
    let driver = ProjectTemplate(clientFolder: "/shop", language: language).driver.file.text
    #expect(driver.components(separatedBy: language.facts.callOfExample).count == 2)
  }

  @Test("a run in CI, a partial or red or quiet run, and one in a repository with CI print no such line")
  func others() async throws {
    let outputs = [
      try await run(variables: ["CI": "true"]), try await run(["--filter", "things"]), try await run(failing: true),
      try await run(["--quiet"]), try await run(["--variations", "all"], files: [".github/workflows/tests.yml"]),
      try await run(["--variations", "all"], files: ["project/Jenkinsfile"]),
      // A run of watch.
      try await run(variables: ["CI": nil, "CONTRACT_RUN_WATCH": "1"]),
    ]
    for output in outputs { #expect(!output.contains("  next  "), "\(output)") }
  }
}
