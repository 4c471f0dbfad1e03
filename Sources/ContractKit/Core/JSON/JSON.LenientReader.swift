import Foundation

extension JSON {
  /// A reader that accepts some texts that are not JSON by RFC 8259.
  package enum LenientReader: Sendable {
    /// JSONSerialization and JSONDecoder with their defaults: they accept a trailing comma, a byte order mark,
    /// duplicate names, UTF-16 and UTF-32.
    case foundation
    /// A reader of JSON5 (spec.json5.org), such as JSONDecoder with `allowsJSON5`.
    case json5

    /// Returns the strictest reader that accepts a text; nil if none does.
    package static func taking(_ bytes: [UInt8]) -> LenientReader? {
      // JSONDecoder cannot be used here: with `allowsJSON5`, some broken texts crash the process (Swift 6.3.1).
      let json5 = JSON5Text(bytes)
      // Every UTF-8 text that Foundation accepts is also JSON5, so a text that is not JSON5 need not go to
      // Foundation, which takes longer.
      if json5?.isValue == false { return nil }
      let data = Data(bytes)
      if (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil { return .foundation }
      return json5 == nil ? nil : .json5
    }
  }
}
