// What no client may send in the path or the query of a URL, because receivers read it in different ways.

extension RequestURL {
  /// A part of a URL with characters of its own that must be percent-encoded.
  @usableFromInline package enum Component { case path, query }

  /// Returns whether a byte must be percent-encoded: the URL standard of WHATWG always does it, and RFC 3986 does not
  /// allow the byte. `|`, `^`, `[` and `]` are not among them: browsers and Node send them as they are.
  @inlinable package static func mustBeEscaped(_ byte: UInt8, in component: Component) -> Bool {
    switch byte {
    case 0...0x20, 0x7F...0xFF, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): true
    // Receivers may read a backslash in a path as a slash.
    case UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\"): component == .path
    default: false
    }
  }

  /// Returns a text with everything escaped that must be, and the first character that was not; nil if nothing must be.
  @inlinable package static func escaped(
    _ text: some StringProtocol, in component: Component
  ) -> (text: String, first: String)? {
    guard text.utf8.contains(where: { mustBeEscaped($0, in: component) }) else { return nil }
    var (escaped, first) = ("", "")
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      guard mustBeEscaped(bytes[0], in: component) else {
        escaped.unicodeScalars.append(scalar)
        continue
      }
      if first.isEmpty { first = String(scalar) }
      escaped += Self.escape(bytes)
    }
    return (escaped, first)
  }

  /// Returns bytes as escapes: `%C3%A9`.
  @inlinable package static func escape(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { "%" + Hexadecimal.text(UInt32($0), width: 2, uppercase: true) }.joined()
  }

  /// Returns whether a path has a dot segment, `.` or `..`, which receivers and many clients remove (RFC 3986, section
  /// 5.2.4). The dots may be escaped, and parameters may follow them, which some servers remove first: `..;a=b`.
  @inlinable package static func hasDotSegment(_ path: some StringProtocol) -> Bool {
    guard path.utf8.contains(UInt8(ascii: ".")) || path.utf8.contains(UInt8(ascii: "%")) else { return false }
    return path.split(separator: "/").contains { dots(in: $0) > 0 }
  }

  /// Returns a path in the form in which receivers read it: without its dot segments.
  @inlinable package static func withoutDotSegments(_ path: some StringProtocol) -> String {
    var kept: [Substring] = []
    let segments = Substring(path).split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let dots = dots(in: segment)
      if dots == 2, kept.count > 1 { kept.removeLast() }
      if dots == 0 { kept.append(segment) } else if index == segments.count - 1 { kept.append("") }
    }
    return kept.joined(separator: "/")
  }

  /// Returns the number of dots of a dot segment; 0 for any other segment.
  @inlinable static func dots(in segment: some StringProtocol) -> Int {
    switch segment.prefix(while: { $0 != ";" }).lowercased() {
    case ".", "%2e": 1
    case "..", ".%2e", "%2e.", "%2e%2e": 2
    default: 0
    }
  }
}
