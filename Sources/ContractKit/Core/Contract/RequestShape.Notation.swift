extension RequestShape.Named {
  /// How a value in a query or a form is read before it is compared.
  package enum Notation: Sendable, Equatable {
    /// Decoded, so that the contract does not see what was escaped.
    case decoded
    /// As it was sent, with the hexadecimal digits of its escapes in upper case.
    case asSent
    /// As a list: split at the separator, and then decoded. The only pattern is over an array of texts.
    case list(ListSeparator)
  }

  /// The same name with texts in place of the numbers and booleans that stand for them.
  var withTexts: Self {
    replacing { pattern in
      guard case .literal(let value) = pattern.kind, value.isScalar, value.string == nil else { return nil }
      return Pattern(.literal(.string(value.text)), at: pattern.range)
    }
  }

  /// Returns a value as a client sends it: a text, or the elements of a list.
  func sent(_ value: JSON) -> String {
    switch notation {
    case .decoded: value.plainText.encodedItem
    case .asSent: value.plainText
    case .list(let separator): separator.joined(value.array?.map(\.plainText) ?? [value.plainText])
    }
  }

  /// The same name with the decoded text, if it is a text as it is sent and only one matches.
  package var decoded: Self {
    guard notation == .asSent, let text = onlyText else { return self }
    var named = self
    named.notation = .decoded
    named.patterns = patterns.map { pattern in
      pattern.replacing { $0.soleText == nil ? nil : Pattern(.literal(.string(text)), at: $0.range) }
    }
    return named
  }

  /// The same name with the elements of a list, if it is a text as it is sent and only one matches.
  package func split(at separator: ListSeparator) -> Self {
    guard notation == .asSent, let text = patterns.first?.soleValue?.string else { return self }
    var named = self
    named.notation = .list(separator)
    named.patterns = patterns.map { pattern in
      pattern.replacing { part in
        if part.soleText == nil { return nil }
        let elements = separator.elements(of: text.utf8).map { Pattern(.literal(.string($0)), at: part.range) }
        return Pattern(.array(elements), at: part.range)
      }
    }
    return named
  }

  /// The only text that the first value means, decoded; nil if others match, too.
  package var onlyText: String? {
    guard let value = patterns.first?.soleValue else { return nil }
    switch notation {
    case .decoded: return value.string
    case .asSent: return value.string.map { Form.decoded($0.utf8).text }
    case .list(let separator): return value.array?.compactMap(\.string).joined(separator: separator.text)
    }
  }

  /// The patterns for single texts: those of the elements, if the value is a list.
  var textPatterns: [Pattern] {
    guard case .list = notation else { return patterns }
    return patterns.flatMap(\.elements)
  }
}

extension Pattern {
  /// The only text that matches, or the only list of texts; nil if others match, too. It may be optional.
  var soleValue: JSON? {
    switch kind {
    case .optional(let inner): return inner.soleValue
    case .array(let elements):
      let texts = elements.compactMap(\.soleText)
      return texts.count == elements.count ? .strings(texts) : nil
    default: return soleText.map(JSON.string)
    }
  }

  fileprivate var elements: [Pattern] {
    switch kind {
    case .array(let elements), .unordered(let elements): elements
    case .literal, .any, .type, .regex, .absent, .schema, .format, .same, .object: []
    case .partial, .optional, .anyOf, .allOf, .not: inner.flatMap(\.elements)
    case .contains(let element), .each(let element): [element]
    }
  }
}
