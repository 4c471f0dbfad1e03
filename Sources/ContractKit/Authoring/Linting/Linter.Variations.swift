import ContractCore

extension Linter {
  /// Finds declarations by which no variation is played.
  ///
  /// - Returns: The families that are played.
  mutating func lintVariations(_ contract: Contract) -> Set<Variation.Family> {
    lintSteps(contract)
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
    func warnNothing(_ names: [String], _ reasons: [String] = []) {
      warn(
        .noVariation(names, sharedAt: isShared ? rules.range : nil, reasons: reasons),
        at: isShared ? contract.range : rules.range)
    }
    if rules.attempts > 1, rules.declaresNoResponses, !rules.families.contains(.waits) { warnNothing(["attempts"]) }
    var played: Set<Variation.Family> = []
    var obstacles: [Variation.Family: Set<Variation.Obstacle>] = [:]
    for scenario in contract.variedScenarios {
      let list = VariedScenario(Job(scenario, of: contract, on: nil), rules: rules)
      played.formUnion(list.played.map(\.family))
      obstacles.merge(list.obstacles) { $0.union($1) }
    }
    if let wrong = contract.unacceptedBody { diagnostics.append(wrong) }
    // The scenario to vary may be one that does not assert anything yet.
    if contract.scenarios.contains(where: { !$0.isLearned || $0.skip != nil }) { return played }
    let missing = rules.families.filter { family in
      // The usual rules declare streams for every contract that has one.
      !played.contains(family) && !(family == .corruptJSON && contract.hasNoBodies)
        && !(family == .stream && rules.hasUsual(family)) && !(family == .security && rules.onlyForbidsPrinting)
    }
    if missing.isEmpty || isShared && !played.isEmpty { return played }
    warnNothing(missing.map(\.rawValue), Self.reasons(missing, obstacles, contract))
    return played
  }

  /// Returns why nothing is played of some families, each with its reasons.
  private static func reasons(
    _ families: [Variation.Family], _ obstacles: [Variation.Family: Set<Variation.Obstacle>], _ contract: Contract
  ) -> [String] {
    families.compactMap { family in
      var texts = Variation.Obstacle.allCases.filter { obstacles[family]?.contains($0) == true }.map(\.text)
      if family == .steps, texts.isEmpty, contract.variedScenarios.allSatisfy({ $0.exchanges.count < 2 }) {
        texts = ["no exchange is before the last one"]
      }
      return texts.isEmpty ? nil : "\(family.rawValue): \(texts.joined(separator: "; "))"
    }
  }

  /// Finds members of exchanges, and `recovery`, that only faults at exchanges before the last one ask for.
  private mutating func lintSteps(_ contract: Contract) {
    let rules = contract.variations
    if let rules, let range = rules.recoveryRange, Set(rules.families).isDisjoint(with: Variation.Family.expecting),
      range.source === contract.source
    {
      warn(.noVariation(["recovery"]), at: range)
    }
    let varied = Set(contract.variedScenarios.map(\.name))
    for scenario in contract.scenarios {
      for (index, exchange) in scenario.exchanges.enumerated() {
        let getsFaults =
          varied.contains(scenario.name) && index < scenario.exchanges.count - 1 && exchange.response.kind == .valid
          && rules?.hasSteps(at: exchange.name) == true
        let method = exchange.request?.method.value ?? ""
        let isSentTwice = getsFaults && rules?.attempts != 1 && StepFault.repeatingMethods.contains(method)
        for (name, value, applies) in [
          ("optional", exchange.isOptional, getsFaults), ("idempotent", exchange.isIdempotent, isSentTwice),
        ] {
          if let value, !applies, value.range.source === contract.source { warn(.noVariation([name]), at: value.range) }
        }
      }
    }
  }
}
