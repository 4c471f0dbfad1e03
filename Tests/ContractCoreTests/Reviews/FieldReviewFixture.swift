import Testing

@testable import ContractCore

extension FieldReviewReader {
  /// Reads the text of a file.
  static func read(_ source: Source) -> (reviews: FieldReviews, diagnostics: [Diagnostic]) {
    read(AcceptedFile(.reviews, source, clients: ["app"]))
  }
}

/// Files of reviews, made from JSON.
enum FieldReviewFixture {
  static let body = #"{"id": 5, "note": "a"}"#

  /// Returns the reviews of a file.
  static func reviews(_ entries: String...) throws -> FieldReviews {
    let source = Source(
      path: "variations.json",
      text: entries.isEmpty ? "[]\n" : "[\n  \(entries.joined(separator: ",\n  "))\n]\n")
    let (reviews, diagnostics) = FieldReviewReader.read(source)
    #expect(diagnostics.map(\.text) == [])
    return reviews
  }

  /// Returns an entry about the contract `todo`.
  static func entry(_ pointers: String, _ changes: String, _ result: String, _ more: String = "") -> String {
    #"{ "contract": "todo", \#(more)"pointers": [\#(pointers)], "changes": [\#(changes)], "result": \#(result) }"#
  }

  static func key(
    _ kind: FieldChange.Kind, _ pointer: String = "/id", scenario: String = "found", on transport: Transport = .memory
  ) -> FieldReview.Key {
    FieldReview.Key(contract: "todo", scenario: scenario, pointer: pointer, kind: kind, transport: transport)
  }

  /// Returns the reason against a client that makes an outcome of a change of `/id`.
  static func reason(
    _ outcome: String, of kind: FieldChange.Kind, _ reviews: FieldReviews, on transport: Transport = .memory
  ) throws -> Reason? {
    let contract = try FieldFixture.contract(body)
    let base = try FieldFixture.outcome(body)
    return reviews.reason(
      try FieldFixture.outcome(outcome), of: FieldChange(kind, at: "/id"), in: contract.scenarios[0], of: contract,
      on: transport, base: (base, base), at: try #require(contract.variations).range)
  }
}
