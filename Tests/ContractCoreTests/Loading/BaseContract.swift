import Foundation
import TestSupport
import Testing

@testable import ContractCore

/// The contract that all cases edit.
enum BaseContract {
  static let text = #"""
    {
      "contract": 1,
      "endpoint": "create todo",
      "operation": "createTodo",
      "baseURL": "http://localhost:8080",
      "input": {"title": "test"},
      "request": {
        "method": "POST",
        "path": "/todos",
        "headers": {"Content-Type": "application/json"},
        "timeout": 10,
        "body": {"json": {"title": "test"}}
      },
      "scenarios": [
        {
          "name": "created",
          "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
          "expect": {"success": {"id": 1}}
        },
        {
          "name": "garbled",
          "response": {"kind": "corruptJSON", "body": {"text": "{{}"}},
          "expect": {"failure": "decoding"}
        },
        {
          "name": "server down",
          "response": {"kind": "networkError", "error": "cannotConnectToHost"},
          "expect": {"failure": {"code": -1004}}
        }
      ]
    }

    """#

  /// Returns the base with one part replaced: its first occurrence.
  static func edited(_ old: String, _ new: String) -> String {
    guard !old.isEmpty, let range = text.range(of: old) else { return text }
    return text.replacingCharacters(in: range, with: new)
  }
}

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
    + schemas + variations
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
