extension Pattern {
  /// Returns whether a value certainly matches, by its text alone. False does not mean that it differs.
  ///
  /// Most of what clients send and return is written exactly as in the contract. Then neither the value nor a matcher
  /// is made, which saves a quarter of the time of a scenario in a test process.
  func plainlyMatches(_ value: JSON, as reading: Matcher.Reading = .value) -> Bool {
    if let (document, index) = value.token {
      return PlainMatch(document).matches(self, index, as: reading, isPartial: false)
    }
    // This is a header, for example. However a text is read, it equals itself.
    guard case .literal(let literal) = kind, let text = literal.string else { return false }
    return value.string?.isExactly(text) == true
  }
}

/// A text whose tokens are compared with patterns.
private struct PlainMatch {
  private let document: JSON.Document
  private let bytes: [UInt8]
  private let tokens: [JSON.Document.Token]

  init(_ document: JSON.Document) { (self.document, bytes, tokens) = (document, document.bytes, document.tokens) }

  func matches(_ pattern: Pattern, _ index: Int, as reading: Matcher.Reading, isPartial: Bool) -> Bool {
    switch pattern.kind {
    case .any: true
    case .type(let names): names.contains { $0.includes(document.value(index)) }
    case .literal(let literal): isLiteral(literal, index, as: reading)
    case .partial(let inner): matches(inner, index, as: reading, isPartial: true)
    case .object(let members): matches(members, index, as: reading, isPartial: isPartial || reading == .failure)
    case .array(let patterns):
      tokens[index].kind == .array && tokens[index + 1].start == patterns.count
        && zip(patterns, sequence(first: index + 2, next: tokens.after)).allSatisfy {
          matches($0, $1, as: .value, isPartial: isPartial)
        }
    default: false
    }
  }

  private func matches(
    _ members: [Pattern.Member], _ object: Int, as reading: Matcher.Reading, isPartial: Bool
  ) -> Bool {
    guard tokens[object].kind == .object, isPartial || tokens[object + 1].start == members.count else { return false }
    return members.allSatisfy { member in
      guard let name = document.name(member.name, in: object) else { return false }
      let reading = reading == .failure ? Matcher.reading(of: member.name) : .value
      return matches(member.pattern, name + 1, as: reading, isPartial: isPartial)
    }
  }

  /// Returns whether a value that is neither an array nor an object is written like a literal. For a
  /// failure, its category is compared.
  private func isLiteral(_ literal: JSON, _ index: Int, as reading: Matcher.Reading) -> Bool {
    let token = tokens[index]
    switch (literal.shape, token.kind) {
    case (.null, .null): return true
    case (.boolean, .true), (.boolean, .false): return literal.bool == (token.kind == .true)
    case (.number, .number): return literal.number.map { isWritten($0.literal, token.start..<token.end) } ?? false
    case (.string, .string): return literal.string.map { isWritten($0, token.content) } ?? false
    case (.string, .object) where reading == .failure:
      return document.name("category", in: index).map { isLiteral(literal, $0 + 1, as: .value) } ?? false
    default: return false
    }
  }

  private func isWritten(_ text: String, _ range: Range<Int>) -> Bool {
    text.utf8.count == range.count && bytes[range].elementsEqual(text.utf8)
  }
}
