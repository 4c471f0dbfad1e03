/// Which variations a run plays.
package enum VariationChoice: String, Sendable, CaseIterable {
  case none, declared
  /// Also those that need no decision about the client.
  case all

  /// The variations that entries of known issues can be about, whether or not they are played.
  package var listed: VariationChoice { self == .none ? .declared : self }

  /// Returns what is varied in a scenario of a contract; nil if nothing is.
  package func rules(of scenario: Scenario, in contract: Contract) -> VariationRules? {
    switch self {
    case .none: nil
    case .declared: contract.variations
    // If no place declares variations, reports show the scenario.
    case .all: VariationRules(allOf: contract, at: scenario.place.object)
    }
  }
}

extension Contract {
  /// Adds the families of which `--variations all` plays something, and `declared` nothing.
  ///
  /// - Parameter transports: Those of the run; nil if the driver decides.
  package func addUndeclaredFamilies(to families: inout Set<Variation.Family>, on transports: [Transport?]) {
    for scenario in variedScenarios {
      guard let rules = VariationChoice.all.rules(of: scenario, in: self)?.without(variations) else { continue }
      // Listing candidates makes no scenarios, but it reads bodies.
      let isMissing = rules.declared.contains { family in
        !families.contains(Variation.Family(type(of: family)))
          && family.candidates(scenario, rules).variations.contains { variation in
            transports.contains { $0.map(variation.isPossible(on:)) ?? true }
          }
      }
      if !isMissing { continue }
      for transport in transports {
        let job = Job(scenario, of: self, on: transport)
        if job.skip == nil { families.formUnion(VariedScenario(job, rules: rules).played.map(\.family)) }
      }
    }
  }

  /// Returns the scenarios that have variations on some transports, without those that are skipped there.
  package func varied(_ choice: VariationChoice, on transports: [Transport?]) -> [VariedScenario] {
    if choice == .none || choice == .declared && variations == nil { return [] }
    return variedScenarios.flatMap { scenario -> [VariedScenario] in
      guard let rules = choice.rules(of: scenario, in: self) else { return [] }
      return transports.map { Job(scenario, of: self, on: $0) }.filter { $0.skip == nil }
        .map { VariedScenario($0, rules: rules, isOnlyTransport: transports.count == 1) }
    }
  }

  /// The names of all scenarios, and of all variations that are played because the contract declares them.
  package var names: [String] {
    let names = scenarios.map(\.name)
    guard let variations else { return names }
    return names
      + variedScenarios.flatMap { scenario in
        variations.inTurn.flatMap { $0.candidates(scenario, variations).variations }.map(scenario.name)
      }
  }
}
