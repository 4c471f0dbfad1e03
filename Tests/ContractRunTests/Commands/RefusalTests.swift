import ContractCore
import TestSupport
import Testing

@Suite("command lines that are refused")
struct RefusalTests {
  /// A command line, and what is on the standard error then.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var words: [String]
    var errors: String
    /// Where the case stands.
    var place: LiteralPlace

    init(
      _ words: [String], _ errors: String, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
      (self.words, self.errors) = (words, errors)
      place = LiteralPlace(file: file, line: line, column: column)
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(
    "what cannot be meant, or is not there yet, is refused by name with exit status 2, and nothing runs",
    arguments: refusals)
  func refused(_ refusal: Refusal) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(Sample.configuration(#", "reports": { "junit": "out.xml" }"#), to: "contract-run.json")
      let ended = try await contractRun(refusal.words, in: folder)
      #expect(ended.status == 2)
      expectText(ended.errors, is: refusal.errors, at: refusal.place)
      #expect(ended.output == "")
      #expect(folder.text("out.xml") == nil)
    }
  }

  static let needs: [Refusal] = [
    Refusal(
      [],
      """
      contract-run: error: no contract-run.json in this folder, and no driver on the command line
      contract-run: write one (see https://github.com/contractkit/ContractKit/blob/main/docs/configuration.md), or run contract-run PATH… -- DRIVER ARG…
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
      ["smoke"],
      """
      contract-run: error: no driver
      contract-run: write: contract-run smoke -- DRIVER ARG…
      contract-run: run 'contract-run smoke --help' for usage

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
    "a folder without configuration and without a driver says what to write",
    arguments: needs)
  func nothingToDo(_ refusal: Refusal) async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(refusal.words, in: folder)
      #expect(ended.status == 2)
      expectText(ended.errors, is: refusal.errors, at: refusal.place)
    }
  }
}
