/// What answers the requests of one call: the one seam between the doubles and whoever plays the network.
///
/// A driver's responder asks the runner over the wire; one in process asks the scenario's `Script`. Doubles know only
/// this protocol.
package protocol Responder: Sendable {
  /// Takes a request as it was sent, and says once what it is answered.
  ///
  /// A function that is called and no async one, because a double asks in the middle of what Foundation or the client
  /// does: an answer that is known at once costs no change of threads.
  ///
  /// - Parameters:
  ///   - request: What the client sent. Doubles hand requests over in the order in which the client sent them.
  ///   - answer: To be called once: before this returns, or later from any thread. It does not run code of the client's.
  func respond(to request: CapturedRequest, _ answer: @escaping @Sendable (Reply) -> Void)
}
