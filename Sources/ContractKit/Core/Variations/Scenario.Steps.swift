// Faults at exchanges before the last one.

extension Scenario {
  /// Returns the faults that exchanges before the last one get, each kind once before any twice.
  func stepFaults(_ steps: StepRules, _ rules: VariationRules) -> [StepFault] {
    let indexes = exchanges.indices.dropLast().filter { index in
      exchanges[index].response.kind == .valid && exchanges[index].request != nil && steps.has(exchanges[index].name)
    }
    let carried = Set(indexes.filter(isNeeded))
    let faults = Variation.Family.expecting.filter { rules.rules[$0] != nil }.flatMap { family in
      StepFault.faults(family).map { (family, $0) }
    }
    return faults.flatMap { family, fault in
      indexes.flatMap { index -> [StepFault] in
        // A client that does not need a body is right if it does not read it.
        let isBodyBroken = family == .corruptJSON || family == .nonHTTP || fault == .connection(.resetWithinBody)
        if isBodyBroken, !carried.contains(index) { return [] }
        // It is an answer to GET and HEAD (RFC 9110, section 15.4.5).
        let method = exchanges[index].request?.method.value
        if fault == .status(304, .none), !["GET", "HEAD"].contains(method) { return [] }
        let place = exchanges[index].name ?? StepFault.place(index)
        let step = StepFault(exchangeIndex: index, place: place, fault: fault)
        return rules.attempts > 1
          ? [step, StepFault(exchangeIndex: index, place: place, fault: fault, isOnce: true)] : [step]
      }
    }
  }

  /// Returns the scenario with a fault.
  ///
  /// - Throws: Why there is no such variation.
  func with(_ step: StepFault, _ steps: StepRules, _ rules: VariationRules) throws(Variation.Obstacle) -> Scenario {
    guard exchanges.indices.dropLast().contains(step.exchangeIndex) else { throw .nothingToChange }
    let own = exchanges[step.exchangeIndex]
    var changed = exchanges
    changed[step.exchangeIndex] = own.with(response: try VariedResponse(own).response(ofStep: step.fault))
    var described: Expectation?
    if let exception = rules.rules[step.fault.family]?.exception(for: .step(step)) {
      // What a client does with the last response says nothing about another one.
      guard step.exceptionNames.contains(exception.name), let expect = exception.expect else { throw .excepted }
      described = expect
    }
    let recovery = Recovery(
      step: step, own: own, exchanges: steps.recovery, expect: expect, isDescribed: described != nil)
    return with(
      exchanges: changed, expect: .some(described ?? Expectation(.anything, range: steps.range)),
      attempts: rules.attempts, namesAddresses: namesAddresses || rules.namesAddresses, recovery: recovery)
  }

  /// Whether a client must read the body of an exchange's response: a later request, or the outcome, has a value that it
  /// can have only from there.
  private func isNeeded(_ index: Int) -> Bool {
    let response = exchanges[index].response
    let known = RequestValue.values(of: input).map(\.text)
    let others = exchanges.indices.filter { $0 != index }
    let texts = response.bodyTexts.filter { text in
      !known.contains { $0.contains(text) } && !others.contains { exchanges[$0].response.mentions(text) }
        && !exchanges[...index].contains { $0.request?.values.contains { $0.carries(text) } == true }
    }
    if texts.isEmpty { return false }
    let later = order == .any ? others : Array(exchanges.indices[(index + 1)...])
    let isSent = later.contains { later in
      exchanges[later].request?.values.contains { value in texts.contains { value.carries($0) } } == true
    }
    // A number of one digit can be the same by chance.
    let telling = texts.filter { $0.utf8.count > 1 }
    return isSent || expect?.outcomes.contains { $0.mentions(telling) } == true
  }
}

extension StepRules {
  /// Whether an exchange with a name gets faults.
  fileprivate func has(_ name: String?) -> Bool { names.map { $0.contains { $0 == name } } ?? true }
}

extension Scenario.Expectation.Outcome {
  /// Whether a success has one of these texts as a value.
  fileprivate func mentions(_ texts: Set<String>) -> Bool {
    func mentions(_ pattern: Pattern) -> Bool {
      if case .literal(let json) = pattern.kind {
        return RequestValue.values(of: json).contains { texts.contains($0.text) }
      }
      if case .not = pattern.kind { return false }
      return pattern.inner.contains(where: mentions)
    }
    if case .success(let pattern) = self { return mentions(pattern) }
    return false
  }
}
