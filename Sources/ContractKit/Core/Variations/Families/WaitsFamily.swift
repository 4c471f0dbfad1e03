/// Errors whose Retry-After says when the client may try again (RFC 9110, section 10.2.3). Then comes the scenario's own
/// answer.
struct WaitsFamily: VariationFamily {
  static let name = "waits"
  static let traits = Variation.Family.Traits(changesResponses: false)
  static let all = [(429, .seconds), (503, .seconds), (503, .date)].map { Variation(WaitChange(status: $0, form: $1)) }

  static func read(_ member: FamilyMember) -> Self? {
    if member.json.bool != true {
      member.noteWrong(expected: "true or false")
    } else if member.variations.value("attempts")?.number?.int ?? 1 > 1 {
      return Self()
    } else {
      member.reader.diagnostics.note(.waitsForOne, at: member.range)
    }
    return nil
  }

  static func undeclared(at range: SourceRange) -> Self? { Self() }

  /// A client that may send its request only once never waits.
  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    VariationCandidates(variations: rules.attempts > 1 ? Self.all : [])
  }

  func varied(
    _ scenario: Scenario, by change: WaitChange, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    guard let last = scenario.exchanges.last else { throw .nothingToChange }
    if scenario.order == .any { throw .noOrder }
    // What delays the scenario's own answer would hide how long the client waits.
    let response = Response(
      kind: .statusError, range: last.response.range, status: change.status,
      headers: Headers([Headers.Line("Retry-After", change.form.rawValue)]))
    let step = StepFault(at: scenario.exchanges.count - 1, of: scenario, Variation(change), isOnce: true)
    let recovery = Recovery(
      step: step, own: last, exchanges: rules.recovery, isDescribed: true, wait: change.form.wait)
    let anything = Scenario.Expectation(outcome: .anything, range: rules.range)
    return scenario.answering(with: response).with(
      expect: .some(anything), namesAddresses: scenario.namesAddresses || rules.namesAddresses,
      variant: Variant(original: scenario, attempts: rules.attempts, recovery: recovery))
  }
}

/// An error with a Retry-After, once.
struct WaitChange: VariationChange {
  /// How the header says when, as it is written.
  enum Form: String {
    case seconds = "2"
    /// A date has whole seconds, so this is more than 2 s later.
    case date = "{{httpDate +3}}"

    /// How many seconds a client waits: at least, and at most. Many wait for a second by themselves.
    var wait: ClosedRange<Double> { self == .seconds ? 2...2 : 2...3 }
  }

  static let family = Variation.Family.waits

  let status: Int
  let form: Form

  var name: String { "status \(status), Retry-After as \(form == .seconds ? "seconds" : "a date")" }
  var traits: Variation.Traits { Variation.Traits(kind: .statusError, status: status) }
}
