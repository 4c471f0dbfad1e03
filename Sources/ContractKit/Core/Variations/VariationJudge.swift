import Synchronization

/// What compares the outcomes of one scenario's variations with that of the scenario itself, in one round of a run.
///
/// The scenario is called twice as the contract writes it, in any order with its variations. A variation that ends before
/// both of these calls is judged by `finish`. If the scenario is called more often, its last two calls count.
package final class VariationJudge: Sendable {
  private struct State {
    /// The outcome of the last call of the scenario itself that ended.
    var last: Outcome?
    /// The outcomes of the last two of these calls.
    var base: (Outcome, Outcome)?
    /// What they have in common.
    var same: SameOutcome?
    /// The outcomes of variations that came before there was something to compare them with, until `finish`.
    var waiting: [Variation: [Outcome]] = [:]
  }

  private let scenario: Scenario
  private let contract: Contract
  private let rules: VariationRules
  private let approvals: Approvals?
  private let state = Mutex(State())

  /// Makes the judge of a scenario's variations.
  ///
  /// - Parameters:
  ///   - rules: The contract's rules for variations.
  ///   - approvals: What people accepted for changed fields; nil if it is not compared.
  package init(_ scenario: Scenario, of contract: Contract, by rules: VariationRules, approvals: Approvals?) {
    (self.scenario, self.contract, self.rules, self.approvals) = (scenario, contract, rules, approvals)
  }

  /// Returns whether the outcomes of a variation are compared.
  package func compares(_ variation: Variation) -> Bool {
    variation.family == .equivalent || variation.family == .fields && rules.needsApproval && approvals != nil
  }

  /// Whether the calls of the scenario itself gave something that outcomes can be compared with.
  package var canCompare: Bool { state.withLock { $0.same != nil } }

  /// Returns the verdict of a call after the comparison of its outcome, without what no report needs.
  ///
  /// - Parameters:
  ///   - variation: The variation; nil for the scenario itself.
  ///   - script: The script of the call.
  package func judge(_ verdict: Verdict, of variation: Variation?, in script: Script) -> Verdict {
    guard let outcome = verdict.outcome?.naming(script.addresses) else { return verdict }
    var verdict = verdict
    verdict.outcome = outcome
    // What the client makes of the original response is compared even if the contract expects something else.
    if variation == nil ? !outcome.hasEnded : !verdict.reasons.isEmpty { return verdict }
    let ready = state.withLock { state -> State? in
      if let variation {
        if state.base != nil { return state }
        state.waiting[variation, default: []].append(outcome)
        return nil
      }
      if let last = state.last {
        (state.base, state.same) = ((last, outcome), SameOutcome(last, again: outcome, at: rules.range))
      }
      state.last = outcome
      return nil
    }
    if let ready, let variation {
      verdict.reasons = reasons(outcome, of: variation, on: script.transport, ready)
    }
    if verdict.reasons.isEmpty { (verdict.record, verdict.outcome) = ([], nil) }
    return verdict
  }

  /// Returns the verdict of a variation after the last call; nil if the run ended before the calls that it is compared
  /// with.
  ///
  /// - Parameters:
  ///   - transport: The transport of the call.
  ///   - written: The verdicts of the calls of the scenario itself.
  package func finish(
    _ verdict: Verdict, of variation: Variation, on transport: Transport, after written: [Verdict]
  ) -> Verdict? {
    let (outcome, state) = state.withLock { ($0.waiting[variation]?.popLast(), $0) }
    guard let outcome else { return verdict }
    if written.contains(where: { !$0.hadTurn || $0.isInterrupted }) { return nil }
    var verdict = verdict
    verdict.reasons += reasons(outcome, of: variation, on: transport, state)
    return verdict
  }

  /// Returns why the outcome of a variation is not the one that other calls require.
  private func reasons(
    _ outcome: Outcome, of variation: Variation, on transport: Transport, _ state: State
  ) -> [Reason] {
    guard let base = state.base else { return [.notCompared(endedTwice: false, at: rules.range)] }
    guard case .field(let change) = variation else {
      return state.same?.reasons(outcome) ?? [.notCompared(endedTwice: true, at: rules.range)]
    }
    guard let approvals else { return [] }
    return approvals.reason(
      outcome, of: change, in: scenario, of: contract, on: transport, base: base, at: rules.range
    ).map { [$0] } ?? []
  }
}

extension Outcome {
  /// Whether the client returned a result or an error.
  fileprivate var hasEnded: Bool {
    switch self {
    case .success, .failure: true
    case .neverCompleted, .completedTwice, .neverResumed, .unsupported: false
    }
  }
}
