/// Errors whose Retry-After says when the client may try again (RFC 9110, section 10.2.3). Then comes the scenario's own
/// answer.
struct WaitsFamily: VariationFamily {
  static let name = "waits"
  static let traits = Variation.Family.Traits(changesResponses: false)
  static let all = WaitChange.all.map { Variation($0) }

  /// The names of the optional ones that are played.
  var also: Set<String> = []

  static func read(_ member: FamilyMember) -> Self? {
    let family =
      member.json.bool == true
      ? Self()
      : member.object(allowed: ["also"], expected: "true, false or an object with \"also\"").map {
        Self(also: also($0, required: true))
      }
    if member.variations.value("attempts")?.number?.int ?? 1 > 1 { return family }
    if family != nil { member.reader.diagnostics.note(.waitsForOne, at: member.range) }
    return nil
  }

  static func undeclared(at range: SourceRange) -> Self? { Self() }

  func compares(_ variation: Variation, of scenario: Scenario) -> Bool { variation.traits.base != nil }

  /// A client that may send its request only once never waits.
  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    let chosen = Self.all.filter { !$0.traits.isOptional || also.contains($0.name) }
    return VariationCandidates(variations: rules.attempts > 1 ? chosen : [])
  }

  func varied(
    _ scenario: Scenario, by change: WaitChange, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    guard let last = scenario.exchanges.last else { throw .nothingToChange }
    if scenario.order == .any { throw .noOrder }
    if change.form == .day, scenario.within == nil { throw .noWithin }
    // What delays the scenario's own answer would hide how long the client waits.
    let response = Response(
      kind: .statusError, range: last.response.range, status: change.status,
      headers: Headers(change.form == .missing ? [] : [Headers.Line("Retry-After", change.form.rawValue)]))
    let step = StepFault(at: scenario.exchanges.count - 1, of: scenario, Variation(change), isOnce: true)
    let recovery = Recovery(
      step: step, own: last, exchanges: rules.recovery, isDescribed: true, wait: change.form.wait)
    let anything = Scenario.Expectation(outcome: .anything, range: rules.range)
    return scenario.answering(with: response).with(
      expect: .some(anything), namesAddresses: scenario.namesAddresses || rules.namesAddresses,
      variant: Variant(original: scenario, attempts: rules.attempts, recovery: recovery))
  }
}

extension Variation {
  package static func wait(_ status: Int, _ form: WaitChange.Form) -> Variation {
    Variation(WaitChange(status: status, form: form))
  }
}

/// An error with a Retry-After, once.
package struct WaitChange: VariationChange {
  /// What the header says, as it is written.
  package enum Form: String, Sendable {
    case seconds = "2"
    /// Less, so that the waits of a contract take at most 6 s in all.
    case second = "1"
    /// A date has whole seconds, so this is more than 2 s later.
    case date = "{{httpDate +3}}"
    /// More than a call may take.
    case day = "86400"
    /// The client may send the request at once.
    case past = "{{httpDate -3600}}"
    /// Not a time.
    case negative = "-5"
    /// Not a time either.
    case junk = "120junk"
    /// Without the header. It is not a variation of its own, but what a client may make of a header that names no time.
    case missing = ""

    /// How many seconds a client waits: at least, and at most. Many wait for a second by themselves. After `day`, it may
    /// give up, or wait for less. Without a time to come, it decides itself.
    var wait: ClosedRange<Double> {
      switch self {
      case .seconds: 2...2
      case .second: 1...1
      case .date: 2...3
      case .day: 0...2
      case .past, .negative, .junk, .missing: 0...0
      }
    }

    fileprivate var name: String {
      switch self {
      case .seconds, .second: "Retry-After as seconds"
      case .date: "Retry-After as a date"
      case .day: "Retry-After of a day"
      case .past: "Retry-After in the past"
      case .negative, .junk: "Retry-After of \(rawValue)"
      case .missing: "no Retry-After"
      }
    }
  }

  static let family = Variation.Family.waits

  static let all = [
    Self(status: 429, form: .seconds), Self(status: 503, form: .second), Self(status: 503, form: .date),
    Self(status: 429, form: .day), Self(status: 503, form: .past), Self(status: 503, form: .negative),
    Self(status: 503, form: .junk),
  ]

  let status: Int
  let form: Form

  var name: String { "status \(status), \(form.name)" }
  var traits: Variation.Traits {
    let namesNoTime = form.wait.upperBound == 0
    return Variation.Traits(
      isOptional: form == .day || namesNoTime, kind: .statusError, status: status,
      base: namesNoTime && form != .missing ? .wait(status, .missing) : nil, isBase: form == .missing,
      mayBeOwn: namesNoTime, stall: form == .day ? .wait : nil)
  }
}
