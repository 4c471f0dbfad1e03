/// A number that stands for some bytes, the same on every machine and in every version: FNV-1a with 64 bits.
///
/// It finds changes. Somebody who wants two texts with the same number can find them, so nothing secret depends on it.
@usableFromInline package struct Fingerprint: Hashable, Sendable {
  @usableFromInline package var number: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  @inlinable package init(of bytes: some Sequence<UInt8>) { for byte in bytes { add(byte) } }

  /// Makes the fingerprint of texts, of which each counts to its end.
  @inlinable package init(of texts: some Sequence<String>) { for text in texts { add(text) } }

  /// Makes a fingerprint from its text; nil if it is not one.
  package init?(_ text: String) {
    guard text.utf8.count == 16, let number = UInt64(text, radix: 16) else { return nil }
    self.number = number
  }

  /// The number as 16 hexadecimal digits.
  package var text: String {
    Hexadecimal.text(UInt32(truncatingIfNeeded: number >> 32), width: 8)
      + Hexadecimal.text(UInt32(truncatingIfNeeded: number), width: 8)
  }

  @inlinable package mutating func add(_ byte: UInt8) { number = (number ^ UInt64(byte)) &* 0x100_0000_01b3 }

  package mutating func add(number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
  }

  /// Adds bytes, and an end that no text contains.
  package mutating func add(bytes: Substring.UTF8View) {
    for byte in bytes { add(byte) }
    end()
  }

  /// Adds an end that no text contains.
  package mutating func end() { add(0xFF) }

  /// Adds a text, and its end.
  @usableFromInline package mutating func add(_ text: String) { add(bytes: text.utf8[...]) }
}
