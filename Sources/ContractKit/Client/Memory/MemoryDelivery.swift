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
    let body = Data(reply.body ?? [])
    switch reply.kind {
    case .status(let status):
      tellHead(status: status, headers: reply.headers)
      tell(body)
      tell { $1.urlProtocolDidFinishLoading($0) }
    case .nonHTTP:
      let response = URLResponse(url: url, mimeType: nil, expectedContentLength: body.count, textEncodingName: nil)
      tell { $1.urlProtocol($0, didReceive: response, cacheStoragePolicy: .notAllowed) }
      tell(body)
      tell { $1.urlProtocolDidFinishLoading($0) }
    case .networkError(let error):
      // Bytes without a head before them do not exist on a network, nor does a session expect them.
      if !body.isEmpty {
        tellHead(status: 200, headers: reply.headers)
        tell(body)
      }
      let error = error.foundationError(url: url)
      tell { $1.urlProtocol($0, didFailWithError: error) }
    }
    stop()
  }

  private func tellHead(status: Int, headers: Headers) {
    var fields: [String: String] = [:]
    for line in headers.lines where fields[line.name] == nil { fields[line.name] = headers[line.name] }
    let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
    guard let response else { return }
    tell { $1.urlProtocol($0, didReceive: response, cacheStoragePolicy: .notAllowed) }
  }

  /// In one piece: on Linux async clients and completion handlers get the last piece only.
  private func tell(_ body: Data) {
    if !body.isEmpty { tell { $1.urlProtocol($0, didLoad: body) } }
  }

  private func tell(_ message: (URLProtocol, any URLProtocolClient) -> Void) {
    lock.withLock {
      if let owner, let client = owner.client { message(owner, client) }
    }
  }
}
