/// A request and an exchange that are nearest to each other, where one of them is left without the other.
///
/// The words are made in `NearestRequest.Text.swift`.
package struct NearestRequest: Sendable {
  /// Which request it is, from 1.
  package var request: Int
  /// Which exchange of the scenario it is, from 1.
  package var exchange: Int
  /// What was sent, method and address on one line; below the base URL where it went there.
  package var sent: String
  /// What the exchange describes, in the same form.
  package var described: String
  /// The parts of the request that differ, in words; empty where it is as the exchange describes.
  package var differs: [String]
  /// What differs there, where the request has no exchange of its own and this one has answered none; else nothing.
  package var mismatches: [Mismatch] = []
  /// Which request the exchange has answered, from 1; nil where it has answered none.
  package var answered: Int?
  /// Whether all requests that are not as their own exchange describes are as another's, so that only their order differs.
  package var isOtherOrder: Bool = false
  /// Where the exchange was written.
  package var range: SourceRange
}
