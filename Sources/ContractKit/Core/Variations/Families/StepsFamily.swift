/// Faults at exchanges before the last one.
struct StepsFamily: VariationFamily {
  static let name = "steps"
  static let traits = Variation.Family.Traits(mayBeRepeated: true)

  /// The names of the exchanges that get faults; nil for all of them.
  var names: [String]?
  var range: SourceRange

  static func read(_ member: FamilyMember) -> Self? {
    var family = Self(range: member.range)
    if member.json.bool == true { return family }
    guard member.json.isArray else {
      member.noteWrong(expected: "true, false or a list of names of exchanges")
      return nil
    }
    let names = member.variations.strings(name, mayBeEmpty: false) ?? []
    let chosen = member.exchanges(names, list: name)
    family.names = chosen
    return chosen.isEmpty ? nil : family
  }

  /// Whether an exchange with a name gets faults.
  func has(_ name: String?) -> Bool {
    names.map { $0.contains { one in name.map(one.isExactly) == true } } ?? true
  }

  /// Each kind of fault once before any twice.
  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    let others = faults(of: scenario, rules, at: earlierExchanges(of: scenario, areValid: false))
    return VariationCandidates(
      variations: faults(of: scenario, rules, at: earlierExchanges(of: scenario, areValid: true)).map { Variation($0) },
      leftOut: [.notValid: others.count])
  }

  /// Returns the indexes of the exchanges before the last one that are chosen.
  private func earlierExchanges(of scenario: Scenario, areValid: Bool) -> [Int] {
    let exchanges = scenario.exchanges
    return exchanges.indices.dropLast().filter { index in
      (exchanges[index].response.kind == .valid) == areValid && exchanges[index].request != nil
        && has(exchanges[index].name)
    }
  }

  private func faults(of scenario: Scenario, _ rules: VariationRules, at indexes: [Int]) -> [StepFault] {
    // Bodies are read only if a fault depends on them.
    lazy var needed = scenario.neededAnswers(indexes)
    let faults = rules.declared.flatMap { family in
      family.declaredRule.map { type(of: family).stepFaults.filter($0.plays) } ?? []
    }
    return faults.flatMap { fault in
      indexes.flatMap { index -> [StepFault] in
        // A client that does not need a body is right if it does not read it.
        if fault.traits.breaksBody, !needed.contains(index) { return [] }
        let exchange = scenario.exchanges[index]
        // It is an answer to GET and HEAD (RFC 9110, section 15.4.5).
        if fault.traits.status == 304, !StepFault.readingMethods.contains(exchange.request?.method.value ?? "") {
          return []
        }
        return (rules.attempts > 1 ? [false, true] : [false]).map { isOnce in
          StepFault(at: index, of: scenario, fault, isOnce: isOnce)
        }
      }
    }
  }

  func varied(
    _ scenario: Scenario, by change: StepFault, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    guard scenario.exchanges.indices.dropLast().contains(change.exchangeIndex),
      let fault = change.fault.change as? any ResponseChange
    else { throw .nothingToChange }
    let own = scenario.exchanges[change.exchangeIndex]
    var exchanges = scenario.exchanges
    exchanges[change.exchangeIndex] = own.with(response: try fault.stepResponse(VariedResponse(own)))
    var described: Scenario.Expectation?
    if let exception = rules[change.fault.family]?.declaredRule?.exception(for: change) {
      guard let expect = exception.expect else { throw .excepted }
      // What a client does with the last answer says nothing about another one, and what it does without an answer says
      // nothing about a second attempt.
      if change.ownNames.prefix(change.isOnce ? 1 : .max).contains(exception.name) { described = expect.everywhere }
    }
    let recovery = Recovery(
      step: change, own: own, exchanges: rules.recovery, expect: scenario.expect, isDescribed: described != nil)
    return scenario.with(
      exchanges: exchanges, expect: .some(described ?? Scenario.Expectation(outcome: .anything, range: range)),
      namesAddresses: scenario.namesAddresses || rules.namesAddresses,
      variant: Variant(
        original: scenario, attempts: rules.attempts, mayBeResent: own.mayBeResent(after: change.fault),
        recovery: recovery))
  }
}

extension Scenario.Expectation {
  /// The same expectation, also on a socket after a response that is not HTTP.
  fileprivate var everywhere: Self {
    Self(outcome: outcome, own: [.loopback: outcome].compactMapValues(\.self).merging(own) { $1 }, range: range)
  }
}

extension StepFault: VariationChange {
  static let family = Variation.Family.steps

  /// The names by which `except` chooses it, the most exact one first.
  fileprivate var ownNames: [String] { [name, "\(place): \(fault.name)", nameOfAll].uniqued() }

  var exceptionNames: [String] { ownNames + fault.exceptionNames }
  var traits: Variation.Traits {
    let own = fault.traits
    return Variation.Traits(kind: fault.kind, breaksConnection: own.breaksConnection, mayHaveActed: own.mayHaveActed)
  }

  func isPossible(on transport: Transport) -> Bool { fault.isPossible(on: transport) }
  func changedExchange(of scenario: Scenario) -> Int? { exchangeIndex }

  /// Returns the names by which `except` of a family can choose faults: those that `variations` plays, or could play if
  /// `steps` were true.
  static func exceptionNames(_ faults: [Variation], in member: FamilyMember) -> [String] {
    let chosen = member.variations.value(StepsFamily.name)?.array?.compactMap(\.string)
    let mayComeOnce = member.variations.value("attempts")?.number?.int ?? 1 > 1
    let places = member.reader.exchangesOfScenarios.flatMap { exchanges in
      exchanges.dropLast().enumerated().compactMap { index, exchange -> String? in
        let name = exchange["name"]?.string
        return chosen.map { $0.contains(name ?? "") } ?? true ? name ?? StepFault.place(index) : nil
      }
    }
    return places.uniqued().flatMap { exceptionNames(faults, at: $0, mayComeOnce: mayComeOnce) }
  }
}

extension VariationRules {
  /// Returns whether an exchange with a name gets faults if it is before the last one.
  package func hasSteps(at name: String?) -> Bool { self[StepsFamily.self]?.has(name) == true }

  /// The place of the value of `recovery`, or of `steps` beside it; nil if no exchange is in `recovery`.
  package var recoveryRange: SourceRange? {
    recovery.first.map { self[StepsFamily.self]?.range ?? $0.range }
  }
}

extension Scenario {
  /// Returns the exchanges whose bodies a client must read: a later request, or the outcome, has a value that it can have
  /// only from there.
  fileprivate func neededAnswers(_ indexes: [Int]) -> Set<Int> {
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

extension Scenario.Expectation.Outcome {
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
