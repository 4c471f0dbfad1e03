extension Contract {
  /// The scenarios that variations are made from: those with `"vary": true`, or else the first one that ends with a
  /// valid response and expects a success.
  package var variedScenarios: [Scenario] {
    let candidates = scenarios.filter { scenario in
      scenario.isLearned && scenario.skip == nil && scenario.exchanges.last?.response.kind == .valid
    }
    let chosen = candidates.filter(\.isVaried)
    return chosen.isEmpty ? candidates.first(where: \.expectsSuccess).map { [$0] } ?? [] : chosen
  }
}

extension Scenario {
  /// Returns the name of a variation of the scenario, which is unique in the contract.
  package func name(of variation: Variation) -> String { "\(name) [\(variation.name)]" }

  /// The name of the scenario that an `equivalent` variation is made from; nil for everything else.
  package var equivalentName: String? {
    guard case .equivalent = variation, let variation else { return nil }
    let end = " [\(variation.name)]"
    return name.hasSuffix(end) ? String(name.dropLast(end.count)) : nil
  }

  /// Whether every outcome that the contract describes is a success.
  fileprivate var expectsSuccess: Bool {
    expect?.outcomes.allSatisfy { if case .success = $0 { true } else { false } } ?? false
  }
}
