import Foundation

// Host names, IP addresses and email addresses.
extension Format {
  /// Returns whether this is a host name (RFC 1123, section 2.1, with the lengths of RFC 1034). Labels that begin with
  /// `xn--` are decoded and checked.
  static func isHostname(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard (1...253).contains(bytes.count) else { return false }
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      guard (1...63).contains(label.count), let first = label.first, let last = label.last,
        first != UInt8(ascii: "-"), last != UInt8(ascii: "-"),
        label.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
      else { return false }
      let lower = label.map { $0.isLetter ? $0 | 0x20 : $0 }
      return !lower.starts(with: "xn--".utf8) || InternationalLabel.isValid(lower.dropFirst(4))
    }
  }

  /// Returns whether this is an IPv4 address (RFC 2673, section 3.2): four numbers up to 255, without leading zeros.
  static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool { isAddress(bytes, of: AF_INET) }

  /// Returns whether this is an IPv6 address (RFC 4291, section 2.2). A zone is not allowed, because it has a
  /// meaning on one machine only.
  static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool { isAddress(bytes, of: AF_INET6) }

  private static func isAddress(_ bytes: ArraySlice<UInt8>, of family: Int32) -> Bool {
    var address = in6_addr()
    return bytes.allSatisfy { $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
      && inet_pton(family, String(decoding: bytes, as: UTF8.self), &address) == 1
  }

  /// Returns whether this is a `Mailbox` (RFC 5321, section 4.1.2, with the lengths of section 4.5.3).
  static func isEmail(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= 254, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    let (local, domain) = (bytes[..<at], bytes[(at + 1)...])
    return (1...64).contains(local.count) && isLocalPart(local) && (isHostname(domain) || isAddressLiteral(domain))
  }

  private static func isLocalPart(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "\"") else {
      return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
        !atom.isEmpty && atom.allSatisfy { $0.isLetter || $0.isDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
      }
    }
    var rest = bytes.dropFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return rest.isEmpty }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst(), (0x20...0x7E).contains(escaped) else { return false }
      } else if !(0x20...0x7E).contains(byte) {
        return false
      }
    }
    return false
  }

  /// Returns whether this is an address literal (RFC 5321, section 4.1.3).
  private static func isAddressLiteral(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]"), bytes.count > 2 else { return false }
    let inside = bytes.dropFirst().dropLast()
    if isIPv4(inside) { return true }
    guard let colon = inside.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let (tag, rest) = (inside[..<colon], inside[(colon + 1)...])
    if String(decoding: tag, as: UTF8.self).isSameName("IPv6") { return isIPv6(rest) }
    return tag.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") } && tag.last?.isLetter == true
      && !rest.isEmpty && rest.allSatisfy { (0x21...0x5A).contains($0) || (0x5E...0x7E).contains($0) }
  }
}
