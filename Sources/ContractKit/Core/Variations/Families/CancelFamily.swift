/// A call that is canceled while its client waits for an answer, and then another one on the same client.
struct CancelFamily: VariationFamily {
  static let name = "cancel"
  static let traits = Variation.Family.Traits(needsLoopback: true, changesResponses: false, sharesClient: true)
  static let all = CancelChange.allCases.map { Variation($0) }

  /// The outcome of a call that is canceled, if the contract describes it; nil for a failure of the category `cancelled`.
  var expect: Scenario.Expectation?
  var range: SourceRange

  static func read(_ member: FamilyMember) -> Self? {
    if member.json.bool == true { return Self(range: member.range) }
    let expected = "true, false or an expectation, such as {\"failure\": {\"category\": \"other\"}}"
    return member.object(allowed: nil, expected: expected).map {
      Self(expect: member.reader.outcome($0, and: []), range: member.range)
    }
  }

  /// The failure of a call that is canceled.
  private var expected: Scenario.Expectation.Outcome {
    if let outcome = expect?.own[.loopback] ?? expect?.outcome { return outcome }
    return .failure(Pattern(category: "cancelled", at: range), values: Pattern(.any, at: range))
  }

  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    let isStream = scenario.exchanges.last?.response.streamFormat != nil
    let changes = CancelChange.allCases.filter { change in
      switch change {
      case .request: true
      case .body: !isStream
      case .event: isStream
      case .attempt: rules.attempts > 1
      }
    }
    return VariationCandidates(variations: changes.map { Variation($0) })
  }

  func varied(
    _ scenario: Scenario, by change: CancelChange, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    guard let last = scenario.exchanges.last else { throw .nothingToChange }
    if scenario.exchanges.contains(where: { $0.response.kind == .networkError }) { throw .nothingToChange }
    let response = try change.response(VariedResponse(last))
    let once = rules[GroupFamily.self]?.once ?? []
    var (exchanges, group) = try scenario.inRow(2, once: once) { $0 == 0 ? response : nil }
    group.cancellation = CallGroup.Cancellation(
      exchangeIndex: scenario.exchanges.count - 1, expect: expected, place: change.rawValue,
      pause: change == .attempt ? CancelChange.pause : 0)
    // The contract says how often the client may ask again.
    return scenario.with(
      exchanges: exchanges,
      variant: Variant(original: scenario, attempts: change == .attempt ? rules.attempts : 1, group: group))
  }
}

/// When a call is canceled.
enum CancelChange: String, VariationChange, CaseIterable {
  case request = "canceled after the request"
  case body = "canceled within the body"
  case event = "canceled after the first event"
  /// While the client waits before it sends its request again.
  case attempt = "canceled between attempts"

  static let family = Variation.Family.cancel
  /// How many seconds clients wait before a second attempt, most of them.
  fileprivate static let pause = 1.2

  func changedExchange(of scenario: Scenario) -> Int? { nil }

  /// What the client gets before: nothing more, so that it waits, or an error after which it waits.
  func response(_ own: VariedResponse) throws(Variation.Obstacle) -> Response {
    let silence = "timedOut"
    switch self {
    case .request:
      return Response(kind: .networkError, range: own.response.range, error: NetworkError(name: silence))
    case .body:
      if own.bytes.count < 2 { throw .nothingToChange }
      return own.lost(after: Array(own.bytes[..<(own.bytes.count / 2)]), by: silence)
    case .event:
      guard let first = try own.streamed().broken(.silenceAfterFirst) else { throw .nothingToChange }
      return own.lost(after: first, by: silence)
    case .attempt: return own.made(.statusError, 503, [])
    }
  }
}
