// Whether a value that was read is plainly what a pattern describes: asked of the text's tokens, without making the value.
// Most of what clients send and hand back matches, and is written as the contract writes it. A matcher that collects
// differences, and a tree of the value for it, are made only where the answer here is no; that says nothing.
extension Pattern {
  /// Whether a value certainly matches. Nothing is bound by it: a pattern with names is never plain.
  func plainlyMatches(_ value: JSON, as reading: Matcher.Reading = .value) -> Bool {
    guard case .read(let document, let index) = value.storage else { return false }
    return PlainMatch(document).matches(self, Int(index), as: reading, isPartial: false)
  }

  /// Whether a text is the literal one, so that it matches however it is read.
  func isPlainly(_ text: String) -> Bool {
    guard case .literal(let literal) = kind else { return false }
    switch literal.storage {
    case .made(.string(let described), _): return described.isExactly(text)
    case .made: return false
    case .read(let document, let index):
      let token = document.tokens[Int(index)]
      return token.kind == .string && document.bytes.holds(text, in: token.content)
    }
  }
}

/// The tokens of a text of which some are compared with patterns.
private struct PlainMatch {
  private let document: JSON.Document
  private let bytes: [UInt8]
  private let tokens: [JSON.Document.Token]

  init(_ document: JSON.Document) {
    self.document = document
    bytes = document.bytes
    tokens = document.tokens
  }

  func matches(_ pattern: Pattern, _ index: Int, as reading: Matcher.Reading, isPartial: Bool) -> Bool {
    switch pattern.kind {
    case .any: true
    case .literal(let literal): isLiteral(literal, index, as: reading)
    case .object(let members): matches(members, index, as: reading, isPartial: isPartial)
    case .array(let patterns): matches(patterns, index, isPartial: isPartial)
    case .partial(let inner): matches(inner, index, as: reading, isPartial: true)
    case .optional(let inner): matches(inner, index, as: reading, isPartial: isPartial)
    case .type(let names): names.contains { $0.includes(document.value(index)) }
    default: false
    }
  }

  private func matches(
    _ members: [Pattern.Member], _ object: Int, as reading: Matcher.Reading, isPartial: Bool
  ) -> Bool {
    guard tokens[object].kind == .object else { return false }
    let isPartial = isPartial || reading == .failure
    if !isPartial, tokens[object + 1].start != members.count { return false }
    let end = tokens[object].end
    // Most objects come in the order that they were described in.
    var next = object + 2
    for member in members {
      let isNext = next < end && tokens[next].kind == .string && bytes.holds(member.name, in: tokens[next].content)
      guard let name = isNext ? next : document.name(member.name, in: object) else { return false }
      let reading = reading == .failure ? Matcher.reading(of: member.name) : .value
      if !matches(member.pattern, name + 1, as: reading, isPartial: isPartial) { return false }
      next = tokens.after(name + 1)
    }
    return true
  }

  private func matches(_ patterns: [Pattern], _ array: Int, isPartial: Bool) -> Bool {
    guard tokens[array].kind == .array, tokens[array + 1].start == patterns.count else { return false }
    var element = array + 2
    for pattern in patterns {
      if !matches(pattern, element, as: .value, isPartial: isPartial) { return false }
      element = tokens.after(element)
    }
    return true
  }

  /// Whether a value that holds no others is written as a literal is; of a failure, its category.
  private func isLiteral(_ literal: JSON, _ index: Int, as reading: Matcher.Reading) -> Bool {
    let token = tokens[index]
    switch (literal.shape, token.kind) {
    case (.null, .null): return true
    case (.bool, .true), (.bool, .false): return literal.bool == document.bool(index)
    case (.number, .number):
      return literal.number.map { bytes.holds($0.literal, in: token.start..<token.end) } ?? false
    case (.string, .object) where reading == .failure:
      return document.name("category", in: index).map { isLiteral(literal, $0 + 1, as: .value) } ?? false
    case (.string, .string):
      guard let text = literal.string else { return false }
      if bytes.holds(text, in: token.content) { return true }
      // A type is described by its name's end, from a dot on.
      let length = text.utf8.count
      return reading == .typeName && length > 0 && token.content.count > length
        && bytes[token.content.upperBound - length - 1] == UInt8(ascii: ".")
        && bytes.holds(text, in: (token.content.upperBound - length)..<token.content.upperBound)
    default: return false
    }
  }
}

extension [UInt8] {
  /// Whether a text stands in a range.
  fileprivate func holds(_ text: String, in range: Range<Int>) -> Bool {
    guard text.utf8.count == range.count else { return false }
    var text = text
    return text.withUTF8 { text in text.indices.allSatisfy { text[$0] == self[range.lowerBound + $0] } }
  }
}
