extension ContractReader {
  /// Reads `$optional` and `$absent`.
  func absence(
    _ matcher: JSON.Object.Member, mayBeAbsent: Bool, at range: SourceRange, _ read: (JSON) -> Pattern
  ) -> Pattern {
    if !mayBeAbsent { diagnostics.note(.notHere(matcher.name), at: matcher.nameRange ?? range) }
    if matcher.name == "$absent" {
      checkTrue(matcher)
      return Pattern(.absent, at: range)
    }
    if let inside = matcher.value.object?.members.first, inside.name == "$optional" || inside.name == "$absent" {
      diagnostics.note(.absentInside(inside.name), at: inside.nameRange ?? range)
      return Pattern(.any, at: range)
    }
    return Pattern(.optional(read(matcher.value)), at: range)
  }

  func checkTrue(_ matcher: JSON.Object.Member) {
    if matcher.value.bool != true {
      diagnostics.note(.onlyTrue(matcher.name), at: matcher.value.range ?? root.range)
    }
  }

  /// Reads the matchers without inner patterns: `$any`, `$type`, `$regex` and `$format`.
  func simple(_ matcher: JSON.Object.Member, in context: PatternContext, at range: SourceRange) -> Pattern {
    switch matcher.name {
    case "$type": return type(matcher.value, in: context, at: range)
    case "$regex": return regex(matcher.value, in: context, at: range)
    case "$format": return format(matcher.value, in: context, at: range)
    default:
      checkTrue(matcher)
      return Pattern(.any, at: range)
    }
  }

  private func type(_ argument: JSON, in context: PatternContext, at range: SourceRange) -> Pattern {
    let list = argument.array ?? [argument]
    let names = list.compactMap { element -> SourceLocated<String>? in
      guard let name = element.string else {
        diagnostics.note(
          .wrongValue("$type", found: element.phrase, expected: "the name of a type, or a list of names"),
          at: element.range ?? range)
        return nil
      }
      return SourceLocated(name, at: element.range ?? range)
    }
    if list.isEmpty {
      diagnostics.note(
        .wrongValue("$type", found: "empty", expected: "the name of a type, or a list of names"),
        at: argument.range ?? range)
    }
    let known = distinct(
      names.compactMap { diagnostics.name($0, of: Pattern.TypeName.names, what: "type") }, list: "$type")
    let types = known.compactMap(Pattern.TypeName.init(rawValue:))
    if let possible = context.types, !types.isEmpty, possible.isDisjoint(with: types) {
      never("$type", in: context, at: argument.range ?? range)
    }
    return types.isEmpty ? Pattern(.any, at: range) : Pattern(.type(types), at: range)
  }

  private func regex(_ argument: JSON, in context: PatternContext, at range: SourceRange) -> Pattern {
    // A number in any other place is compared by its value.
    if context == .json, argument.object != nil { return regexOfNumber(argument, at: range) }
    guard let text = argument.string else {
      let expected = context == .json ? Self.regexArgument : "a regular expression in a string"
      diagnostics.note(
        .wrongValue("$regex", found: argument.phrase, expected: expected), at: argument.range ?? range)
      return Pattern(.any, at: range)
    }
    if !context.takesText { never("$regex", in: context, at: argument.range ?? range) }
    do {
      return Pattern(.regex(try regex(text)), at: range)
    } catch {
      diagnostics.note(.badRegex(text, why: error.why), at: argument.range ?? range)
      return Pattern(.any, at: range)
    }
  }

  private static let regexArgument = "a regular expression in a string, or {\"number\": …} with one"

  /// Reads the expression that is searched for in the text of a number: `{"number": "…"}`.
  private func regexOfNumber(_ argument: JSON, at range: SourceRange) -> Pattern {
    guard let reader = ObjectReader(argument, as: "the value of $regex", allowed: ["number"], diagnostics),
      let text = reader.string("number", required: true)
    else { return Pattern(.any, at: range) }
    do {
      var regex = try regex(text.value)
      regex.isOfNumber = true
      return Pattern(.regex(regex), at: range)
    } catch {
      diagnostics.note(.badRegex(text.value, why: error.why), at: text.range)
      return Pattern(.any, at: range)
    }
  }

  private func format(_ argument: JSON, in context: PatternContext, at range: SourceRange) -> Pattern {
    guard let text = argument.string else {
      diagnostics.note(
        .wrongValue("$format", found: argument.phrase, expected: "the name of a format"), at: argument.range ?? range)
      return Pattern(.any, at: range)
    }
    if !context.takesText { never("$format", in: context, at: argument.range ?? range) }
    let name = SourceLocated(text, at: argument.range ?? range)
    let known = diagnostics.name(name, of: Format.names, what: "format")
    return Pattern(known.flatMap { Format(rawValue: $0.value) }.map(Pattern.Kind.format) ?? .any, at: range)
  }

  func partial(_ argument: JSON, in context: PatternContext) -> Pattern {
    let range = argument.range ?? root.range
    if context != .json { never("$partial", in: context, at: range) }
    let kind = argument.kind
    switch kind {
    case .object(let object) where !object.members.contains(where: \.isMarked): break
    case .array: break
    default:
      let found = if case .object = kind { "a matcher" } else { argument.phrase }
      diagnostics.note(.wrongValue("$partial", found: found, expected: "an object or an array"), at: range)
      return Pattern(.any, at: range)
    }
    return jsonLiteral(kind, at: range)
  }

  func never(_ matcher: String, in context: PatternContext, at range: SourceRange) {
    diagnostics.note(.neverMatches(matcher, why: context.text), at: range)
  }
}
