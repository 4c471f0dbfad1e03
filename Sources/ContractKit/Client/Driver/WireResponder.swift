import Synchronization

/// Answers one call's requests by asking the runner.
final class WireResponder: Responder {
  /// How many bytes of a body go over the wire: 8 MiB, which six bytes of JSON for each leave below the runner's limit for a
  /// line. A larger one is not observed.
  static let bodyLimit = 8 << 20

  private let id: Int
  private let wire: Wire
  private let count = Mutex(0)

  init(id: Int, wire: Wire) {
    self.id = id
    self.wire = wire
  }

  func respond(to request: CapturedRequest, _ answer: @escaping @Sendable (Reply) -> Void) {
    var request = request
    if let body = request.body, body.count > Self.bodyLimit {
      request.body = nil
      request.unobserved.append("body")
    }
    // Written under the lock: no number overtakes another, and none is missing when the result goes out.
    count.withLock { [request] count in
      count += 1
      wire.ask(id: id, n: count, request, answer)
    }
  }
}
