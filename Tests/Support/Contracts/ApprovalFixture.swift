import Testing

@testable import ContractCore

extension ApprovalReader {
  /// Reads the text of a file.
  static func read(_ source: Source) -> (approvals: Approvals, diagnostics: [Diagnostic]) {
    read(AcceptedFile(.approvals, source, clients: ["app"]))
  }
}

/// Files of approvals, made from JSON.
enum ApprovalFixture {
  static let body = #"{"id": 5, "note": "a"}"#

  /// Returns the approvals of a file.
  static func approvals(_ entries: String...) throws -> Approvals {
    let source = Source(
      path: "approvals.json",
      text: entries.isEmpty ? "[]\n" : "[\n  \(entries.joined(separator: ",\n  "))\n]\n")
    let (approvals, diagnostics) = ApprovalReader.read(source)
    #expect(diagnostics.map(\.text) == [])
    return approvals
  }

  /// Returns an entry about the contract `todo`.
  static func entry(_ pointers: String, _ changes: String, _ result: String, _ more: String = "") -> String {
    #"{ "contract": "todo", \#(more)"pointers": [\#(pointers)], "changes": [\#(changes)], "result": \#(result) }"#
  }

  static func key(
    _ kind: FieldChange.Kind, _ pointer: String = "/id", scenario: String = "found", on transport: Transport = .memory
  ) -> Approval.Key {
    Approval.Key(contract: "todo", scenario: scenario, pointer: pointer, kind: kind, transport: transport)
  }

  /// Returns the reason against a client that makes an outcome of a change of `/id`.
  static func reason(
    _ outcome: String, of kind: FieldChange.Kind, _ approvals: Approvals, on transport: Transport = .memory
  ) throws -> Reason? {
    let contract = try FieldFixture.contract(body)
    let base = try FieldFixture.outcome(body)
    return approvals.reason(
      try FieldFixture.outcome(outcome), of: FieldChange(kind, at: "/id"), in: contract.scenarios[0], of: contract,
      on: transport, base: (base, base), at: try #require(contract.variations).range)
  }
}
