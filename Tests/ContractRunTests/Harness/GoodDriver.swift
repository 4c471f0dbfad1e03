import ContractCore
import Foundation
import TestSupport

/// What command-line tests run: a small set of contracts, and a driver that meets them.
enum Sample {
  static var driver: String { TestFolder.products.appendingPathComponent("misbehaving-driver").path }

  /// Writes two contracts to `specs`: six scenarios that pass, one that fails, and one that is skipped.
  static func write(to folder: URL, withFailure: Bool = true) throws {
    try folder.write(
      #"""
      {
        "contract": 1, "endpoint": "things", "operation": "get", "baseURL": "http://api.invalid/v1", "tags": ["read"],
        "request": { "method": "GET", "path": "/thing", "headers": { "Accept": "application/json" } },
        "scenarios": [
          { "name": "one", "tags": ["smoke"], "response": { "kind": "valid", "body": { "json": { "n": 1 } } },
            "expect": { "success": { "n": 1 } } },
          { "name": "two", "response": { "kind": "valid", "body": { "json": { "n": 2 } } }, "expect": { "success": { "n": 2 } } },
          { "name": "not found", "response": { "kind": "statusError", "status": 404 }, "expect": { "failure": { "payload": 404 } } },
          { "name": "later", "skip": "the server cannot do it yet", "response": { "kind": "valid" }, "expect": { "success": 1 } }
        ]
      }
      """#, to: "specs/a/things.contract.json")
    let failing = #"""
      { "name": "wrong", "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 7 } } },
      """#
    try folder.write(
      #"""
      {
        "contract": 1, "endpoint": "others", "operation": "get", "baseURL": "http://api.invalid/v1", "tags": ["other"],
        "request": { "method": "GET", "path": "/thing", "headers": { "Accept": "application/json" } },
        "scenarios": [
          \#(withFailure ? failing : "")
          { "name": "garbled", "response": { "kind": "corruptJSON", "body": { "text": "{{}" } }, "expect": { "failure": "decoding" } },
          { "name": "refused", "tags": ["smoke"], "response": { "kind": "networkError", "error": "cannotConnectToHost" },
            "expect": { "failure": { "code": -1004 } } },
          { "name": "list", "response": { "kind": "valid", "body": { "json": [1, "x"] } }, "expect": { "success": [1, "x"] } }
        ]
      }
      """#, to: "specs/b/others.contract.json")
  }

  static let ids = [
    "thing/a/things/one", "thing/a/things/two", "thing/a/things/not found", "thing/a/things/later",
    "thing/b/others/wrong", "thing/b/others/garbled", "thing/b/others/refused", "thing/b/others/list",
  ]

  /// Returns a configuration with one client.
  ///
  /// - Parameters:
  ///   - more: Further members, each with a comma before it.
  ///   - transport: How the client's requests travel; nil if nothing states that.
  static func configuration(_ more: String = "", driver: String = driver, transport: Transport? = nil) -> String {
    let transport = transport.map { #", "transport": "\#($0.rawValue)""# } ?? ""
    return #"{ "specs": ["specs"], "clients": [{ "name": "thing", "driver": ["\#(driver)"]\#(transport) }]\#(more) }"#
  }
}
