/// Bytes from a client that are not an HTTP request, or a request that no server should accept.
package struct MalformedRequest: Error, Sendable, Equatable {
  /// What is wrong with it, as one sentence without a full stop.
  package var why: String
  /// The bytes that came; at most the first 1,024.
  package var bytes: [UInt8]
  /// The status that the runner answered; nil if it answered nothing.
  package var status: Int?
  /// Whether it is the beginning of a request, whose body ended too soon.
  package var isCutOff: Bool

  /// Creates the error. Only the first 1,024 bytes are kept.
  package init(why: String, bytes: some Collection<UInt8>, status: Int? = nil, isCutOff: Bool = false) {
    (self.why, self.isCutOff) = (why, isCutOff)
    self.bytes = Array(bytes.prefix(1024))
    self.status = status
  }
}

extension MalformedRequest: Maskable {
  /// The bytes in readable form: text in lines, with secrets hidden, or else as bytes. It is never empty.
  package var text: String {
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else { return Excerpt.bytes(bytes) }
    var lines = Self.shown(text, by: .standard).split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\n" }
    // A head ends with two line ends. At the end of a text, they would look as if the text continued.
    while lines.last?.isEmpty == true { lines.removeLast() }
    if lines.isEmpty { return Excerpt.bytes(bytes) }
    return Excerpt.beginning(of: lines.joined(separator: "\n"), limit: 1000, keepsLines: true)
  }

  package func masked(by secrets: Secrets) -> MalformedRequest {
    var request = self
    request.why = Mask(secrets).text(why)
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else { return request }
    request.bytes = Array(Self.shown(text, by: Mask(secrets)).utf8)
    return request
  }

  /// Returns the text with secrets hidden: line by line in the head, and as a whole in what follows it.
  private static func shown(_ text: String, by mask: Mask) -> String {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
    let end = lines.dropFirst().firstIndex { $0.isEmpty || $0 == "\r" } ?? lines.endIndex
    let head = lines[..<end].map { line in
      line.last == "\r" ? shown(line: line.dropLast(), by: mask) + "\r" : shown(line: line, by: mask)
    }
    let body = end < lines.endIndex ? [mask.text(lines[end...].joined(separator: "\n"))] : []
    return (head + body).joined(separator: "\n")
  }

  /// Returns a line with secrets hidden, in case it is a header.
  private static func shown(line: Substring, by mask: Mask) -> String {
    guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains("?") else { return mask.text(line) }
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    let value = line[colon...].dropFirst()
    let indent = value.prefix(while: isSpace)
    let name = line[..<colon].filter { !isSpace($0) }
    return line[...colon] + indent + mask.value(String(value.dropFirst(indent.count)), of: name)
  }

  /// Whether the bytes begin like a TLS handshake (RFC 8446, section 5.1).
  package var isTLS: Bool { bytes.starts(with: [0x16, 0x03]) }
}
