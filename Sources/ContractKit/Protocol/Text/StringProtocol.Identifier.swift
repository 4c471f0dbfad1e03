extension StringProtocol {
  /// Whether it identifies one thing: a number, a UUID, or a long hexadecimal number.
  package var isIdentifier: Bool {
    if isEmpty { return false }
    if utf8.allSatisfy(\.isDigit) || isUUID { return true }
    return utf8.count >= 16 && utf8.allSatisfy(\.isHexDigit) && utf8.contains(where: \.isDigit)
  }

  /// Whether it is a UUID (RFC 4122, section 3).
  package var isUUID: Bool {
    utf8.count == 36
      && utf8.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isHexDigit
      }
  }

  /// Whether it is one word of an enum, such as `in_progress`.
  package var isLowerCaseWord: Bool { isWord { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } }

  /// Whether it is one word of an enum, such as `IN_PROGRESS`.
  package var isUpperCaseWord: Bool { isWord { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } }

  private func isWord(_ isLetter: (UInt8) -> Bool) -> Bool {
    guard let first = utf8.first, utf8.count <= 40, isLetter(first) else { return false }
    return utf8.allSatisfy { byte in
      isLetter(byte) || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
  }
}
