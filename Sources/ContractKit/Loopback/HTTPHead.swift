import ContractCore

/// The head of a request, parsed line by line (RFC 9112, sections 2 to 6).
struct HTTPHead {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The request, without its body.
  private(set) var request = HTTPRequest()
  /// The length of the body; nil if there is no Content-Length.
  private(set) var length: Int?
  private(set) var isChunked = false
  private(set) var expectsContinue = false

  // MARK: The request line

  /// Parses the first line, without its line end.
  mutating func parse(requestLine line: Bytes) throws(HTTPError) {
    guard let first = line.firstIndex(of: .space), let last = line.lastIndex(of: .space), first > 0, first + 1 < last,
      line[first + 1] != .space, line[last - 1] != .space
    else { throw Self.noRequestLine(line) }
    let target = Bytes(rebasing: line[(first + 1)..<last])
    try takeVersion(Bytes(rebasing: line[(last + 1)...]), of: line)
    request.method = Bytes(rebasing: line[..<first]).text
    guard line[..<first].allSatisfy(\.isToken) else { throw HTTPError("\(request.method.quoted) is not a method") }
    request.target = target.text
    // Nobody knows the encoding of other bytes. Escaped, they stay what they are.
    if target.decoded.isLatin { request.target = Hexadecimal.percentEncoded(target) { $0 < 0x80 } }
    for byte in target where byte <= .space || byte == 0x7F {
      throw badTarget(
        byte == .space
          ? "has a space, which must be sent as %20" : "has a control character, which must be percent-encoded")
    }
    if target.contains(UInt8(ascii: "#")) { throw badTarget("has a fragment, which a client must not send") }
    try checkForm(target)
  }

  private mutating func takeVersion(_ version: Bytes, of line: Bytes) throws(HTTPError) {
    guard version.count == 8, version.starts(with: "HTTP/".utf8), version[6] == UInt8(ascii: "."),
      version[5].isDigit, version[7].isDigit
    else { throw Self.noRequestLine(line) }
    if line.elementsEqual("PRI * HTTP/2.0".utf8) {
      throw HTTPError("it is the preface of HTTP/2: without negotiation, the client must speak HTTP/1.1", status: 505)
    }
    if version[5] != UInt8(ascii: "1") {
      throw HTTPError("its version is \(version.text); only HTTP/1.1 and HTTP/1.0 are supported", status: 505)
    }
    request.minorVersion = min(1, Int(version[7] - UInt8(ascii: "0")))
    request.keepsAlive = request.minorVersion == 1
  }

  /// Checks that the target has the form that its method requires (RFC 9112, section 3.2).
  private func checkForm(_ target: Bytes) throws(HTTPError) {
    if request.method == "CONNECT" {
      let colon = target.lastIndex(of: UInt8(ascii: ":")) ?? 0
      if colon > 0, colon + 1 < target.count, target[(colon + 1)...].allSatisfy(\.isDigit) { return }
      throw HTTPError("the target of CONNECT, \(request.target.quoted), is not a host and port")
    }
    if target.count == 1, target[0] == UInt8(ascii: "*") {
      if request.method == "OPTIONS" { return }
      let shown = Excerpt.beginning(of: request.method, limit: 80)
      throw HTTPError("the target * is allowed only for OPTIONS, not for \(shown)")
    }
    if target[0] != UInt8(ascii: "/"), RequestURL(request.target) == nil {
      throw badTarget("is neither a path nor a complete URL")
    }
  }

  private static func noRequestLine(_ line: Bytes) -> HTTPError {
    HTTPError("the request line \(line.text.quoted) is not a method, a target and HTTP/1.1")
  }

  private func badTarget(_ why: String) -> HTTPError { HTTPError("the target \(request.target.quoted) \(why)") }

  // MARK: Header lines

  /// Parses a header line, without its line end.
  mutating func parse(headerLine line: Bytes) throws(HTTPError) {
    if line[0] == .space || line[0] == .tab {
      throw HTTPError("a header line begins with white space; continuation lines are not allowed any more")
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
      let lack = line[0] == UInt8(ascii: ":") ? "name before its colon" : "colon"
      throw HTTPError("the header line \(line.text.quoted) has no \(lack)")
    }
    var start = colon + 1
    var end = line.count
    while start < end, line[start] == .space || line[start] == .tab { start += 1 }
    while end > start, line[end - 1] == .space || line[end - 1] == .tab { end -= 1 }
    let name = Bytes(rebasing: line[..<colon])
    if !name.allSatisfy(\.isToken) {
      let last = name[colon - 1]
      throw HTTPError(
        last == .space || last == .tab
          ? "there is white space between the header name \(name.trimmed.quoted) and its colon"
          : "\(name.text.quoted) is not a header name")
    }
    let value = Bytes(rebasing: line[start..<end])
    if value.contains(where: { ($0 < .space && $0 != .tab) || $0 == 0x7F }) {
      let shown = Excerpt.beginning(of: name.text, limit: 80)
      throw HTTPError("the value of the header \(shown) has a control character")
    }
    let (text, isLatin) = value.decoded
    request.headers.lines.append(Headers.Line(name.text, text, isLatin: isLatin))
  }

  /// Checks a trailer line, without its line end (RFC 9112, section 7.1.2).
  static func check(trailerLine line: Bytes) throws(HTTPError) {
    var section = HTTPHead()
    do {
      try section.parse(headerLine: line)
    } catch {
      throw HTTPError("in the trailers after the chunked body, \(error.why)")
    }
  }

  /// Finishes the head: checks the lines together.
  mutating func finish() throws(HTTPError) {
    var (hosts, lengths, codings): ([String], [String], [String]) = ([], [], [])
    for line in request.headers.lines {
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
    if hosts.isEmpty, request.minorVersion > 0 { throw HTTPError("it has no Host header, which HTTP/1.1 requires") }
    if hosts.count > 1 { throw HTTPError("it has \(hosts.count) Host headers: \(Self.list(hosts))") }
    if let host = hosts.first, !Format.isHostHeader(host) {
      let shown = "its Host header \(host.quoted) is not a host with an optional port"
      throw HTTPError(host.isEmpty ? "its Host header is empty" : shown)
    }
    if !lengths.isEmpty, !codings.isEmpty {
      throw HTTPError("it has both Content-Length and Transfer-Encoding; only one of them is allowed")
    }
    try takeLength(lengths)
    if !codings.isEmpty { try takeCodings(codings.joined(separator: ", ")) }
    if request.minorVersion == 0 { expectsContinue = false }
  }

  private mutating func takeConnection(_ value: String) {
    for option in value.utf8.split(separator: UInt8(ascii: ",")) {
      let option = Substring(option.drop { $0 == .space || $0 == .tab }.prefix { $0 != .space && $0 != .tab })
      if option.isSameName("close") {
        request.keepsAlive = false
      } else if option.isSameName("keep-alive"), request.minorVersion == 0 {
        request.keepsAlive = true
      }
    }
  }

  private mutating func takeLength(_ lengths: [String]) throws(HTTPError) {
    guard let text = lengths.first else { return }
    if lengths.count > 1 { throw HTTPError("it has \(lengths.count) Content-Length headers: \(Self.list(lengths))") }
    if text.utf8.contains(UInt8(ascii: ",")) { throw HTTPError("Content-Length is a list: \(text.quoted)") }
    if text.isEmpty || !text.utf8.allSatisfy(\.isDigit) {
      throw HTTPError("Content-Length is \(text.quoted), which is not a number of bytes")
    }
    guard let length = Int(text), length <= HTTPReader.bodyLimit else { throw .bodyTooLong }
    self.length = length
  }

  private static func list(_ texts: [String]) -> String {
    texts.prefix(3).map(\.quoted).joined(separator: ", ") + (texts.count > 3 ? ", …" : "")
  }

  private mutating func takeCodings(_ value: String) throws(HTTPError) {
    let shown = value.quoted
    if request.minorVersion == 0 {
      throw HTTPError("it is HTTP/1.0, which does not have Transfer-Encoding, but it has \(shown)")
    }
    let codings = HeaderValue.split(value, at: UInt8(ascii: ",")).filter { !$0.isEmpty }
    guard let last = codings.last else { throw HTTPError("Transfer-Encoding is empty") }
    if codings.dropLast().contains(where: { $0.isSameName("chunked") }) {
      throw HTTPError("chunked must be the last coding, and appear once, in the Transfer-Encoding \(shown)")
    }
    if !last.isSameName("chunked") || codings.count > 1 {
      throw HTTPError("the Transfer-Encoding \(shown) is not supported; only chunked is", status: 501)
    }
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
