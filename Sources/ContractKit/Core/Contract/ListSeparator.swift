/// The character between the elements of a list that is one text, as in OpenAPI's styles `form` without `explode`,
/// `spaceDelimited` and `pipeDelimited` (3.1.1, section 4.8.12.3).
package struct ListSeparator: Sendable, Equatable {
  private let byte: UInt8

  package var text: String { String(UnicodeScalar(byte)) }

  /// Makes a separator of a character of ASCII; nil if the text is anything else, or has a meaning of its own in queries.
  package init?(_ text: String) {
    guard text.utf8.count == 1, let byte = text.utf8.first, byte == 0x09 || (0x20..<0x7F).contains(byte),
      !byte.isLetter, !byte.isDigit, !"&=+%#".utf8.contains(byte)
    else { return nil }
    self.byte = byte
  }

  /// All separators, the usual ones first.
  package static let all =
    [",", "|", " ", ";"].compactMap(Self.init)
    + (UInt8(0x21)..<0x7F).compactMap { Self(String(UnicodeScalar($0))) }

  /// Whether only an unescaped one separates, so that an escaped one belongs to an element: a reserved character of a
  /// query (RFC 3986, sections 2.2 and 3.4). Any other cannot be sent as it is, or means the same either way.
  package var isEscapedWithin: Bool { "!$'()*,;:@/?".utf8.contains(byte) }

  /// Returns the decoded elements of a text that was sent. An empty text is an empty list.
  package func elements(of sent: some Collection<UInt8>) -> [String] {
    if sent.isEmpty { return [] }
    let units = PercentText(sent.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }).units
    let elements = units.split(omittingEmptySubsequences: false) { unit in
      unit == byte || !isEscapedWithin && UInt8(truncatingIfNeeded: unit) == byte
    }
    return elements.map { String(decoding: PercentText.bytes($0), as: UTF8.self) }
  }

  /// Returns the text of a list as a client sends it.
  func joined(_ elements: [String]) -> String {
    let parts = elements.map { $0.encodedItem.replacing(text, with: RequestURL.escape([byte])) }
    return parts.joined(separator: isEscapedWithin ? text : text.encodedItem)
  }
}
