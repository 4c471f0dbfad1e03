import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("docs/patterns.md")
struct PatternDocumentTests {
  /// An example: the pattern above it in its section, and the fence of text after it with the result.
  struct Example: Sendable, CustomTestStringConvertible {
    var fence: Page.Fence
    var pattern: String
    var said: Page.Fence?
    var testDescription: String { "line \(fence.line), \(fence.section), \(fence.info)" }
  }

  private static let page = Result { try Page("docs/patterns.md") }

  /// The examples. Empty if the page cannot be read; the test `complete` reports that.
  static let examples: [Example] = {
    var examples: [Example] = []
    var pattern = ""
    for fence in (try? page.get())?.fences ?? [] {
      if fence.info == "text" {
        if let last = examples.indices.last { examples[last].said = fence }
        continue
      }
      if fence.info == "json pattern" { pattern = fence.text }
      examples.append(Example(fence: fence, pattern: pattern))
    }
    return examples
  }()

  /// Returns the report of a value that does not match, without the place in the contract.
  private func said(_ pattern: String, _ value: String) throws -> String {
    var matcher = Matcher()
    let pattern = try Pattern.read(pattern, path: "pattern.json")
    matcher.match(pattern, try JSON.read(value, path: "value.json"))
    return matcher.findings(.outcome, whole: pattern.range).map { finding in
      guard case .mismatch(let mismatch) = finding else { return "\(finding)" }
      let lines = mismatch.text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.filter { !$0.hasPrefix("  contract ") }.joined(separator: "\n") + "\n"
    }.joined()
  }

  @Test("every example has the result that the page shows", arguments: examples)
  func holds(_ example: Example) throws {
    let text = example.fence.text
    switch example.fence.info {
    case "json pattern":
      _ = try Contract.read(
        Contract.text([#"{"name": "s", "response": {"kind": "valid"}, "expect": {"success": \#(text)}}"#]))
    case "json matches": #expect(try said(example.pattern, text) == "")
    case "json differs": expectText(try said(example.pattern, text), is: try #require(example.said))
    case "json scenario":
      _ = try Contract.read(Contract.text([text], request: #"{"method": "PUT", "path": "/"}"#))
    default: #expect(Bool(false), "the fence says what the example is: json pattern, json matches, json differs, text")
    }
  }

  @Test("every matcher has its own section, with a match and a mismatch")
  func complete() throws {
    let page = try Self.page.get()
    for matcher in ContractReader.matchers {
      let own = Self.examples.filter { $0.fence.section == "`\(matcher)`" }
      #expect(page.sections.filter { $0 == "`\(matcher)`" }.count == 1, "\(matcher)")
      #expect(
        own.contains { $0.fence.info == "json pattern" && $0.fence.text.contains("\"\(matcher)\"") }, "\(matcher)")
      #expect(own.contains { $0.fence.info == "json matches" }, "\(matcher)")
      #expect(own.contains { $0.fence.info == "json differs" && $0.said != nil }, "\(matcher)")
      #expect(page.text.contains("(#\(matcher.dropFirst().lowercased()))"), "\(matcher) is not in the table")
    }
    #expect(page.sections.filter { $0.hasPrefix("`$") }.count == ContractReader.matchers.count)
    for format in Format.allCases { #expect(page.text.contains("`\(format.rawValue)`"), "\(format.rawValue)") }
    for type in Pattern.TypeName.allCases { #expect(page.text.contains("`\(type.rawValue)`"), "\(type.rawValue)") }
  }
}
