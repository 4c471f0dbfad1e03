// The values of keywords. Each function notes what is wrong with a value, at its place.
extension SchemaReader {
  var diagnostics: Diagnostic.Collector { compiler.library.diagnostics }

  func note(_ member: JSON.Object.Member, found: String? = nil, expected: String) {
    diagnostics.note(
      .wrongValue("\"\(member.name)\"", found: found ?? member.value.phrase, expected: expected),
      at: member.value.range ?? .nowhere)
  }

  func rangeIndex(_ member: JSON.Object.Member) -> Int { compiler.rangeIndex(member.nameRange) }

  func rangeIndex(at range: SourceRange) -> Int { compiler.rangeIndex(range) }

  mutating func add(_ kind: SchemaRule.Kind, _ member: JSON.Object.Member) {
    draft.rules.append(SchemaRule(kind: kind, rangeIndex: rangeIndex(member)))
  }

  // MARK: Schemas

  func schema(_ member: JSON.Object.Member, inPlace: Bool = false, role: SchemaRole = .asserted) -> Int {
    compiler.node(of: member.value, under: node, inPlace: inPlace, role: role)
  }

  func list(_ member: JSON.Object.Member, inPlace: Bool = false) -> [Int]? {
    guard let schemas = member.value.array, !schemas.isEmpty else {
      let found = member.value.array == nil ? nil : "empty"
      note(member, found: found, expected: "a list of schemas, at least one")
      return nil
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
    guard let string = member.value.string else {
      note(member, expected: "a string")
      return nil
    }
    return SourceLocated(string, at: member.value.range ?? .nowhere)
  }

  func bool(_ member: JSON.Object.Member) -> Bool? {
    if member.value.bool == nil { note(member, expected: "true or false") }
    return member.value.bool
  }

  /// Reads a count: a whole number of at least 0, in any notation.
  func count(_ member: JSON.Object.Member) -> Ranged<Int>? {
    guard let number = member.value.number, number.isInteger, JSON.Number(0) <= number else {
      note(member, expected: "a whole number, 0 or more")
      return nil
    }
    return Ranged(number.int ?? .max, at: rangeIndex(member))
  }

  mutating func length(_ member: JSON.Object.Member, _ kind: (Int) -> SchemaRule.Kind) {
    guard let count = count(member) else { return }
    draft.strings.append(SchemaRule(kind: kind(count.value), rangeIndex: count.rangeIndex))
  }

  mutating func bound(_ member: JSON.Object.Member, _ kind: (SchemaBound) -> SchemaRule.Kind) {
    guard let number = member.value.number else { return note(member, expected: "a number") }
    draft.numbers.append(SchemaRule(kind: kind(SchemaBound(number)), rangeIndex: rangeIndex(member)))
  }

  /// Reads a list of distinct member names.
  func names(_ member: JSON.Object.Member) -> [SourceLocated<String>] {
    guard let elements = member.value.array else {
      note(member, expected: "a list of names")
      return []
    }
    var seen: Set<ExactString> = []
    return elements.compactMap { element in
      let range = element.range ?? .nowhere
      guard let name = element.string else {
        diagnostics.note(
          .wrongValue("an element of \"\(member.name)\"", found: element.phrase, expected: "a name"), at: range)
        return nil
      }
      guard seen.insert(ExactString(name)).inserted else {
        diagnostics.note(.sameElement(name, list: member.name), at: range)
        return nil
      }
      return SourceLocated(name, at: range)
    }
  }

  func pattern(_ text: String, at range: SourceRange?) -> Pattern.Regex? {
    do {
      return try Pattern.Regex(text, .schema)
    } catch {
      compiler.library.note(.badPattern(text, why: error.why), at: range)
      return nil
    }
  }
}
