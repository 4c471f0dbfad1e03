import ContractCore
import TestSupport
import Testing

@testable import ContractAuthoring

@Suite("Command lines that are refused", .slow)
struct RefusalTests {
  /// A command line, and the standard error that it causes.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var words: [String]
    var errors: String
    /// The place of the case in this file.
    var sourceLocation: SourceLocation

    init(
      _ words: [String], _ errors: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      (self.words, self.errors) = (words, errors)
      self.sourceLocation = sourceLocation
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(
    "a mistake in the command line is named with exit status 2, and nothing runs",
    arguments: refusals + formerWords)
  func refused(_ refusal: Refusal) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(Sample.configuration(#", "reports": { "junit": "out.xml" }"#), to: "contract-run.json")
      let ended = try await contractRun(refusal.words, in: folder)
      #expect(ended.status == 2)
      expectText(ended.errors, is: refusal.errors, sourceLocation: refusal.sourceLocation)
      #expect(ended.output == "")
      #expect(folder.text("out.xml") == nil)
    }
  }

  static let needs: [Refusal] = [
    Refusal(
      [],
      """
      contract-run: error: no contract-run.json in this folder or a folder above it, and no driver on the command line
      contract-run: run 'contract-run init' to write a first contract, a driver and the configuration
      contract-run: or name contracts and a driver: PATH… -- DRIVER ARG…
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["check"],
      """
      contract-run: error: nothing to check
      contract-run: name a contract or a folder of contracts
      contract-run: run 'contract-run check --help' for usage

      """),
    Refusal(
      ["check", "--drivers"],
      """
      contract-run: error: no driver
      contract-run: name it after '--': -- DRIVER ARG…
      contract-run: run 'contract-run check --help' for usage

      """),
    Refusal(
      ["--", "driver"],
      """
      contract-run: error: no contracts to run
      contract-run: name a contract or a folder of contracts before '--'
      contract-run: run 'contract-run --help' for usage

      """),
  ]

  @Test(
    "in a folder without a configuration, the command without a driver prints what to write",
    arguments: needs)
  func nothingToDo(_ refusal: Refusal) async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(refusal.words, in: folder)
      #expect(ended.status == 2)
      expectText(ended.errors, is: refusal.errors, sourceLocation: refusal.sourceLocation)
    }
  }
}
