extension Format {
  /// Returns whether a text has the format, by the document that JSON Schema names for it.
  ///
  /// The check is as strict as the formats: no surrounding white space, only ASCII digits, and nothing left out.
  package func includes(_ text: String) -> Bool {
    switch self {
    case .date: Self.isDate(Array(text.utf8)[...])
    case .time: Self.isTime(Array(text.utf8)[...])
    case .dateTime: Self.isDateTime(Array(text.utf8)[...])
    case .duration: Self.isDuration(Array(text.utf8)[...])
    case .email: Self.isEmail(Array(text.utf8)[...])
    case .hostname: Self.isHostname(Array(text.utf8)[...])
    case .ipv4: Self.isIPv4(Array(text.utf8)[...])
    case .ipv6: Self.isIPv6(Array(text.utf8)[...])
    case .uri: Self.isURI(Array(text.utf8)[...], mayBeRelative: false)
    case .uriReference: Self.isURI(Array(text.utf8)[...], mayBeRelative: true)
    case .uuid: text.isUUID
    case .jsonPointer: Self.isPointer(Array(text.utf8)[...])
    case .regex: (try? ECMAExpression(text)) != nil
    }
  }

  /// Returns whether this is a JSON pointer (RFC 6901, section 3).
  private static func isPointer(_ bytes: ArraySlice<UInt8>) -> Bool {
    if let first = bytes.first, first != UInt8(ascii: "/") { return false }
    return bytes.indices.allSatisfy { index in
      bytes[index] != UInt8(ascii: "~")
        || index + 1 < bytes.endIndex && [UInt8(ascii: "0"), UInt8(ascii: "1")].contains(bytes[index + 1])
    }
  }
}
