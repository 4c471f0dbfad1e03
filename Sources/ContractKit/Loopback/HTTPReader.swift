package import ContractCore

/// A reader of whole requests from a connection, one after the other. Bytes that are left over belong to the next
/// request.
package struct HTTPReader {
  /// The largest head of a request, in bytes.
  package static let headLimit = 64 << 10
  /// The largest body of a request, in bytes.
  package static let bodyLimit = 64 << 20

  /// The first byte of a TLS connection (RFC 8446, section 5.1).
  static let tlsHandshake: UInt8 = 0x16

  /// How many bytes of a refused request are kept.
  private static let keptBytes = 1024

  private let connection: Connection
  private var buffer = [UInt8](repeating: 0, count: 8 << 10)
  /// The positions in the buffer where the request begins and where the bytes read so far end.
  private var start = 0
  private var end = 0
  /// The beginning of the request, when the buffer may no longer contain it.
  private var beginning: [UInt8]?
  /// How many bytes of a chunked body were read.
  private var chunked = 0
  /// Whether the request whose body is read was answered.
  private var isAnswered = false

  /// Creates a reader of a connection from which nothing was read yet.
  package init(_ connection: Connection) { self.connection = connection }

  /// Waits for a request and reads all of it. Returns nil if the connection ends before a request begins, or was shut
  /// down from this side.
  ///
  /// A client that expects `100 Continue` receives it before its body is read.
  ///
  /// - Parameter answer: Called with a request whose body has not been read. It returns whether it has answered the
  ///   request. Then nothing that is wrong with the body is an error, and nil is returned if the body is not complete.
  /// - Throws: What is wrong with the request, with the status of the answer. Nothing more can be read after that.
  package mutating func next(
    answering answer: (HTTPRequest) -> Bool = { _ in false }
  ) throws(MalformedRequest) -> HTTPRequest? {
    (beginning, isAnswered) = (nil, false)
    defer { connection.sawPart(nil) }
    do throws(HTTPError) {
      guard let (head, size) = try readHead() else { return nil }
      var request = head.request
      if head.length ?? 0 > 0 || head.isChunked { isAnswered = answer(request) }
      if let length = head.length {
        if head.expectsContinue, !isAnswered, end - start - size < length { connection.send(Self.goOn) }
        request.body = try readBody(length, from: size)
      } else if head.isChunked {
        beginning = sent
        start += size
        if head.expectsContinue, !isAnswered, start == end { connection.send(Self.goOn) }
        request.body = try readChunks()
      } else {
        start += size
      }
      return request
    } catch {
      if isAnswered || !connection.claimError() { return nil }
      let silence = connection.silence.map { seconds in
        let text = Seconds.text(seconds)
        return HTTPError("it is not complete, and nothing more of it came for \(text)", status: 408)
      }
      let error = silence ?? error
      throw MalformedRequest(why: error.why, bytes: beginning ?? sent, status: error.status, isCutOff: error.isCutOff)
    }
  }

  private static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  private var sent: [UInt8] { Array(buffer[start..<min(end, start + Self.keptBytes)]) }

  /// Records how much of the request has come, before more of it is awaited.
  ///
  /// - Parameter why: What is wrong with it if nothing more comes.
  private func note(_ why: @autoclosure () -> String) {
    if !isAnswered { connection.sawPart(MalformedRequest(why: why(), bytes: beginning ?? sent)) }
  }

  private func noteChunks(_ count: Int) { note("its chunked body was incomplete by then, after \(count) bytes") }

  // MARK: The head

  /// Reads a head. Its size includes the blank line at its end.
  private mutating func readHead() throws(HTTPError) -> (HTTPHead, size: Int)? {
    var head = HTTPHead()
    while true {
      guard let line = try lineEnd(from: 0, of: .request) else {
        if start == end { return nil }
        throw .endInHead(end - start)
      }
      // A blank line before a request does not belong to it (RFC 9112, section 2.2).
      if line == 0 {
        start += 2
        continue
      }
      try consume(0..<line) { bytes throws(HTTPError) in try head.parse(requestLine: bytes) }
      let size = try readHeaders(&head, from: line + 2)
      return (head, size)
    }
  }

  private mutating func readHeaders(_ head: inout HTTPHead, from first: Int) throws(HTTPError) -> Int {
    var position = first
    while true {
      guard let line = try lineEnd(from: position, of: .header) else { throw .endInHead(end - start) }
      if line == position { break }
      try consume(position..<line) { bytes throws(HTTPError) in try head.parse(headerLine: bytes) }
      position = line + 2
      if position > Self.headLimit { throw .headTooLong }
    }
    try head.finish()
    return position + 2
  }

  private func consume(_ range: Range<Int>, _ body: (HTTPHead.Bytes) throws(HTTPError) -> Void) throws(HTTPError) {
    try buffer.withUnsafeBufferPointer { bytes throws(HTTPError) in
      try body(HTTPHead.Bytes(rebasing: bytes[(start + range.lowerBound)..<(start + range.upperBound)]))
    }
  }

  // MARK: Lines

  /// Returns the position of the carriage return and line feed that end the line at a position, or nil if the
  /// connection ends before them. Positions are relative to the beginning of the request.
  private mutating func lineEnd(from position: Int, of kind: HTTPError.Line) throws(HTTPError) -> Int? {
    var position = position
    while true {
      if kind == .request, start < end, buffer[start] == Self.tlsHandshake {
        throw HTTPError("it is a TLS handshake: the client used https for an http URL")
      }
      if let line = try findLineEnd(&position, kind) { return line }
      if end - start > Self.headLimit { throw kind == .request || kind == .header ? .headTooLong : .lineTooLong(kind) }
      if !fill() { return nil }
    }
  }

  /// Searches the bytes that were read. Bytes that are not text are reported at once, without waiting for the end of
  /// the line.
  private func findLineEnd(_ position: inout Int, _ kind: HTTPError.Line) throws(HTTPError) -> Int? {
    let count = end - start
    return try buffer.withUnsafeBufferPointer { all throws(HTTPError) -> Int? in
      let bytes = HTTPHead.Bytes(rebasing: all[start..<end])
      while position < count {
        switch bytes[position] {
        case .carriageReturn:
          if position + 1 == count { return nil }
          if bytes[position + 1] != .lineFeed {
            throw HTTPError("\(kind.rawValue) has a carriage return without a line feed")
          }
          return position
        case .lineFeed: throw HTTPError("\(kind.rawValue) ends with a line feed without a carriage return")
        case 0: throw HTTPError("\(kind.rawValue) has a NUL byte")
        default: position += 1
        }
      }
      return nil
    }
  }

  /// Reads more bytes. Returns whether any came.
  private mutating func fill() -> Bool {
    if beginning != nil {
      noteChunks(chunked)
    } else if start < end {
      note("only \(end - start) bytes of its head had arrived by then")
    }
    if start == end { (start, end) = (0, 0) }
    if end == buffer.count {
      if start > 0 {
        buffer.replaceSubrange(0..<(end - start), with: Array(buffer[start..<end]))
        (start, end) = (0, end - start)
      } else {
        buffer += [UInt8](repeating: 0, count: buffer.count)
      }
    }
    let (connection, end) = (connection, end)
    let count = buffer.withUnsafeMutableBytes {
      connection.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[end...]))
    }
    if count > 0 { self.end += count }
    return count > 0
  }

  // MARK: Bodies

  /// Reads a body of a known length, which begins in the buffer and continues beyond it.
  private mutating func readBody(_ length: Int, from position: Int) throws(HTTPError) -> [UInt8] {
    let from = start + position
    let here = min(length, end - from)
    var body = Array(buffer[from..<(from + here)])
    if here < length {
      let count = readOn(length - here, into: &body, of: length)
      if count < length - here {
        let whole = HTTPError.bytes(length)
        throw HTTPError("the connection ended after \(here + count) of \(whole) of the body", isCutOff: true)
      }
    }
    start = from + here
    return body
  }

  /// Reads bytes beyond the buffer. Returns how many came before the connection ended.
  private func readOn(_ count: Int, into body: inout [UInt8], of length: Int? = nil) -> Int {
    // Through a buffer: in a debug build, to grow an array byte by byte to 64 MiB takes seconds. And a length that is
    // only announced must not use memory.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: min(count, 256 << 10)) { buffer in
      var done = 0
      while done < count {
        if let length {
          note("only \(body.count) of \(length) bytes of its body had arrived by then")
        } else {
          noteChunks(body.count)
        }
        let piece = UnsafeMutableBufferPointer(rebasing: buffer[..<min(count - done, buffer.count)])
        let read = connection.read(into: UnsafeMutableRawBufferPointer(piece))
        if read <= 0 { break }
        body.append(contentsOf: UnsafeBufferPointer(rebasing: piece[..<read]))
        done += read
      }
      return done
    }
  }

  /// Reads a chunked body and discards its trailers (RFC 9112, section 7.1).
  private mutating func readChunks() throws(HTTPError) -> [UInt8] {
    var body: [UInt8] = []
    while true {
      chunked = body.count
      guard let line = try lineEnd(from: 0, of: .chunk) else { throw .endInChunks(body.count) }
      let size = try chunkSize(Array(buffer[start..<(start + line)]))
      start += line + 2
      if size == 0 { break }
      if size > Self.bodyLimit - body.count { throw .bodyTooLong }
      let here = min(size, end - start)
      body += buffer[start..<(start + here)]
      start += here
      if here < size, readOn(size - here, into: &body) < size - here { throw .endInChunks(body.count) }
      while end - start < 2 { if !fill() { throw .endInChunks(body.count) } }
      if buffer[start] != .carriageReturn || buffer[start + 1] != .lineFeed {
        throw HTTPError("a chunk of \(HTTPError.bytes(size)) is not followed by a line end")
      }
      start += 2
    }
    var dropped = 0
    while true {
      guard let line = try lineEnd(from: 0, of: .trailer) else { throw .endInChunks(body.count) }
      if line > 0 { try consume(0..<line) { bytes throws(HTTPError) in try HTTPHead.check(trailerLine: bytes) } }
      start += line + 2
      dropped += line + 2
      if line == 0 { return body }
      if dropped > Self.headLimit { throw .lineTooLong(.trailer) }
    }
  }

  /// Returns the size in a chunk's line. What comes after a semicolon is an extension.
  private func chunkSize(_ line: [UInt8]) throws(HTTPError) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }
    let text = String(decoding: digits, as: UTF8.self)
    guard !digits.isEmpty, digits.allSatisfy({ Hexadecimal.value(ofDigit: $0) != nil }) else {
      throw HTTPError("a chunk's size is \(text.quoted), which is not a hexadecimal number")
    }
    guard let size = Int(text, radix: 16) else { throw .bodyTooLong }
    return size
  }
}

/// A request as it came over a connection. It is complete, and well-formed by RFC 9110 and RFC 9112.
package struct HTTPRequest: Sendable, Equatable {
  /// The method, as sent.
  package var method = "GET"
  /// The target, as sent: a path with its query, an absolute URL, `*`, or a host and port.
  package var target = "/"
  /// The version is `HTTP/1.` and this number, 0 or 1. Higher numbers count as 1 (RFC 9110, section 2.5).
  package var minorVersion = 1
  /// The header lines as sent, in order.
  package var headers = Headers()
  /// The body, without the frames of a chunked one; nil if neither Content-Length nor Transfer-Encoding announces one.
  package var body: [UInt8]?
  /// Whether the client may send another request on the connection (RFC 9112, section 9.3).
  package var keepsAlive = true

  /// Whether it was sent to a proxy. The next request of its connection may be for another host.
  var isToProxy: Bool { target.contains("://") && target.utf8.first != UInt8(ascii: "/") }

  /// The request as a proxy passes it on: its target has no host (RFC 9112, section 3.2.2), and nothing in its headers is
  /// for the proxy.
  var passedOn: HTTPRequest {
    guard isToProxy, let host = target.firstRange(of: "://")?.upperBound else { return self }
    var request = self
    let rest = target[host...].drop { $0 != "/" && $0 != "?" }
    request.target = rest.hasPrefix("/") ? String(rest) : "/" + rest
    request.headers.lines.removeAll {
      $0.name.isSameName("Proxy-Connection") || $0.name.isSameName("Proxy-Authorization")
    }
    return request
  }

  /// The target's path without its query, as sent; nil if the target is neither a path nor an absolute URL.
  package var path: Substring? {
    if target.utf8.first == UInt8(ascii: "/") {
      return target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
    }
    return RequestURL(target)?.path
  }
}
