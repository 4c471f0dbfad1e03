import ContractCore
import Foundation
import TestSupport
import Testing

@testable import ContractReporting

@Suite("contract-run in a CI system", .slow, .enabled(if: Python.isThere, Python.absence))
struct GitHubRunTests {
  private static let name = "##[error] ::error::x ##vso[y]"

  /// Calls a test with a folder that has a contract, for a client that prints commands.
  private func with(_ test: (URL, [String]) async throws -> Void) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(
        """
        {
          "contract": 1, "endpoint": "\(Self.name)", "operation": "get", "baseURL": "http://api.invalid/v1",
          "input": { "bad": true }, "request": { "method": "GET", "path": "/thing" },
          "scenarios": [
            { "name": "\(Self.name)", "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": 1 } }
          ]
        }
        """, to: "specs/a.contract.json")
      try await test(folder, ["specs", "--"] + Python.driver(["commands"]))
    }
  }

  /// The lines of a text that GitHub, Azure or TeamCity would run.
  private func commands(in text: String) -> [String] {
    text.components(separatedBy: .newlines).filter { line in
      line.trimmingCharacters(in: .whitespaces).hasPrefix("::") || line.contains(#/##[A-Za-z]*\[/#)
    }
  }

  @Test(
    "what a client prints is not a command in any report, nor on the console",
    arguments: ReportFormat.allCases.map(\.rawValue))
  func reports(_ format: String) async throws {
    try await with { folder, words in
      let ended = try await contractRun(["--verbose", "--report", "\(format)=-"] + words, in: folder)
      #expect(ended.status == 1)
      #expect(!ended.output.isEmpty)
      #expect(commands(in: ended.output) == [])
      #expect(commands(in: ended.errors) == [])
      expectText(ended.errors, has: ": :error file=a,line=1::x")
    }
  }

  @Test("an id without its command chooses the scenario")
  func filter() async throws {
    try await with { folder, words in
      let id = "python3/a/# #[error] ::error::x # #vso[y]"
      let listed = try await contractRun(["--list", "--filter", id] + words, in: folder)
      #expect(listed.output == id + "\n")
    }
  }

  @Test("on GitHub, the annotations come after the console's text, and the summary is added to the step's file")
  func github() async throws {
    try await with { folder, words in
      try folder.write("before\n", to: "summary.md")
      let environment: [String: String?] = [
        "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": folder.path,
        "GITHUB_STEP_SUMMARY": folder.appendingPathComponent("summary.md").path,
      ]
      let ended = try await contractRun(words, in: folder, environment: environment)
      let last = try #require(ended.output.split(separator: "\n").last)
      expectText(String(last), begins: "::error file=specs/a.contract.json,line=5,col=")
      #expect(commands(in: ended.output) == [String(last)])
      expectText(folder.text("summary.md") ?? "", begins: "before\n## ✗ 1 scenario: 1 failed")
      #expect(commands(in: folder.text("summary.md") ?? "") == [])

      let other = try await contractRun(["--report", "json=-"] + words, in: folder, environment: environment)
      #expect(JSON.parse(Array(other.output.utf8)) != nil)
      #expect(commands(in: other.errors).count == 1)
    }
  }

  @Test("a summary that cannot be written is a note, and does not change the exit status")
  func noSummary() async throws {
    try await with { folder, words in
      let ended = try await contractRun(
        words, in: folder, environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": folder.path])
      #expect(ended.status == 1)
      expectText(ended.errors, has: "note: the summary \(folder.path) cannot be written: Is a directory")
    }
  }
}
