import Testing

@testable import ContractCore

/// Contracts to lint, made of the parts that a test is about.
enum LintFixture {
  /// A scenario of each kind, none of them warned of, whose situations no other has.
  static let kinds = [
    #"{"name": "valid", "input": "f1", "response": {"kind": "valid"}, "expect": {"success": 1}}"#,
    #"{"name": "nonHTTP", "input": "f2", "response": {"kind": "nonHTTP"}, "expect": {"failure": "network"}}"#,
    #"{"name": "statusError", "input": "f3", "response": {"kind": "statusError", "status": 500}, "expect": {"failure": "status"}}"#,
    #"{"name": "corruptJSON", "input": "f4", "response": {"kind": "corruptJSON", "body": {"text": "{{}"}}, "expect": {"failure": "decoding"}}"#,
    #"{"name": "networkError", "input": "f5", "response": {"kind": "networkError", "error": "timedOut"}, "expect": {"failure": "network"}}"#,
  ]

  static let request = #"{"method": "POST", "path": "/todos", "headers": {"Accept": "*/*"}}"#

  /// A contract of some scenarios and one of each kind.
  static func contract(_ scenarios: [String], request: String = request) -> String {
    whole(scenarios + kinds, request: request)
  }

  /// A contract of some scenarios.
  static func whole(_ scenarios: [String], request: String = request) -> String {
    """
    {"contract": 1, "endpoint": "e", "request": \(request), "scenarios": [
    \(scenarios.joined(separator: ",\n"))
    ]}
    """
  }

  /// What is said of a contract, when it is read and when it is linted.
  static func diagnostics(_ text: String, runsInMemoryOnly: Bool = false) throws -> [Diagnostic] {
    let (contract, diagnostics) = BaseContract.read(text)
    var linter = Linter { _ in runsInMemoryOnly }
    linter.lint(try #require(contract, "\(diagnostics.map(\.text))"))
    return (diagnostics + linter.diagnostics).inSourceOrder
  }

  /// The codes of what is said of a scenario that answers, and what it expects.
  static func codes(
    _ response: String, _ expect: String, members: String = "", runsInMemoryOnly: Bool = false
  ) throws -> [String] {
    let scenario = "{\"name\": \"s\", \(members)\"response\": \(response), \"expect\": \(expect)}"
    return try diagnostics(contract([scenario]), runsInMemoryOnly: runsInMemoryOnly).map { $0.warning?.code ?? $0.text }
  }
}
