import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

/// A contract with a mistake, and the complete text that is reported about it.
struct BrokenContract: Sendable, CustomTestStringConvertible {
  /// The result of `specs/contract.schema.json`.
  enum Schema { case refuses, accepts, notJSON }

  var name: String
  var text: String
  var schema: Schema
  var says: String
  var sourceLocation: SourceLocation

  init(
    _ name: String, _ old: String, _ new: String, schema: Schema, _ says: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.sourceLocation = sourceLocation
    self.name = name
    text = BaseContract.edited(old, new)
    self.schema = schema
    self.says = says
  }

  var testDescription: String { name }

  static let all =
    json + contract + addresses + request + shape + response + faults + exchanges + expect + references + patterns
    + schemas + variations + verify
}

/// A contract without a mistake.
struct GoodContract: Sendable, CustomTestStringConvertible {
  var name: String
  var text: String

  init(_ name: String, _ old: String, _ new: String) {
    self.name = name
    text = BaseContract.edited(old, new)
  }

  var testDescription: String { name }
}
