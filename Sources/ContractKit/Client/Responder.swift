/// What answers the requests of one call: the one seam between the doubles and whoever plays the network.
///
/// A driver's responder asks the runner over the wire; one in process asks the scenario's `Script`. Doubles know only
/// this protocol.
public protocol Responder: Sendable {
  /// Takes a request as it was sent and says what it is answered.
  ///
  /// Doubles call this once for each request, in the order in which the client sent them: up to its first suspension,
  /// no second request of the same call is handed over.
  func respond(to request: CapturedRequest) async -> Reply
}
