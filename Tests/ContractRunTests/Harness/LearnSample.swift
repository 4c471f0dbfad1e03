import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// Contracts that are not learned, with the scripted driver (`scripted.py`), whose client does what the input says.
enum LearnSample {
  /// Returns what `learn` printed without its last line, which names the next command.
  static func withoutNext(_ output: String) -> Substring {
    output.firstMatch(of: #/(?:^|\n)(next: run the contracts: contract-run[^\n]*\n)$/#).map {
      output[..<$0.1.startIndex]
    }
      ?? "there is no line `next` at the end"
  }

  /// Returns a contract.
  ///
  /// - Parameter scenarios: The scenarios, each as one line.
  static func contract(_ scenarios: [String], members: String = "") -> String {
    """
    {
      "contract": 1,
      "endpoint": "thing",
      "operation": "play",
      "baseURL": "http://api.invalid/v1",
      \(members)"scenarios": [
        \(scenarios.joined(separator: ",\n    "))
      ]
    }

    """
  }

  static let valid = #"{ "name": "ok", "response": { "kind": "valid", "body": { "json": { "id": 1 } } } }"#

  /// Returns a scenario whose client does something.
  static func scenario(
    _ name: String, _ input: String, _ response: String = #"{ "kind": "valid", "body": { "json": 1 } }"#
  )
    -> String
  {
    #"{ "name": "\#(name)", "input": \#(input), "response": \#(response) }"#
  }

  /// Returns the command line of a driver.
  static func driver(_ transports: String..., name: String = "scripted") -> [String] {
    ["--"] + Python.driver(["scripted", name] + transports)
  }

  /// Runs `learn` for the contract `specs/thing.contract.json`, with a driver in memory unless others are named.
  static func learn(
    _ options: [String] = [], in folder: URL, driver: [String] = driver("memory")
  ) async throws -> BuiltCommand.Ended {
    try await contractRun(["learn"] + options + ["specs"] + driver, in: folder)
  }
}
