/// A family for which a contract describes what the client must do. All else about it is in what its variations change.
struct ExpectingFamily<Change: ExpectedChange>: VariationFamily {
  static var name: String { Change.familyName }
  static var traits: Variation.Family.Traits { Variation.Family.Traits(hasRule: true, mayBeRepeated: true) }
  static var all: [Variation] { Change.all }
  static var stepFaults: [Variation] { Change.stepFaults }

  let rule: VariationRules.Rule

  var declaredRule: VariationRules.Rule? { rule }

  /// Returns the rule that any failure is right.
  static func usual(at range: SourceRange) -> Self? {
    let any = Pattern(.any, at: range)
    let rule = VariationRules.Rule(expect: .init(outcome: .failure(any, values: any), range: range), isUsual: true)
    return Change.isUsual ? Self(rule: rule) : nil
  }

  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    let applies = scenario.exchanges.last.map { Change.applies(to: $0.response) } == true
    let played = applies ? Change.all.filter(rule.plays) : []
    // Without another status, an error is the scenario that describes it.
    return VariationCandidates(
      variations: played.filter { variation in
        !variation.traits.describesError || rules.error.map { $0.status != variation.traits.status } ?? false
      })
  }

  func varied(_ scenario: Scenario, by change: Change, _ rules: VariationRules) throws(Variation.Obstacle) -> Scenario {
    guard let last = scenario.exchanges.last else { throw .nothingToChange }
    if change.isExcepted(by: rules) { throw .excepted }
    let response = try change.response(
      VariedResponse(last, within: scenario.within, attempts: rules.attempts, end: rule.end, error: rules.error))
    guard let expect = expectation(for: change, of: scenario) else { throw .excepted }
    // What renews a token may do so before the last request, too.
    let recovery =
      rules.recovery.isEmpty
      ? nil
      : Recovery(
        step: StepFault(at: scenario.exchanges.count - 1, of: scenario, Variation(change)),
        own: last, exchanges: rules.recovery, isDescribed: true)
    return scenario.answering(with: response).with(
      expect: .some(expect.filled(response.status)),
      namesAddresses: scenario.namesAddresses || rules.namesAddresses || response.body?.addresses.isEmpty == false,
      variant: Variant(
        original: scenario, attempts: rules.attempts, mayBeResent: last.mayBeResent(after: Variation(change)),
        recovery: recovery))
  }

  /// Returns what the client must do after a change; nil if it is not played.
  private func expectation(for change: some VariationChange, of scenario: Scenario) -> Scenario.Expectation? {
    if change.traits.isBase { return rule.expect.ofAnything }
    guard var expect = rule.expectation(for: change) else { return nil }
    if change.traits.describesError, rule.exception(for: change) == nil { expect = expect.ofAnyFailure }
    let mayBeSame =
      change.traits.mayBeComplete && !(change.traits.losesEnd && rule.end != nil)
      && scenario.exchanges.last?.response.streamFormat != nil
      && rule.exception(for: change) == nil
    return mayBeSame ? expect.orSame : expect
  }

  func compares(_ variation: Variation, of scenario: Scenario) -> Bool {
    expectation(for: variation.change, of: scenario)?.mayBeSame == true
  }
}

protocol ResponseChange: VariationChange {
  /// Returns the response in place of the contract's own.
  ///
  /// - Throws: Why there is none.
  func response(_ own: VariedResponse) throws(Variation.Obstacle) -> Response
  /// Returns the response in place of one before the last; by default the same.
  func stepResponse(_ own: VariedResponse) throws(Variation.Obstacle) -> Response
}

/// A change of the last response, in a family for which a contract describes what the client must do.
protocol ExpectedChange: ResponseChange {
  /// The member of `variations` that declares the family.
  static var familyName: String { get }
  /// All variations of the family, in order.
  static var all: [Variation] { get }
  /// Those that exchanges before the last one can have. None by default.
  static var stepFaults: [Variation] { get }
  /// Whether the family is one of the usual ones. True by default.
  static var isUsual: Bool { get }
  /// Whether a contract can name what ends a whole response. False by default.
  static var hasEnd: Bool { get }

  /// Returns whether a response can be changed at all. True by default.
  static func applies(to response: Response) -> Bool
  /// Returns whether other rules leave it out. False by default.
  func isExcepted(by rules: VariationRules) -> Bool
}

extension ResponseChange {
  func stepResponse(_ own: VariedResponse) throws(Variation.Obstacle) -> Response { try response(own) }
}

extension ExpectedChange {
  static var family: Variation.Family { Variation.Family(ExpectingFamily<Self>.self) }
  static var stepFaults: [Variation] { [] }
  static var isUsual: Bool { true }
  static var hasEnd: Bool { false }

  static func applies(to response: Response) -> Bool { true }
  func isExcepted(by rules: VariationRules) -> Bool { false }
}

extension Scenario {
  /// Returns the scenario with another response to its last request.
  func answering(with response: Response) -> Scenario {
    with(exchanges: exchanges.dropLast() + exchanges.suffix(1).map { $0.with(response: response) })
  }
}

extension Scenario.Expectation {
  /// The same expectation with any outcome wherever one is described.
  var ofAnything: Self { map { _ in .anything } }

  /// The same expectation with any failure wherever one is described.
  fileprivate var ofAnyFailure: Self {
    map { outcome in
      guard case .failure(let pattern, _) = outcome else { return outcome }
      let any = Pattern(.any, at: pattern.range)
      return .failure(any, values: any)
    }
  }

  /// The same expectation of failures, or successes that other calls have, too.
  fileprivate var orSame: Self {
    map { outcome in
      if case .failure(let pattern, let values) = outcome { .failureOrSame(pattern, values: values) } else { outcome }
    }
  }

  /// Whether an outcome may be a success that other calls have, too.
  fileprivate var mayBeSame: Bool { outcomes.contains { if case .failureOrSame = $0 { true } else { false } } }

  /// Returns the expectation with the number of a status in place of the strings that stand for it.
  fileprivate func filled(_ status: Int?) -> Self {
    guard let status else { return self }
    let number = JSON(.number(JSON.Number(status)))
    return map { outcome in
      outcome.mapPatterns { $0.replacing(literals: { $0.replacing("{{status}}", with: number) }) }
    }
  }

  /// The same expectation of variations: before a failure, a stream may deliver values unless the expectation names
  /// them. How much of a response arrived before it broke is not what variations are about.
  var allowingValues: Self {
    map { outcome in
      guard case .failure(let pattern, nil) = outcome else { return outcome }
      return .failure(pattern, values: Pattern(.any, at: pattern.range))
    }
  }
}

// MARK: Reading

extension ExpectingFamily {
  static func read(_ member: FamilyMember) -> Self? {
    guard let own = member.object(allowed: nil, expected: "an expectation, such as {\"failure\": \"any\"}, or false")
    else { return nil }
    let hasOptional = all.contains { $0.traits.isOptional }
    let further = ["except"] + (hasOptional ? ["also"] : []) + (Change.hasEnd ? ["end"] : [])
    return Self(
      rule: VariationRules.Rule(
        expect: member.reader.outcome(own, and: further), exceptions: exceptions(own, of: member),
        also: hasOptional ? also(own) : [], end: Change.hasEnd ? own.string("end", mayBeEmpty: false)?.value : nil))
  }

  private static func exceptions(_ own: ObjectReader, of member: FamilyMember) -> [String: Scenario.Expectation?] {
    guard let map = own.reader("except", as: "\"except\"", allowed: nil) else { return [:] }
    let diagnostics = member.reader.diagnostics
    let names = all.flatMap(\.exceptionNames).uniqued() + StepFault.exceptionNames(stepFaults, in: member)
    var exceptions: [String: Scenario.Expectation?] = [:]
    for one in map.object.members {
      let range = one.nameRange ?? map.range
      // A file that contracts extend can be about exchanges of some of them.
      let isShared = range.source !== member.reader.source && StepFault.isExceptionName(one.name, of: stepFaults)
      let name = SourceLocated(one.name, at: range)
      if !isShared, diagnostics.name(name, of: names, what: "\(Self.name) variation") == nil { continue }
      if one.value.bool == false {
        exceptions[one.name] = .some(nil)
      } else if !one.value.isObject {
        diagnostics.note(
          .wrongValue(
            "\"\(one.name)\"", found: one.value.phrase,
            expected: "an expectation, such as {\"failure\": \"any\"}, or false"),
          at: one.value.range ?? range)
      } else if let expect = ObjectReader(
        one.value, as: "an expectation", allowed: nil, called: "\"\(one.name)\"", diagnostics)
      {
        exceptions[one.name] = member.reader.outcome(expect, and: [])
      }
    }
    return exceptions
  }
}

extension VariationFamily {
  /// Reads the names of the optional variations that are played.
  static func also(_ reader: ObjectReader, required: Bool = false) -> Set<String> {
    let names = all.filter(\.traits.isOptional).map(\.name)
    return Set(
      (reader.strings("also", required: required, mayBeEmpty: false) ?? []).compactMap {
        reader.diagnostics.name($0, of: names, what: "optional variation")?.value
      })
  }
}
