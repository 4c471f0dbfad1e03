/// ASCII, without asking what Unicode makes of a byte.
extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLetter: Bool { self < 0x80 && self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }
  var isHexDigit: Bool { isDigit || self < 0x80 && self | 0x20 >= 0x61 && self | 0x20 <= 0x66 }
}
