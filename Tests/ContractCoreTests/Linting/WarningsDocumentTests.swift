import Foundation
import TestSupport
import Testing

@testable import ContractCore

@Suite("docs/warnings.md")
struct WarningsDocumentTests {
  /// One example: the section that it stands in, what its fence says, its line, its text.
  struct Example: Sendable, CustomTestStringConvertible {
    var code: String
    var fence: [String]
    var line: Int
    var text: String
    var isBad: Bool { fence.contains("bad") }
    var testDescription: String { "line \(line), \(code), \(isBad ? "bad" : "good")" }
  }

  static let text: String = {
    let path = TestFolder.package.appendingPathComponent("docs/warnings.md")
    return (try? String(contentsOf: path, encoding: .utf8)) ?? ""
  }()

  static let sections = text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }

  static let examples: [Example] = {
    var examples: [Example] = []
    var open: Example?
    var section = ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      if line == "```", let example = open {
        examples.append(example)
        open = nil
      } else if line.hasPrefix("```") {
        open = Example(
          code: section, fence: line.dropFirst(3).split(separator: " ").map(String.init), line: index + 1, text: "")
      } else {
        open?.text += line + "\n"
      }
    }
    return examples.filter { !$0.code.isEmpty }
  }()

  @Test("every code has a section of its name, and every section a code")
  func codes() {
    #expect(Self.sections == ContractWarning.codes)
    for code in ContractWarning.codes { #expect(Self.text.contains("| [\(code)](#\(code)) |"), "\(code)") }
    for code in ContractWarning.codes {
      for isBad in [true, false] {
        #expect(Self.examples.contains { $0.code == code && $0.isBad == isBad }, "\(code), bad: \(isBad)")
      }
    }
  }

  @Test("a bad example gives its own warning and no other, a good one none", arguments: examples)
  func example(_ example: Example) throws {
    let found: [Diagnostic]
    if example.fence.first == "files" {
      found = try Self.beside(example.text.split(separator: "\n").map(String.init))
    } else {
      let text = example.text.trimmingCharacters(in: .whitespacesAndNewlines)
      let scenarios = String(text.dropFirst().dropLast())
      let contract =
        example.fence.contains("contract")
        ? text
        : example.fence.contains("request")
          ? LintFixture.contract([], request: text)
          : example.fence.contains("whole") ? LintFixture.whole([scenarios]) : LintFixture.contract([scenarios])
      found = try LintFixture.diagnostics(contract)
    }
    #expect(Set(found.map { $0.warning?.code ?? $0.text }) == (example.isBad ? [example.code] : []))
    if example.isBad, example.fence.first != "files" { #expect(found.count == 1) }
    for diagnostic in found {
      #expect(diagnostic.message.hasSuffix(" [\(example.code)]"))
      expectText(diagnostic.notes.last, is: "see ContractKit's docs/warnings.md#\(example.code)")
      #expect(diagnostic.text.contains(": warning: "))
    }
  }

  /// What is said of a folder of files, whose contracts answer with `created.json`.
  private static func beside(_ names: [String]) throws -> [Diagnostic] {
    let body = #"{"kind": "valid", "body": {"file": "created.json"}}"#
    let contract = LintFixture.contract([
      #"{"name": "created", "input": "own", "response": \#(body), "expect": {"success": 1}}"#
    ])
    return try LintFolder.with(Dictionary(uniqueKeysWithValues: names.map { ($0, contract) })) { folder in
      Linter.load([folder], below: []).diagnostics
    }
  }

  @Test("the example of what is printed is what is printed")
  func printed() throws {
    let scenario = #"""
      { "name": "garbled",
            "response": { "kind": "corruptJSON", "body": { "text": "{{}" } },
            "expect": { "failure": {} } }
      """#
    let found = try LintFixture.diagnostics(LintFixture.contract([scenario]))
    let listing = DiagnosticListing(found, offersStrict: true).text.split(separator: "\n").dropFirst()
    let shown = try #require(Self.text.firstRange(of: "```\nspecs/todo"))
    let block = Self.text[shown.upperBound...].prefix { $0 != "`" }.split(separator: "\n").dropFirst()
    #expect(
      block.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " ,}]")) }
        == listing.map {
          $0.trimmingCharacters(in: CharacterSet(charactersIn: " ,}]"))
        })
  }

  @Test("nothing is a warning but what has a code")
  func onlyCodes() throws {
    let sources = TestFolder.package.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.contains("severity: .warning") { found.append(file.lastPathComponent) }
    }
    #expect(found == ["ContractWarning.swift"])
  }
}

/// A folder of files for one test, taken away afterwards.
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
      try manager.createDirectory(atPath: Path.parent(whole), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: whole))
    }
    return try body(folder)
  }
}
