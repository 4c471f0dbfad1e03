import Foundation

extension JSON {
  /// A reader that accepts texts as JSON that RFC 8259 does not.
  package enum LenientReader: Sendable {
    /// JSONSerialization and JSONDecoder with their defaults: a trailing comma, a byte order mark, duplicate names, UTF-16
    /// and UTF-32.
    case foundation
    /// A reader of JSON5 (spec.json5.org): JSONDecoder with `allowsJSON5`, and others.
    case json5

    /// Returns the strictest reader that accepts a text; nil if none does.
    package static func taking(_ bytes: [UInt8]) -> LenientReader? {
      // JSONDecoder cannot be asked: with `allowsJSON5` some broken texts end the process (Swift 6.3.1).
      let json5 = JSON5Text(bytes)
      // Of texts in UTF-8, Foundation takes none that JSON5 does not have. To ask it takes longer.
      if json5?.isValue == false { return nil }
      let data = Data(bytes)
      if (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil { return .foundation }
      return json5 == nil ? nil : .json5
    }
  }
}
