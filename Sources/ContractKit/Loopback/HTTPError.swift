import ContractCore

/// Why bytes are not a valid HTTP request.
struct HTTPError: Error {
  /// The problem in one clause, which follows a colon in messages.
  var why: String
  /// The status of the answer (RFC 9110, section 15).
  var status: Int
  /// Whether the beginning is a request, whose body ended too soon.
  var isCutOff: Bool

  init(_ why: String, status: Int = 400, isCutOff: Bool = false) {
    (self.why, self.status, self.isCutOff) = (why, status, isCutOff)
  }

  /// A line of a request, in words.
  enum Line: String {
    case request = "the request line"
    case header = "a header line"
    case chunk = "a chunk's size line"
    case trailer = "a trailer line"
  }
}

// What is found in more than one place.
extension HTTPError {
  static let headTooLong = HTTPError("its head is longer than \(HTTPReader.headLimit >> 10) KiB", status: 431)
  static let bodyTooLong = HTTPError("its body is longer than \(HTTPReader.bodyLimit >> 20) MiB", status: 413)

  static func lineTooLong(_ line: Line) -> HTTPError {
    HTTPError("\(line.rawValue) is longer than \(HTTPReader.headLimit >> 10) KiB", status: 431)
  }

  static func endInHead(_ count: Int) -> HTTPError {
    HTTPError("the connection ended in the head, after \(bytes(count))")
  }

  static func endInChunks(_ count: Int) -> HTTPError {
    HTTPError("the connection ended within the chunked body, after \(bytes(count)) of it", isCutOff: true)
  }

  static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}

extension String {
  /// The beginning, in quotes.
  var quoted: String { "\"\(Excerpt.beginning(of: self, limit: 80))\"" }
}
