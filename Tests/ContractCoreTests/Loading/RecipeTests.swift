import Foundation
import Testing

@testable import ContractCore

@Suite("docs/recipes.md")
struct RecipeTests {
  /// One excerpt: what of which file its fence says it is, its line, its text.
  struct Excerpt: Sendable, CustomTestStringConvertible {
    var part: String
    var file: String
    var line: Int
    var text: String
    var testDescription: String { "line \(line), \(part) of \(file)" }
  }

  static let specs = TestFolder.package.appendingPathComponent("specs/photos")

  static let text: String = {
    let path = TestFolder.package.appendingPathComponent("docs/recipes.md")
    return (try? String(contentsOf: path, encoding: .utf8)) ?? ""
  }()

  static let excerpts: [Excerpt] = {
    var excerpts: [Excerpt] = []
    var open: Excerpt?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line == "```", let excerpt = open {
        excerpts.append(excerpt)
        open = nil
      } else if line.hasPrefix("```json") {
        let words = line.split(separator: " ").map(String.init) + ["", ""]
        open = Excerpt(part: words[1], file: words[2], line: index + 1, text: "")
      } else {
        open?.text += line + "\n"
      }
    }
    return excerpts
  }()

  /// A file of `specs/photos`.
  private static func json(_ name: String) throws -> JSON {
    let bytes = Array(try Data(contentsOf: specs.appendingPathComponent(name)))
    return try #require(JSON.parse(bytes), "\(name)")
  }

  /// What an excerpt was taken from.
  private func original(_ excerpt: Excerpt) throws -> JSON? {
    switch excerpt.part {
    case "scenario":
      let name = JSON.parse(excerpt.text)?["name"]?.string
      return try Self.json("\(excerpt.file).contract.json")["scenarios"]?.array?.first { $0["name"]?.string == name }
    case "headers", "body": return try Self.json("\(excerpt.file).contract.json")["request"]?[excerpt.part]
    case "requests":
      return try Self.json(excerpt.file == "base" ? "base.json" : "\(excerpt.file).contract.json")["requests"]
    case "response":
      let words = excerpt.file.components(separatedBy: "#/")
      return try Self.json("\(words[0]).json")[words[1]]
    default: return nil
    }
  }

  @Test("every excerpt stands in the contracts that the photos client keeps, as it is", arguments: excerpts)
  func stands(_ excerpt: Excerpt) throws {
    let original = try #require(try original(excerpt), "the fence says what of which file the excerpt is")
    let told = try #require(JSON.parse(excerpt.text), "the excerpt is no JSON")
    #expect(told == original, "in the contract it is \(original.text)")
  }

  @Test("the contracts load without an error or a warning, and their files are all used")
  func loads() throws {
    let set = ContractSet.load([Self.specs.path], below: [Self.specs.path])
    #expect(set.diagnostics.map(\.text) == [])
    #expect(set.contracts.count == 8)
  }

  @Test("every recipe is in the table at the top, and every one has an excerpt")
  func table() {
    let headings = Self.text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    #expect(headings.count == 13)
    for heading in headings {
      let anchor = heading.lowercased().replacing(" ", with: "-").replacing(",", with: "")
      #expect(Self.text.contains("[\(heading)](#\(anchor))"), "\(heading)")
    }
    #expect(Self.excerpts.count > headings.count)
  }
}
