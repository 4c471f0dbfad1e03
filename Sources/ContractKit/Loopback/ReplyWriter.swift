import ContractCore

/// The writer of one reply to one request. It can also cause the fault that the reply describes.
struct ReplyWriter {
  let request: HTTPRequest
  let reply: Reply
  let connection: Connection
  /// Whether nothing may come after the reply on the connection.
  var isLast = false
  /// A handler of what keeps the reply from being what its variation is about; by default, nothing happens.
  var leavesOut: (Variation.Obstacle) -> Void = { _ in }
  /// A handler of a client that reads too much; by default, nothing happens.
  var exceeds: (Excess) -> Void = { _ in }

  /// The bytes of a reply that is not HTTP, if the contract does not define them.
  private static let banner = Array("220 contract-run: this is not HTTP\r\n".utf8)

  /// Writes the reply. Returns whether another request may come. If not, the connection is closed in an orderly way,
  /// unless it was reset.
  func write() -> Bool {
    guard wait(reply.delay), sendInterim() else { return false }
    switch reply.kind {
    case .status(let status):
      var response = HTTPResponse(status, headers: headers, body: reply.body)
      (response.hasPhrase, response.hasSpaces) = (reply.wire != .noPhrase, reply.wire != .noSpaces)
      return write(response)
    case .nonHTTP:
      _ =
        reply.pieces.isEmpty
        ? connection.send(reply.body ?? Self.banner) : writePieces(after: [], framed: false, ends: true)
      return false
    case .networkError(let error):
      fail(SocketFault(error))
      return false
    }
  }

  // MARK: Responses

  /// The headers of a response. Reports do not have the Date, which differs from call to call.
  private var headers: Headers {
    let headers = reply.headers.dated().withDate()
    return reply.wire == .manyHeaders ? Headers(headers.lines + Self.manyLines) : headers
  }

  private static let manyLines = (1...10_000).map { Headers.Line("X-Unknown-\($0)", "a") }

  private static let interim = Array("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n".utf8)

  /// Sends a response with status 103, if the reply has one. HTTP/1.0 has none (RFC 9110, section 15.2).
  private func sendInterim() -> Bool {
    reply.wire != .afterInterim || request.minorVersion == 0 || connection.send(Self.interim)
  }

  private func write(_ response: HTTPResponse) -> Bool {
    var request = request
    switch reply.wire {
    case .untilClose, .version10:
      // The body ends with the connection.
      var response = response
      response.minorVersion = reply.wire == .version10 ? 0 : 1
      connection.send(lastHead(of: response) + (response.body ?? []))
      return false
    case .withoutEnd(let byte): return writeWithoutEnd(response, byte)
    case .inflated: return writeInflated(response)
    default: break
    }
    if isLast { request.keepsAlive = false }
    if reply.pieces.isEmpty {
      return connection.send(response.bytes(for: request)) && response.keepsAlive(after: request)
    }
    let (response, isChunked) = streamed(response)
    if !response.saysLength { request.keepsAlive = false }
    let head = response.head(adding: response.connectionLines(for: request))
    let isWritten =
      reply.wire == .separatePieces
      ? writeSeparately(after: head, framed: isChunked) : writePieces(after: head, framed: isChunked, ends: true)
    return isWritten && response.keepsAlive(after: request)
  }

  /// How long a client may leave the pieces of a body unread, in all, before the rest is sent at once. Of a body that is
  /// far too large, it is the time for each piece.
  static let readingTime = Duration.seconds(1)
  /// The seconds between pieces if the system does not show what the client has read.
  private static let usualPause = 0.002

  /// Writes a head with the first piece, and each further piece after the client has read what came before. Returns
  /// whether all of it was written.
  private func writeSeparately(after head: [UInt8], framed: Bool) -> Bool {
    let unread = connection.countUnread()
    if unread == nil { leavesOut(.joinedPieces) }
    var patience = Self.readingTime
    for (index, piece) in reply.pieces.enumerated() {
      if index > 0, patience > .zero {
        if let unread {
          let began = ContinuousClock.now
          if !unread.wait(until: began + patience) { leavesOut(.joinedPieces) }
          patience -= .now - began
        } else {
          guard wait(Self.usualPause) else { return false }
        }
      }
      var bytes = (index == 0 ? head : []) + (framed ? HTTPResponse.chunk(piece.bytes) : piece.bytes)
      if framed, index == reply.pieces.count - 1 { bytes += HTTPResponse.lastChunk }
      let before = connection.transmitted
      guard flush(&bytes) else { return false }
      unread?.add(connection.transmitted - before)
    }
    return true
  }

  /// Writes a response, and then a byte again and again, until the client closes the connection or has read too much.
  private func writeWithoutEnd(_ response: HTTPResponse, _ byte: UInt8) -> Bool {
    let (response, isChunked) = streamed(response)
    func framed(_ bytes: [UInt8]) -> [UInt8] { isChunked ? HTTPResponse.chunk(bytes) : bytes }
    let smallest = 64 << 10
    let piece = framed(Array(repeating: byte, count: smallest))
    let head = lastHead(of: response) + framed(reply.body ?? [])
    let isRead = writeSlowly(head, Excess.limit, from: smallest) { range in
      (0..<range.count / smallest).allSatisfy { _ in connection.send(piece) }
    }
    guard isRead else { return false }
    exceeds(.read)
    connection.reset()
    return false
  }

  /// Writes a small body that becomes a very large one.
  private func writeInflated(_ response: HTTPResponse) -> Bool {
    let body = ContentCoding.gzipOfSpaces
    var response = response
    response.headers.lines.append(length(body.count))
    _ = writeSlowly(lastHead(of: response), body.count, from: 1 << 10) { connection.send(Array(body[$0])) }
    return false
  }

  /// Returns the head of a response after which the connection is closed.
  private func lastHead(of response: HTTPResponse) -> [UInt8] {
    var request = request
    request.keepsAlive = false
    return response.head(adding: response.connectionLines(for: request))
  }

  /// Writes bytes, and then a number of others in pieces that double, each after the client has read the one before and
  /// had some time: some stacks close a connection only when nothing more comes, such as URLSession on Linux.
  ///
  /// - Parameter send: Writes a piece. Returns whether it was written.
  /// - Returns: Whether all were written.
  private func writeSlowly(
    _ beginning: [UInt8], _ count: Int, from smallest: Int, send: (Range<Int>) -> Bool
  ) -> Bool {
    let unread = connection.countUnread()
    var (written, before) = (0, connection.transmitted)
    guard connection.send(beginning) else { return false }
    while written < count {
      let range = written..<min(max(2 * written, smallest), count)
      guard send(range) else { return false }
      unread?.add(connection.transmitted - before)
      (written, before) = (range.upperBound, connection.transmitted)
      _ = unread?.wait(until: .now + Self.readingTime)
      guard wait(0.1 + Double(range.count) / Double(count)) else { return false }
    }
    return true
  }

  /// Returns a response whose body is sent in pieces, and whether the pieces are framed as chunks. HTTP/1.0 has no
  /// chunks, and the contract's own Content-Length is kept.
  private func streamed(_ response: HTTPResponse) -> (HTTPResponse, isChunked: Bool) {
    var response = response
    if !response.saysLength, request.minorVersion > 0 {
      response.headers.lines.append(Headers.Line("Transfer-Encoding", "chunked"))
    }
    return (response, response.isChunked)
  }

  /// Writes a head and the pieces, each after its pause. Returns whether all of it was written.
  ///
  /// A piece without a pause is joined with the bytes before it only if those are the head.
  private func writePieces(after head: [UInt8], framed: Bool, ends: Bool) -> Bool {
    var waiting = head
    for (index, piece) in reply.pieces.enumerated() {
      if piece.delay > 0 {
        guard flush(&waiting), wait(piece.delay) else { return false }
      }
      waiting +=
        framed ? HTTPResponse.chunk(piece.bytes, isExtended: reply.wire == .chunkExtensions) : piece.bytes
      if framed, ends, index == reply.pieces.count - 1 {
        waiting += reply.wire == .trailers ? HTTPResponse.lastChunkWithTrailer : HTTPResponse.lastChunk
      }
      guard flush(&waiting) else { return false }
    }
    return flush(&waiting)
  }

  private func flush(_ bytes: inout [UInt8]) -> Bool {
    defer { bytes = [] }
    if bytes.isEmpty || connection.send(bytes) { return true }
    connection.reset()
    return false
  }

  /// Waits. Returns whether the client is still there and the call continues.
  private func wait(_ seconds: Double) -> Bool {
    if seconds <= 0 { return true }
    switch connection.wait(seconds: seconds) {
    case .elapsed: return true
    case .hungUp: return false
    case .ended:
      connection.reset()
      return false
    }
  }

  // MARK: Faults

  /// The bytes in place of a status line that cannot be parsed. curl, urllib and URLSession do not accept them as an
  /// answer.
  private static let unparsable = Array("HTTP/1.1 none\r\nContent-Type: text/plain\r\n\r\n".utf8)

  private func fail(_ fault: SocketFault?) {
    guard writeBefore(fault) else { return }
    switch fault {
    case .closed, .unparsable: break
    case .cut: connection.cutsOff()
    case .silence: if connection.wait() == .ended { connection.reset() }
    // These faults cannot happen here, because the request was read. A call that is over gets a reset too.
    case .reset, .refused, .notFound, .brokenTLS, .certificate, nil: connection.reset()
    }
  }

  /// Writes the bytes before the fault, and the fault itself if it consists of bytes. Returns whether it did.
  private func writeBefore(_ fault: SocketFault?) -> Bool {
    var response = HTTPResponse(reply.statusBeforeError, headers: headers, body: reply.body)
    let isUnparsable = fault == .unparsable
    switch reply.during {
    case .statusLine: return connection.send(isUnparsable ? Self.unparsable : Array("HTTP/1.1 2".utf8))
    case .headers:
      if !response.saysLength { response.headers.lines.append(length(reply.wholeLength ?? 0)) }
      let head = response.head(endsHead: false)
      return connection.send(isUnparsable ? head + Array("this is not a header line\r\n\r\n".utf8) : head)
    case nil: break
    }
    guard let whole = reply.wholeLength else { return isUnparsable ? connection.send(Self.unparsable) : true }
    // A body with a known length cannot be parsed wrongly. The size of a chunk can.
    if !reply.pieces.isEmpty || (isUnparsable && request.minorVersion > 0) {
      let (response, isChunked) = streamed(response)
      let head = response.head(adding: response.connectionLines(for: request))
      let body = reply.body.map { isChunked ? HTTPResponse.chunk($0) : $0 } ?? []
      let isDone =
        reply.pieces.isEmpty
        ? connection.send(head + body) : writePieces(after: head, framed: isChunked, ends: false)
      return isDone && (!isUnparsable || !isChunked || connection.send(Array("no size\r\n".utf8)))
    }
    let sent = reply.body?.count ?? 0
    if !response.saysLength { response.headers.lines.append(length(sent == whole ? whole + 1 : whole)) }
    return connection.send(response.head() + (response.mayHaveBody(for: request) ? reply.body ?? [] : []))
  }

  private func length(_ count: Int) -> Headers.Line { Headers.Line("Content-Length", String(count)) }
}
