import Synchronization

/// One scenario, or one variation of it, that a run plays on one transport.
///
/// Results belong to a job by its identity: the same scenario may be played by multiple jobs.
package final class Job: Sendable {
  package let contract: Contract
  /// The scenario; if a variation of it is played, the scenario that is varied.
  package let scenario: Scenario
  /// The scenario as the contract has it, if parts of it are learned again; otherwise nil.
  package let original: Scenario?
  /// The variation to play; nil for the scenario itself.
  package let variation: Variation?
  /// What the contract declares about variations, in an object that all of them share.
  private let rules: Boxed<VariationRules>?
  /// What compares its outcome with those of other calls of the scenario; nil if it is not compared.
  package let judge: VariationJudge?
  /// The scenario of the variation, while it is needed; nil before its turn and after it has passed, because a run can
  /// have many.
  private let made = Mutex<Result<Scenario, Variation.Obstacle>?>(nil)
  /// How its requests travel; nil if the driver's hello decides. It is last, where it makes no job larger.
  package let transport: Transport?

  package init(
    _ scenario: Scenario, of contract: Contract, insteadOf original: Scenario? = nil, on transport: Transport?,
    _ variation: Variation? = nil, by rules: Boxed<VariationRules>? = nil, judge: VariationJudge? = nil
  ) {
    (self.contract, self.scenario, self.original, self.transport) = (contract, scenario, original, transport)
    (self.variation, self.rules, self.judge) = (variation, rules, judge)
  }

  /// The scenario that is played: a variation is made when its turn comes.
  ///
  /// - Throws: Why it cannot be made. The plan has left out those, so that this is a mistake of the runner.
  package func play() throws(Variation.Obstacle) -> Scenario {
    guard let variation else { return scenario }
    return try made.withLock { made in
      let result =
        made
        ?? Result { () throws(Variation.Obstacle) in
          guard let rules else { throw .excepted }
          return try scenario.varied(by: variation, rules.value)
        }
      made = result
      return result
    }.get()
  }

  /// The scenario as results show it, also if it could not be made.
  package var shown: Scenario {
    (try? play()) ?? variation.map { scenario.named($0, of: scenario) } ?? scenario
  }

  /// Whether its scenario could not be made when its turn came.
  package var isUnmade: Bool { made.withLock { if case .failure? = $0 { true } else { false } } }

  /// Returns why nothing is played if the variation cannot be made.
  package static func unmade(_ obstacle: Variation.Obstacle) -> Reason {
    .notRun(
      "the variation cannot be made, although the plan has it, because \(obstacle.text); please report this mistake of"
        + " contract-run")
  }

  package var kinds: [Response.Kind] {
    let kinds = scenario.exchanges.map(\.response.kind)
    guard let variation, !kinds.isEmpty else { return kinds }
    var changed = kinds
    if let index = variation.changedExchange(of: scenario) { changed[index] = variation.kind }
    return changed
  }

  /// Whether it is played because of variations: one of them, or what they are compared with.
  package var isVariations: Bool { variation != nil || judge != nil }

  /// Why it is skipped; nil if it runs, or if that depends on the transport.
  package var skip: String? { transport.map { scenario.whySkipped(on: $0, of: contract) } ?? scenario.skip }

  /// Returns the job of a client as entries of known issues name it.
  package func subject(of client: String) -> AcceptedEntry.Subject {
    AcceptedEntry.Subject(
      client: client, contract: contract.name, scenario: variation.map(scenario.name) ?? scenario.name,
      transport: transport)
  }

  /// Returns whether a right client may do something that is otherwise wrong.
  package func excuses(_ reason: Reason) -> Bool { judge?.excuses(reason, in: variation) ?? false }

  /// Returns the verdict of its call after the comparison of its outcome with those of other calls.
  package func judged(_ verdict: Verdict, in script: Script) -> Verdict {
    let verdict = judge?.judge(verdict, of: variation, in: script) ?? verdict
    // A call that passed is not shown.
    if verdict.status == .passed { made.withLock { $0 = nil } }
    return verdict
  }
}

extension Job: Hashable {
  package static func == (first: Job, second: Job) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
