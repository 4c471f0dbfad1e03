import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("docs/warnings.md")
struct WarningsDocumentTests {
  /// One example, bad or good.
  struct Example: Sendable, CustomTestStringConvertible {
    var fence: Page.Fence
    var code: String { fence.section }
    /// The words after the opening backquotes.
    var words: [String] { fence.info.split(separator: " ").map(String.init) }
    var isBad: Bool { words.contains("bad") }
    var testDescription: String { "line \(fence.line), \(code), \(isBad ? "bad" : "good")" }
  }

  private static let page = Result { try Page("docs/warnings.md") }

  /// The examples. Empty if the page cannot be read; the test `codes` reports that.
  static let examples = ((try? page.get())?.fences ?? []).filter { !$0.section.isEmpty }.map { Example(fence: $0) }

  @Test("every code has a section of its name, and every section names a code")
  func codes() throws {
    let page = try Self.page.get()
    #expect(page.sections == ContractWarning.codes)
    for code in ContractWarning.codes { #expect(page.text.contains("| [\(code)](#\(code)) |"), "\(code)") }
    for code in ContractWarning.codes {
      for isBad in [true, false] {
        #expect(Self.examples.contains { $0.code == code && $0.isBad == isBad }, "\(code), bad: \(isBad)")
      }
    }
  }

  @Test("a bad example gives only its own warning, and a good one gives none", .slow, arguments: examples)
  func example(_ example: Example) throws {
    let found: [Diagnostic]
    if example.words.first == "files" {
      found = try Self.beside(example.fence.text.split(separator: "\n").map(String.init))
    } else {
      found = try LintFixture.diagnostics(Self.contract(example))
    }
    #expect(Set(found.map { $0.warning?.code ?? $0.text }) == (example.isBad ? [example.code] : []))
    if example.isBad, example.words.first != "files" { #expect(found.count == 1) }
    for diagnostic in found {
      expectText(diagnostic.message, ends: " [\(example.code)]")
      expectText(
        diagnostic.notes.last,
        is: "see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#\(example.code)")
      expectText(diagnostic.text, has: ": warning: ")
    }
  }

  /// Returns an example as a contract. The last word of its fence says what the example is; by default a list of scenarios.
  private static func contract(_ example: Example) -> String {
    let text = example.fence.text.trimmingCharacters(in: .whitespacesAndNewlines)
    func contract(_ response: String, _ expect: String) -> String {
      LintFixture.contract([#"{"name": "s", "input": "own", "response": \#(response), "expect": \#(expect)}"#])
    }
    switch example.words.last {
    case "contract": return text
    case "request": return LintFixture.contract([], request: text)
    case "response": return contract(text, #"{"success": 1}"#)
    case "expect": return contract(#"{"kind": "valid", "body": {"json": {"id": 1}}}"#, text)
    case "whole": return LintFixture.whole([String(text.dropFirst().dropLast())])
    default: return LintFixture.contract([String(text.dropFirst().dropLast())])
    }
  }

  /// Returns the diagnostics for a folder of files whose contracts answer with `created.json`.
  private static func beside(_ names: [String]) throws -> [Diagnostic] {
    let body = #"{"kind": "valid", "body": {"file": "created.json"}}"#
    let contract = LintFixture.contract([
      #"{"name": "created", "input": "own", "response": \#(body), "expect": {"success": 1}}"#
    ])
    return try LintFolder.with(Dictionary(uniqueKeysWithValues: names.map { ($0, contract) })) { folder in
      Linter.load([folder], below: []).diagnostics
    }
  }

  @Test("the example of the output is the real output")
  func printed() throws {
    let scenario = #"""
      { "name": "garbled",
            "response": { "kind": "corruptJSON", "body": { "text": "{{}" } },
            "expect": { "failure": {} } }
      """#
    let found = try LintFixture.diagnostics(LintFixture.contract([scenario]))
    let listing = DiagnosticListing(found, offersStrict: true).text.string + "\n"
    let fence = try #require(try Self.page.get().fences.first)
    expectText(listing.replacing("todo.contract.json", with: "specs/todo/create.contract.json"), is: fence)
  }

  @Test("every warning of check has a code")
  func onlyCodes() throws {
    let sources = TestFolder.package.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.contains("severity: .warning") { found.append(file.lastPathComponent) }
    }
    // The suite of a test framework warns about its own arguments, which check does not have. What traffic shows has the
    // code drift.
    #expect(found.sorted() == ["ContractSuite.swift", "ContractWarning.swift", "TrafficJudge.swift"])
  }
}

/// A folder of files for one test, removed afterwards.
enum LintFolder {
  static func with<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent(
      "lint-\(UUID().uuidString)"
    )
    .path
    defer { try? manager.removeItem(atPath: folder) }
    for (path, text) in files {
      let whole = folder + "/" + path
      try manager.createDirectory(atPath: FileSystem.parent(whole), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: whole))
    }
    return try body(folder)
  }
}
