import ContractCore

/// Why bytes are not a valid HTTP request.
enum HTTPError: Error, Equatable {
  enum Line: String {
    case request = "the request line"
    case header = "a header line"
    case chunk = "a chunk's size line"
    case trailer = "a trailer line"
  }

  // MARK: Not HTTP/1.1
  case tls
  case http2
  case version(String)

  // MARK: Lines
  case bareLineFeed(Line)
  case bareCarriageReturn(Line)
  case nul(Line)
  case requestLine(String)
  case method(String)
  case target(String, method: String)
  case spaceInTarget(String)
  case controlInTarget(String)
  case fragmentInTarget(String)
  case folded
  case noColon(String)
  case noName(String)
  case spaceBeforeColon(String)
  case headerName(String)
  case controlInValue(String)
  case noHost
  case hosts([String])
  case host(String)

  // MARK: The body's length
  case lengths([String])
  case lengthList(String)
  case lengthNoNumber(String)
  case lengthAndCoding
  case codingInHTTP10(String)
  case noCoding
  case chunkedNotLast(String)
  case coding(String)
  case chunkSize(String)
  case chunkEnd(Int)
  indirect case inTrailers(HTTPError)

  // MARK: Limits
  case headTooLong
  case lineTooLong(Line)
  case bodyTooLong
  case endInHead(Int)
  case endInBody(Int, of: Int)
  case endInChunks(Int)
  /// Nothing came for some seconds before the request was complete.
  case silence(Double)

  /// Whether the beginning is a request, whose body ended too soon.
  var isCutOff: Bool {
    switch self {
    case .endInBody, .endInChunks: true
    default: false
    }
  }

  /// The status of the answer (RFC 9110, section 15).
  var status: Int {
    switch self {
    case .silence: 408
    case .bodyTooLong: 413
    case .headTooLong, .lineTooLong: 431
    case .coding: 501
    case .http2, .version: 505
    default: 400
    }
  }
}
