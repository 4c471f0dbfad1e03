// The ends of the parts of a JSON text: pure functions of bytes. Strings are searched eight bytes at a time. Every
// access is bounds-checked. The compiler combines the eight accesses of a word into one check and one load, but only
// while the function around them is as small as `plainEnd`. When that loop was part of `stringEnd`, the compiler made
// eight checks and loads, and strings were read at half the speed.

extension [UInt8] {
  /// Returns the eight bytes from an index on, with the first byte lowest; nil if there are fewer.
  func word(at index: Int) -> UInt64? {
    guard index >= 0, index <= count - 8 else { return nil }
    let low =
      UInt64(self[index]) | UInt64(self[index + 1]) << 8 | UInt64(self[index + 2]) << 16
      | UInt64(self[index + 3]) << 24
    let high =
      UInt64(self[index + 4]) | UInt64(self[index + 5]) << 8 | UInt64(self[index + 6]) << 16
      | UInt64(self[index + 7]) << 24
    return low | high << 32
  }

  /// Returns the first index at or after `start` whose byte is not white space.
  package func spaceEnd(from start: Int) -> Int {
    var index = start
    while index < count {
      switch self[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return index
      }
    }
    return index
  }

  /// Returns whether a word begins at an index. The byte after the word is not checked.
  package func has(_ word: StaticString, at index: Int) -> Bool {
    word.withUTF8Buffer { has($0, at: index) }
  }

  /// Returns whether a word begins at an index. The byte after the word is not checked.
  func has(_ word: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index + word.count <= count else { return false }
    // A loop, because the standard library needs twenty instructions for each byte to compare a slice with a buffer.
    var place = 0
    while place < word.count, self[index + place] == word[place] { place += 1 }
    return place == word.count
  }

  // MARK: Numbers

  /// Returns the end of the number at an index (RFC 8259, section 6); nil if there is no valid number. The byte after
  /// the number is not checked.
  func numberEnd(from start: Int) -> Int? {
    var index = start
    if index < count, self[index] == UInt8(ascii: "-") { index += 1 }
    let whole = index
    index = digitsEnd(from: index)
    if index == whole || (index > whole + 1 && self[whole] == UInt8(ascii: "0")) { return nil }
    if index < count, self[index] == UInt8(ascii: ".") {
      let fraction = index + 1
      index = digitsEnd(from: fraction)
      if index == fraction { return nil }
    }
    if index < count, self[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < count, self[index] == UInt8(ascii: "+") || self[index] == UInt8(ascii: "-") { index += 1 }
      let exponent = index
      index = digitsEnd(from: exponent)
      if index == exponent { return nil }
    }
    return index
  }

  func digitsEnd(from start: Int) -> Int {
    var index = start
    while index < count, self[index] &- UInt8(ascii: "0") < 10 { index += 1 }
    return index
  }

  // MARK: Strings

  /// Returns the index after the closing quote of the string whose opening quote is at an index, and whether the string
  /// contains an escape; nil if the string is not valid JSON or not valid UTF-8.
  package func stringEnd(from start: Int) -> (index: Int, hasEscapes: Bool)? {
    var index = plainEnd(from: start + 1)
    if index < count, self[index] == UInt8(ascii: "\"") { return (index + 1, false) }
    var hasEscapes = false
    while index < count {
      switch self[index] {
      case UInt8(ascii: "\""): return (index + 1, hasEscapes)
      case UInt8(ascii: "\\"):
        guard let end = escapeEnd(from: index) else { return nil }
        hasEscapes = true
        index = plainEnd(from: end)
      case 0x80...:
        guard let end = scalarsEnd(from: index) else { return nil }
        index = plainEnd(from: end)
      default: return nil
      }
    }
    return nil
  }

  /// Returns the first index at or after `start` whose byte is a quote, a backslash, a control character or not ASCII.
  private func plainEnd(from start: Int) -> Int {
    var index = start
    while let word = word(at: index) {
      let specials = word.specials
      if specials != 0 { return index + specials.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, self[index].isPlain { index += 1 }
    return index
  }

  /// Returns the first index at or after `start` whose byte must be escaped in a string.
  func escapeStart(from start: Int) -> Int {
    var index = plainEnd(from: start)
    while index < count, self[index] >= 0x80 { index = plainEnd(from: index + 1) }
    return index
  }

  /// Returns the end of the escape at an index; nil if the escape is not valid. The escapes of a surrogate pair count
  /// as one.
  private func escapeEnd(from start: Int) -> Int? {
    guard start + 1 < count else { return nil }
    switch self[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"): return unicodeEscape(at: start)?.end
    default: return nil
    }
  }

  /// Returns the scalar of the `\u` escape at an index, or of the two escapes of a surrogate pair; nil if there is no
  /// such escape, or it does not encode a scalar.
  package func unicodeEscape(at start: Int) -> (scalar: Unicode.Scalar, end: Int)? {
    guard has(#"\u"#, at: start), let first = hexadecimal(at: start + 2) else { return nil }
    if let scalar = Unicode.Scalar(first) { return (scalar, start + 6) }
    guard first < 0xDC00, has(#"\u"#, at: start + 6), let second = hexadecimal(at: start + 8), second >> 10 == 0x37,
      let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
    else { return nil }
    return (scalar, start + 12)
  }

  private func hexadecimal(at start: Int) -> UInt32? {
    guard start + 4 <= count else { return nil }
    var value: UInt32 = 0
    for byte in self[start..<start + 4] {
      guard let digit = Hexadecimal.value(ofDigit: byte) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Returns the bytes of a string with its escapes replaced. The escapes must be valid.
  func unescaped(_ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = self[index]
      guard byte == UInt8(ascii: "\\"), index + 1 < range.upperBound else {
        text.append(byte)
        index += 1
        continue
      }
      if let escape = unicodeEscape(at: index) {
        text.append(contentsOf: UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter)
        index = escape.end
      } else {
        text.append(Self.unescaped(self[index + 1]))
        index += 2
      }
    }
    return text
  }

  /// Returns the character that an escape of one letter stands for. Any other byte stands for itself.
  static func unescaped(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: byte
    }
  }

  // MARK: UTF-8

  /// Returns the end of the sequence of non-ASCII scalars at an index; nil if the bytes are not valid UTF-8 (Unicode,
  /// table 3-7).
  private func scalarsEnd(from start: Int) -> Int? {
    var index = start
    while index < count, self[index] >= 0x80 {
      // The length of the scalar, and the range of its second byte. Every later byte is in 80 to BF.
      var (length, low, high): (Int, UInt8, UInt8) = (2, 0x80, 0xBF)
      switch self[index] {
      case 0xC2...0xDF: break
      case 0xE0: (length, low) = (3, 0xA0)
      case 0xED: (length, high) = (3, 0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, low) = (4, 0x90)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, high) = (4, 0x8F)
      default: return nil
      }
      guard index + length <= count, self[index + 1] >= low, self[index + 1] <= high else { return nil }
      if length > 2, self[index + 2] & 0xC0 != 0x80 { return nil }
      if length > 3, self[index + 3] & 0xC0 != 0x80 { return nil }
      index += length
    }
    return index
  }
}

extension UInt8 {
  /// Whether the byte is a whole character that does not have to be escaped in a string.
  fileprivate var isPlain: Bool {
    self >= 0x20 && self < 0x80 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}

extension UInt64 {
  /// The high bit of each byte that is a quote, a backslash, a control character or not ASCII. Only the lowest set bit
  /// is reliable.
  fileprivate var specials: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = self ^ 0x2222_2222_2222_2222
    let backslash = self ^ 0x5C5C_5C5C_5C5C_5C5C
    return ((quote &- ones) | (backslash &- ones) | (self &- 0x2020_2020_2020_2020) | self) & 0x8080_8080_8080_8080
  }
}
