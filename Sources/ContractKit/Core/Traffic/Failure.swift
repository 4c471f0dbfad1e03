/// The names in the description of a client's error. See docs/contract-format.md, "Outcomes".
package enum Failure {
  /// The kind of a failure, independent of the client's types.
  package enum Category: String, Sendable, CaseIterable {
    case network, status, decoding, invalidResponse, invalidRequest, cancelled, other
  }

  /// The names of the categories.
  package static let categories = Category.allCases.map(\.rawValue)
  /// The word that stands for every failure in an expectation.
  package static let any = "any"
  /// The members of a failure.
  package static let members = ["category", "type", "case", "payload", "domain", "code", "message", "underlying"]
}
