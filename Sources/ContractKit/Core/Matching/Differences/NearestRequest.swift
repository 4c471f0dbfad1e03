/// The request and the exchange that are nearest to each other, if one of them has no counterpart.
///
/// `NearestRequest.Text.swift` turns it into words.
package struct NearestRequest: Sendable {
  /// The number of the request, from 1.
  package var request: Int
  /// The number of the exchange in the scenario, from 1.
  package var exchange: Int
  /// The sent method and URL on one line; only the path below the base URL if the request went there.
  package var sent: String
  /// The described method and URL, in the same form.
  package var described: String
  /// The parts of the request that differ, in words; empty if it matches the exchange.
  package var differs: [String]
  /// The differences, if the request has no exchange of its own and this one has answered none; otherwise empty.
  package var mismatches: [Mismatch] = []
  /// The number of the request that the exchange has answered, from 1; nil if it has answered none.
  package var answered: Int?
  /// Whether only the order differs: each request that does not match its own exchange
  /// matches another request's exchange.
  package var isOtherOrder: Bool = false
  /// The place of the exchange in the contract.
  package var range: SourceRange
}
