import Foundation
import Testing

@testable import ContractCore

@Suite("docs/patterns.md")
struct PatternDocumentTests {
  /// One fenced block: what its fence says it is, its line, the section's pattern above it, its text, and the text after it.
  struct Example: Sendable, CustomTestStringConvertible {
    var fence: String
    var line: Int
    var section: String
    var pattern: String
    var text: String
    var said: String?
    var testDescription: String { "line \(line), \(section), \(fence)" }
  }

  static let text: String = {
    let path = TestFolder.package.appendingPathComponent("docs/patterns.md")
    return (try? String(contentsOf: path, encoding: .utf8)) ?? ""
  }()

  static let sections = text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }

  static let examples: [Example] = {
    var examples: [Example] = []
    var (section, pattern) = ("", "")
    var open: Example?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line == "```", let example = open {
        open = nil
        if example.fence == "text" {
          if let last = examples.indices.last { examples[last].said = example.text }
          continue
        }
        if example.fence == "json pattern" { pattern = example.text }
        examples.append(example)
      } else if line.hasPrefix("```") {
        open = Example(fence: String(line.dropFirst(3)), line: index + 1, section: section, pattern: pattern, text: "")
      } else if open != nil {
        open?.text += line + "\n"
      } else if line.hasPrefix("## ") {
        section = String(line.dropFirst(3))
      }
    }
    return examples
  }()

  private func contract(_ pattern: String) -> String {
    #"""
    {"contract": 1, "endpoint": "e", "request": {"method": "GET", "path": "/"}, "scenarios": [
    {"name": "s", "response": {"kind": "valid"}, "expect": {"success": \#(pattern)}}]}
    """#
  }

  private func pattern(_ text: String) throws -> Pattern {
    guard text.contains("$jsonSchema") else { return try ContractFixture.pattern(text, path: "pattern.json") }
    // A schema is compiled where a contract is read.
    let contract = try #require(BaseContract.read(contract(text)).contract)
    guard case .success(let pattern)? = contract.scenarios[0].expect.outcome else { throw CancellationError() }
    return pattern
  }

  /// What a report says of a value that does not match, without the place in the contract.
  private func said(_ pattern: String, _ value: String) throws -> String {
    var matcher = Matcher()
    let pattern = try self.pattern(pattern)
    matcher.match(pattern, try ContractFixture.json(value, path: "value.json"))
    return matcher.findings(.outcome, whole: pattern.range).map { finding in
      guard case .mismatch(let mismatch) = finding else { return "\(finding)" }
      let lines = mismatch.text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.filter { !$0.hasPrefix("  contract ") }.joined(separator: "\n") + "\n"
    }.joined()
  }

  @Test("every example is what the page says it is", arguments: examples)
  func holds(_ example: Example) throws {
    switch example.fence {
    case "json pattern": #expect(BaseContract.read(contract(example.text)).diagnostics.map(\.text) == [])
    case "json matches": #expect(try said(example.pattern, example.text) == "")
    case "json differs": #expect(try said(example.pattern, example.text) == example.said)
    case "json scenario":
      let text =
        #"{"contract": 1, "endpoint": "e", "request": {"method": "PUT", "path": "/"}, "scenarios": [\#(example.text)]}"#
      #expect(BaseContract.read(text).diagnostics.map(\.text) == [])
    default: #expect(Bool(false), "the fence says what the example is: json pattern, json matches, json differs, text")
    }
  }

  @Test("every matcher has a section of its own, with a match and a mismatch")
  func complete() {
    for matcher in ContractReader.matchers {
      let own = Self.examples.filter { $0.section == "`\(matcher)`" }
      #expect(Self.sections.filter { $0 == "`\(matcher)`" }.count == 1, "\(matcher)")
      #expect(own.contains { $0.fence == "json pattern" && $0.text.contains("\"\(matcher)\"") }, "\(matcher)")
      #expect(own.contains { $0.fence == "json matches" }, "\(matcher)")
      #expect(own.contains { $0.fence == "json differs" && $0.said != nil }, "\(matcher)")
      #expect(Self.text.contains("(#\(matcher.dropFirst().lowercased()))"), "\(matcher) is not in the table")
    }
    #expect(Self.sections.filter { $0.hasPrefix("`$") }.count == ContractReader.matchers.count)
    for format in Format.allCases { #expect(Self.text.contains("`\(format.rawValue)`"), "\(format.rawValue)") }
    for type in Pattern.TypeName.allCases { #expect(Self.text.contains("`\(type.rawValue)`"), "\(type.rawValue)") }
  }
}
