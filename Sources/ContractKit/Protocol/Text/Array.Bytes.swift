import Foundation

extension [UInt8] {
  mutating func append(textOf string: String) {
    var string = string
    // Appending the UTF-8 view as a collection takes three times as long.
    string.withUTF8 { append(contentsOf: $0) }
  }

  /// Returns the first index of a byte within a range; nil if there is none. By default the range extends to the end.
  package func firstIndex(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
    withUnsafeBytes { bytes in
      let end = end ?? bytes.count
      guard start < end, let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}

extension Array {
  /// Returns how many elements are not greater than a value. The elements must be in ascending order.
  @inlinable package func upperBound(of value: Int, by key: (Element) -> Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if key(self[middle]) <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Tests for ASCII characters, without Unicode properties.
extension UInt8 {
  @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  @inlinable package var isLetter: Bool { self < 0x80 && self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }
  @inlinable package var isHexDigit: Bool { isDigit || self < 0x80 && self | 0x20 >= 0x61 && self | 0x20 <= 0x66 }

  /// Whether the byte is allowed in a token (RFC 9110, section 5.6.2).
  @inlinable package var isToken: Bool {
    switch self {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
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
