import Foundation
import TestSupport
import Testing

@testable import ContractCore
@testable import contract_run

/// The JUnit XML schemas of other projects. They check strict reports if this machine has them and xmllint.
enum JUnitSchemas {
  private static let xmllint = CommandLineTool("xmllint")

  static let areThere = xmllint != nil && TestFolder.junitSchemas != nil
  static let absence: Comment = "xmllint is missing, or ../shared/suites/junit-xsd is not beside this package"

  static func validate(_ file: URL) throws {
    let (xmllint, folder) = (try #require(xmllint), try #require(TestFolder.junitSchemas))
    let schemas = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".xsd") }
    #expect(schemas.count >= 2)
    for schema in schemas.sorted() {
      let (status, output) = try xmllint.run(
        ["--noout", "--schema", folder.appendingPathComponent(schema).path, file.path])
      #expect(status == 0, "\(schema): \(output)")
    }
  }
}

extension PublishedSchema {
  /// Expects a document that the schema accepts.
  func expectValid(_ data: Data) throws { #expect(try mistakes(in: data) == [], "\(rawValue)") }

  /// Returns what is wrong with a document; none if it is valid.
  func mistakes(in data: Data) throws -> [String] {
    let diagnostics = Diagnostic.Collector()
    let schema = SchemaCompiler.compile(
      try #require(JSON.parse(Array(text.utf8))), file: path, uri: URIReference("file:///schema.json"),
      { _, _ in nil }, diagnostics)
    #expect(diagnostics.diagnostics.map(\.text) == [])
    var matcher = Matcher()
    matcher.match(Pattern(.schema(schema), at: .nowhere), try #require(JSON.parse(Array(data))))
    return matcher.differences.map { "\($0.pointer): expected \($0.expected), got \($0.actual ?? "nothing")" }
  }
}
