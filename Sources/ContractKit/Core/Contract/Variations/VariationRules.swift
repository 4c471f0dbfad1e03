/// What a contract declares about the variations of its scenarios.
package struct VariationRules: Sendable {
  /// The families that are played, in the order of `Variation.Family.allCases`.
  var declared: [any VariationFamily]
  /// The families that the contract leaves out, by `false`.
  var off: Set<Variation.Family> = []
  /// How often a client may send the same request; 1 by default.
  package var attempts = 1
  package static let mostAttempts = 100
  /// What the client may send after a fault besides the exchanges, with the answers.
  package var recovery: [Exchange] = []
  /// Whether `{{baseURL}}` appears in an expectation.
  package var namesAddresses = false
  /// The first error with a body that a scenario describes, and after which the client fails; nil if there is none.
  var error: Response?
  /// The place of `variations`' value.
  package let range: SourceRange
}

extension VariationRules {
  /// Makes the rules of `"variations": true`: any failure after an error, and the same outcome after a response that
  /// means the same.
  init(usualAt range: SourceRange) {
    self.init(declared: Variation.Family.allCases.compactMap { $0.type.usual(at: range) }, range: range)
  }

  /// Makes the rules of `--variations all`: what a contract declares, and all that needs no decision about the client.
  ///
  /// - Parameter range: The place that stands for `variations`' value, if the contract has none.
  init(allOf contract: Contract, at range: SourceRange) {
    let others = contract.variations
    let hasResponses = others.map { !$0.declaresNoResponses } ?? false
    self = others ?? VariationRules(declared: [], error: contract.scenarios.error, range: range)
    declared = Variation.Family.allCases.compactMap { family in
      if let own = others?[family] { return own }
      let isLeftOut = hasResponses && family.isUsual || others?.off.contains(family) == true
      return isLeftOut ? nil : family.type.undeclared(at: range)
    }
  }

  /// Returns the same rules without the families that others declare.
  func without(_ others: VariationRules?) -> VariationRules {
    copy(of: self) { $0.declared.removeAll { others?[Variation.Family(type(of: $0))] != nil } }
  }

  var withMostAttempts: VariationRules { copy(of: self) { $0.attempts = Self.mostAttempts } }

  /// Returns whether a contract declares the usual rule of a family, and not one of its own.
  package func hasUsual(_ family: Variation.Family) -> Bool {
    self[family]?.declaredRule?.isUsual == true
  }

  /// Whether no member of `variations` declares changes of responses.
  package var declaresNoResponses: Bool { declared.allSatisfy { !type(of: $0).traits.changesResponses } }

  /// The families that are played, in order.
  package var families: [Variation.Family] { declared.map { Variation.Family(type(of: $0)) } }

  /// The families in the order in which they are played.
  var inTurn: [any VariationFamily] {
    let turns = Set(declared.map { type(of: $0).traits.turn }).sorted()
    return turns.flatMap { turn in declared.filter { type(of: $0).traits.turn == turn } }
  }

  /// Returns what is declared of a family; nil if it is not played.
  subscript(family: Variation.Family) -> (any VariationFamily)? { declared.first { type(of: $0) == family.type } }

  /// Returns what is declared of a family; nil if it is not played.
  subscript<F: VariationFamily>(type: F.Type) -> F? { declared.lazy.compactMap { $0 as? F }.first }

  /// What the client must do in the variations of a family.
  struct Rule: Sendable {
    /// The expected outcome. A string in it that is exactly `{{status}}` stands for the number of the status.
    let expect: Scenario.Expectation
    /// The outcomes of variations that differ from the family's, by `Variation.exceptionNames`; nil for those that are
    /// not played.
    var exceptions: [String: Scenario.Expectation?] = [:]
    /// The names of the optional variations that are played.
    var also: Set<String> = []
    /// The name of the event that ends a stream; nil if no event must.
    var end: String?
    /// Whether it is one of the usual rules, which a contract declares all at once.
    var isUsual = false

    /// Whether a variation is played, unless an exception leaves it out. `also` asks for an optional one, and so does an
    /// exception that has its name and an outcome.
    func plays(_ variation: Variation) -> Bool {
      if !variation.traits.isOptional || also.contains(variation.name) { return true }
      if case .some(.some) = exceptions[variation.name] { return true }
      return false
    }

    /// Returns the exception for a variation, with the name that chose it; nil if there is none.
    func exception(for change: some VariationChange) -> (name: String, expect: Scenario.Expectation?)? {
      if exceptions.isEmpty { return nil }
      for name in change.exceptionNames { if let exception = exceptions[name] { return (name, exception) } }
      return nil
    }

    /// Returns what the client must do in a variation; nil if it is not played.
    func expectation(for change: some VariationChange) -> Scenario.Expectation? {
      exception(for: change).map(\.expect) ?? expect
    }
  }
}
