/// The comparison of header field values (RFC 9110, sections 5.6 and 8.3).
package enum HeaderValue {
  /// Returns whether two values are the same. White space around `,` and `;` outside quotes, and at both ends, is
  /// ignored.
  package static func isSame(_ a: String, _ b: String) -> Bool {
    a.isExactly(b) || withoutLooseSpace(a) == withoutLooseSpace(b)
  }

  /// Returns whether a Content-Type is the described one. The case of type, subtype, parameter names and charset is
  /// ignored, and so are quotes around a parameter's value. Parameters that are not described are allowed. What is not
  /// a media type only matches the same text.
  package static func isSameContentType(_ expected: String, _ actual: String) -> Bool {
    if isSame(expected, actual) { return true }
    guard let expected = try? MediaType(expected), let actual = try? MediaType(actual) else { return false }
    return actual.meets(expected)
  }

  /// Returns whether an Accept is the described one: the same media types in the same order, each with the same
  /// parameters in any order. They are compared as in Content-Type.
  package static func isSameAccept(_ expected: String, _ actual: String) -> Bool {
    if expected.isExactly(actual) { return true }
    let (types, actualTypes) = (split(expected, at: UInt8(ascii: ",")), split(actual, at: UInt8(ascii: ",")))
    return types.count == actualTypes.count
      && zip(types, actualTypes).allSatisfy { isSameContentType($0, $1) && isSameContentType($1, $0) }
  }

  /// Returns whether a Cookie is the described one: the same pairs in any order. Pairs of one name keep their order,
  /// because servers take the first one (RFC 6265, section 4.2.2). Quotes mean nothing in a Cookie.
  package static func isSameCookie(_ expected: String, _ actual: String) -> Bool {
    expected.isExactly(actual) || cookies(expected) == cookies(actual)
  }

  /// Returns the pairs of a Cookie by name.
  private static func cookies(_ value: String) -> [ExactString: [ExactString]] {
    Dictionary(grouping: pairs(ofCookie: value).map { ExactString($0) }) { pair in
      ExactString(String(pair.string.prefix { $0 != "=" }))
    }
  }

  /// Returns the pairs of a Cookie, or the pair and the attributes of a Set-Cookie, without white space around them.
  package static func pairs(ofCookie value: String) -> [String] {
    value.split(separator: ";", omittingEmptySubsequences: false).map { trimmed(String($0)) }
  }

  /// Returns the names and values of the cookies in a Cookie, in their order. Of those with one name, some servers take the
  /// first and others the last. What has no `=` is left out.
  package static func namedCookies(_ value: String) -> [(name: String, value: String)] {
    pairs(ofCookie: value).compactMap { pair in
      pair.utf8.firstIndex(of: UInt8(ascii: "=")).map { equals in
        (name: String(pair[..<equals]), value: String(pair[pair.utf8.index(after: equals)...]))
      }
    }
  }

  /// Returns the parts of a value between separators outside quotes, without white space around them.
  package static func split(_ value: String, at separator: UInt8) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    scan(value) { byte, isQuoted in
      if byte == separator, !isQuoted {
        parts.append(String(decoding: trimmed(part[...]), as: UTF8.self))
        part = []
      } else {
        part.append(byte)
      }
    }
    parts.append(String(decoding: trimmed(part[...]), as: UTF8.self))
    return parts
  }

  private static func withoutLooseSpace(_ value: String) -> [UInt8] {
    var result: [UInt8] = []
    var afterSeparator = true
    scan(value) { byte, isQuoted in
      let isSeparator = !isQuoted && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";"))
      if isSeparator { while let last = result.last, isSpace(last) { result.removeLast() } }
      if afterSeparator, !isQuoted, isSpace(byte) { return }
      result.append(byte)
      afterSeparator = isSeparator
    }
    while let last = result.last, isSpace(last) { result.removeLast() }
    return result
  }

  /// Passes each byte of a value to a closure, with whether it is in a quoted string. Backslash escapes are respected.
  ///
  /// - Returns: Whether every quote is closed.
  @discardableResult
  private static func scan(_ value: String, _ body: (UInt8, _ isQuoted: Bool) -> Void) -> Bool {
    var isQuoted = false
    var isEscaped = false
    for byte in value.utf8 {
      if isEscaped {
        isEscaped = false
        body(byte, true)
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
        body(byte, true)
      } else {
        isEscaped = isQuoted && byte == UInt8(ascii: "\\")
        body(byte, isQuoted)
      }
    }
    return !isQuoted
  }

  /// Returns a parameter's name and its value without quotes.
  ///
  /// - Parameter escapes: The characters that a backslash inside quotes escapes. Before other characters, the backslash
  ///   is kept. By default it escapes every character (RFC 9110, section 5.6.4).
  package static func parameter(_ text: String, escapes: [UInt8]? = nil) -> (name: String, value: String) {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (text, "") }
    let name = String(text[..<equals])
    let value = Array(text.utf8[equals...].dropFirst())
    guard value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") else {
      return (name, String(decoding: value, as: UTF8.self))
    }
    var unquoted: [UInt8] = []
    var index = 1
    while index < value.count - 1 {
      let isEscape =
        value[index] == UInt8(ascii: "\\") && index + 1 < value.count - 1
        && (escapes?.contains(value[index + 1]) ?? true)
      if isEscape { index += 1 }
      unquoted.append(value[index])
      index += 1
    }
    return (name, String(decoding: unquoted, as: UTF8.self))
  }

  /// Returns whether every quote in a value is closed.
  package static func isClosed(_ value: String) -> Bool { scan(value) { _, _ in } }

  /// Returns a value without white space around it.
  static func trimmed(_ value: String) -> String {
    func isSpace(_ byte: UInt8?) -> Bool { byte.map(Self.isSpace) ?? false }
    guard isSpace(value.utf8.first) || isSpace(value.utf8.last) else { return value }
    return String(decoding: trimmed(Array(value.utf8)[...]), as: UTF8.self)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let head = bytes.drop(while: isSpace)
    guard let last = head.lastIndex(where: { !isSpace($0) }) else { return [] }
    return head[...last]
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
