/// The same scenario in a driver whose environment has another time zone or locale. The outcome is compared with that of
/// the scenario itself, as for `equivalent`.
struct LocaleFamily: VariationFamily {
  static let name = "locale"
  static let all = LocaleChange.allCases.map { Variation($0) }
  // A test cannot change the environment of its own process.
  static let traits = Variation.Family.Traits(
    turn: 1, needsLoopback: true, changesResponses: false, meansTheSame: true)

  static func read(_ member: FamilyMember) -> Self? {
    if member.json.bool == true { return Self() }
    member.noteWrong(expected: "true or false")
    return nil
  }

  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    VariationCandidates(variations: Self.all)
  }

  func varied(
    _ scenario: Scenario, by change: LocaleChange, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario { scenario.with(expect: .some(scenario.expect?.ofAnything)) }

  func compares(_ variation: Variation, of scenario: Scenario) -> Bool { true }
}

/// What is different in the environment of a driver.
package enum LocaleChange: String, VariationChange, CaseIterable {
  /// Five hours ahead of UTC, all year.
  case timeZone = "time zone Asia/Karachi"
  /// The capital of `i` is not `I`, numbers have a comma, and weekdays other names.
  case locale = "locale tr_TR.UTF-8"

  static let family = Variation.Family.locale

  /// The variables of the environment (POSIX.1-2017, section 8) with their values.
  package var variables: [String: String] {
    switch self {
    case .timeZone: ["TZ": "Asia/Karachi"]
    case .locale: ["LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"]
    }
  }

  func changedExchange(of scenario: Scenario) -> Int? { nil }
}

extension Variation {
  /// What it changes in the environment of the driver; nil for nothing.
  package var locale: LocaleChange? { change as? LocaleChange }
}
