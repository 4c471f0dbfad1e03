import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("docs/recipes.md")
struct RecipeTests {
  /// One excerpt.
  struct Excerpt: Sendable, CustomTestStringConvertible {
    var fence: Page.Fence
    var text: String { fence.text }
    /// The part that the excerpt shows, and the file that it is from. The fence names both.
    var part: String { word(1) }
    var file: String { word(2) }
    var testDescription: String { "line \(fence.line), \(part) of \(file)" }

    private func word(_ index: Int) -> String {
      fence.info.split(separator: " ").dropFirst(index).first.map(String.init) ?? ""
    }
  }

  static let specs = TestFolder.package.appendingPathComponent("specs/photos")

  private static let page = Result { try Page("docs/recipes.md") }

  /// The page's JSON. Empty if the page cannot be read; the test `table` reports that.
  private static let fences = ((try? page.get())?.fences ?? []).filter { $0.info.hasPrefix("json") }
    .map { Excerpt(fence: $0) }

  /// The excerpts that the page shows from `specs/photos`.
  static let excerpts = fences.filter { !["contract", "file"].contains($0.part) }

  /// The contracts that are only on the page.
  static let contracts = fences.filter { $0.part == "contract" }

  /// The files that these contracts name.
  private static let files = fences.filter { $0.part == "file" }

  /// Returns a file of `specs/photos`.
  private static func json(_ name: String) throws -> JSON {
    let bytes = Array(try Data(contentsOf: specs.appendingPathComponent(name)))
    return try #require(JSON.parse(bytes), "\(name)")
  }

  /// Returns the original of an excerpt.
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

  @Test("every excerpt is equal to its original in the contracts of the photos client", arguments: excerpts)
  func stands(_ excerpt: Excerpt) throws {
    let original = try #require(try original(excerpt), "the fence says what of which file the excerpt is")
    let reported = try #require(JSON.parse(excerpt.text), "the excerpt is not JSON")
    #expect(reported == original, "in the contract it is \(original.text)")
  }

  @Test("the photos contracts load without an error or a warning, and every file is used")
  func loads() throws {
    let set = ContractSet.load([Self.specs.path], below: [Self.specs.path])
    #expect(set.diagnostics.map(\.text) == [])
    #expect(set.contracts.count == 8)
  }

  @Test("every contract that is only on the page loads without an error", arguments: contracts)
  func loadsAlone(_ contract: Excerpt) throws {
    var files = ["example.contract.json": contract.text]
    for file in Self.files { files[file.file] = file.text }
    let set = try ContractFolder(files).load()
    #expect(set.diagnostics.map(\.text) == [])
    #expect(set.contracts.count == 1)
  }

  @Test("every recipe is in the table at the top and has an example")
  func table() throws {
    let page = try Self.page.get()
    #expect(page.sections.count == 27)
    for heading in page.sections {
      let anchor = heading.lowercased().replacing(" ", with: "-").replacing(",", with: "")
      #expect(page.text.contains("[\(heading)](#\(anchor))"), "\(heading)")
      #expect(page.fences.contains { $0.section == heading }, "\(heading)")
    }
  }
}
