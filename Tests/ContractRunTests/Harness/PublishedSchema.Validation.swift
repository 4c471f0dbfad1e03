import Foundation
import Testing

@testable import ContractCore
@testable import contract_run

extension PublishedSchema {
  /// Expects a document that the schema accepts.
  func expectValid(_ data: Data) throws { #expect(try mistakes(in: data) == [], "\(rawValue)") }

  /// Returns what is wrong with a document; none if it is valid.
  func mistakes(in data: Data) throws -> [String] {
    let diagnostics = Diagnostic.Collector()
    let schema = SchemaCompiler.compile(
      try #require(JSON.parse(Array(text.utf8))), file: path, uri: URIReference("file:///schema.json"),
      SchemaLibrary.Reading(document: { _, _ in nil }, hasFile: { _ in false }), diagnostics)
    #expect(diagnostics.diagnostics.map(\.text) == [])
    var matcher = Matcher()
    matcher.match(Pattern(.schema(schema), at: .nowhere), try #require(JSON.parse(Array(data))))
    return matcher.differences.map { "\($0.pointer): expected \($0.expected), got \($0.actual ?? "nothing")" }
  }
}
