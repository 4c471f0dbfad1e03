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

    /// Returns what is compared of its outcome. On loopback, each call has base URLs of its own.
    func counted(on transport: Transport) -> Counted {
      let outcome = transport == .loopback ? evidence.outcome.naming(evidence.addresses) : evidence.outcome
      return switch outcome {
      case .success(let value): .success(value)
      case .failure(let failure, let values):
        .failure(Failure.Comparison.answers.counted(failure, on: transport), values: values)
      default: .unfinished
      }
    }
    var other: Dependence.Other { probe.map(Dependence.Other.probe) ?? .scenario(scenario) }
  }

  /// What is compared of an outcome: not what contracts cannot describe on every platform.
  enum Counted: Equatable {
    case success(JSON)
    case failure(JSON, values: JSON?)
    case unfinished

    func isSame(as other: Counted) -> Bool { self == other && self != .unfinished }
  }

  /// With how many others a call is compared. If a group is larger, they are the first of each answer, and those that
  /// follow the call.
  static let limit = 24

  let transport: Transport
  let calls: [Call]
  private let outcomes: [Counted]
  /// The first call of each answer.
  private let firsts: [Int]
  /// Whether all calls of a large group have the same outcome. In a small one, each is compared with all others.
  private let hasOneOutcome: Bool

  init(transport: Transport, calls: [Call]) {
    (self.transport, self.calls) = (transport, calls)
    let outcomes = calls.map { $0.counted(on: transport) }
    self.outcomes = outcomes
    let answers = calls.count > Self.limit ? calls.map(\.answer) : []
    firsts = ProbeResponse.allCases.compactMap { answer in answers.firstIndex(of: answer) }
    // Most groups have two outcomes among their first calls, so that this ends early.
    hasOneOutcome =
      answers.isEmpty
      || outcomes.allSatisfy { $0.isSame(as: outcomes[0]) }
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
      if outcomes[index].isSame(as: outcomes[other]) {
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
      if !firsts.contains(next) { others.append(next) }
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
