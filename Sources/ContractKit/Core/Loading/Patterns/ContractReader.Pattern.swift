extension ContractReader {
  package static let matchers = [
    "$any", "$type", "$regex", "$format", "$partial", "$contains", "$each", "$unordered", "$anyOf", "$allOf", "$not",
    "$same", "$optional", "$absent", "$literal", "$jsonSchema",
  ]

  /// Reads a pattern. A pattern with a mistake is noted, and then matches anything.
  ///
  /// - Parameter mayBeAbsent: Whether it is the value of a member or name, for which `$optional` and `$absent` make sense.
  func pattern(_ json: JSON, in context: PatternContext, mayBeAbsent: Bool = false, called what: ValueName) -> Pattern {
    let range = json.range ?? root.range
    // Read once, because each access makes the members of the value again.
    let kind = json.kind
    guard case .object(let object) = kind else { return literal(json, kind, in: context, at: range, called: what) }
    switch form(object, at: range) {
    case .literal: return literal(json, kind, in: context, at: range, called: what)
    case .broken: return Pattern(.any, at: range)
    case .matcher(let matcher):
      let argument = matcher.value
      switch matcher.name {
      case "$anyOf", "$allOf", "$not", "$same":
        return combination(matcher, in: context, at: range) { pattern($0, in: context, called: what) }
      case "$optional", "$absent":
        return absence(matcher, mayBeAbsent: mayBeAbsent, at: range) { pattern($0, in: context, called: what) }
      case "$partial":
        return Pattern(.partial(partial(argument, in: context)), at: range)
      case "$contains", "$each", "$unordered": return elements(matcher, in: context, at: range)
      case "$literal":
        if context != .json {
          return literal(argument, argument.kind, in: context, at: argument.range ?? root.range, called: what)
        }
        return Pattern(.literal(argument.unfolded), at: range)
      case "$jsonSchema": return schema(argument, in: context, at: range)
      case "$type": return type(argument, in: context, at: range)
      case "$regex": return regex(argument, in: context, at: range)
      case "$format": return format(argument, in: context, at: range)
      default:
        checkTrue(matcher)
        return Pattern(.any, at: range)
      }
    }
  }

  /// The meaning of an object that may be a matcher.
  enum Form {
    case literal
    case matcher(JSON.Object.Member)
    /// Neither a literal nor a matcher, which was noted.
    case broken
  }

  /// Returns the meaning of an object. An object with a name that starts with `$` is a matcher and must have no other
  /// names.
  func form(_ object: JSON.Object, at range: SourceRange) -> Form {
    let members = object.members
    guard let first = members.first(where: \.isMarked) else { return .literal }
    let marked = members.count == 1 ? [first] : members.filter(\.isMarked)
    let range = first.nameRange ?? range
    if first.name == "$ref" {
      diagnostics.note(.referenceInData, at: range)
    } else if marked.count > 1 {
      diagnostics.note(.severalMatchers(marked.map(\.name)), at: marked[1].nameRange ?? range)
    } else if members.count > 1 {
      diagnostics.note(.matcherWithMembers(first.name), at: range)
    } else if !Self.matchers.contains(first.name) {
      diagnostics.note(.unknownName(first.name, what: "matcher", allowed: Self.matchers), at: range)
    } else {
      return .matcher(first)
    }
    return .broken
  }

  // MARK: Literals

  private func literal(
    _ json: JSON, _ kind: JSON.Kind, in context: PatternContext, at range: SourceRange, called what: ValueName
  ) -> Pattern {
    func wrong(_ expected: String) -> Pattern {
      diagnostics.wrong(json, called: what.text, expected: expected, at: range) ?? Pattern(.any, at: range)
    }
    switch (context, kind) {
    case (.json, _): return jsonLiteral(kind, at: range)
    case (.text, .string), (.query, .string): break
    case (.header, .string(let text)):
      if let why = HTTPText.valueError(text) { diagnostics.note(.headerValue(why), at: range) }
    case (.text, _), (.header, _): return wrong("a string or a matcher")
    case (.query, .number), (.query, .bool):
      return Pattern(.literal(.string(json.text)), at: range)
    case (.query, _): return wrong(Self.queryValue)
    case (.list, .array(let elements)):
      return Pattern(.array(elements.map { pattern($0, in: .query, called: "an element") }), at: range)
    case (.list, _): return wrong("an array or a matcher")
    case (.seconds, .number(let number)) where number.double > 0: break
    case (.seconds, _): return wrong("a number of seconds greater than 0, or a matcher")
    case (.code, .number(let number)) where number.isInteger: break
    case (.code, _): return wrong("a whole number or a matcher")
    case (.failure, .object): return Pattern(.literal(json.unfolded), at: range)
    case (.failure, _):
      never("$literal", in: context, at: range)
      return Pattern(.literal(json.unfolded), at: range)
    }
    return Pattern(.literal(JSON(kind)), at: range)
  }

  func jsonLiteral(_ kind: JSON.Kind, at range: SourceRange) -> Pattern {
    switch kind {
    // A pattern is compared many times, and outlives the text that it was read from. So it gets its own values. Their
    // place is the pattern's.
    case .null, .bool, .number, .string: return Pattern(.literal(JSON(kind)), at: range)
    case .array(let elements):
      return Pattern(.array(elements.map { pattern($0, in: .json, called: "an element") }), at: range)
    case .object(let object):
      let members = object.members.map {
        Pattern.Member(
          name: $0.name, range: $0.nameRange ?? range,
          pattern: pattern($0.value, in: .json, mayBeAbsent: true, called: .member($0.name)))
      }
      return Pattern(.object(members), at: range)
    }
  }
}
