import ContractCore
import Foundation
import TestSupport

/// A contract and the driver of a client that makes a mistake in every third call of one scenario.
enum FlakySample {
  /// The mistakes that the driver knows.
  enum Mistake: String {
    /// It returns another result.
    case outcome
    /// It sends another request.
    case request
    /// It cannot run the operation.
    case unsupported
    /// It returns another result in every call.
    case always
    /// It never ends the call.
    case hang
  }

  static let contract = #"""
    {
      "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
      "request": { "method": "GET", "path": "/thing", "headers": { "Accept": "application/json" } },
      "scenarios": [
        { "name": "steady", "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } },
        { "name": "bad", "input": { "bad": true },
          "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } },
        { "name": "later", "skip": "not yet", "response": { "kind": "valid" }, "expect": { "success": 1 } }
      ]
    }
    """#

  /// Writes the contract, and a configuration whose build step and driver leave a mark in `built` and `calls`.
  static func write(to folder: URL, _ mistake: Mistake = .outcome) throws {
    try folder.write(contract, to: "specs/thing.contract.json")
    let driver = Python.driver(["flaky", "calls", mistake.rawValue]).map { "\"\($0)\"" }.joined(separator: ", ")
    try folder.write(
      #"""
      { "specs": ["specs"], "reports": { "junit": "rich.xml", "json": "out.json" },
        "clients": [{ "name": "thing", "build": ["/bin/sh", "-c", "echo >> built"], "driver": [\#(driver)] }] }
      """#, to: "contract-run.json")
  }
}
