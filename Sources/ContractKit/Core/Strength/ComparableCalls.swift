/// Calls with the same contract, input and transport, whose answers differ.
struct ComparableCalls {
  struct Call {
    var scenario: Scenario
    var evidence: CallEvidence
    /// The answer of an extra call; nil for a scenario of the contract.
    var probe: ProbeResponse?

    /// The extra answer, if it is an error and the client succeeded.
    var hiddenError: ProbeResponse? {
      guard let probe, probe != .valid, case .success = evidence.outcome else { return nil }
      return probe
    }
    var answer: ProbeResponse? { probe ?? scenario.answer }

    /// Returns whether two calls have the same outcome. On loopback, each has base URLs of its own.
    func hasOutcome(of other: Call, on transport: Transport) -> Bool {
      func named(_ call: Call) -> Outcome {
        transport == .loopback ? call.evidence.outcome.naming(call.evidence.addresses) : call.evidence.outcome
      }
      return named(self).isSame(as: named(other), on: transport)
    }
    var other: Dependence.Other { probe.map(Dependence.Other.probe) ?? .scenario(scenario) }
  }

  /// With how many others a call is compared. If a group is larger, they are the first of each answer, and those that
  /// follow the call.
  static let limit = 24

  let transport: Transport
  let calls: [Call]
  /// The first call of each answer.
  private let firsts: [Int]
  /// Whether all calls of a large group have the same outcome. In a small one, each is compared with all others.
  private let hasOneOutcome: Bool

  init(transport: Transport, calls: [Call]) {
    (self.transport, self.calls) = (transport, calls)
    let answers = calls.count > Self.limit ? calls.map(\.answer) : []
    firsts = ProbeResponse.allCases.compactMap { answer in answers.firstIndex(of: answer) }
    // Most groups have two outcomes among their first calls, so that this ends early.
    hasOneOutcome =
      answers.isEmpty
      || calls.dropFirst().allSatisfy { $0.hasOutcome(of: calls[0], on: transport) }
  }

  /// Returns what the other calls show about one of them.
  package func dependence(of index: Int) -> Dependence {
    let call = calls[index]
    let others = others(of: index)
    let isDescribed = call.scenario.describesOutcome(on: transport)
    let acceptsChanges = isDescribed && acceptsChanges(call)
    if others.isEmpty, !acceptsChanges { return .alone }
    var same: [Dependence.Other] = []
    var accepted: [Dependence.Other] = []
    for other in others where accepts(calls[other].evidence, call) {
      // Most outcomes are not accepted. Then they differ, and need not be compared.
      if calls[other].hasOutcome(of: call, on: transport) {
        same.append(calls[other].other)
      } else if isDescribed {
        accepted.append(calls[other].other)
      }
    }
    let isSame = !others.isEmpty && same.count == others.count && hasOneOutcome
    return Dependence(
      others: others.count, same: same, accepted: accepted, acceptsChanges: acceptsChanges,
      hidden: call.answer == .valid ? others.compactMap { calls[$0].hiddenError } : [],
      isVacuous: isSame && Set(([index] + others).compactMap { calls[$0].answer }).count == ProbeResponse.allCases.count
    )
  }

  /// Returns the calls that one is compared with: those that have another answer.
  private func others(of index: Int) -> [Int] {
    var others = firsts
    for step in 1..<max(1, calls.count) where others.count < Self.limit {
      let next = (index + step) % calls.count
      if !others.contains(next) { others.append(next) }
    }
    return others.filter { $0 != index && !calls[$0].scenario.hasAnswers(of: calls[index].scenario) }
  }

  /// Returns whether the expectation of a call accepts the outcome of another one.
  private func accepts(_ other: CallEvidence, _ call: Call) -> Bool {
    // On loopback, each call has base URLs of its own.
    guard let expected = call.scenario.filled(with: other.addresses).expected(on: transport) else { return false }
    return !OutcomeJudge.differs(other.outcome, expected, bindings: other.bindings)
  }

  private func acceptsChanges(_ call: Call) -> Bool {
    guard let written = call.scenario.expected(on: transport),
      // This is cheaper than to try it.
      written.patterns.first?.describesSomething != true
    else { return false }
    let expected = call.scenario.filled(with: call.evidence.addresses).expected(on: transport) ?? written
    let changed = call.evidence.outcome.mapValues(\.changed)
    return !OutcomeJudge.differs(changed, expected, bindings: call.evidence.bindings)
  }
}

extension Outcome {
  /// Returns whether two outcomes are equal as JSON, except for what contracts cannot describe on every platform.
  fileprivate func isSame(as other: Outcome, on transport: Transport) -> Bool {
    switch (self, other) {
    case (.success(let a), .success(let b)): return a == b
    case (.failure(let a, let values), .failure(let b, let others)):
      let comparison = Failure.Comparison.answers
      return values == others
        && (a == b || comparison.counted(a, on: transport) == comparison.counted(b, on: transport))
    default: return false
    }
  }
}

extension Scenario {
  /// Whether the contract describes the outcome on a transport. On loopback, any failure is expected after a response
  /// that is not HTTP, unless the contract describes one. So nobody chose to accept any.
  fileprivate func describesOutcome(on transport: Transport) -> Bool {
    transport == .memory || expect?.own[transport] != nil
      || !exchanges.contains { $0.response.kind == .nonHTTP }
  }
}

extension Pattern {
  /// Whether it certainly notices if every part of a value is changed.
  fileprivate var describesSomething: Bool {
    switch kind {
    case .literal(let json): !json.isObject && !json.isArray
    case .object(let members): members.contains(where: \.pattern.describesSomething)
    case .array(let patterns): patterns.contains(where: \.describesSomething)
    case .partial(let inner): inner.describesSomething
    default: false
    }
  }
}
