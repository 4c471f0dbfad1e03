// The values of keywords. Each function notes what is wrong with a value, at its place.
extension SchemaReader {
  var diagnostics: Diagnostic.Collector { compiler.library.diagnostics }

  func note(_ member: JSON.Object.Member, expected: String) {
    diagnostics.note(
      .wrongValue("\"\(member.name)\"", found: member.value.phrase, expected: expected),
      at: member.value.range ?? .nowhere)
  }

  /// Notes that a member has a wrong value, and returns nil in place of what it should be.
  private func wrong<Value>(_ member: JSON.Object.Member, found: String? = nil, expected: String) -> Value? {
    diagnostics.wrong(member.value, called: "\"\(member.name)\"", found: found, expected: expected, at: .nowhere)
  }

  func rangeIndex(_ member: JSON.Object.Member) -> Int { compiler.rangeIndex(member.nameRange) }

  mutating func add(_ kind: SchemaRule.Kind, _ member: JSON.Object.Member) {
    draft.rules.append(SchemaRule(kind: kind, rangeIndex: rangeIndex(member)))
  }

  // MARK: Schemas

  func schema(_ member: JSON.Object.Member, inPlace: Bool = false, role: SchemaRole = .asserted) -> Int {
    compiler.node(of: member.value, under: node, inPlace: inPlace, role: role)
  }

  func list(_ member: JSON.Object.Member, inPlace: Bool = false) -> [Int]? {
    guard let schemas = member.value.array, !schemas.isEmpty else {
      return wrong(member, found: member.value.isArray ? "empty" : nil, expected: "a list of schemas, at least one")
    }
    return schemas.map { compiler.node(of: $0, under: node, inPlace: inPlace) }
  }

  func map(
    _ member: JSON.Object.Member, inPlace: Bool = false, role: SchemaRole = .asserted
  ) -> [(member: JSON.Object.Member, schema: Int)] {
    guard let schemas = member.value.object else {
      note(member, expected: "an object that maps each name to a schema")
      return []
    }
    return schemas.members.map { ($0, compiler.node(of: $0.value, under: node, inPlace: inPlace, role: role)) }
  }

  // MARK: Values

  package func string(_ member: JSON.Object.Member) -> SourceLocated<String>? {
    let string = member.value.string ?? wrong(member, expected: "a string")
    return string.map { SourceLocated($0, at: member.value.range ?? .nowhere) }
  }

  func bool(_ member: JSON.Object.Member) -> Bool? {
    member.value.bool ?? wrong(member, expected: "true or false")
  }

  /// Reads a count: a whole number of at least 0, in any notation.
  func count(_ member: JSON.Object.Member) -> Ranged<Int>? {
    guard let number = member.value.number, number.isInteger, JSON.Number(0) <= number else {
      return wrong(member, expected: "a whole number, 0 or more")
    }
    return Ranged(value: number.int ?? .max, rangeIndex: rangeIndex(member))
  }

  mutating func length(_ member: JSON.Object.Member, _ kind: (Int) -> SchemaRule.Kind) {
    guard let count = count(member) else { return }
    draft.strings.append(SchemaRule(kind: kind(count.value), rangeIndex: count.rangeIndex))
  }

  mutating func bound(_ member: JSON.Object.Member, _ kind: (SchemaBound) -> SchemaRule.Kind) {
    guard let number = member.value.number else { return note(member, expected: "a number") }
    draft.numbers.append(SchemaRule(kind: kind(SchemaBound(number)), rangeIndex: rangeIndex(member)))
  }

  func names(_ member: JSON.Object.Member) -> [SourceLocated<String>] {
    guard let elements = member.value.array else {
      note(member, expected: "a list of names")
      return []
    }
    var seen: Set<ExactString> = []
    return elements.compactMap { element in
      let range = element.range ?? .nowhere
      guard let name = element.string else {
        return diagnostics.wrong(element, called: "an element of \"\(member.name)\"", expected: "a name", at: range)
      }
      if seen.insert(ExactString(name)).inserted { return SourceLocated(name, at: range) }
      return diagnostics.mistake(.sameElement(name, list: member.name), at: range)
    }
  }

  func pattern(_ text: String, at range: SourceRange?) -> Pattern.Regex? {
    do {
      return try Pattern.Regex(text, .schema)
    } catch {
      return diagnostics.mistake(.badRegex(text, why: error.why), at: range ?? .nowhere)
    }
  }
}
