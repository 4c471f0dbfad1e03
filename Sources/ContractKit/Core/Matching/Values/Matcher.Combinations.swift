// `$anyOf`, `$not`, `$same`.

extension Matcher {
  mutating func match(
    anyOf alternatives: [Pattern], _ pattern: Pattern, _ value: JSON, as reading: Reading, isPartial: Bool
  ) {
    if isSettled(by: alternatives.lazy.map { ($0, value) }, as: reading, isPartial: isPartial) { return }
    let now = self
    differ(
      pattern, value, expected: pattern.text,
      note: now.shortfalls(of: alternatives, value, as: reading, isPartial: isPartial))
  }

  /// Returns what the value lacks for each alternative, one short line each; nil if the
  /// alternatives explain it themselves.
  private func shortfalls(of alternatives: [Pattern], _ value: JSON, as reading: Reading, isPartial: Bool) -> String? {
    let isPlain = alternatives.allSatisfy {
      // For a whole object or array under `$literal`, the text would be long.
      if case .literal = $0.kind { true } else { $0.isPlain }
    }
    if isPlain { return nil }
    var lines: [String] = []
    for (index, alternative) in alternatives.enumerated().prefix(8) {
      guard let shortfall = shortfall(alternative, value, as: reading, isPartial: isPartial) else { continue }
      lines.append("alternative \(index + 1): \(shortfall)")
    }
    if alternatives.count > 8 { lines.append("and \(alternatives.count - 8) more alternatives") }
    return lines.joined(separator: "\n")
  }

  mutating func match(not inner: Pattern, _ pattern: Pattern, _ value: JSON, as reading: Reading, isPartial: Bool) {
    switch answer(inner, value, as: reading, isPartial: isPartial, isNegated: true) {
    case .differs: break
    case .matches:
      let now = bindings
      differ(pattern, value, expected: pattern.text, note: Self.bound(inside: inner, now))
    case .unknown(let unknown):
      if isNegated || !unknown.stopped.isEmpty { return doubts.add(unknown) }
      // A value that must differ from an unbound name would pass whatever it is, so this is a difference.
      let names = unknown.unbound.map { JSON.string($0).text }.joined(separator: ", ")
      differ(pattern, value, expected: pattern.text, note: "no earlier value has bound \(names)")
    }
  }

  /// Returns the value of the name that a value must not match, in words.
  private static func bound(inside inner: Pattern, _ bindings: Bindings) -> String? {
    if case .same(let name) = inner.kind { bindings[name]?.text(of: name) } else { nil }
  }

  mutating func match(same name: String, _ pattern: Pattern, _ value: JSON) {
    guard let bound = bindings[name] else {
      if isNegated { doubts.add(unbound: name) } else { bindings.bind(name, to: value, at: pattern.range) }
      return
    }
    if bound.value == value { return }
    differ(pattern, value, expected: bound.value.text, note: bound.text(of: name))
  }
}
