import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// Short contracts for the tests of `serve`, as an author would write them.
enum ServeFixture {
  /// Returns a contract of one method and path.
  static func contract(
    _ endpoint: String, _ method: String = "GET", _ path: String = "/things", base: String = "http://api.invalid/v1",
    shape: String = "", scenarios: String
  ) -> String {
    """
    {
      "contract": 1, "endpoint": "\(endpoint)", "baseURL": "\(base)",
      "request": { "method": "\(method)", "path": "\(path)"\(shape.isEmpty ? "" : ", \(shape)") },
      "scenarios": [\(scenarios)]
    }
    """
  }

  /// Returns a scenario that gives an answer.
  static func scenario(
    _ name: String, kind: String = "valid", _ response: String = "", request: String? = nil
  ) -> String {
    let success = kind == "valid" ? #""success": { "$any": true }"# : #""failure": { "$any": true }"#
    let loopback = kind == "nonHTTP" ? #", "loopback": { "failure": "network" }"# : ""
    return """
      { "name": "\(name)", \(request.map { "\"request\": \($0), " } ?? "")
        "response": { "kind": "\(kind)"\(response.isEmpty ? "" : ", \(response)") },
        "expect": { \(success)\(loopback) } }
      """
  }

  /// Reads contracts by their names from a folder of their own.
  static func load(_ contracts: [(name: String, text: String)]) async throws -> [Contract] {
    try TestFolder.temporary { folder in
      for (name, text) in contracts { try folder.write(text, to: "specs/\(name).contract.json") }
      let set = ContractSet.load([folder.appendingPathComponent("specs").path])
      try #require(!set.diagnostics.hasErrors, "\(set.diagnostics.map(\.text))")
      return set.contracts
    }
  }

  /// Returns a request as the server receives it.
  static func request(
    _ method: String, _ target: String, _ headers: [(String, String)] = [], body: String? = nil
  ) -> CapturedRequest {
    CapturedRequest(
      method: method, url: "http://127.0.0.1:8080\(target)",
      headers: Headers([.init("Host", "127.0.0.1:8080")] + headers.map { .init($0, $1) }),
      body: body.map { Array($0.utf8) })
  }
}

extension Reply {
  var status: Int? { if case .status(let status) = kind { status } else { nil } }
}
