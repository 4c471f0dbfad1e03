extension StringProtocol {
  /// Whether it identifies one thing: a number, a UUID, or a long hexadecimal number.
  package var isIdentifier: Bool {
    if isEmpty { return false }
    if utf8.allSatisfy(\.isDigit) || Format.uuid.includes(String(self)) { return true }
    return utf8.count >= 16 && utf8.allSatisfy(\.isHexDigit) && utf8.contains(where: \.isDigit)
  }

  /// Whether it is one word, as the values of an enum are: ASCII letters, digits, `_` and `-`.
  var isWord: Bool {
    guard let first = utf8.first, utf8.count <= 40, first | 0x20 >= UInt8(ascii: "a"), first | 0x20 <= UInt8(ascii: "z")
    else { return false }
    return utf8.allSatisfy { byte in
      byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }
}
