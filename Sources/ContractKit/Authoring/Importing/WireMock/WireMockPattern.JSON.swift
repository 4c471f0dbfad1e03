import ContractCore

extension WireMockPattern {
  /// What a JSON value must be; nil if it must be absent. WireMock compares the text of numbers and booleans.
  var value: JSON? { text.map(Self.value) }

  private static func value(_ pattern: JSON) -> JSON {
    if let text = pattern.string {
      guard let scalar = JSON.parse(text), scalar.number != nil || scalar.bool != nil else { return pattern }
      return ["$anyOf": [pattern, scalar]]
    }
    switch pattern.onlyMember {
    case ("$regex", let expression)?:
      let text = expression.string ?? ""
      // Most expressions that match only one text are words, which no number has.
      let isWord =
        (try? ECMAExpression(text, .contract))?.parts?.literal?.contains { !"0123456789eE-".contains($0) } == true
      let numbers: [JSON] = isWord ? [] : [["$regex": ["number": expression]]]
      let booleans = ["true", "false"].filter { ImportedExpression.finds(text, in: $0) }.map {
        JSON(.bool($0 == "true"))
      }
      let others = numbers + booleans
      return others.isEmpty ? pattern : ["$anyOf": .array([pattern] + others)]
    case ("$not", let inner)?: return ["$not": value(inner)]
    case (let name, let inner)? where inner.isArray: return .object([(name, .array((inner.array ?? []).map(value)))])
    default: return pattern
    }
  }
}
