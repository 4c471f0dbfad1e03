/// What a failure says of itself. See docs/contract-format.md, "Outcomes".
package enum Failure {
  /// What kind of failure it is, whatever the client's types.
  package enum Category: String, Sendable, CaseIterable {
    case network, status, decoding, invalidResponse, invalidRequest, cancelled, other
  }

  /// The names of the categories.
  package static let categories = Category.allCases.map(\.rawValue)
  /// The members of a failure.
  package static let members = ["category", "type", "case", "payload", "domain", "code", "message", "underlying"]
}
