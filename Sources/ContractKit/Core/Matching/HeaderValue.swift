/// How the values of header fields compare (RFC 9110, sections 5.6 and 8.3).
enum HeaderValue {
  /// Whether two values are the same but for white space around `,` and `;` outside quotes, and at both ends.
  static func isSame(_ a: String, _ b: String) -> Bool {
    a.isExactly(b) || withoutLooseSpace(a) == withoutLooseSpace(b)
  }

  /// Whether a Content-Type is the described one: type, subtype, parameter names and charset ignore case, quotes
  /// around a parameter's value do not count, and parameters that are not described are allowed.
  static func isSameContentType(_ expected: String, _ actual: String) -> Bool {
    if expected.isExactly(actual) { return true }
    let (expected, actual) = (split(expected, at: UInt8(ascii: ";")), split(actual, at: UInt8(ascii: ";")))
    guard let type = expected.first, let actualType = actual.first, type.isSameName(actualType) else { return false }
    let parameters = actual.dropFirst().map(parameter)
    return expected.dropFirst().allSatisfy { text in
      if text.isEmpty { return true }
      let described = parameter(text)
      return parameters.contains { candidate in
        guard candidate.name.isSameName(described.name) else { return false }
        if described.name.isSameName("charset") { return candidate.value.isSameName(described.value) }
        return candidate.value.isExactly(described.value)
      }
    }
  }

  /// The parts of a value between separators outside quotes, without white space around them.
  static func split(_ value: String, at separator: UInt8) -> [String] {
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

  /// Goes over the bytes of a value, saying of each whether it stands in a quoted string, backslash escapes included.
  private static func scan(_ value: String, _ body: (UInt8, _ isQuoted: Bool) -> Void) {
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
  }

  private static func parameter(_ text: String) -> (name: String, value: String) {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (text, "") }
    let name = String(decoding: trimmed(Array(text.utf8[..<equals])[...]), as: UTF8.self)
    var value = Array(trimmed(Array(text.utf8[equals...].dropFirst())[...]))
    if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
      var unquoted: [UInt8] = []
      var isEscaped = false
      for byte in value.dropFirst().dropLast() {
        if byte == UInt8(ascii: "\\"), !isEscaped {
          isEscaped = true
        } else {
          unquoted.append(byte)
          isEscaped = false
        }
      }
      value = unquoted
    }
    return (name, String(decoding: value, as: UTF8.self))
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let head = bytes.drop(while: isSpace)
    guard let last = head.lastIndex(where: { !isSpace($0) }) else { return [] }
    return head[...last]
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
