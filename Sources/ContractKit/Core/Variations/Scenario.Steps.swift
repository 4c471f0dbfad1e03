// Faults at exchanges before the last one.

extension Scenario {
  /// Returns the faults that exchanges before the last one get, each kind once before any twice.
  func stepFaults(_ steps: StepRules, _ rules: VariationRules) -> [StepFault] {
    stepFaults(rules, at: earlierExchanges(steps, areValid: true))
  }

  /// Returns the faults that are left out, because an exchange before the last one has an answer that is not valid.
  func stepFaultsLeftOut(_ steps: StepRules, _ rules: VariationRules) -> Int {
    stepFaults(rules, at: earlierExchanges(steps, areValid: false)).count
  }

  /// Returns the indexes of the exchanges before the last one that `steps` chooses.
  private func earlierExchanges(_ steps: StepRules, areValid: Bool) -> [Int] {
    exchanges.indices.dropLast().filter { index in
      (exchanges[index].response.kind == .valid) == areValid && exchanges[index].request != nil
        && steps.has(exchanges[index].name)
    }
  }

  private func stepFaults(_ rules: VariationRules, at indexes: [Int]) -> [StepFault] {
    // Bodies are read only if a fault depends on them.
    lazy var needed = neededAnswers(indexes)
    let faults = Variation.Family.expecting.flatMap { family in
      rules.declared(StepFault.faults(family)).map { (family, $0) }
    }
    return faults.flatMap { family, fault in
      indexes.flatMap { index -> [StepFault] in
        // A client that does not need a body is right if it does not read it.
        let isBodyBroken = family == .corruptJSON || family == .nonHTTP || fault == .connection(.resetWithinBody)
        if isBodyBroken, !needed.contains(index) { return [] }
        // It is an answer to GET and HEAD (RFC 9110, section 15.4.5).
        let method = exchanges[index].request?.method.value ?? ""
        if fault == .status(304, .none), !StepFault.readingMethods.contains(method) { return [] }
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
      guard let expect = exception.expect else { throw .excepted }
      // What a client does with the last answer says nothing about another one, and what it does without an answer says
      // nothing about a second attempt.
      if step.exceptionNames.prefix(step.isOnce ? 1 : .max).contains(exception.name) { described = expect.everywhere }
    }
    let recovery = Recovery(
      step: step, own: own, exchanges: steps.recovery, expect: expect, isDescribed: described != nil)
    return with(
      exchanges: changed, expect: .some(described ?? Expectation(.anything, range: steps.range)),
      namesAddresses: namesAddresses || rules.namesAddresses,
      variant: Variant(of: self, attempts: rules.attempts, recovery: recovery))
  }

  /// Returns the exchanges whose bodies a client must read: a later request, or the outcome, has a value that it can have
  /// only from there.
  private func neededAnswers(_ indexes: [Int]) -> Set<Int> {
    let known = RequestValue.values(of: input).map(\.text)
    let given = exchanges.map(\.response.givenTexts)
    let requests = exchanges.map { $0.request?.values ?? [] }
    // A number of one digit can be the same by chance.
    let outcome = (expect?.outcomes ?? []).reduce(into: Set<String>()) { $0.formUnion($1.texts) }
      .filter { $0.utf8.count > 1 }
    func isOnly(_ text: String, from index: Int) -> Bool {
      !known.contains { $0.contains(text) } && !given.indices.contains { $0 != index && given[$0].contains(text) }
        && !requests[...index].contains { $0.contains { $0.carries(text) } }
    }
    return Set(
      indexes.filter { index in
        let later = order == .any ? requests.indices.filter { $0 != index } : Array(requests.indices[(index + 1)...])
        let texts = exchanges[index].response.bodyTexts
        if texts.intersection(outcome).contains(where: { isOnly($0, from: index) }) { return true }
        return later.contains { later in
          requests[later].contains { value in
            texts.contains { value.carries($0) && isOnly($0, from: index) }
          }
        }
      })
  }
}

extension Scenario.Expectation {
  /// The same expectation, also on a socket after a response that is not HTTP.
  fileprivate var everywhere: Self {
    Self(outcome, own: [.loopback: outcome].compactMapValues(\.self).merging(own) { $1 }, range: range)
  }
}

extension StepRules {
  /// Whether an exchange with a name gets faults.
  package func has(_ name: String?) -> Bool {
    names.map { $0.contains { one in name.map(one.isExactly) == true } } ?? true
  }
}

extension Scenario.Expectation.Outcome {
  /// The values that a success has.
  var texts: Set<String> {
    func texts(_ pattern: Pattern) -> [String] {
      if case .literal(let json) = pattern.kind { return RequestValue.values(of: json).map(\.text) }
      if case .not = pattern.kind { return [] }
      return pattern.inner.flatMap(texts)
    }
    if case .success(let pattern) = self { return Set(texts(pattern)) }
    return []
  }
}
