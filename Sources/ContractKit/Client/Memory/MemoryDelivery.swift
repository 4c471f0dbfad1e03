/// Tells a session what one of its requests is answered; nothing after the session has stopped the request, because a
/// second resumption would end the process.
final class MemoryDelivery: @unchecked Sendable {
  // Guards `owner` and all use of it, and is held while the session is told something. Recursive: telling may stop.
  private let lock = NSRecursiveLock()
  /// The request; nil once it is over.
  private var owner: URLProtocol?
  private let url: URL

  init(to owner: URLProtocol) {
    self.owner = owner
    url = owner.request.url ?? URL(fileURLWithPath: "/")
  }

  /// Ends the delivery; when this returns, the session is told nothing more.
  func stop() { lock.withLock { owner = nil } }

  /// Tells the session a whole answer.
  func deliver(_ reply: Reply) {
    if let response = reply.response(url: url) {
      tell { $1.urlProtocol($0, didReceive: response, cacheStoragePolicy: .notAllowed) }
      // In one piece: on Linux async clients and completion handlers get the last piece only.
      let body = Data(reply.body ?? [])
      if !body.isEmpty { tell { $1.urlProtocol($0, didLoad: body) } }
    }
    if let error = reply.error(url: url) {
      tell { $1.urlProtocol($0, didFailWithError: error) }
    } else {
      tell { $1.urlProtocolDidFinishLoading($0) }
    }
    stop()
  }

  private func tell(_ message: (URLProtocol, any URLProtocolClient) -> Void) {
    lock.withLock {
      if let owner, let client = owner.client { message(owner, client) }
    }
  }
}
