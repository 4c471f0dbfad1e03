/// A multipart body, split at its boundary (RFC 2046, section 5.1).
///
/// Lines end in CRLF. Three things are ignored: spaces and tabs after a boundary, text before the first boundary,
/// and text after the last one.
package struct Multipart {
  /// One part, as sent.
  package struct Part {
    /// The header lines of the part, with folded lines joined.
    package var headers: Headers
    package var body: ArraySlice<UInt8>
  }

  /// The largest length of a boundary, in characters.
  static let boundaryLimit = 70

  /// Whether the body is a form, whose parts have names (RFC 7578).
  package private(set) var isForm: Bool
  package private(set) var parts: [Part] = []
  private let reader: Reader

  /// Splits a request's body into its parts.
  ///
  /// - Throws: The first mistake in the body or in the Content-Type.
  package init(_ body: [UInt8], contentType lines: [String]) throws(SyntaxError) {
    guard let line = lines.first else { throw .notMultipart("the request has no Content-Type with a boundary") }
    if lines.count > 1 { throw .notMultipart("the request has \(lines.count) Content-Type headers") }
    let texts = HeaderValue.split(line, at: UInt8(ascii: ";"))
    let type = texts.first ?? ""
    guard type.prefix(10).isSameName("multipart/") else {
      throw .notMultipart("the Content-Type is \(SyntaxError.quoted(line))")
    }
    guard HeaderValue.isClosed(line) else {
      throw .notMultipart("the Content-Type has an unclosed quote: \(SyntaxError.quoted(line))")
    }
    let named = texts.dropFirst().map { HeaderValue.parameter($0) }.filter { $0.name.isSameName("boundary") }
    guard let boundary = named.first?.value, named.count == 1 else {
      let count = named.isEmpty ? "no boundary" : "\(named.count) boundaries"
      throw .notMultipart("the Content-Type \(SyntaxError.quoted(line)) has \(count)")
    }
    if let mistake = Self.mistake(inBoundary: boundary) {
      throw .notMultipart("the boundary \(SyntaxError.quoted(boundary)) \(mistake) (RFC 2046, section 5.1.1)")
    }
    if let mistake = MediaType.mistake(in: line) { throw SyntaxError(text: mistake.text) }
    isForm = type.isSameName("multipart/form-data")
    reader = Reader(body: body, boundary: boundary)
    parts = try reader.parts()
  }

  private static func mistake(inBoundary boundary: String) -> String? {
    let length = boundary.utf8.count
    if boundary.isEmpty { return "is empty" }
    if length > boundaryLimit { return "has \(length) characters; the limit is \(boundaryLimit)" }
    if boundary.utf8.last == 0x20 { return "ends with a space" }
    return boundary.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? nil : "has characters that are not allowed"
  }

  /// The mistake in a line of the body that looks like a boundary but is not one; nil if there is no such line.
  var nearMiss: SyntaxError? { reader.nearMiss(from: 0) }

  /// The reason why a body cannot be read as multipart.
  package struct SyntaxError: Error {
    package var text: String

    static let tooLarge = SyntaxError(
      text: "too large to compare: it has more than \(English.grouped(RequestJudge.partLimit)) parts and headers of"
        + " parts")

    static func notMultipart(_ why: String) -> SyntaxError { SyntaxError(text: "not multipart: \(why)") }

    static func at(_ offset: Int, _ why: String) -> SyntaxError {
      SyntaxError(text: "at byte \(offset + 1) of the body, \(why)")
    }

    static func bareLF(at offset: Int) -> SyntaxError {
      SyntaxError(
        text: "byte \(offset + 1) of the body is a bare LF next to a boundary, expected CRLF before and after a"
          + " boundary line (RFC 2046, section 5.1.1)")
    }

    static func quoted(_ text: String) -> String { Excerpt.beginning(of: JSON.string(text).text, limit: 100) }
    static func shown(_ text: String) -> String { Excerpt.beginning(of: text, limit: 80) }
  }

  /// A search for boundaries that reads each byte once.
  private struct Reader {
    let body: [UInt8]
    let boundary: String
    /// The boundary with its two leading dashes.
    let dashed: [UInt8]

    private static let (cr, lf, space, tab) = (UInt8(0x0D), UInt8(0x0A), UInt8(0x20), UInt8(0x09))

    struct Delimiter {
      /// The end of what precedes the boundary: the offset of the CRLF before its line.
      var start: Int
      /// The beginning of the line after the boundary.
      var end: Int
      var isLast: Bool
    }

    init(body: [UInt8], boundary: String) {
      self.body = body
      self.boundary = boundary
      dashed = Array("--\(boundary)".utf8)
    }

    func parts() throws(SyntaxError) -> [Part] {
      guard var delimiter = isDelimiter(at: 0, before: 0) ?? next(from: 0) else {
        if let near = nearMiss(from: 0) { throw near }
        throw .notMultipart("no line of the body is \(SyntaxError.quoted("--" + boundary))")
      }
      var parts: [Part] = []
      var count = 0
      while !delimiter.isLast {
        let start = delimiter.end
        let number = parts.count + 1
        if isDelimiter(at: start, before: start) != nil {
          throw SyntaxError(
            text: "part \(number) has no headers and no content: the next boundary follows at byte \(start + 1)")
        }
        guard let following = next(from: start) else {
          if let near = nearMiss(from: start) { throw near }
          let last = SyntaxError.quoted("--\(boundary)--")
          throw SyntaxError(
            text: "the body ends after \(body.count) bytes within part \(number): its last line must be \(last)")
        }
        parts.append(try part(number, start..<following.start))
        count += 1 + (parts.last?.headers.lines.count ?? 0)
        if count > RequestJudge.partLimit { throw .tooLarge }
        delimiter = following
      }
      return parts
    }

    // MARK: Boundaries

    /// Returns the next boundary line from a place on.
    private func next(from start: Int) -> Delimiter? {
      var index = start
      while let found = body.firstIndex(of: Self.cr, from: index) {
        if found + 1 < body.count, body[found + 1] == Self.lf,
          let delimiter = isDelimiter(at: found + 2, before: found)
        {
          return delimiter
        }
        index = found + 1
      }
      return nil
    }

    /// Returns the boundary on the line at a place; nil if the line is not a boundary.
    private func isDelimiter(at offset: Int, before: Int) -> Delimiter? {
      guard hasBoundary(at: offset) else { return nil }
      var end = offset + dashed.count
      if body[end...].starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) {
        let rest = end + 2
        let isEnd = rest == body.count || [Self.space, Self.tab, Self.cr, Self.lf].contains(body[rest])
        return isEnd ? Delimiter(start: before, end: rest, isLast: true) : nil
      }
      while end < body.count, body[end] == Self.space || body[end] == Self.tab { end += 1 }
      guard end + 1 < body.count, body[end] == Self.cr, body[end + 1] == Self.lf else { return nil }
      return Delimiter(start: before, end: end + 2, isLast: false)
    }

    private func hasBoundary(at offset: Int) -> Bool { body[offset...].starts(with: dashed) }

    /// Returns the mistake in the first line that begins like a boundary but is not one. The search
    /// begins at the start of a line.
    func nearMiss(from start: Int) -> SyntaxError? {
      var offset = start
      while true {
        if hasBoundary(at: offset) {
          if offset > 0, offset < 2 || body[offset - 2] != Self.cr { return .bareLF(at: offset - 1) }
          var end = offset + dashed.count
          while end < body.count, body[end] == Self.space || body[end] == Self.tab { end += 1 }
          if end < body.count, body[end] == Self.lf { return .bareLF(at: end) }
          if end < body.count, isDelimiter(at: offset, before: offset) == nil {
            return .at(end, "other text follows the boundary on its line")
          }
        }
        guard let line = body.firstIndex(of: Self.lf, from: offset) else { return nil }
        offset = line + 1
      }
    }

    // MARK: Parts

    private func part(_ number: Int, _ range: Range<Int>) throws(SyntaxError) -> Part {
      var headers = Headers()
      var offset = range.lowerBound
      var value: [UInt8]?
      var name = ""
      var valueStart = offset
      func finish() throws(SyntaxError) {
        guard let bytes = value else { return }
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw .at(valueStart, "the header \(SyntaxError.shown(name)) of part \(number) is not UTF-8")
        }
        headers.lines.append(.init(name, text))
        value = nil
      }
      // A part without headers begins with the empty line after them, or it is empty.
      while offset < range.upperBound {
        guard let end = body.firstIndex(of: Self.lf, from: offset, to: range.upperBound) else {
          throw .at(offset, "part \(number) has no empty line after its headers")
        }
        guard end > offset, body[end - 1] == Self.cr else {
          throw .at(end, "a header line of part \(number) ends with a bare LF instead of CRLF")
        }
        let line = body[offset..<(end - 1)]
        if line.isEmpty {
          try finish()
          return Part(headers: headers, body: body[(end + 1)..<range.upperBound])
        }
        if let control = line.firstIndex(where: { $0 < 0x20 && $0 != Self.tab || $0 == 0x7F }) {
          let code = Hexadecimal.text(UInt32(body[control]), width: 4, uppercase: true)
          throw .at(control, "the headers of part \(number) contain a control character, U+\(code)")
        }
        if value != nil, line.first == Self.space || line.first == Self.tab {
          value?.append(Self.space)
          value? += Self.trimmed(line)
        } else {
          try finish()
          if headers.lines.count > RequestJudge.partLimit { throw .tooLarge }
          let colon = line.firstIndex(of: UInt8(ascii: ":"))
          let text = colon.map { String(decoding: line[..<$0], as: UTF8.self) }
          guard let text, let colon, HTTPText.isToken(text) else {
            let beginning = SyntaxError.quoted(String(decoding: line.prefix(80), as: UTF8.self))
            throw .at(offset, "part \(number) has the line \(beginning), which is not a header")
          }
          (name, value, valueStart) = (text, Array(Self.trimmed(line[(colon + 1)...])), colon + 1)
        }
        offset = end + 1
      }
      // The grammar allows the empty line to be missing if there is no body.
      try finish()
      return Part(headers: headers, body: [])
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      let isSpace: (UInt8) -> Bool = { $0 == space || $0 == tab }
      let head = bytes.drop(while: isSpace)
      return head.lastIndex { !isSpace($0) }.map { head[...$0] } ?? []
    }
  }
}
