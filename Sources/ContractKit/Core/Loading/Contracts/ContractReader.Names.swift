// The names of `$same`. A name belongs to one run of a scenario.
extension ContractReader {
  /// Notes names that nothing binds, and names that appear only once in every scenario that has them.
  ///
  /// - Parameter isWhole: Whether `scenarios` are all scenarios of the contract.
  func checkNames(_ scenarios: [Scenario], isWhole: Bool) {
    guard known.hasNames else { return }
    var lonely: [SourceRange: Name] = [:]
    var repeated: Set<SourceRange> = []
    for scenario in scenarios {
      let outcomes = scenario.expect?.outcomes ?? []
      let all = scenario.requestNames + outcomes.flatMap(\.names)
      let binding = Set(all.filter { !$0.isNegated }.map { ExactString($0.name) })
      for name in all where !binding.contains(ExactString(name.name)) {
        diagnostics.note(.sameOnlyInNot(name.name), at: name.range)
      }
      // Names in the expectation for one transport do not meet those for another.
      let runs = outcomes.isEmpty ? [[]] : outcomes.map(\.names)
      for names in runs.map({ scenario.requestNames + $0 }) {
        for (_, same) in Dictionary(grouping: names, by: { ExactString($0.name) }) {
          for name in same where binding.contains(ExactString(name.name)) {
            if same.count > 1 { repeated.insert(name.range) } else { lonely[name.range] = name }
          }
        }
      }
    }
    if !isWhole { return }
    for (range, name) in lonely where !repeated.contains(range) {
      diagnostics.warn(.loneSame(name.name), at: range)
    }
  }

  /// A `$same` in a pattern.
  fileprivate struct Name {
    var name: String
    var range: SourceRange
    /// Whether it is inside `$not`.
    var isNegated: Bool
  }
}

extension Pattern {
  fileprivate func names(isNegated: Bool = false) -> [ContractReader.Name] {
    switch kind {
    case .same(let name): [ContractReader.Name(name: name, range: range, isNegated: isNegated)]
    case .not(let inner): inner.names(isNegated: true)
    default: inner.flatMap { $0.names(isNegated: isNegated) }
    }
  }
}

extension Scenario {
  fileprivate var requestNames: [ContractReader.Name] {
    exchanges.flatMap { exchange in (exchange.request?.patterns ?? []).flatMap { $0.names() } }
  }
}

extension Scenario.Expectation.Outcome {
  fileprivate var names: [ContractReader.Name] { patterns.flatMap { $0.names() } }
}

extension RequestShape {
  package var patterns: [Pattern] {
    (pathParameters + query + headers).flatMap(\.patterns) + [timeout].compactMap(\.self)
      + (body?.value.patterns ?? [])
  }
}

extension RequestShape.Body {
  fileprivate var patterns: [Pattern] {
    switch self {
    case .json(let pattern), .text(let pattern): [pattern]
    case .form(let fields, _): fields.flatMap(\.patterns)
    case .multipart(let parts):
      parts.flatMap { [$0.name, $0.filename, $0.contentType].compactMap(\.self) + ($0.body?.value.patterns ?? []) }
    case .jsonLines(let patterns): patterns
    case .optional(let body): body.patterns
    case .bytes, .any: []
    }
  }
}
