/// What a failure says of itself. See docs/contract-format.md, "Outcomes".
public enum Failure {
  /// What kind of failure it is, whatever the client's types.
  public enum Category: String, Sendable, CaseIterable {
    case network, status, decoding, invalidResponse, invalidRequest, cancelled, other
  }

  /// The names of the categories.
  public static let categories = Category.allCases.map(\.rawValue)
  /// The members of a failure.
  public static let members = ["category", "type", "case", "payload", "domain", "code", "message", "underlying"]
}
