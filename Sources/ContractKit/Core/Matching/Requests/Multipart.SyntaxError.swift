extension Multipart {
  /// The reason why a body cannot be read as multipart. Byte offsets begin at 0.
  package enum SyntaxError: Error, Equatable {
    // MARK: The Content-Type
    case noContentType
    case severalContentTypes(Int)
    case otherType(String)
    case openQuoteInType(String)
    case noBoundary(String, count: Int)
    case badBoundary(String)
    case noMediaType(MediaType.SyntaxError)

    // MARK: Boundaries
    case noDelimiter(String)
    case noEnd(String, parts: Int, bytes: Int)
    case bareLF(at: Int)
    case textAfterBoundary(at: Int)
    case emptyPart(Int, at: Int)
    case tooLarge

    // MARK: A part's headers
    case noEmptyLine(Int, at: Int)
    case bareLFInHeaders(Int, at: Int)
    case controlInHeaders(Int, byte: UInt8, at: Int)
    case noHeader(Int, String, at: Int)
    case headerNotUTF8(Int, name: String, at: Int)

    // MARK: A part's Content-Disposition
    case severalDispositions(Int, Int)
    case otherDisposition(Int, String)
    case openQuote(Int, String)
    case badExtended(Int, String)
    case onlyExtended(Int)
    case twice(Int, String)
  }
}

extension Multipart.SyntaxError {
  var text: String {
    switch self {
    case .noContentType: "not multipart: the request has no Content-Type with a boundary"
    case .severalContentTypes(let count): "not multipart: the request has \(count) Content-Type headers"
    case .otherType(let line): "not multipart: the Content-Type is \(Self.quoted(line))"
    case .openQuoteInType(let line):
      "not multipart: the Content-Type has an unclosed quote: \(Self.quoted(line))"
    case .noBoundary(let line, let count):
      count == 0
        ? "not multipart: the Content-Type \(Self.quoted(line)) has no boundary"
        : "not multipart: the Content-Type \(Self.quoted(line)) has \(count) boundaries"
    case .badBoundary(let boundary): Self.text(badBoundary: boundary)
    case .noMediaType(let mistake): mistake.text
    case .noDelimiter(let boundary): "not multipart: no line of the body is \(Self.quoted("--" + boundary))"
    case .noEnd(let boundary, let parts, let bytes):
      "the body ends after \(bytes) bytes within part \(parts): its last line must be \(Self.quoted("--\(boundary)--"))"
    case .bareLF(let offset):
      "byte \(offset + 1) of the body is a bare LF next to a boundary, expected CRLF before and after a boundary line "
        + "(RFC 2046, section 5.1.1)"
    case .textAfterBoundary(let offset):
      "at byte \(offset + 1) of the body, other text follows the boundary on its line"
    case .emptyPart(let part, let offset):
      "part \(part) has no headers and no content: the next boundary follows at byte \(offset + 1)"
    case .tooLarge:
      "too large to compare: it has more than \(English.grouped(RequestJudge.partLimit)) parts and headers of parts"
    case .noEmptyLine(let part, let offset):
      "at byte \(offset + 1) of the body, part \(part) has no empty line after its headers"
    case .bareLFInHeaders(let part, let offset):
      "at byte \(offset + 1) of the body, a header line of part \(part) ends with a bare LF instead of CRLF"
    case .controlInHeaders(let part, let byte, let offset):
      "at byte \(offset + 1) of the body, the headers of part \(part) contain a control character, U+"
        + Hexadecimal.text(UInt32(byte), width: 4, uppercase: true)
    case .noHeader(let part, let line, let offset):
      "at byte \(offset + 1) of the body, part \(part) has the line \(Self.quoted(line)), which is not a header"
    case .headerNotUTF8(let part, let name, let offset):
      "at byte \(offset + 1) of the body, the header \(Self.shown(name)) of part \(part) is not UTF-8"
    case .severalDispositions(let part, let count): "part \(part) has \(count) Content-Disposition headers"
    case .otherDisposition(let part, let type):
      "the Content-Disposition of part \(part) is \(Self.quoted(type)), but a form needs \"form-data\""
    case .openQuote(let part, let line):
      "the Content-Disposition of part \(part) has an unclosed quote: \(Self.quoted(line))"
    case .badExtended(let part, let text):
      "the filename* of part \(part) is not UTF-8 in the form of RFC 8187: \(Self.quoted(text))"
    case .onlyExtended(let part):
      "part \(part) has a filename* and no filename: multipart/form-data does not allow filename* (RFC 7578, section"
        + " 4.2), and many servers find no file"
    case .twice(let part, let name): "the Content-Disposition of part \(part) has a duplicate \(Self.shown(name))"
    }
  }

  private static func text(badBoundary boundary: String) -> String {
    let why =
      if boundary.isEmpty {
        "is empty"
      } else if boundary.utf8.count > Multipart.boundaryLimit {
        "has \(boundary.utf8.count) characters; the limit is \(Multipart.boundaryLimit)"
      } else if boundary.utf8.last == 0x20 {
        "ends with a space"
      } else {
        "has characters that are not allowed"
      }
    return "not multipart: the boundary \(quoted(boundary)) \(why) (RFC 2046, section 5.1.1)"
  }

  private static func quoted(_ text: String) -> String { Excerpt.beginning(of: JSON.string(text).text, limit: 100) }
  private static func shown(_ text: String) -> String { Excerpt.beginning(of: text, limit: 80) }
}
