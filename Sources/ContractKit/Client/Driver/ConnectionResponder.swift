import Synchronization

/// The responder that asks the runner for the replies of one call.
final class ConnectionResponder: Responder {
  /// The largest body that goes over the wire: 8 MiB. With up to six bytes of JSON for each byte, it stays below the
  /// runner's limit for a line. A larger body is reported as unobserved.
  static let bodyLimit = 8 << 20

  private let id: Int
  private let wire: DriverConnection
  private let count = Mutex(0)

  init(id: Int, wire: DriverConnection) {
    self.id = id
    self.wire = wire
  }

  func respond(to request: CapturedRequest, _ answer: @escaping @Sendable (Reply) -> Void) {
    var request = request
    if let body = request.body, body.count > Self.bodyLimit {
      request.body = nil
      request.unobserved.append("body")
    }
    // The lock makes sure that requests are written in the order of their numbers, and that all are written before the
    // result.
    count.withLock { [request] count in
      count += 1
      wire.ask(id: id, n: count, request, answer)
    }
  }
}
