import Foundation
import TestSupport
import Testing

@Suite("The articles of ContractKit.docc and ContractTesting.docc")
struct DocumentationCatalogTests {
  private static let articles =
    ["ContractKit", "GettingStarted", "WritingDrivers", "InjectionPoints"].map { "Client/ContractKit.docc/\($0).md" }
    + ["Testing/ContractTesting.docc/ContractTesting.md"]

  /// The folders from which the examples come.
  private static let folders = ["Examples", "Tests/Fixtures/Adopter"]

  @Test("each example is part of a file that CI builds or reads", arguments: articles)
  func examples(_ article: String) throws {
    let sources = try Self.sources()
    let page = try Page("Sources/ContractKit/\(article)")
    let examples = page.fences.filter { $0.info == "swift" || $0.info == "json" }
    try #require(!examples.isEmpty)
    for example in examples {
      // The example may be indented in its file.
      let shapes = [0, 2, 4].map { Self.indented(example.text, by: $0) }
      #expect(
        sources.contains { source in shapes.contains { source.contains("\n" + $0) } },
        "no file of \(Self.folders) has the example of \(article):\(example.line)")
    }
  }

  @Test("the landing pages link to every public type")
  func types() throws {
    let list = TestFolder.package.appendingPathComponent("docs/public-api.txt")
    let symbols = String(decoding: try Data(contentsOf: list), as: UTF8.self).split(separator: "\n")
    // The name of a member contains a dot, as in `Call.mock`.
    let types = Set(symbols.compactMap { $0.split(separator: ":").first }.filter { !$0.contains(".") })
    let pages = try [Self.articles.first, Self.articles.last].map {
      try Page("Sources/ContractKit/\(#require($0))").text
    }
    let links = pages.joined().split(separator: "\n").filter { $0.hasPrefix("- ``") }.map {
      $0.dropFirst(4).dropLast(2)
    }
    #expect(links.sorted() == types.sorted())
  }

  private static func indented(_ text: String, by width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : String(repeating: " ", count: width) + $0 }
      .joined(separator: "\n")
  }

  /// Returns the texts of the Swift and JSON files in the folders. Hidden folders contain what packages built or
  /// fetched.
  private static func sources() throws -> [String] {
    try folders.flatMap { folder in
      let files = FileManager.default.enumerator(
        at: TestFolder.package.appendingPathComponent(folder), includingPropertiesForKeys: nil,
        options: [.skipsHiddenFiles])
      let urls = try #require(files).compactMap { $0 as? URL }
      return try urls.filter { ["swift", "json"].contains($0.pathExtension) }
        .map { "\n" + String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    }
  }
}
