// Matchers that contain patterns. The caller passes the function that reads those patterns in their place.
extension ContractReader {
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
      return diagnostics.wrong(
        argument, called: "$same", found: found, expected: "a name that is not empty", at: range)
        ?? Pattern(.any, at: range)
    }
    _ = text(SourceLocated(name, at: argument.range ?? range), called: "a name of $same")
    known.hasNames = true
    return Pattern(.same(name), at: range)
  }
}
