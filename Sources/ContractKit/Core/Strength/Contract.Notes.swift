// What a contract leaves open by itself, which `--prove` notes.

extension Contract {
  /// The values in the input of its varied scenarios that none of its variations changes, as JSON pointers.
  package var unvariedInputs: [String] {
    variedScenarios.flatMap { scenario in
      let candidates = variations.map { rules in rules.declared.flatMap { $0.candidates(scenario, rules).variations } }
      let changed = Set((candidates ?? []).compactMap { $0.input?.pointer ?? $0.hostile?.pointer })
      return scenario.input.valuesByPointer().filter { $0.value.isScalarOrList && !changed.contains($0.pointer) }
        .map(\.pointer)
    }
    .uniqued()
  }

  /// The values in its requests that the client may write in any form, in words: `query item since`.
  package var spellings: [String] {
    scenarios.flatMap { $0.exchanges.compactMap(\.request) }.flatMap(\.spellings).uniqued()
  }
}

extension JSON {
  fileprivate var isScalarOrList: Bool { isScalar || array?.allSatisfy(\.isScalar) == true }
}

extension RequestShape {
  fileprivate var spellings: [String] {
    named(pathParameters, "path parameter") + named(query, "query item") + named(headers, "header") + bodySpellings
  }

  private var bodySpellings: [String] {
    switch body?.value.whenSent {
    case .json(let pattern): pattern.spellings.map { "body \(Excerpt.visible($0))" }
    case .form(let fields, _): named(fields, "form field")
    case .multipart(let parts):
      parts.enumerated().flatMap { index, part -> [String] in
        guard case .text(let pattern)? = part.body?.value, !pattern.spellings.isEmpty else { return [] }
        return ["part \(index + 1) of the body"]
      }
    case .text, .bytes, .any, .jsonLines, .optional, nil: []
    }
  }

  private func named(_ all: [Named], _ what: String) -> [String] {
    all.filter { $0.patterns.contains { !$0.spellings.isEmpty } }.map { "\(what) \(Excerpt.visible($0.name))" }
  }
}

extension Pattern {
  /// The places of the values that are compared by their type, as JSON pointers.
  fileprivate var spellings: [String] {
    switch kind {
    case .object(let members):
      members.flatMap { member in member.pattern.spellings.map { JSONPointer.step(member.name) + $0 } }
    case .array(let elements):
      elements.enumerated().flatMap { index, element in element.spellings.map { "/\(index)" + $0 } }
    default: valueType == nil ? inner.flatMap(\.spellings) : [""]
    }
  }
}
