import ContractCore

/// The check for expectations that assert nothing.
struct MatchesAnything {
  /// Texts that have little in common. An expression that matches all of them asserts nothing.
  private static let texts = ["", "a", "Z9", "\n", "a\n\nb", " \t", "0", "-", "é", "👋", "{}", "日本"]
  /// The time limit for one search. In texts this short, a search takes microseconds.
  private static let limit: Duration = .milliseconds(5)
  /// The types that cover all values.
  private static let types: Set<Pattern.TypeName> = [.null, .boolean, .number, .string, .array, .object]

  /// The result for each expression, because the same one may be written a thousand times.
  private var known: [String: Bool] = [:]

  /// Whether a pattern for a result asserts nothing, or only that the result is a text or an object.
  ///
  /// A `$type` that leaves out some types is accepted: its author asks for a type and means nothing more.
  mutating func matchesAnything(_ pattern: Pattern) -> Bool {
    switch pattern.kind {
    case .any: return true
    case .type(let names): return Self.types.isSubset(of: names)
    case .schema(let schema): return schema.program.nodes.first?.asksForNothing ?? false
    case .regex(let regex): return !regex.isOfNumber && isFoundEverywhere(regex)
    case .optional(let inner): return matchesAnything(inner)
    case .anyOf(let alternatives): return alternatives.contains { matchesAnything($0) }
    case .allOf(let patterns): return patterns.allSatisfy { matchesAnything($0) }
    case .partial(let inner):
      guard case .object(let members) = inner.kind else { return false }
      return members.allSatisfy { mayBeAnythingOrAbsent($0.pattern) }
    case .literal, .array, .object, .absent, .format, .contains, .each, .unordered, .not, .same: return false
    }
  }

  /// Whether every failure matches a pattern. A failure is an object and always has a category.
  mutating func matchesAnyFailure(_ pattern: Pattern) -> Bool {
    switch pattern.kind {
    case .type(let names): return names.contains(.object)
    case .anyOf(let alternatives):
      return alternatives.contains { matchesAnyFailure($0) }
        || Self.categories(pattern).isSuperset(of: Failure.categories)
    case .allOf(let patterns): return patterns.allSatisfy { matchesAnyFailure($0) }
    case .partial(let inner):
      guard case .object(let members) = inner.kind else { return false }
      return members.allSatisfy { member in
        let isEvery = Self.texts(member.pattern).isSuperset(of: Failure.categories)
        return mayBeAnythingOrAbsent(member.pattern)
          || member.name == "category" && (isEvery || matchesAnything(member.pattern))
      }
    default: return matchesAnything(pattern)
    }
  }

  /// The categories for which a pattern matches every failure.
  private static func categories(_ pattern: Pattern) -> Set<String> {
    switch pattern.kind {
    case .anyOf(let alternatives): return alternatives.reduce(into: []) { $0.formUnion(categories($1)) }
    case .partial(let inner):
      guard case .object(let members) = inner.kind, members.count == 1, members[0].name == "category" else { return [] }
      return texts(members[0].pattern)
    default: return []
    }
  }

  private static func texts(_ pattern: Pattern) -> Set<String> {
    switch pattern.kind {
    case .literal(let json): json.string.map { [$0] } ?? []
    case .anyOf(let alternatives): alternatives.reduce(into: []) { $0.formUnion(texts($1)) }
    default: []
    }
  }

  private mutating func mayBeAnythingOrAbsent(_ pattern: Pattern) -> Bool {
    if case .optional(let inner) = pattern.kind { return matchesAnything(inner) }
    return false
  }

  private mutating func isFoundEverywhere(_ regex: Pattern.Regex) -> Bool {
    if let answer = known[regex.text] { return answer }
    let answer = Self.texts.allSatisfy { regex.search(in: $0, limit: Self.limit).finding == .found }
    known[regex.text] = answer
    return answer
  }

  /// Returns a pattern as it is written in its file, if that is short; otherwise the beginning of its JSON.
  static func text(_ pattern: Pattern) -> String {
    let range = pattern.range
    let written = String(
      decoding: range.source.bytes[range.start..<min(range.end, range.source.bytes.count)], as: UTF8.self)
    return written.utf8.count <= 60 && !written.contains("\n")
      ? written : Excerpt.beginning(of: pattern.json.text, limit: 60)
  }
}

extension SchemaNode {
  /// Whether the schema is `true` or has only annotations.
  fileprivate var asksForNothing: Bool {
    !isFalse && types == nil && rules.isEmpty && numbers.isEmpty && strings.isEmpty && arrays == nil && objects == nil
  }
}
