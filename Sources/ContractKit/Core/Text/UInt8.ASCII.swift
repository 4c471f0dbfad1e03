/// Tests for ASCII characters, without Unicode properties.
extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLetter: Bool { self < 0x80 && self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }
  var isHexDigit: Bool { isDigit || self < 0x80 && self | 0x20 >= 0x61 && self | 0x20 <= 0x66 }
}

extension Int {
  /// Makes the number that is written in ASCII digits; nil if there are none, too many, or other characters.
  ///
  /// `Int("+5")` is 5, but most formats allow no sign.
  package init?(digits: some Collection<UInt8>) {
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    self.init(Substring(decoding: digits, as: UTF8.self))
  }
}
