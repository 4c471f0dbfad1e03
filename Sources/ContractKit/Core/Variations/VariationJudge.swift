import Synchronization

/// What compares the outcomes of one scenario's variations with that of the scenario itself, in one round of a run.
///
/// The scenario is called twice as the contract writes it, in any order with its variations, and so is another base that
/// some of them have. A variation that ends before both of these calls is judged by `finish`. If a base is called more
/// often, its last two calls count.
package final class VariationJudge: Sendable {
  private struct Base {
    var last: Outcome?
    /// The outcomes of the last two calls.
    var pair: (Outcome, Outcome)?
    var same: SameOutcome?
  }

  private struct State {
    /// The scenario itself, by nil, and other bases, each by its variation.
    var bases: [Variation?: Base] = [:]
    /// Why a call of the scenario did not pass that others would be compared with, although the scenario passed.
    var contradiction: String?
    /// The outcomes of variations that came before there was something to compare them with, until `finish`.
    var waiting: [Variation: [(outcome: Outcome, response: Response?)]] = [:]
  }

  private let scenario: Scenario
  private let contract: Contract
  private let rules: VariationRules
  private let accepted: (by: Accepted, client: String)?
  private let own: Verdict?
  private let state = Mutex(State())

  /// Makes the judge of a scenario's variations.
  ///
  /// - Parameters:
  ///   - accepted: What people accepted for changed fields, and the client; nil if it is not compared.
  ///   - own: The verdict of the scenario in the same run; nil, as by default, if it is not known.
  package init(
    _ scenario: Scenario, of contract: Contract, by rules: VariationRules, accepted: (by: Accepted, client: String)?,
    own: Verdict? = nil
  ) {
    (self.scenario, self.contract, self.rules, self.accepted) = (scenario, contract, rules, accepted)
    self.own = own
  }

  package func compares(_ variation: Variation) -> Bool {
    let needsAccepted = variation.field != nil && !isUndecided(variation)
    return rules[variation.family]?.compares(variation, of: scenario) == true && (accepted != nil || !needsAccepted)
  }

  /// Returns whether the verdict of a variation depends on other calls of the scenario.
  package func judges(_ variation: Variation) -> Bool {
    isUndecided(variation) || compares(variation) || own?.reasons.contains(where: \.isMissingRequest) == true
  }

  private func isUndecided(_ variation: Variation?) -> Bool { variation?.field != nil && rules.leavesFieldsUndecided }

  /// Returns whether a right client may do something in a variation that is otherwise wrong.
  package func excuses(_ reason: Reason, in variation: Variation?) -> Bool {
    isUndecided(variation) && reason.isAboutRequests
  }

  /// Returns whether the calls of what a variation is compared with gave something to compare.
  package func canCompare(_ variation: Variation) -> Bool {
    state.withLock { $0.bases[variation.traits.base]?.same != nil }
  }

  /// Whether the scenario must be called again, because it passed, and too few of its further calls did: for example, the
  /// process of its client was not warm yet.
  package var needsMoreCalls: Bool { state.withLock { $0.contradiction != nil && $0.bases[nil]?.pair == nil } }

  /// Returns the verdict of a call after the comparison of its outcome, without what no report needs.
  ///
  /// - Parameter variation: The variation, which can be a base itself; nil for the scenario itself.
  package func judge(_ verdict: Verdict, of variation: Variation?, in script: Script) -> Verdict {
    if verdict.obstacle == .beyondStack { return verdict }
    var verdict = verdict
    if let change = variation?.field, isUndecided(variation) {
      verdict = UndecidedField.verdict(verdict, after: change)
    }
    if let variation, !variation.traits.isBase, !compares(variation) {
      verdict = unasked(verdict, of: variation)
      if verdict.reasons.isEmpty { (verdict.record, verdict.outcome) = ([], nil) }
      return verdict
    }
    if variation == nil, own?.status == .passed, let reason = verdict.reasons.first {
      state.withLock { $0.contradiction = $0.contradiction ?? reason.summary }
      return verdict
    }
    guard let outcome = verdict.outcome?.naming(script.addresses) else { return verdict }
    verdict.outcome = outcome
    // What the client makes of the original response is compared even if the contract expects something else.
    let isBase = variation?.traits.isBase ?? true
    if isBase ? !outcome.hasEnded : !verdict.reasons.isEmpty { return verdict }
    let response = script.scenario.exchanges.last?.response
    let ready = state.withLock { state -> State? in
      if let variation, !isBase {
        if state.bases[variation.traits.base]?.pair != nil { return state }
        state.waiting[variation, default: []].append((outcome, response))
        return nil
      }
      var base = state.bases[variation] ?? Base()
      if let last = base.last {
        (base.pair, base.same) = ((last, outcome), SameOutcome(last, again: outcome, at: rules.range))
      }
      base.last = outcome
      state.bases[variation] = base
      return nil
    }
    if let variation, !isBase {
      // Until `finish`, nobody knows whether a report needs the call.
      guard let ready else { return verdict }
      compare(outcome, of: variation, after: response, on: script.transport, ready, &verdict)
    }
    if verdict.reasons.isEmpty { (verdict.record, verdict.outcome) = ([], nil) }
    return verdict
  }

  /// Returns the verdict of a variation after the last call; nil if the run ended before the calls that it is compared
  /// with.
  ///
  /// - Parameter written: The verdicts of the calls of the scenario itself.
  package func finish(
    _ verdict: Verdict, of variation: Variation, on transport: Transport, after written: [Verdict]
  ) -> Verdict? {
    let (waiting, state) = state.withLock { ($0.waiting[variation]?.popLast(), $0) }
    guard let waiting else { return noted(verdict, of: variation, state) }
    if written.contains(where: { !$0.hadTurn || $0.isInterrupted }) { return nil }
    var verdict = verdict
    compare(waiting.outcome, of: variation, after: waiting.response, on: transport, state, &verdict)
    if verdict.reasons.isEmpty { (verdict.record, verdict.outcome) = ([], nil) }
    return noted(verdict, of: variation, state)
  }

  /// Returns a verdict about the outcome with a note if another call of the scenario itself failed: then what is changed
  /// need not be the cause.
  private func noted(_ verdict: Verdict, of variation: Variation, _ state: State) -> Verdict {
    guard let contradiction = state.contradiction, compares(variation) else { return verdict }
    let note = "another call of the scenario itself, without this change, failed, too: \(contradiction)"
    return copy(of: verdict) { $0.reasons = verdict.reasons.map { $0.isAboutOutcome ? $0.noting(note) : $0 } }
  }

  /// Returns the verdict with the requests that are missing in the scenario itself, if that explains it: the client does
  /// not ask for the answer that is changed there either, and the call cannot show it.
  private func unasked(_ verdict: Verdict, of variation: Variation) -> Verdict {
    let missing = own?.reasons.filter(\.isMissingRequest) ?? []
    if verdict.reasons.isEmpty || missing.isEmpty { return verdict }
    guard let exchange = variation.changedExchange(of: scenario).map({ scenario.exchanges[$0] }) else { return verdict }
    let place = exchange.request?.range ?? exchange.range
    guard missing.contains(where: { $0.range == place }),
      verdict.reasons.allSatisfy({ $0.kind == .notReached || $0.isAboutOutcome && variation == .connection(.refused) })
    else { return verdict }
    return copy(of: verdict) { $0.reasons = missing }
  }

  private func compare(
    _ outcome: Outcome, of variation: Variation, after response: Response?, on transport: Transport, _ state: State,
    _ verdict: inout Verdict
  ) {
    let reasons = reasons(outcome, of: variation, on: transport, state)
    if !reasons.isEmpty, isUnread(outcome, of: variation, after: response, state) {
      verdict.obstacle = .unread
    } else {
      verdict.reasons += reasons
    }
  }

  /// Returns whether the outcome is the same except for texts of the response, which the client returns as they come.
  private func isUnread(_ outcome: Outcome, of variation: Variation, after varied: Response?, _ state: State) -> Bool {
    guard variation.family.traits.meansTheSame, let same = state.bases[variation.traits.base]?.same,
      let own = scenario.exchanges.last?.response, let varied
    else { return false }
    return UnreadTexts(own, varied).restored(outcome).contains { same.reasons($0, of: variation).isEmpty }
  }

  /// Whether an outcome is what the scenario itself expects.
  private func isOwn(_ outcome: Outcome, on transport: Transport) -> Bool {
    scenario.expected(on: transport).map { OutcomeJudge.reasons(outcome, $0).isEmpty } ?? false
  }

  /// Whether an outcome is a failure of the same kind as that of another call. A payload can have what was changed.
  private func isLike(_ outcome: Outcome, _ base: Base?) -> Bool {
    guard case .failure(let failure, _) = outcome, case .failure(let other, _)? = base?.pair?.0 else { return false }
    return Failure.kindMembers.allSatisfy { failure.unfolded[$0] == other.unfolded[$0] }
  }

  /// Returns whether a client that returns the mark of a stream's end has made the same of a stream that has no mark.
  private func isSameWithoutMark(_ outcome: Outcome, of variation: Variation, _ pair: (Outcome, Outcome)) -> Bool {
    guard variation.traits.mayBeComplete, let response = scenario.exchanges.last?.response,
      let format = response.streamFormat,
      let mark = StreamedBody(response.body?.bytes ?? [], format).endMarkText,
      let first = pair.0.without(mark: mark), let second = pair.1.without(mark: mark)
    else { return false }
    return SameOutcome(first, again: second, at: rules.range)?.reasons(outcome, of: variation).isEmpty == true
  }

  /// Returns why the outcome of a variation is not the one that other calls require.
  private func reasons(
    _ outcome: Outcome, of variation: Variation, on transport: Transport, _ state: State
  ) -> [Reason] {
    // The contract describes the failures of a broken stream.
    if variation.traits.mayBeComplete, case .failure = outcome { return [] }
    if variation.traits.mayBeOwn, isOwn(outcome, on: transport) || isLike(outcome, state.bases[variation.traits.base]) {
      return []
    }
    guard let base = state.bases[variation.traits.base], let pair = base.pair else {
      return [.notCompared(endedTwice: state.contradiction != nil, at: rules.range)]
    }
    guard let change = variation.field else {
      guard let same = base.same else { return [.notCompared(endedTwice: true, at: rules.range)] }
      let reasons = same.reasons(outcome, of: variation)
      return reasons.isEmpty || isSameWithoutMark(outcome, of: variation, pair) ? [] : reasons
    }
    if isUndecided(variation) {
      return UndecidedField.reason(outcome, of: change, in: scenario, base: pair, at: rules.range).map { [$0] } ?? []
    }
    guard let accepted else { return [] }
    return accepted.by.reason(
      outcome, of: change, in: scenario, of: contract, client: accepted.client, on: transport, base: pair,
      at: rules.range
    ).map { [$0] } ?? []
  }
}
