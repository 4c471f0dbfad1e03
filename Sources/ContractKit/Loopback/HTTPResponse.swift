package import ContractCore

/// A response, and the way in which it is written (RFC 9112, sections 4 to 7).
package struct HTTPResponse: Sendable, Equatable {
  package var status: Int
  /// The header lines, in order. If they do not define the body's length, a header that does is added.
  package var headers: Headers
  /// The body; nil if there is none.
  package var body: [UInt8]?

  /// The version of the status line: HTTP/1 and this number.
  package var minorVersion = 1
  /// Whether the status line has the phrase of the status.
  package var hasPhrase = true
  /// Whether a space stands before the value of a header.
  package var hasSpaces = true

  /// Creates a response; by default without headers and body.
  package init(_ status: Int, headers: Headers = Headers(), body: [UInt8]? = nil) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package init(_ status: Int, text: String) {
    self.init(status, headers: Headers([.init("Content-Type", "text/plain; charset=utf-8")]), body: Array(text.utf8))
  }

  /// Returns the whole response for one write.
  ///
  /// Content-Length is added if the headers have neither Content-Length nor Transfer-Encoding, and the status may have
  /// a body. If the headers define the body as chunked, it is sent as one chunk. HEAD, 1xx, 204 and 304 get no body.
  ///
  /// - Parameter request: The request to answer. nil for bytes that are not a request; the connection is then closed.
  package func bytes(for request: HTTPRequest?) -> [UInt8] {
    let sendsBody = mayHaveBody(for: request)
    var added = connectionLines(for: request)
    if !saysLength, !isBodiless, let count = body?.count ?? (request?.method == "HEAD" ? nil : 0) {
      added.append(Headers.Line("Content-Length", String(count)))
    }
    var bytes = head(adding: added)
    if sendsBody, let body {
      bytes += isChunked ? Self.chunk(body) + Self.lastChunk : body
    } else if sendsBody, isChunked {
      bytes += Self.lastChunk
    }
    return bytes
  }

  /// Returns the status line, the header lines and the blank line. If `endsHead` is false, the blank line is left out.
  func head(adding lines: [Headers.Line] = [], endsHead: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256 + (body?.count ?? 0))
    // If the status has no phrase, the space before the phrase is still there.
    bytes += "HTTP/1.\(minorVersion) \(status) \(hasPhrase ? Self.phrases[status] ?? "" : "")\r\n".utf8
    for line in headers.lines + lines {
      bytes += line.name.utf8
      bytes += hasSpaces ? Self.colon : Self.colon.dropLast()
      if line.isLatin { bytes += line.bytes } else { bytes += line.value.utf8 }
      bytes += Self.lineEnd
    }
    if endsHead { bytes += Self.lineEnd }
    return bytes
  }

  private static let colon = Array(": ".utf8)
  private static let lineEnd = Array("\r\n".utf8)

  // MARK: Chunks

  /// Returns a piece of a chunked body. Returns nothing if it has no bytes, because that would end the body.
  ///
  /// - Parameter isExtended: Whether its line has an extension after the size. False by default.
  static func chunk(_ bytes: [UInt8], isExtended: Bool = false) -> [UInt8] {
    let line = "\(String(bytes.count, radix: 16))\(isExtended ? ";name=\"value\"" : "")\r\n"
    return bytes.isEmpty ? [] : Array(line.utf8) + bytes + lineEnd
  }

  static let lastChunk = Array("0\r\n\r\n".utf8)
  /// The last chunk, with a field that no client knows.
  static let lastChunkWithTrailer = Array("0\r\nX-Unknown-Trailer: value\r\n\r\n".utf8)

  // MARK: The connection

  /// Returns whether another request may come after the answer to a request: both sides allow it, and the head defines
  /// where the body ends.
  package func keepsAlive(after request: HTTPRequest?) -> Bool {
    guard let request, request.keepsAlive, !saysClose else { return false }
    if !mayHaveBody(for: request) || isChunked { return true }
    let lengths = headers.values("Content-Length")
    if lengths.isEmpty { return headers.values("Transfer-Encoding").isEmpty }
    return lengths.count == 1 && Int(digits: lengths[0].utf8) == body?.count ?? 0
  }

  /// Returns the connection headers that are missing: that the connection closes, or for an HTTP/1.0 client that it
  /// stays open.
  func connectionLines(for request: HTTPRequest?) -> [Headers.Line] {
    if !headers.values("Connection").isEmpty { return [] }
    if !keepsAlive(after: request) { return [Headers.Line("Connection", "close")] }
    return request?.minorVersion == 0 ? [Headers.Line("Connection", "keep-alive")] : []
  }

  private var saysClose: Bool {
    headers.values("Connection").contains { value in
      HeaderValue.split(value, at: UInt8(ascii: ",")).contains { $0.isSameName("close") }
    }
  }

  // MARK: The body

  /// Whether the headers define where the body ends.
  var saysLength: Bool { headers.has("Content-Length") || headers.has("Transfer-Encoding") }

  /// Whether the headers define the body as chunked.
  var isChunked: Bool {
    guard let value = headers.values("Transfer-Encoding").last else { return false }
    return HeaderValue.split(value, at: UInt8(ascii: ",")).last { !$0.isEmpty }?.isSameName("chunked") == true
  }

  /// Whether the status never has a body (RFC 9110, section 6.4.1).
  private var isBodiless: Bool { status == 204 || status == 304 || status / 100 == 1 }

  func mayHaveBody(for request: HTTPRequest?) -> Bool { !isBodiless && request?.method != "HEAD" }

  /// The registered phrases (RFC 9110, section 15, and the IANA registry of status codes).
  private static let phrases: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
    205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
    418: "I'm a teapot", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
    424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
    429: "Too Many Requests", 431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
    507: "Insufficient Storage", 508: "Loop Detected", 510: "Not Extended", 511: "Network Authentication Required",
  ]
}
