/// The outcome of one call, as a driver reports it.
///
/// It is indirect, so that the verdicts of a hundred thousand passed scenarios reserve no memory for outcomes that they
/// do not keep.
package indirect enum Outcome: Sendable {
  /// The client's result as JSON.
  case success(JSON)
  /// The client's error as an object (`category`, `type`, `case`, …). For a stream, `values` has the values before it.
  case failure(JSON, values: JSON?)
  /// The completion handler was released without being called.
  case neverCompleted
  /// The completion handler was called twice.
  case completedTwice
  /// The task was created and never resumed.
  case neverResumed
  /// The driver cannot run the call. `why` is nil if it has no such operation. Otherwise it is the reason, for the
  /// author of the driver. An input that cannot be decoded is a mistake of the driver or the contract, and never a
  /// failure of the client.
  case unsupported(why: String? = nil)
}

/// The names in the description of a client's error. See docs/contract-format.md, "Outcomes".
package enum Failure {
  /// The kind of a failure, independent of the client's types.
  package enum Category: String, Sendable, CaseIterable {
    case network, status, decoding, invalidResponse, invalidRequest, cancelled, other
  }

  package static let categories = Category.allCases.map(\.rawValue)
  /// The word that stands for every failure in an expectation.
  package static let any = "any"
  package static let members = ["category", "type", "case", "payload", "domain", "code", "message", "underlying"]
  /// Those that say of which kind it is, and nothing about the call.
  package static let kindMembers = ["category", "type", "case"]
}
