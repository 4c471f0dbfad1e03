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
    if change.form == .day, scenario.within ?? .infinity > WaitChange.longestWithin { throw .noWithin }
    // What delays the scenario's own answer would hide how long the client waits.
    let response = Response(
      kind: .statusError, range: last.response.range, status: change.status,
      headers: Headers(change.form.value.map { [Headers.Line("Retry-After", $0)] } ?? []))
    let step = StepFault(at: scenario.exchanges.count - 1, of: scenario, Variation(change), isOnce: true)
    let recovery = Recovery(
      step: step, own: last, exchanges: rules.recovery, isDescribed: true, wait: change.form.wait)
    let anything = Scenario.Expectation(outcome: .anything, range: rules.range)
    return scenario.answering(with: response).with(
      expect: .some(anything), namesAddresses: scenario.namesAddresses || rules.namesAddresses,
      variant: Variant(original: scenario, attempts: rules.attempts, recovery: recovery))
  }

  func compares(_ variation: Variation, of scenario: Scenario) -> Bool { variation.traits.base != nil }
}

extension Variation {
  package static func wait(_ status: Int, _ form: WaitChange.Form) -> Variation {
    Variation(WaitChange(status: status, form: form))
  }
}

/// An error with a Retry-After, once.
package struct WaitChange: VariationChange {
  /// What the header says.
  package enum Form: String, Sendable {
    case seconds = "Retry-After as seconds"
    case date = "Retry-After as a date"
    /// The client may send the request at once.
    case past = "Retry-After in the past"
    case zero = "Retry-After 0"
    /// Not valid: a client reads them as if there were none.
    case negative = "Retry-After -5"
    case junk = "Retry-After 120junk"
    /// More than any call may take.
    case day = "Retry-After of a day"
    /// With these, the outcomes of others are compared.
    case oneSecond = "Retry-After of a second"
    case none = "no Retry-After"

    /// The value of the header as it is written; nil for no header.
    var value: String? {
      switch self {
      case .seconds: "2"
      // A date has whole seconds, so this is more than 2 s later.
      case .date: "{{httpDate +3}}"
      case .past: "{{httpDate -60}}"
      case .zero: "0"
      case .negative: "-5"
      case .junk: "120junk"
      case .day: "86400"
      case .oneSecond: "1"
      case .none: nil
      }
    }

    /// How many seconds a client waits: at least, and at most. Many wait for a second by themselves. Nil if the header says
    /// nothing that can be checked.
    var wait: ClosedRange<Double>? {
      switch self {
      case .seconds: 2...2
      case .date: 2...3
      default: nil
      }
    }

    /// The form after which a client has the same outcome; nil if nothing is compared.
    var base: Form? {
      switch self {
      case .past, .zero: .oneSecond
      case .negative, .junk: Form.none
      case .seconds, .date, .day, .oneSecond, .none: nil
      }
    }
  }

  static let family = Variation.Family.waits

  static let all = [
    Self(status: 429, form: .seconds), Self(status: 503, form: .seconds), Self(status: 503, form: .date),
    Self(status: 429, form: .day), Self(status: 503, form: .past), Self(status: 503, form: .zero),
    Self(status: 503, form: .negative), Self(status: 503, form: .junk),
  ]

  /// The longest `within` of a scenario in which `day` is played, in seconds: a client that obeys takes as long.
  static let longestWithin = 6.0

  let status: Int
  let form: Form

  var name: String { "status \(status), \(form.rawValue)" }
  var traits: Variation.Traits {
    let base = form.base.map { Variation(Self(status: status, form: $0)) }
    return Variation.Traits(
      isOptional: base != nil, kind: .statusError, status: status, base: base,
      isBase: form == .oneSecond || form == .none)
  }
}
