import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

/// Contracts to lint, made from the parts that a test needs.
enum LintFixture {
  /// A scenario of each kind. None gives a warning, and no other scenario has the same situation.
  static let kinds = [
    #"{"name": "valid", "input": "f1", "response": {"kind": "valid"}, "expect": {"success": 1}}"#,
    #"{"name": "nonHTTP", "input": "f2", "response": {"kind": "nonHTTP"}, "expect": {"failure": "network"}}"#,
    #"{"name": "statusError", "input": "f3", "response": {"kind": "statusError", "status": 500}, "expect": {"failure": "status"}}"#,
    #"{"name": "corruptJSON", "input": "f4", "response": {"kind": "corruptJSON", "body": {"text": "{{}"}}, "expect": {"failure": "decoding"}}"#,
    #"{"name": "networkError", "input": "f5", "response": {"kind": "networkError", "error": "timedOut"}, "expect": {"failure": "network"}}"#,
  ]

  static let request = #"{"method": "POST", "path": "/todos", "headers": {"Accept": "*/*"}}"#

  /// Returns a contract with some scenarios and one of each kind.
  static func contract(_ scenarios: [String], request: String = request) -> String {
    whole(scenarios + kinds, request: request)
  }

  /// Returns a contract with some scenarios.
  static func whole(_ scenarios: [String], request: String = request) -> String {
    Contract.text(scenarios, request: request)
  }

  /// Returns the diagnostics of reading and linting a contract.
  static func diagnostics(_ text: String, runsInMemoryOnly: Bool = false) throws -> [Diagnostic] {
    let (contract, diagnostics) = ContractReader.read(text)
    var linter = Linter { _ in runsInMemoryOnly }
    linter.lint(try #require(contract, "\(diagnostics.map(\.text))"))
    return (diagnostics + linter.diagnostics).inSourceOrder
  }

  /// Returns the codes of the diagnostics for a scenario with a response and an expectation.
  static func codes(
    _ response: String, _ expect: String, members: String = "", runsInMemoryOnly: Bool = false
  ) throws -> [String] {
    let scenario = "{\"name\": \"s\", \(members)\"response\": \(response), \"expect\": \(expect)}"
    return try diagnostics(contract([scenario]), runsInMemoryOnly: runsInMemoryOnly).map { $0.warning?.code ?? $0.text }
  }
}
