extension Contract {
  /// The names of all scenarios, and of all variations that are declared.
  package var names: [String] {
    guard let variations else { return scenarios.map(\.name) }
    return scenarios.map(\.name)
      + variedScenarios.flatMap { scenario in
        variations.families.flatMap { scenario.variations(of: $0, by: variations) }.map(scenario.name)
      }
  }
}
