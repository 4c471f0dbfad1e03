// Patterns that can never match, found from the text of the file alone. A pattern with a mistake never counts as a
// contradiction.
extension ContractReader {
  /// Notes a `$not` whose argument matches everything.
  func checkNot(_ argument: JSON, in context: PatternContext) {
    guard matchesEverything(argument, in: context) else { return }
    let range = argument.range ?? root.range
    if matchesEverything(argument, in: .json) {
      diagnostics.note(.neverMatches("$not", why: "every value matches its pattern"), at: range)
    } else {
      never("$not", in: context, at: range)
    }
  }

  /// Notes the first pattern of an `$allOf` that no value can match together with the patterns before it.
  func checkAllOf(_ list: JSON, in context: PatternContext) {
    // The different demands of the patterns so far. There are only a few different ones, so a list of a hundred
    // thousand patterns is still read quickly.
    var demands: [Demand] = []
    for pattern in list.array ?? [] {
      let demand = Demand(types: types(pattern, in: context), value: value(pattern, in: context))
      if let why = demands.lazy.compactMap({ contradiction($0, demand, in: context) }).first {
        diagnostics.note(.neverMatches("$allOf", why: why), at: pattern.range ?? root.range)
        return
      }
      if !demands.contains(demand) { demands.append(demand) }
    }
  }

  /// The part of a pattern that can contradict another pattern.
  private struct Demand: Equatable {
    var types: Set<Pattern.TypeName>
    var value: JSON?
  }

  private func contradiction(_ a: Demand, _ b: Demand, in context: PatternContext) -> String? {
    if !a.types.isEmpty, !b.types.isEmpty, a.types.isDisjoint(with: b.types) {
      return "no value is both \(Self.words(a.types)) and \(Self.words(b.types))"
    }
    if let left = a.value, let right = b.value, left != right {
      if context == .text, let a = left.string, let b = right.string, a.hasSuffix(b) || b.hasSuffix(a) {
        // The type of a failure is compared from the end, so one text can match both.
        return nil
      }
      return context == .failure ? "a failure has one category" : "no value is both \(left.phrase) and \(right.phrase)"
    }
    return nil
  }

  /// Returns the value that a literal stands for; nil if it is not a literal, or if its place accepts multiple values
  /// for one literal.
  private func value(_ json: JSON, in context: PatternContext) -> JSON? {
    if let matcher = Self.matcher(json) {
      return matcher.name == "$literal" && context != .failure ? value(matcher.value, in: context) : nil
    }
    if context == .header || json.array != nil || json.object != nil { return nil }
    if context != .query { return json }
    return .string(json.string ?? json.number?.literal ?? json.text)
  }

  /// Returns the types that a pattern may match in its place. Here `number` means numbers that are not whole. Empty if
  /// the pattern has a mistake.
  private func types(_ json: JSON, in context: PatternContext) -> Set<Pattern.TypeName> {
    let all = context.types ?? Set(Pattern.TypeName.allCases)
    guard let matcher = Self.matcher(json) else {
      return context == .query || context == .failure ? all : Self.types(of: json).intersection(all)
    }
    switch matcher.name {
    case "$type": return Self.named(matcher.value).intersection(all)
    case "$regex" where matcher.value.object != nil: return all.intersection([.number, .integer])
    case "$regex", "$format": return all.intersection([.string])
    case "$contains", "$each", "$unordered": return all.intersection([.array])
    case "$partial", "$literal": return context == .json ? Self.types(of: matcher.value) : all
    case "$anyOf": return (matcher.value.array ?? []).reduce(into: []) { $0.formUnion(types($1, in: context)) }
    case "$allOf": return (matcher.value.array ?? []).reduce(into: all) { $0.formIntersection(types($1, in: context)) }
    case "$not":
      guard let inner = Self.matcher(matcher.value), inner.name == "$type" else { return all }
      return all.subtracting(Self.named(inner.value))
    default: return all
    }
  }

  private func matchesEverything(_ json: JSON, in context: PatternContext) -> Bool {
    guard let matcher = Self.matcher(json) else { return false }
    switch matcher.name {
    case "$any": return matcher.value.bool == true
    case "$type": return Self.named(matcher.value).isSuperset(of: context.types ?? Set(Pattern.TypeName.allCases))
    case "$anyOf": return (matcher.value.array ?? []).contains { matchesEverything($0, in: context) }
    case "$allOf":
      let patterns = matcher.value.array ?? []
      return !patterns.isEmpty && patterns.allSatisfy { matchesEverything($0, in: context) }
    default: return false
    }
  }

  private static func matcher(_ json: JSON) -> JSON.Object.Member? {
    guard let members = json.object?.members, members.count == 1, members[0].isMarked else { return nil }
    return members[0]
  }

  private static func named(_ argument: JSON) -> Set<Pattern.TypeName> {
    let names = (argument.array ?? [argument]).compactMap { $0.string.flatMap(Pattern.TypeName.init) }
    return Set(names + (names.contains(.number) ? [.integer] : []))
  }

  private static func types(of json: JSON) -> Set<Pattern.TypeName> {
    if let number = json.number { return number.isInteger ? [.integer] : [.number] }
    return Pattern.TypeName(rawValue: json.typeName).map { [$0] } ?? []
  }

  private static func words(_ types: Set<Pattern.TypeName>) -> String {
    Pattern.TypeName.allCases.compactMap { type in
      switch type {
      case _ where !types.contains(type), .integer where types.contains(.number): nil
      case .number where !types.contains(.integer): "a number that is not whole"
      case .null: "null"
      case .integer, .array, .object: "an \(type)"
      case .boolean, .number, .string: "a \(type)"
      }
    }.joined(separator: " or ")
  }
}
