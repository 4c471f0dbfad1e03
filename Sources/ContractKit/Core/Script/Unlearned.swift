/// What a contract does not describe yet about one of its scenarios, with what the client did instead of a description.
///
/// `Unlearned.Text.swift` turns it into words.
package struct Unlearned: Sendable {
  /// The names of the contract and the scenario, as in ids.
  var name: String
  /// Whether the contract describes the outcome.
  package var hasExpectation: Bool
  /// Whether the contract describes every request.
  package var hasRequests: Bool
  /// The requests that no shape describes, each with the index of the exchange that answered it.
  package var requests: [(exchange: Int, request: CapturedRequest)]
  /// The outcome of the call; nil if there was none.
  package var outcome: Outcome?
  /// The base URLs of the call.
  package var addresses: Addresses
  /// The place of the scenario's name.
  package var range: SourceRange
}
