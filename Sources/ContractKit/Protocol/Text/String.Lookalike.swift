import Foundation

extension String {
  /// The text with each letter and sign that looks like one of ASCII replaced by that one. Two different texts with the
  /// same skeleton look alike.
  package var skeleton: String {
    String(
      String.UnicodeScalarView(
        precomposedStringWithCompatibilityMapping.unicodeScalars.map { Self.lookalikes[$0] ?? $0 }))
  }

  /// Letters of other scripts, quotes and dashes, with what they look like. Not everything that Unicode lists
  /// (UTS 39, "confusables"): only what is easily mistaken in most fonts.
  private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
    let cyrillic = ("аеорсухіјѕһԁԛԝӏАВЕКМНОРСТУХІЈЅ", "aeopcyxijshdqwlABEKMHOPCTYXIJS")
    let greek = ("ονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ovABEZHIKMNOPTYX")
    let signs = ("‐‑‒–—−‘’ʼ′“”″", "------''''\"\"\"")
    return [cyrillic, greek, signs].reduce(into: [:]) { table, pair in
      for (other, ascii) in zip(pair.0.unicodeScalars, pair.1.unicodeScalars) { table[other] = ascii }
    }
  }()
}

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
