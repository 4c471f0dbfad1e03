import ContractCore

/// The head of a request, parsed line by line (RFC 9112, sections 2 to 6).
struct HTTPHead {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private(set) var method = ""
  private(set) var target = ""
  private(set) var minorVersion = 1
  private(set) var headers = Headers()
  /// The length of the body; nil if there is no Content-Length.
  private(set) var length: Int?
  private(set) var isChunked = false
  private(set) var expectsContinue = false
  private(set) var keepsAlive = true

  // MARK: The request line

  /// Parses the first line, without its line end.
  mutating func parse(requestLine line: Bytes) throws(HTTPError) {
    guard let first = line.firstIndex(of: .space), let last = line.lastIndex(of: .space), first > 0, first + 1 < last,
      line[first + 1] != .space, line[last - 1] != .space
    else { throw .requestLine(line.text) }
    let target = Bytes(rebasing: line[(first + 1)..<last])
    try takeVersion(Bytes(rebasing: line[(last + 1)...]), of: line)
    method = Bytes(rebasing: line[..<first]).text
    guard line[..<first].allSatisfy(\.isToken) else { throw .method(method) }
    self.target = target.text
    // Nobody knows the encoding of other bytes. Escaped, they stay what they are.
    if target.decoded.isLatin { self.target = Hexadecimal.percentEncoded(target) { $0 < 0x80 } }
    for byte in target where byte <= .space || byte == 0x7F {
      throw byte == .space ? .spaceInTarget(self.target) : .controlInTarget(self.target)
    }
    if target.contains(UInt8(ascii: "#")) { throw .fragmentInTarget(self.target) }
    guard hasForm(target) else { throw .target(self.target, method: method) }
  }

  private mutating func takeVersion(_ version: Bytes, of line: Bytes) throws(HTTPError) {
    guard version.count == 8, version.starts(with: "HTTP/".utf8), version[6] == UInt8(ascii: "."),
      version[5].isDigit, version[7].isDigit
    else { throw .requestLine(line.text) }
    if version[5] != UInt8(ascii: "1") {
      throw line.elementsEqual("PRI * HTTP/2.0".utf8) ? .http2 : .version(version.text)
    }
    minorVersion = min(1, Int(version[7] - UInt8(ascii: "0")))
    keepsAlive = minorVersion == 1
  }

  /// Returns whether the target has the form that its method requires (RFC 9112, section 3.2).
  private func hasForm(_ target: Bytes) -> Bool {
    if method == "CONNECT" {
      guard let colon = target.lastIndex(of: UInt8(ascii: ":")), colon > 0, colon + 1 < target.count else {
        return false
      }
      return target[(colon + 1)...].allSatisfy(\.isDigit)
    }
    if target[0] == UInt8(ascii: "/") { return true }
    if target.count == 1, target[0] == UInt8(ascii: "*") { return method == "OPTIONS" }
    return RequestURL(self.target) != nil
  }

  // MARK: Header lines

  /// Parses a header line, without its line end.
  mutating func parse(headerLine line: Bytes) throws(HTTPError) {
    if line[0] == .space || line[0] == .tab { throw .folded }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .noColon(line.text) }
    if colon == 0 { throw .noName(line.text) }
    var start = colon + 1
    var end = line.count
    while start < end, line[start] == .space || line[start] == .tab { start += 1 }
    while end > start, line[end - 1] == .space || line[end - 1] == .tab { end -= 1 }
    let name = Bytes(rebasing: line[..<colon])
    if !name.allSatisfy(\.isToken) {
      let last = name[colon - 1]
      throw last == .space || last == .tab ? .spaceBeforeColon(name.trimmed) : .headerName(name.text)
    }
    let value = Bytes(rebasing: line[start..<end])
    if value.contains(where: { ($0 < .space && $0 != .tab) || $0 == 0x7F }) { throw .controlInValue(name.text) }
    let (text, isLatin) = value.decoded
    headers.lines.append(Headers.Line(name.text, text, isLatin: isLatin))
  }

  /// Checks a trailer line, without its line end (RFC 9112, section 7.1.2).
  static func check(trailerLine line: Bytes) throws(HTTPError) {
    var section = HTTPHead()
    do {
      try section.parse(headerLine: line)
    } catch {
      throw .inTrailers(error)
    }
  }

  /// Finishes the head: checks the lines together.
  mutating func finish() throws(HTTPError) {
    var (hosts, lengths, codings): ([String], [String], [String]) = ([], [], [])
    for line in headers.lines {
      // The lengths of names differ for most of them.
      switch line.name.utf8.count {
      case 4 where line.name.isSameName("host"): hosts.append(line.value)
      case 6 where line.name.isSameName("expect"): expectsContinue = line.value.isSameName("100-continue")
      case 10 where line.name.isSameName("connection"): takeConnection(line.value)
      case 14 where line.name.isSameName("content-length"): lengths.append(line.value)
      case 17 where line.name.isSameName("transfer-encoding"): codings.append(line.value)
      default: break
      }
    }
    if hosts.isEmpty, minorVersion > 0 { throw .noHost }
    if hosts.count > 1 { throw .hosts(hosts) }
    if let host = hosts.first, !Format.isHostHeader(host) { throw .host(host) }
    if !lengths.isEmpty, !codings.isEmpty { throw .lengthAndCoding }
    try takeLength(lengths)
    if !codings.isEmpty { try takeCodings(codings.joined(separator: ", ")) }
    if minorVersion == 0 { expectsContinue = false }
  }

  private mutating func takeConnection(_ value: String) {
    for option in value.utf8.split(separator: UInt8(ascii: ",")) {
      let option = Substring(option.drop { $0 == .space || $0 == .tab }.prefix { $0 != .space && $0 != .tab })
      if option.isSameName("close") {
        keepsAlive = false
      } else if option.isSameName("keep-alive"), minorVersion == 0 {
        keepsAlive = true
      }
    }
  }

  private mutating func takeLength(_ lengths: [String]) throws(HTTPError) {
    guard let text = lengths.first else { return }
    if lengths.count > 1 { throw .lengths(lengths) }
    if text.utf8.contains(UInt8(ascii: ",")) { throw .lengthList(text) }
    if text.isEmpty || !text.utf8.allSatisfy(\.isDigit) { throw .lengthNoNumber(text) }
    guard let length = Int(text), length <= HTTPReader.bodyLimit else { throw .bodyTooLong }
    self.length = length
  }

  private mutating func takeCodings(_ value: String) throws(HTTPError) {
    if minorVersion == 0 { throw .codingInHTTP10(value) }
    let codings = HeaderValue.split(value, at: UInt8(ascii: ",")).filter { !$0.isEmpty }
    guard let last = codings.last else { throw .noCoding }
    if codings.dropLast().contains(where: { $0.isSameName("chunked") }) { throw .chunkedNotLast(value) }
    if !last.isSameName("chunked") || codings.count > 1 { throw .coding(value) }
    isChunked = true
  }
}

extension UInt8 {
  static var space: UInt8 { 0x20 }
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes as UTF-8, or as ISO 8859-1 if they are not valid UTF-8, so that no byte is lost.
  var text: String { decoded.text }

  /// The same text, and whether the bytes are not valid UTF-8.
  fileprivate var decoded: (text: String, isLatin: Bool) {
    if allSatisfy({ $0 < 0x80 }) { return (String(decoding: self, as: UTF8.self), false) }
    return String.decoded(self)
  }

  /// The text without white space at its end.
  fileprivate var trimmed: String {
    Self(rebasing: self[..<((lastIndex { $0 != .space && $0 != .tab } ?? -1) + 1)]).text
  }
}
