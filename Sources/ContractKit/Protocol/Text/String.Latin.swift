// Texts of HTTP, which has no encoding of its own: most are UTF-8, and older programs send ISO 8859-1.
extension String {
  /// Returns bytes as UTF-8, or as ISO 8859-1 if they are not valid UTF-8, so that no byte is lost.
  package static func decoded(_ bytes: some Collection<UInt8>) -> (text: String, isLatin: Bool) {
    if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
    return (String(latin: bytes), true)
  }

  package init(latin bytes: some Collection<UInt8>) {
    self.init(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
  }

  /// The bytes in ISO 8859-1, with `?` in place of a character that it does not have.
  package var latinBytes: [UInt8] { unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") } }
}
