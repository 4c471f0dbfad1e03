extension Scenario {
  /// The longest timeout of a client for which a variation with silence is played, in seconds.
  private static let longestSilence = 2.0

  /// Returns the scenario with a variation of its input or of one response, and with what the client must do then.
  ///
  /// - Throws: Why there is no such variation.
  package func varied(by variation: Variation, _ rules: VariationRules) throws(Variation.Obstacle) -> Scenario {
    if case .hostile(let value) = variation {
      return try with(value).named(variation, of: self)
    }
    if case .security(let security) = variation, let own = rules.security {
      return try with(security, own).named(variation, of: self).with(namesAddresses: true)
    }
    if case .step(let step) = variation, let steps = rules.steps {
      let varied = try with(step, steps, rules).named(variation, of: self)
      if case .connection = step.fault, varied.whySkipped(on: .loopback) != nil { throw .noSocket }
      return varied
    }
    guard let last = exchanges.last else { throw .nothingToChange }
    if variation == .connection(.silence) {
      guard let timeout = last.request?.timeoutInSeconds, timeout <= Self.longestSilence else { throw .longSilence }
    }
    // A contract that says what an empty body means says it for all variations that have one.
    if variation == .corruptJSON(.empty), rules.rules[.empty]?.expectation(for: .empty(.ok)) != nil { throw .excepted }
    let response = try VariedResponse(last).response(variation)
    var expect = self.expect
    if let rule = rules.rules[variation.family] {
      guard let own = expectation(for: variation, by: rule) else { throw .excepted }
      expect = own
    }
    if case .field = variation { expect = rules.expectation(for: response.body?.bytes ?? []) }
    // The outcome is compared with that of the scenario itself, whether that is the expected one or not.
    if case .equivalent = variation { expect = expect?.ofAnything }
    if case .status(let status, _) = variation { expect = expect?.with(status: status) }
    // What renews a token may do so before the last request, too.
    let recovery = rules.steps.flatMap { steps in
      steps.recovery.isEmpty || !variation.mayBeRepeated
        ? nil
        : Recovery(
          step: StepFault(
            exchangeIndex: exchanges.count - 1, place: last.name ?? StepFault.place(exchanges.count - 1),
            fault: variation), own: last, exchanges: steps.recovery, isDescribed: true)
    }
    let attempts = variation.mayBeRepeated ? rules.attempts : 1
    let varied = with(
      name: name(of: variation), exchanges: exchanges.dropLast() + [last.with(response: response)],
      expect: .some(expect), namesAddresses: namesAddresses || rules.namesAddresses,
      variant: Variant(of: self, variation, attempts: attempts, recovery: recovery))
    if case .connection = variation, varied.whySkipped(on: .loopback) != nil { throw .noSocket }
    return varied
  }

  /// Returns the scenario as a variation of another one.
  private func named(_ variation: Variation, of original: Scenario) -> Scenario {
    var variant = variant ?? Variant(of: original)
    variant.variation = variation
    return with(name: original.name(of: variation), variant: variant)
  }
}

extension Scenario {
  /// Returns what the client must do in a variation of a family; nil if it is not played.
  func expectation(for variation: Variation, by rule: VariationRules.Rule) -> Expectation? {
    if variation.isBase { return rule.expect.ofAnything }
    guard let expect = rule.expectation(for: variation) else { return nil }
    let mayBeSame =
      variation.mayBeComplete && exchanges.last?.response.streamFormat != nil && rule.exception(for: variation) == nil
    return mayBeSame ? expect.orSame : expect
  }
}

extension Scenario.Expectation {
  /// The same expectation with any outcome wherever one is described.
  fileprivate var ofAnything: Self {
    Self(outcome.map { _ in .anything }, own: own.mapValues { _ in .anything }, range: range)
  }

  /// The same expectation of failures, or successes that other calls have, too.
  fileprivate var orSame: Self {
    func orSame(_ outcome: Outcome) -> Outcome {
      if case .failure(let pattern, let values) = outcome { .failureOrSame(pattern, values: values) } else { outcome }
    }
    return Self(outcome.map(orSame), own: own.mapValues(orSame), range: range)
  }

  /// Whether an outcome may be a success that other calls have, too.
  var mayBeSame: Bool { outcomes.contains { if case .failureOrSame = $0 { true } else { false } } }

  /// Returns the expectation with the number of a status in place of each string `{{status}}`.
  fileprivate func with(status: Int) -> Self {
    func filled(_ json: JSON) -> JSON {
      json.replacing("{{status}}", with: JSON(.number(JSON.Number(status))))
    }
    return Self(
      outcome?.replacing(literals: filled), own: own.mapValues { $0.replacing(literals: filled) }, range: range)
  }
}
