/// A matcher of WireMock for a text, as a pattern of a contract.
struct WireMockPattern {
  /// The pattern, or a list of patterns for a name that comes more than once; nil if the matcher says nothing.
  let pattern: JSON?

  init(_ value: ImportValue) {
    if value.json.string != nil || value.json.number != nil {
      pattern = .string(value.whole.asText)
      return
    }
    pattern = Self.pattern(value)
  }

  private static func pattern(_ value: ImportValue) -> JSON? {
    let ignoresCase = value["caseInsensitive"]?.bool ?? false
    var found: [JSON] = []
    for member in value.json.object?.members ?? [] where member.name != "caseInsensitive" {
      guard let inner = value[member.name] else { continue }
      if let pattern = pattern(member.name, inner, ignoresCase) { found.append(pattern) }
    }
    return found.count > 1 ? ["$allOf": .array(found)] : found.first
  }

  private static func pattern(_ name: String, _ value: ImportValue, _ ignoresCase: Bool) -> JSON? {
    switch name {
    case "equalTo":
      let text = value.whole.asText
      return ignoresCase ? ["$regex": .string("(?i)^\(text.expression)$")] : .string(text)
    case "matches": return value.string.map { ImportedExpression.whole($0, value, ignoresCase: ignoresCase) }
    case "doesNotMatch": return value.string.map { ["$not": ImportedExpression.whole($0, value)] }
    case "contains": return value.string.map { ["$regex": .string((ignoresCase ? "(?i)" : "") + $0.expression)] }
    case "doesNotContain": return value.string.map { ["$not": ["$regex": .string($0.expression)]] }
    case "absent": return value.bool == true ? ["$absent": true] : ["$any": true]
    case "anything": return value.whole.isNull ? nil : ["$any": true]
    case "and", "or":
      let patterns = value.elements.compactMap { pattern($0) }
      return patterns.isEmpty ? nil : [name == "and" ? "$allOf" : "$anyOf": .array(patterns)]
    case "not": return pattern(value).map { ["$not": $0] }
    case "hasExactly":
      let patterns = value.elements.compactMap { WireMockPattern($0).pattern }
      return patterns.count == 1 ? patterns[0] : .array(patterns)
    default:
      value.lose("the matcher \"\(name)\" cannot be imported; any value is accepted")
      return ["$any": true]
    }
  }
}
