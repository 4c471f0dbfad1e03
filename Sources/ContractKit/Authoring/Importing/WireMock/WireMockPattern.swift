import ContractCore

/// A matcher of WireMock for a text that may be absent, as a pattern of a contract.
struct WireMockPattern {
  /// What the text must be if it is there, or a list for a name that comes more than once; nil if it must be absent.
  let text: JSON?
  let mayBeAbsent: Bool

  /// The pattern for the value of a name; nil if nothing matches.
  var pattern: JSON? {
    if let text { return mayBeAbsent ? ["$optional": text] : text }
    if mayBeAbsent { return ["$absent": true] }
    return nil
  }

  /// A pattern for anything that is there.
  private static let any: JSON = ["$any": true]

  private init(_ text: JSON?, mayBeAbsent: Bool = false) { (self.text, self.mayBeAbsent) = (text, mayBeAbsent) }

  /// Reads a matcher.
  ///
  /// - Parameter spansLines: Whether the text can have more than one line. For WireMock, `.` is any character.
  init(_ value: ImportValue, spansLines: Bool = false) {
    if value.json.string != nil || value.json.number != nil {
      self.init(.string(value.whole.asText))
      return
    }
    let ignoresCase = value["caseInsensitive"]?.bool ?? false
    let names = value.json.members.map(\.name).filter { $0 != "caseInsensitive" }
    self = Self.all(
      names.compactMap { name in value[name].map { Self(name, $0, ignoresCase: ignoresCase, spansLines: spansLines) } })
  }

  private init(_ name: String, _ value: ImportValue, ignoresCase: Bool, spansLines: Bool) {
    func text() -> String? { value.string }
    func expression() -> JSON? {
      text().map { text in
        let hasDot = spansLines && (try? ECMAExpression(text, .contract))?.root.contains(where: \.isAny) == true
        return ImportedExpression.whole((hasDot ? "(?s)" : "") + text, value, ignoresCase: ignoresCase)
      }
    }
    func part() -> JSON? { text().map { ["$regex": .string((ignoresCase ? "(?i)" : "") + $0.expression)] } }
    func not(_ pattern: JSON?) -> JSON { pattern.map { ["$not": $0] } ?? Self.any }
    func inner(_ value: ImportValue) -> Self { Self(value, spansLines: spansLines) }
    switch name {
    case "equalTo":
      let text = value.whole.asText
      self.init(ignoresCase ? ["$regex": .string("(?i)^\(text.expression)$")] : .string(text))
    case "matches": self.init(expression() ?? Self.any)
    case "contains": self.init(part() ?? Self.any)
    case "doesNotMatch": self.init(not(expression()), mayBeAbsent: true)
    case "doesNotContain": self.init(not(part()), mayBeAbsent: true)
    case "absent":
      // WireMock does not read the value.
      value.consume()
      self.init(nil, mayBeAbsent: true)
    case "anything":
      value.consume()
      self.init(Self.any, mayBeAbsent: true)
    case "and": self = Self.all(value.elements.map(inner))
    case "or": self = Self.one(of: value.elements.map(inner))
    case "not":
      let negated = inner(value)
      let text = negated.text == Self.any ? JSON?.none : not(negated.text)
      self.init(text, mayBeAbsent: !negated.mayBeAbsent)
    case "hasExactly":
      let texts = value.elements.compactMap { inner($0).text }
      self.init(texts.count > 1 ? .array(texts) : texts.first, mayBeAbsent: texts.isEmpty)
    default:
      value.lose("the matcher \"\(name)\" cannot be imported; any value is accepted")
      self.init(Self.any)
    }
  }

  private static func all(_ matchers: [Self]) -> Self {
    let texts = matchers.compactMap(\.text).filter { $0 != any }
    let text = texts.isEmpty ? any : texts.count == 1 ? texts[0] : ["$allOf": .array(texts)]
    let mustBeAbsent = matchers.contains { $0.text == nil }
    return Self(mustBeAbsent ? JSON?.none : text, mayBeAbsent: matchers.allSatisfy(\.mayBeAbsent))
  }

  private static func one(of matchers: [Self]) -> Self {
    let texts = matchers.compactMap(\.text)
    let text: JSON? = texts.count > 1 ? ["$anyOf": .array(texts)] : texts.first
    return Self(texts.contains(any) ? any : text, mayBeAbsent: matchers.contains(where: \.mayBeAbsent))
  }

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
    case (let name, let inner)? where inner.isArray: return .object([(name, .array(inner.elements.map(value)))])
    default: return pattern
    }
  }
}
