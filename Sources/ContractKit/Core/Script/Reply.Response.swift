extension Reply {
  /// Makes the reply that a response gives to one request.
  ///
  /// A reply to HEAD and a reply with status 1xx, 204 or 304 has no body (RFC 9110, section 6.4.1). Before a network
  /// error, exactly the first `after` bytes are sent.
  package init(_ response: Response, to request: CapturedRequest) {
    let kind: Kind
    var pieces = response.body?.pieces.map { Piece($0.bytes, delay: $0.delay) }
    var wholeLength: Int?
    if let error = response.error {
      kind = .networkError(error)
      wholeLength = response.body?.bytes.count
      pieces = response.after > 0 ? pieces?.first(response.after) : nil
    } else if response.kind == .nonHTTP {
      kind = .nonHTTP
    } else {
      let status = response.status ?? 200
      kind = .status(status)
      if request.method == "HEAD" || status == 204 || status == 304 || status / 100 == 1 { pieces = nil }
    }
    let body = pieces.map { $0.count == 1 ? $0[0].bytes : $0.flatMap(\.bytes) }
    self.init(kind, headers: response.headers, body: body, delay: response.delay)
    if let pieces, response.body?.isChunked == true { self.pieces = pieces }
    self.wholeLength = wholeLength
    if response.error != nil, let status = response.status { statusBeforeError = status }
    during = response.during
    wire = response.wire
    if let coding = wire.coding { compress(coding, for: request) }
    if response.leadsToItself { headers.lines.append(Headers.Line("Location", request.url)) }
  }

  /// Makes the reply that a response gives to every request; nil if it depends on the request or on the time.
  ///
  /// A reply to HEAD is the exception: it has no body.
  init?(fixed response: Response) {
    if response.wire.coding != nil { return nil }
    if response.leadsToItself { return nil }
    self.init(response, to: CapturedRequest(method: "GET", url: ""))
    if wholeDelay > 0 || headers.hasDates { return nil }
  }

  /// Compresses the body, if the client accepts that.
  private mutating func compress(_ coding: ContentCoding, for request: CapturedRequest) {
    guard coding.isAccepted(by: request.headers) else {
      wire = .usual
      return
    }
    headers.lines.append(Headers.Line("Content-Encoding", coding.rawValue))
    // The writer has that body, so that no report has it.
    if wire == .inflated { return }
    body = body.map(coding.encoded)
    if let body, !pieces.isEmpty { pieces = [Piece(body)] }
  }

  static func unexpectedRequest(_ number: Int, order: Scenario.Order = .sequence) -> Reply {
    let text =
      switch order {
      case .sequence: "contract-run: no exchange \(number)"
      case .any: "contract-run: no exchange left describes request \(number)"
      }
    let headers = Headers([.init("Content-Type", "text/plain")])
    return copy(of: Reply(.status(500), headers: headers, body: Array(text.utf8))) { $0.isRunners = true }
  }

  /// The reply to a request that comes after the call has ended.
  package static let callIsOver = copy(
    of: Reply(.networkError(NetworkError(domain: NetworkError.urlErrorDomain, code: -999)))
  ) { $0.isRunners = true }
}

extension [Reply.Piece] {
  /// Returns the pieces that hold the first bytes. The last piece is cut where these bytes end.
  fileprivate func first(_ count: Int) -> Self {
    var left = count
    var pieces: Self = []
    for var piece in self where left > 0 {
      piece.bytes = Array<UInt8>(piece.bytes.prefix(left))
      left -= piece.bytes.count
      pieces.append(piece)
    }
    return pieces
  }
}
