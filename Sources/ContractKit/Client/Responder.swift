/// The type that answers the requests of one call. It is the only seam between test doubles and whoever plays the
/// network.
///
/// A driver's responder asks the runner over the wire. A responder in the test process asks the scenario's `Script`.
/// Test doubles know only this protocol.
package protocol Responder: Sendable {
  /// Receives a request as the client sent it, and passes the reply to `answer` exactly once.
  ///
  /// This function takes a closure instead of being async. A test double asks in the middle of work that Foundation or
  /// the client does, so a reply that is known at once must not cost a change of threads.
  ///
  /// - Parameters:
  ///   - request: The request. Test doubles pass requests in the order in which the client sent them.
  ///   - answer: The closure to call once: before this function returns, or later from any thread. It does not run the
  ///     client's code.
  func respond(to request: CapturedRequest, _ answer: @escaping @Sendable (Reply) -> Void)
}
