import Foundation

/// The parts of a request's URL, as sent. Nothing is decoded or normalized.
///
/// `URLComponents` takes longer than the rest of a verdict together, and repairs mistakes that should be judged.
@usableFromInline package struct RequestURL {
  package var scheme: Substring
  /// Whether a user or password stands before the host.
  package var hasUser: Bool
  package var host: Substring
  /// The port as written; nil if there is none.
  package var port: Int?
  /// The path; "/" if none is written.
  package var path: Substring
  /// The query without its question mark; nil if there is none.
  package var query: Substring?

  /// Splits an absolute URL into its parts. Returns nil if the text is not an absolute URL.
  package init?(_ text: String) {
    let utf8 = text.utf8
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[colon...].starts(with: "://".utf8) else {
      return nil
    }
    scheme = text[..<colon]
    let start = utf8.index(colon, offsetBy: 3)
    let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let end = utf8[start...].firstIndex(where: isEnd) ?? utf8.endIndex
    var authority = utf8[start..<end]
    hasUser = false
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      hasUser = true
      authority = authority[utf8.index(after: at)...]
    }
    // The colons of an IPv6 address are in brackets.
    let afterHost =
      authority.first == UInt8(ascii: "[") ? authority.lastIndex(of: UInt8(ascii: "]")) : authority.startIndex
    guard let afterHost else { return nil }
    if let colon = authority[afterHost...].lastIndex(of: UInt8(ascii: ":")) {
      host = text[authority.startIndex..<colon]
      let digits = authority[utf8.index(after: colon)...]
      port = Int(digits: digits)
      if port == nil, !digits.isEmpty { return nil }
    } else {
      host = text[authority.startIndex..<authority.endIndex]
    }
    if host.isEmpty { return nil }
    let fragment = utf8[end...].firstIndex(of: UInt8(ascii: "#")) ?? utf8.endIndex
    let mark = utf8[end..<fragment].firstIndex(of: UInt8(ascii: "?"))
    path = text[end..<(mark ?? fragment)]
    if path.isEmpty { path = "/" }
    query = mark.map { text[utf8.index(after: $0)..<fragment] }
  }

  /// Returns whether scheme, host and port are those of a base URL.
  package func hasOrigin(of base: BaseURL) -> Bool {
    !hasUser && scheme.isSameName(base.scheme) && host.isSameName(base.host)
      && (port ?? (scheme.isSameName("https") ? 443 : 80)) == base.port
  }

  /// The scheme, host and port as written, without a user's name and password.
  package var origin: String { "\(scheme)://\(hasUser ? "…@" : "")\(host)\(port.map { ":\($0)" } ?? "")" }

  /// Returns a percent-encoded text with the hexadecimal digits of its escapes in upper case.
  @inlinable package static func withUpperCaseEscapes(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var digits = 0
    let bytes = text.utf8.map { byte -> UInt8 in
      if byte == UInt8(ascii: "%") {
        digits = 2
        return byte
      }
      digits -= 1
      return digits >= 0 && (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte) ? byte & 0xDF : byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a URL in a spelling that all URLs have that are compared as equal: query items in the order of their names,
  /// with the same escapes, without a fragment. A text that is not an absolute URL stays as it is.
  package static func canonical(_ text: String) -> String {
    guard let url = RequestURL(text) else { return text }
    let port = url.port.map { ":\($0)" } ?? ""
    let user = url.hasUser ? "…@" : ""
    let origin = "\(url.scheme.lowercased())://\(user)\(url.host.lowercased())\(port)"
    let path = withUpperCaseEscapes(url.path)
    guard let query = url.query, !query.isEmpty else { return origin + path }
    let items = query.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(respelled)
      return (name: parts[0], value: parts.count > 1 ? parts[1] : "")
    }
    // Sorting may change the order of equal names, which means something.
    let ordered = items.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
    return "\(origin)\(path)?" + ordered.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "&")
  }

  /// Returns a part of a query in which everything is escaped that needs it somewhere.
  private static func respelled(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    guard let plain = spaced.removingPercentEncoding else { return String(text) }
    return Hexadecimal.percentEncoded(plain) { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }
  }
}
