import Foundation

extension String {
  /// The text with each letter and sign that looks like one of ASCII replaced by that one. Two different texts with the
  /// same skeleton look alike.
  var skeleton: String {
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
