/// A response, and how it is written (RFC 9112, sections 4 to 7).
package struct HTTPResponse: Sendable, Equatable {
  /// The status code.
  package var status: Int
  /// The header lines, in order; what they do not say of the body's length is added.
  package var headers: Headers
  /// Nil where there is none.
  package var body: [UInt8]?

  /// Makes a response; without headers and body unless given.
  package init(_ status: Int, headers: Headers = Headers(), body: [UInt8]? = nil) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Makes a response of plain text.
  package init(_ status: Int, text: String) {
    self.init(status, headers: Headers([.init("Content-Type", "text/plain; charset=utf-8")]), body: Array(text.utf8))
  }

  /// The whole response for one write.
  ///
  /// Content-Length is added where the headers say neither that nor Transfer-Encoding, and the status may have a body; a
  /// body that the headers call chunked goes out as one chunk. HEAD, 1xx, 204 and 304 get no body.
  ///
  /// - Parameter request: What is answered; nil for something that is no request, after which the connection is closed.
  package func bytes(for request: HTTPRequest?) -> [UInt8] {
    let sendsBody = mayHaveBody(for: request)
    var added = connectionLines(for: request)
    if !saysLength, !isBodiless {
      if let count = body?.count ?? (request?.method == "HEAD" ? nil : 0) {
        added.append(Headers.Line("Content-Length", String(count)))
      }
    }
    var bytes = head(adding: added)
    if sendsBody, let body {
      bytes += isChunked ? Self.chunk(body) + Self.lastChunk : body
    } else if sendsBody, isChunked {
      bytes += Self.lastChunk
    }
    return bytes
  }

  /// The status line, the header lines and the blank line; or, by `endsHead`, without that.
  func head(adding lines: [Headers.Line] = [], endsHead: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256 + (body?.count ?? 0))
    bytes += Self.statusLine(status).utf8
    for line in headers.lines { Self.append(line, to: &bytes) }
    for line in lines { Self.append(line, to: &bytes) }
    if endsHead { bytes += Self.lineEnd }
    return bytes
  }

  private static func append(_ line: Headers.Line, to bytes: inout [UInt8]) {
    bytes += line.name.utf8
    bytes += Self.colon
    bytes += line.value.utf8
    bytes += Self.lineEnd
  }

  private static let colon = Array(": ".utf8)
  private static let lineEnd = Array("\r\n".utf8)

  // MARK: Chunks

  /// A piece of a chunked body; nothing where it has no bytes, as that would be the body's end.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    bytes.isEmpty ? [] : Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + lineEnd
  }

  /// The end of a chunked body.
  static let lastChunk = Array("0\r\n\r\n".utf8)

  // MARK: The connection

  /// Whether another request may come after the answer to one: both sides say so, and the body ends where the head says.
  package func keepsAlive(after request: HTTPRequest?) -> Bool {
    guard let request, request.keepsAlive, !saysClose else { return false }
    if !mayHaveBody(for: request) || isChunked { return true }
    let lengths = values("Content-Length")
    if lengths.isEmpty { return values("Transfer-Encoding").isEmpty }
    return lengths.count == 1 && Int(digits: lengths[0].utf8) == body?.count ?? 0
  }

  /// What the headers leave unsaid of the connection: that it ends, or to an HTTP/1.0 client that it does not.
  func connectionLines(for request: HTTPRequest?) -> [Headers.Line] {
    if !values("Connection").isEmpty { return [] }
    if !keepsAlive(after: request) { return [Headers.Line("Connection", "close")] }
    return request?.minorVersion == 0 ? [Headers.Line("Connection", "keep-alive")] : []
  }

  private var saysClose: Bool {
    values("Connection").contains { value in
      HeaderValue.split(value, at: UInt8(ascii: ",")).contains { $0.isSameName("close") }
    }
  }

  /// The values under a name: this is asked several times for each response, and the headers' own way makes texts.
  private func values(_ name: String) -> [String] {
    headers.lines.isEmpty ? [] : headers.lines.filter { $0.name.isSameName(name) }.map(\.value)
  }

  // MARK: The body

  /// Whether the headers say where the body ends.
  var saysLength: Bool {
    headers.lines.contains { $0.name.isSameName("Content-Length") || $0.name.isSameName("Transfer-Encoding") }
  }

  /// Whether the headers say that the body is chunked.
  var isChunked: Bool {
    guard let value = values("Transfer-Encoding").last else { return false }
    return HeaderValue.split(value, at: UInt8(ascii: ",")).last { !$0.isEmpty }?.isSameName("chunked") == true
  }

  /// Whether the status is one that never has a body (RFC 9110, section 6.4.1).
  private var isBodiless: Bool { status == 204 || status == 304 || status / 100 == 1 }

  /// Whether a body goes out.
  func mayHaveBody(for request: HTTPRequest?) -> Bool { !isBodiless && request?.method != "HEAD" }
}
