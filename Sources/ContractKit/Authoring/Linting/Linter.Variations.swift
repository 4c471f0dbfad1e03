import ContractCore

extension Linter {
  /// Finds declarations by which no variation is played.
  ///
  /// - Returns: The families that are played.
  mutating func lintVariations(_ contract: Contract) -> Set<Variation.Family> {
    guard let rules = contract.variations else {
      if contract.turnsOffVariations { return [] }
      for scenario in contract.scenarios where scenario.isVaried && scenario.skip == nil {
        let isShared = scenario.range.source !== contract.source
        warn(.noVariation(["vary"], sharedAt: isShared ? scenario.range : nil), at: scenario.declarationRange)
      }
      return []
    }
    // A file that contracts extend declares for all of them what may not apply to each.
    let isShared = rules.range.source !== contract.source
    func warnNothing(_ names: [String]) {
      warn(.noVariation(names, sharedAt: isShared ? rules.range : nil), at: isShared ? contract.range : rules.range)
    }
    if rules.attempts > 1, rules.declaresNoResponses { warnNothing(["attempts"]) }
    var played: Set<Variation.Family> = []
    for scenario in contract.variedScenarios {
      played.formUnion(VariationList(of: scenario, by: rules, on: nil).played.map(\.family))
    }
    if let wrong = contract.unacceptedBody { diagnostics.append(wrong) }
    // The scenario to vary may be one that does not assert anything yet.
    if contract.scenarios.contains(where: { !$0.isLearned || $0.skip != nil }) { return played }
    let missing = rules.families.filter { family in
      !played.contains(family) && !(family == .corruptJSON && contract.hasNoBodies)
    }
    if missing.isEmpty || isShared && !played.isEmpty { return played }
    warnNothing(missing.map(\.rawValue))
    return played
  }
}
