import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

/// A JSON Schema that the project publishes.
struct PublishedSchema: Sendable, CustomTestStringConvertible {
  /// The path in the package.
  let path: String
  var testDescription: String { path }

  static let contract = PublishedSchema(path: "specs/contract.schema.json")
  static let configuration = PublishedSchema(path: "docs/configuration.schema.json")
  static let accepted = PublishedSchema(path: "docs/accepted.schema.json")
  static let report = PublishedSchema(path: "docs/report.schema.json")
  static let comparison = PublishedSchema(path: "docs/compare.schema.json")
  static let list = PublishedSchema(path: "docs/list.schema.json")
  static let driverProtocol = PublishedSchema(path: "docs/driver-protocol.schema.json")
  static let all = [contract, configuration, accepted, report, comparison, list, driverProtocol]

  /// Returns the schema as JSON.
  func json() throws -> JSON {
    try #require(JSON.parse(Array(Data(contentsOf: TestFolder.package.appendingPathComponent(path)))))
  }

  /// Returns what is wrong with a value; none if it is valid. Only a part of the schema counts if `pointer` names it.
  func mistakes(in value: JSON, at pointer: String = "") throws -> [String] {
    let whole = try json()
    let id = try #require(whole["$id"]?.string)
    let (schema, diagnostics) = try Schemas.compile(
      #"{"$defs": {"published": \#(whole.text)}, "$ref": "\#(id)#\#(pointer)"}"#)
    #expect(diagnostics.map(\.text) == [])
    var matcher = Matcher()
    matcher.match(Pattern(.schema(schema), at: .nowhere), value)
    return matcher.differences.map { "\($0.pointer): expected \($0.expected), got \($0.actual ?? "nothing")" }
  }

  /// Returns whether a value is valid.
  func accepts(_ value: JSON) throws -> Bool { try mistakes(in: value).isEmpty }
}

extension JSONReport {
  /// The document, after a check that the published schema describes each of its members.
  var valid: JSON {
    get throws {
      #expect(try PublishedSchema.report.mistakes(in: json) == [])
      return json
    }
  }
}
