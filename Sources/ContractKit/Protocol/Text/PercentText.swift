/// A percent-encoded text, decoded to bytes. Each byte records whether it was written as an escape.
package struct PercentText: Sendable, Equatable {
  /// The bit that marks an escaped byte. An escaped byte differs from the same byte written literally.
  private static let escaped: UInt16 = 0x100

  package private(set) var units: [UInt16] = []

  /// Decodes a text. A percent sign that does not begin an escape stands for itself.
  package init(_ text: some Collection<UInt8>) {
    var index = text.startIndex
    units.reserveCapacity(text.count)
    while index < text.endIndex {
      let byte = text[index]
      let next = text.index(after: index)
      if byte == UInt8(ascii: "%"), next < text.endIndex, let high = Hexadecimal.value(ofDigit: text[next]) {
        let last = text.index(after: next)
        if last < text.endIndex, let low = Hexadecimal.value(ofDigit: text[last]) {
          units.append(Self.escaped | UInt16(high << 4 | low))
          index = text.index(after: last)
          continue
        }
      }
      units.append(UInt16(byte))
      index = next
    }
  }

  /// Returns the bytes that some units stand for.
  package static func bytes(_ units: ArraySlice<UInt16>) -> [UInt8] { units.map { UInt8(truncatingIfNeeded: $0) } }

  /// Returns some units as text, with their escapes in upper case.
  package static func text(_ units: ArraySlice<UInt16>) -> String {
    var bytes: [UInt8] = []
    for unit in units {
      if unit & escaped == 0 {
        bytes.append(UInt8(truncatingIfNeeded: unit))
      } else {
        bytes += "%".utf8
        bytes += Hexadecimal.text(UInt32(unit & 0xFF), width: 2, uppercase: true).utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The text without percent-encoding, however many times it is encoded.
  package var withoutPercentEncoding: String {
    var text = self
    while text.utf8.contains(UInt8(ascii: "%")) {
      let decoded = String(decoding: PercentText.bytes(PercentText(text.utf8).units[...]), as: UTF8.self)
      if decoded == text { break }
      text = decoded
    }
    return text
  }
}
