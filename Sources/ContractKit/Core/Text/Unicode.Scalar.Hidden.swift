// Characters without a shape, which can make a text look like another one.
extension Unicode.Scalar {
  /// Whether the character has no shape but is not needed to write any script: it changes the order of other characters,
  /// ends a line where nobody expects it, or takes no room.
  ///
  /// Joiners and variation selectors are not hidden, because scripts and emoji consist of them.
  package var isHidden: Bool {
    switch value {
    case ..<0xAD, 0x200C, 0x200D: false
    case 0x2028, 0x2029, 0xFFF9...0xFFFB: true
    default: properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }
  }

  /// The character as an escape in JSON: `\u202e`, or two escapes if it has more than 16 bits.
  package func escape(uppercase: Bool = false) -> String {
    UTF16.encode(self).map { units in
      units.map { "\\u" + Hexadecimal.text(UInt32($0), width: 4, uppercase: uppercase) }.joined()
    } ?? ""
  }
}
