/// The texts that HTTP allows.
package enum HTTPText {
  static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY",
  ]

  /// Whether a text is a token (RFC 9110, section 5.6.2), as a method or a header's name must be.
  package static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(\.isToken)
  }

  /// Whether a text is ASCII on one line, without spaces around it. Such a text is valid wherever it is used.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.utf8.first != 0x20 && text.utf8.last != 0x20
  }

  /// Returns what is wrong with a header's value (RFC 9110, section 5.5); nil if it is valid.
  package static func valueError(_ text: String) -> String? {
    if isPlain(text) { return nil }
    if text.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" }) { return "contains a line break" }
    if text.unicodeScalars.contains(where: { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F }) {
      return "contains a control character"
    }
    if let first = text.utf8.first, let last = text.utf8.last,
      [first, last].contains(where: { $0 == 0x20 || $0 == 0x09 })
    {
      return "begins or ends with a space, which is not transmitted"
    }
    return nil
  }

  /// Whether a byte may appear in a percent-encoded path outside an escape.
  package static func isPlainInPath(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "/-._~!$&'()*+,;=:@".utf8.contains(byte)
  }

  /// Returns the first character, or broken escape, that is not allowed in a percent-encoded path (RFC 3986, section
  /// 3.3).
  package static func firstNotInPath(_ path: String) -> String? {
    let characters = Array(path)
    for (index, character) in characters.enumerated() {
      if character == "%" {
        let digits = characters[(index + 1)...].prefix(2)
        if digits.count < 2 || !digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) { return "%" + String(digits) }
      } else if !character.utf8.allSatisfy(isPlainInPath) {
        return String(character)
      }
    }
    return nil
  }
}
