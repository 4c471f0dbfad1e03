import Testing

@testable import ContractCore

/// Accepted changes of fields, made from JSON.
enum AcceptedFieldsFixture {
  static let body = #"{"id": 5, "note": "a"}"#

  /// Returns what a file accepts.
  static func accepted(_ entries: String...) throws -> Accepted {
    let source = Source(
      path: "accepted.json",
      text: entries.isEmpty ? "[]\n" : "[\n  \(entries.joined(separator: ",\n  "))\n]\n")
    let (accepted, diagnostics) = AcceptedReader.read(source, clients: ["app"])
    #expect(diagnostics.map(\.text) == [])
    return accepted
  }

  /// Returns an entry about the contract `todo`.
  static func entry(_ pointers: String, _ changes: String, _ result: String, _ more: String = "") -> String {
    #"{ "contract": "todo", \#(more)"fields": \#(fields(pointers, changes, result)), "because": "it is right" }"#
  }

  private static func fields(_ pointers: String, _ changes: String, _ result: String) -> String {
    #"{ "pointers": [\#(pointers)], "changes": [\#(changes)], "result": \#(result) }"#
  }

  static func key(
    _ kind: FieldChange.Kind, _ pointer: String = "/id", scenario: String = "found", on transport: Transport = .memory
  ) -> AcceptedFields.Key {
    AcceptedFields.Key(
      client: "app", contract: "todo", scenario: scenario, transport: transport, pointer: pointer, kind: kind)
  }

  /// Returns the reason against a client that makes an outcome of a change of `/id`.
  static func reason(
    _ outcome: String, of kind: FieldChange.Kind, _ accepted: Accepted, on transport: Transport = .memory
  ) throws -> Reason? {
    let contract = try FieldFixture.contract(body)
    let base = try FieldFixture.outcome(body)
    return accepted.reason(
      try FieldFixture.outcome(outcome), of: FieldChange(kind, at: "/id"), in: contract.scenarios[0], of: contract,
      client: "app", on: transport, base: (base, base), at: try #require(contract.variations).range)
  }
}
