import Foundation

extension JSON {
  /// A reader that takes texts for JSON which are none by RFC 8259.
  ///
  /// What each takes is written down here, so that it is the same on every machine; tests hold it to the Foundation of theirs.
  package enum LenientReader: Sendable {
    /// JSONSerialization and JSONDecoder, unless told otherwise: a comma after the last, a byte order mark, names twice,
    /// UTF-16 and UTF-32.
    case foundation
    /// What reads JSON5 (spec.json5.org): JSONDecoder where it is told to, and others.
    case json5

    /// The strictest of them that takes a text; nil where none does.
    package static func taking(_ bytes: [UInt8]) -> LenientReader? {
      if LenientText(inUTF8(bytes), rules: .foundation).isWhole { return .foundation }
      return LenientText(bytes, rules: .json5).isWhole ? .json5 : nil
    }

    /// The same text in UTF-8, of whichever encoding Foundation finds in it, and without one byte order mark.
    private static func inUTF8(_ bytes: [UInt8]) -> [UInt8] {
      let marks: [(mark: [UInt8], encoding: String.Encoding?)] = [
        ([0xEF, 0xBB, 0xBF], nil), ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
        ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
      ]
      if let (mark, encoding) = marks.first(where: { bytes.starts(with: $0.mark) }) {
        let rest = Array(bytes.dropFirst(mark.count))
        return encoding.map { decoded(rest, from: $0) } ?? rest
      }
      // A JSON text begins with an ASCII character (RFC 4627, section 3), so that zeros tell the encoding.
      let zeros = bytes.prefix(4).map { $0 == 0 }
      if zeros == [false, true, true, true] { return decoded(bytes, from: .utf32LittleEndian) }
      if zeros == [true, true, true, false] { return decoded(bytes, from: .utf32BigEndian) }
      guard zeros.count >= 2, zeros[0] != zeros[1] else { return bytes }
      return decoded(bytes, from: zeros[0] ? .utf16BigEndian : .utf16LittleEndian)
    }

    private static func decoded(_ bytes: [UInt8], from encoding: String.Encoding) -> [UInt8] {
      String(data: Data(bytes), encoding: encoding).map { Array($0.utf8) } ?? bytes
    }
  }
}
