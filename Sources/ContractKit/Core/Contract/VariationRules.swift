/// What a contract declares about the variations of its scenarios.
package final class VariationRules: Sendable {
  /// What the client must do in the variations of a family.
  package struct Rule: Sendable {
    /// The expected outcome. A string in it that is exactly `{{status}}` stands for the number of the status.
    package let expect: Scenario.Expectation
    /// The outcomes of variations that differ from the family's, by `Variation.exceptionNames`; nil for those that are
    /// not played.
    package let exceptions: [String: Scenario.Expectation?]
    /// The names of the optional variations that are played.
    let also: Set<String>
    /// Whether it is one of the usual rules, which a contract declares all at once.
    package let isUsual: Bool

    package init(
      _ expect: Scenario.Expectation, except exceptions: [String: Scenario.Expectation?] = [:], also: Set<String> = [],
      isUsual: Bool = false
    ) {
      (self.expect, self.exceptions, self.also, self.isUsual) = (expect, exceptions, also, isUsual)
    }

    /// Whether a variation is played, unless an exception leaves it out. `also` asks for an optional one, and so does an
    /// exception that has its name and an outcome.
    func plays(_ variation: Variation) -> Bool {
      if !variation.isOptional || also.contains(variation.name) { return true }
      if case .some(.some) = exceptions[variation.name] { return true }
      return false
    }

    /// Returns what the client must do in a variation; nil if it is not played.
    package func expectation(for variation: Variation) -> Scenario.Expectation? {
      exception(for: variation).map(\.expect) ?? expect
    }

    /// Returns the exception for a variation, with the name that chose it; nil if there is none.
    func exception(for variation: Variation) -> (name: String, expect: Scenario.Expectation?)? {
      for name in variation.exceptionNames { if let exception = exceptions[name] { return (name, exception) } }
      return nil
    }
  }

  /// How it is decided what the client must do with changed fields.
  package enum Fields: Sendable {
    /// People approved what it does, in a file that the client's configuration names.
    case approved
    /// It must succeed if the changed body is valid against this `$jsonSchema`, and fail if it is not.
    case schema(Pattern)
  }

  /// The families that are played and have an expectation of their own.
  package let rules: [Variation.Family: Rule]
  /// The responses that mean the same and are played.
  package let equivalences: [Variation.Equivalence]
  /// The hostile values that are not played, by `HostileValue.exceptionNames`; nil if none is played.
  package let hostileExceptions: Set<String>?
  /// How it is decided what the client must do with changed fields; nil if they are not played.
  package let fields: Fields?
  /// What is played of `security`; nil if nothing is.
  package let security: SecurityRules?
  /// What is played of `steps`; nil if nothing is.
  package let steps: StepRules?
  /// How often a client may send the same request; 1 by default.
  package let attempts: Int
  /// The largest number of `attempts`.
  package static let mostAttempts = 100
  /// Whether `{{baseURL}}` appears in an expectation.
  package let namesAddresses: Bool
  /// The place of `variations`' value.
  package let range: SourceRange

  package init(
    _ rules: [Variation.Family: Rule], equivalences: [Variation.Equivalence] = [], fields: Fields? = nil,
    hostileExceptions: Set<String>? = nil, security: SecurityRules? = nil, steps: StepRules? = nil, attempts: Int = 1,
    namesAddresses: Bool = false, range: SourceRange
  ) {
    (self.rules, self.equivalences, self.fields, self.attempts) = (rules, equivalences, fields, attempts)
    (self.hostileExceptions, self.security, self.steps) = (hostileExceptions, security, steps)
    (self.namesAddresses, self.range) = (namesAddresses, range)
  }

  /// Makes the rules of `"variations": true`: any failure after an error, and the same outcome after a response that
  /// means the same.
  package convenience init(
    all range: SourceRange, hostileExceptions: Set<String>? = nil, security: SecurityRules? = nil, attempts: Int = 1
  ) {
    let any = Scenario.Expectation(
      .failure(Pattern(.any, at: range), values: Pattern(.any, at: range)), range: range)
    self.init(
      Dictionary(uniqueKeysWithValues: Variation.Family.failing.map { ($0, Rule(any, isUsual: true)) }),
      equivalences: Variation.Equivalence.usual, hostileExceptions: hostileExceptions, security: security,
      attempts: attempts, range: range)
  }

  /// Returns the variations that a family with an expectation of its own plays.
  func declared(_ variations: [Variation]) -> [Variation] {
    variations.filter { rules[$0.family]?.plays($0) == true }
  }

  /// The same rules with the largest number of `attempts`.
  var withMostAttempts: VariationRules {
    VariationRules(
      rules, equivalences: equivalences, fields: fields, hostileExceptions: hostileExceptions, security: security,
      steps: steps, attempts: Self.mostAttempts, namesAddresses: namesAddresses, range: range)
  }

  /// Whether no member of `variations` declares anything.
  package var declaresNoResponses: Bool { families.allSatisfy { $0 == .hostile || $0 == .security } }
  /// Whether changed fields are played.
  package var playsFields: Bool { fields != nil }
  /// Whether people approve what the client does with changed fields.
  package var needsApproval: Bool { if case .approved = fields { true } else { false } }

  /// The families that are played, in order.
  package var families: [Variation.Family] {
    Variation.Family.allCases.filter { family in
      switch family {
      case .equivalent: !equivalences.isEmpty
      case .hostile: hostileExceptions != nil
      case .security: security != nil
      case .steps: steps?.isPlayed == true
      case .fields: playsFields
      case .statusError, .nonHTTP, .corruptJSON, .networkError, .stream, .empty: rules[family] != nil
      }
    }
  }
}
