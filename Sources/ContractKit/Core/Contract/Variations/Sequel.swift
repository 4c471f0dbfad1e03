/// What answers the requests that a client may send after a scenario's exchanges, or instead of them.
///
/// Only variations have one. The client decides whether it sends such requests, and what is in them: they are not
/// compared with anything.
package struct Sequel: Sendable {
  /// The exchanges whose responses answer, in order. The last one also answers all further requests.
  package var exchanges: [Exchange]
  /// A file that exists while the call runs; nil if there is none.
  package var file: File?
  /// Whether the body of a request must not arrive at another host either.
  var watchesBody = false

  /// How many requests are answered.
  package static let limit = 100

  /// A file with something that only a client that reads it can know.
  package struct File: Sendable {
    package var path: String
    package var bytes: [UInt8]
  }
}

extension Scenario {
  /// The exchanges, and those that a variation adds.
  package var allExchanges: [Exchange] {
    exchanges + (variant?.sequel?.exchanges ?? []) + (variant?.recovery?.exchanges ?? [])
  }
}
