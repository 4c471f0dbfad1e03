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
      return diagnostics.mistake(.absentInside(inside.name), at: inside.nameRange ?? range) ?? Pattern(.any, at: range)
    }
    return Pattern(.optional(read(matcher.value)), at: range)
  }

  func checkTrue(_ matcher: JSON.Object.Member) {
    if matcher.value.bool != true { diagnostics.note(.onlyTrue(matcher.name), at: matcher.value.range ?? root.range) }
  }

  func type(_ argument: JSON, in context: PatternContext, at range: SourceRange) -> Pattern {
    let types = diagnostics.types(argument, called: "$type", list: "$type", at: range)
    if let possible = context.types, !types.isEmpty, possible.isDisjoint(with: types) {
      never("$type", in: context, at: argument.range ?? range)
    }
    return types.isEmpty ? Pattern(.any, at: range) : Pattern(.type(types), at: range)
  }

  func regex(_ argument: JSON, in context: PatternContext, at range: SourceRange) -> Pattern {
    // A number in any other place is compared by its value.
    if context == .json, argument.object != nil { return regexOfNumber(argument, at: range) }
    guard let text = argument.string else {
      let more = context == .json ? ", or {\"number\": …} with one" : ""
      return diagnostics.wrong(
        argument, called: "$regex", expected: "a regular expression in a string" + more, at: range)
        ?? Pattern(.any, at: range)
    }
    if !context.takesText { never("$regex", in: context, at: argument.range ?? range) }
    return regex(SourceLocated(text, at: argument.range ?? range), isOfNumber: false, at: range)
  }

  /// Reads the expression that is searched for in the text of a number: `{"number": "…"}`.
  private func regexOfNumber(_ argument: JSON, at range: SourceRange) -> Pattern {
    let reader = ObjectReader(argument, as: "the value of $regex", allowed: ["number"], diagnostics)
    guard let text = reader?.string("number", required: true) else { return Pattern(.any, at: range) }
    return regex(text, isOfNumber: true, at: range)
  }

  private func regex(_ text: SourceLocated<String>, isOfNumber: Bool, at range: SourceRange) -> Pattern {
    do {
      var regex = try regex(text.value)
      regex.isOfNumber = isOfNumber
      return Pattern(.regex(regex), at: range)
    } catch {
      return diagnostics.mistake(.badRegex(text.value, why: error.why), at: text.range) ?? Pattern(.any, at: range)
    }
  }

  func format(_ argument: JSON, in context: PatternContext, at range: SourceRange) -> Pattern {
    if !context.takesText { never("$format", in: context, at: argument.range ?? range) }
    if argument.object != nil { return value(argument, at: range) }
    guard let text = argument.string else {
      let expected = "the name of a format, or an object with the name of a type and a value"
      return diagnostics.wrong(argument, called: "$format", expected: expected, at: range) ?? Pattern(.any, at: range)
    }
    let format = diagnostics.choice(SourceLocated(text, at: argument.range ?? range), of: Format.self, what: "format")
    return Pattern(format.map(Pattern.Kind.format) ?? .any, at: range)
  }

  /// Reads a value that may be written in any way of its format: `{"uuid": "…"}`.
  private func value(_ argument: JSON, at range: SourceRange) -> Pattern {
    func wrong(_ json: JSON, _ what: ValueName, found: String? = nil, expected: String) -> Pattern {
      diagnostics.wrong(json, called: what.text, found: found, expected: expected, at: range)
        ?? Pattern(.any, at: range)
    }
    guard let member = argument.object?.members.first, argument.members.count == 1 else {
      let found = English.counted(argument.members.count, "member")
      return wrong(argument, "$format", found: found, expected: "one member, such as {\"uuid\": \"…\"}")
    }
    let name = SourceLocated(member.name, at: member.nameRange ?? range)
    guard let type = diagnostics.choice(name, of: ValueType.self, what: "format of a value") else {
      return Pattern(.any, at: range)
    }
    let isText = member.value.isScalar && !member.value.isNull
    guard isText, type.includes(member.value.plainText) else {
      return wrong(member.value, .member(member.name), expected: "a value in this format")
    }
    return Pattern(.literal(.string(member.value.plainText)), as: type, at: range)
  }

  func partial(_ argument: JSON, in context: PatternContext) -> Pattern {
    let range = argument.range ?? root.range
    if context != .json { never("$partial", in: context, at: range) }
    // Read once, because each access makes the members again.
    let kind = argument.kind
    let isMatcher = if case .object(let object) = kind { object.members.contains(where: \.isMarked) } else { false }
    if argument.isArray || argument.isObject && !isMatcher { return jsonLiteral(kind, at: range) }
    return diagnostics.wrong(
      argument, called: "$partial", found: isMatcher ? "a matcher" : nil, expected: "an object or an array", at: range)
      ?? Pattern(.any, at: range)
  }

  func never(_ matcher: String, in context: PatternContext, at range: SourceRange) {
    diagnostics.note(.neverMatches(matcher, why: context.text), at: range)
  }

  // MARK: Matchers that contain patterns

  /// Reads `$anyOf`, `$allOf`, `$not` and `$same`, which are allowed in any place.
  func combination(
    _ matcher: JSON.Object.Member, in context: PatternContext, at range: SourceRange, _ read: (JSON) -> Pattern
  ) -> Pattern {
    switch matcher.name {
    case "$same": return same(matcher.value, at: range)
    case "$not":
      checkNot(matcher.value, in: context)
      return Pattern(.not(read(matcher.value)), at: range)
    default:
      guard let patterns = list(matcher, mayBeEmpty: false, at: range, read) else { return Pattern(.any, at: range) }
      if matcher.name == "$anyOf" { return Pattern(.anyOf(patterns), at: range) }
      checkAllOf(matcher.value, in: context)
      return Pattern(.allOf(patterns), at: range)
    }
  }

  /// Reads `$contains`, `$each` and `$unordered`, which match arrays.
  func elements(_ matcher: JSON.Object.Member, in context: PatternContext, at range: SourceRange) -> Pattern {
    let inner: PatternContext = context == .list ? .query : .json
    if context != .json, context != .list { never(matcher.name, in: context, at: matcher.value.range ?? range) }
    func read(_ json: JSON) -> Pattern { pattern(json, in: inner, called: "an element") }
    switch matcher.name {
    case "$contains": return Pattern(.contains(read(matcher.value)), at: range)
    case "$each": return Pattern(.each(read(matcher.value)), at: range)
    default:
      let patterns = list(matcher, mayBeEmpty: true, at: range, read)
      return Pattern(patterns.map(Pattern.Kind.unordered) ?? .any, at: range)
    }
  }

  private func list(
    _ matcher: JSON.Object.Member, mayBeEmpty: Bool, at range: SourceRange, _ read: (JSON) -> Pattern
  ) -> [Pattern]? {
    if let elements = matcher.value.array, mayBeEmpty || !elements.isEmpty { return elements.map(read) }
    return diagnostics.wrong(
      matcher.value, called: matcher.name, found: matcher.value.isArray ? "empty" : nil,
      expected: mayBeEmpty ? "a list of patterns" : "a list of patterns, at least one", at: range)
  }

  private func same(_ argument: JSON, at range: SourceRange) -> Pattern {
    guard let name = argument.string, !name.isEmpty else {
      let found = argument.string.map { _ in "empty" }
      return diagnostics.wrong(argument, called: "$same", found: found, expected: "a name that is not empty", at: range)
        ?? Pattern(.any, at: range)
    }
    _ = text(SourceLocated(name, at: argument.range ?? range), called: "a name of $same")
    known.hasNames = true
    return Pattern(.same(name), at: range)
  }
}

extension Diagnostic.Collector {
  /// Reads one name of a type, or a list of distinct names.
  func types(_ json: JSON, called what: String, list: String, at range: SourceRange) -> [Pattern.TypeName] {
    let expected = "the name of a type, or a list of names"
    let elements = json.array ?? [json]
    if elements.isEmpty { note(.wrongValue(what, found: "empty", expected: expected), at: json.range ?? range) }
    var types: [Pattern.TypeName] = []
    for element in elements {
      let text = element.string ?? wrong(element, called: what, expected: expected, at: range)
      guard let located = text.map({ SourceLocated($0, at: element.range ?? range) }),
        let type = choice(located, of: Pattern.TypeName.self, what: "type")
      else { continue }
      if types.contains(type) {
        note(.sameElement(located.value, list: list), at: located.range)
      } else {
        types.append(type)
      }
    }
    return types
  }
}
