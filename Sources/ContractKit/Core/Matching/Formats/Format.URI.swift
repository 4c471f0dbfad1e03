// URIs and references to them (RFC 3986, appendix A).
extension Format {
  static func isURI(_ bytes: ArraySlice<UInt8>, mayBeRelative: Bool) -> Bool {
    var rest = bytes
    for mark in "#?".utf8 {
      guard let index = rest.firstIndex(of: mark) else { continue }
      guard areCharacters(rest[(index + 1)...], and: ":@/?") else { return false }
      rest = rest[..<index]
    }
    let segment = rest.prefix { $0 != UInt8(ascii: "/") }
    if let colon = segment.firstIndex(of: UInt8(ascii: ":")) {
      // The first segment of a path without a scheme has no colon.
      guard isScheme(rest[..<colon]) else { return false }
      rest = rest[(colon + 1)...]
    } else if !mayBeRelative {
      return false
    }
    if rest.starts(with: "//".utf8) {
      let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      guard isAuthority(authority) else { return false }
      rest = rest[authority.endIndex...]
    }
    return areCharacters(rest, and: ":@/")
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first?.isLetter == true && bytes.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }

  private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return isHostAndPort(bytes) }
    return areCharacters(bytes[..<at], and: ":") && isHostAndPort(bytes[(at + 1)...])
  }

  /// Returns whether these are a host, which may be empty, and optionally a colon and a port (RFC 3986, section 3.2).
  private static func isHostAndPort(_ rest: ArraySlice<UInt8>) -> Bool {
    var port = ArraySlice<UInt8>()
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")), isLiteral(rest[(rest.startIndex + 1)..<end]) else {
        return false
      }
      port = rest[(end + 1)...]
      if let first = port.first, first != UInt8(ascii: ":") { return false }
      port = port.dropFirst()
    } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      guard areCharacters(rest[..<colon], and: "") else { return false }
      port = rest[(colon + 1)...]
    } else {
      return areCharacters(rest, and: "")
    }
    return port.allSatisfy(\.isDigit)
  }

  /// Returns whether this is the value of a Host header (RFC 9110, section 7.2). An http URL has a
  /// host, so the value is not empty.
  package static func isHostHeader(_ value: String) -> Bool {
    let bytes = Array(value.utf8)
    return bytes.first != nil && bytes.first != UInt8(ascii: ":") && isHostAndPort(bytes[...])
  }

  /// Returns whether the text in brackets is an IPv6 address, or an address of a future version.
  private static func isLiteral(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first | 0x20 == UInt8(ascii: "v") else { return isIPv6(bytes) }
    let version = bytes.dropFirst().prefix(while: \.isHexDigit)
    let rest = bytes[version.endIndex...]
    return !version.isEmpty && rest.first == UInt8(ascii: ".") && rest.count > 1
      && !rest.contains(UInt8(ascii: "%")) && areCharacters(rest.dropFirst(), and: ":")
  }

  /// Returns whether these are unreserved characters, sub-delimiters, complete percent-encodings, or one of `others`.
  private static func areCharacters(_ bytes: ArraySlice<UInt8>, and others: String) -> Bool {
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(\.isHexDigit) else { return false }
        rest = rest.dropFirst(2)
      } else if !byte.isLetter, !byte.isDigit, !"-._~!$&'()*+,;=".utf8.contains(byte), !others.utf8.contains(byte) {
        return false
      }
    }
    return true
  }
}
