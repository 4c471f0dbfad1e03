/// A scenario whose variations are played on one transport: those that can be played, and why the others cannot.
///
/// The plan makes it, once. It has only the places of the variations among those that could exist, because a run can have
/// very many: each scenario is made to see whether that is possible, and then again when its turn comes.
package struct VariedScenario: Sendable {
  package let job: Job
  package var rules: VariationRules { sharedRules.value }
  private let sharedRules: Boxed<VariationRules>
  /// Whether the run has no other transport.
  private let isOnlyTransport: Bool
  /// The indexes of those that can be played, and of those of them that are.
  private var (possible, chosen) = (RangeSet<Int>(), RangeSet<Int>())
  /// How many variations are not played, with the reasons.
  private var reasons: [LeftOut: Int] = [:]

  private struct LeftOut: Hashable {
    var family: Variation.Family
    var why: Variation.Obstacle
  }

  /// The maximum number of variations of a scenario.
  package static let limit = 200

  /// Makes a scenario with all of its variations.
  ///
  /// - Parameters:
  ///   - job: The scenario. If the driver decides on its transport, the variations of both are listed.
  ///   - isOnlyTransport: Whether the run has no other transport than that of the job. True by default.
  package init(_ job: Job, rules: VariationRules, isOnlyTransport: Bool = true) {
    (self.job, sharedRules, self.isOnlyTransport) = (job, Boxed(rules), isOnlyTransport)
    let (scenario, transport) = (job.scenario, job.transport)
    var (index, count) = (0, 0)
    for family in rules.inTurn {
      let type = Variation.Family(Swift.type(of: family))
      let candidates = family.candidates(scenario, rules)
      for variation in candidates.variations {
        defer { index += 1 }
        do throws(Variation.Obstacle) {
          guard try scenario.canPlay(variation, of: family, rules, on: transport, in: job.contract) else {
            if isOnlyTransport, type.traits.needsLoopback { throw .onlyLoopback }
            continue
          }
          if count == Self.limit { throw .limit }
          count += 1
          possible.insert(contentsOf: index..<index + 1)
        } catch {
          reasons[LeftOut(family: type, why: error), default: 0] += 1
        }
      }
      // What only sockets can show is not missing in memory.
      if type.traits.needsLoopback, transport == .memory { continue }
      for (obstacle, count) in candidates.leftOut where count > 0 {
        reasons[LeftOut(family: type, why: obstacle), default: 0] += count
      }
    }
    chosen = possible
  }

  /// The same scenario, in which the client may send a request as often as a contract can allow.
  package var withMostAttempts: VariedScenario {
    VariedScenario(job, rules: rules.withMostAttempts, isOnlyTransport: isOnlyTransport)
  }

  /// The variations to play, in order. Each access makes them again, without their scenarios.
  package var played: [Variation] { variations(chosen) }

  /// All variations that can be played, also if only some of them are.
  package var all: [Variation] { variations(possible) }

  private func variations(_ indexes: RangeSet<Int>) -> [Variation] {
    if indexes.isEmpty { return [] }
    return Array(rules.inTurn.flatMap { $0.candidates(job.scenario, rules).variations }[indexes])
  }

  /// Which are played, as text: their places among those that could exist.
  package var places: String { chosen.ranges.map { "\($0)" }.joined(separator: " ") }

  package var count: Int { chosen.ranges.reduce(0) { $0 + $1.count } }

  package var jobs: [Job] { played.map { job(of: $0) } }

  /// Returns the job of a variation; nil stands for the scenario itself.
  package func job(of variation: Variation?, judge: VariationJudge? = nil) -> Job {
    Job(job.scenario, of: job.contract, on: job.transport, variation, by: sharedRules, judge: judge)
  }

  /// Returns the scenario with some of its variations; nil if none is kept.
  package func keeping(_ isKept: (Job) -> Bool) -> VariedScenario? {
    let kept = zip(chosen.ranges.joined(), jobs).filter { isKept($1) }
    return kept.isEmpty ? nil : copy(of: self) { $0.chosen = RangeSet(kept.map { index, _ in index..<index + 1 }) }
  }

  /// How many variations are played, if the driver decides on which transport: the larger number of the two.
  package var countOnOneTransport: Int {
    if job.transport != nil { return count }
    let own = chosen == possible ? nil : Set(played)
    let each = Transport.allCases.map { transport in
      VariedScenario(Job(job.scenario, of: job.contract, on: transport), rules: rules).played
        .count { own?.contains($0) ?? true }
    }
    return each.max() ?? 0
  }

  /// How many variations are not played, for each reason.
  package var leftOut: [Variation.Obstacle: Int] {
    reasons.reduce(into: [:]) { $0[$1.key.why, default: 0] += $1.value }
  }

  /// The same reasons for each family.
  package var obstacles: [Variation.Family: Set<Variation.Obstacle>] {
    reasons.keys.reduce(into: [:]) { $0[$1.family, default: []].insert($1.why) }
  }

  /// The changes of fields that people approve, one for each transport that is possible.
  package func fieldKeys(of client: String) -> [AcceptedFields.Key] {
    guard rules.needsApproval else { return [] }
    return played.compactMap(\.field).flatMap { change in
      AcceptedFields.Key(change, of: job.scenario, in: job.contract, client: client, on: job.transport)
        .onEachTransport
    }
  }
}

extension Scenario {
  /// Returns whether a variation can be played; false if it is for the other transport.
  ///
  /// - Throws: Why it cannot be made.
  fileprivate func canPlay(
    _ variation: Variation, of family: some VariationFamily, _ rules: VariationRules, on transport: Transport?,
    in contract: Contract
  ) throws(Variation.Obstacle) -> Bool {
    if type(of: family).traits.isAlwaysPossible { return true }
    if let transport, !variation.isPossible(on: transport) { return false }
    // Through a proxy, the client has its own base URL.
    if !variation.traits.afterBaseURL.isEmpty, contract.isProxied { throw .noSocket }
    let varied = try varied(by: variation, rules)
    guard let transport else { return true }
    if varied.whySkipped(on: transport, of: contract) != nil, whySkipped(on: transport, of: contract) == nil {
      throw .noSocket
    }
    return true
  }

  /// Returns the scenario with a variation of its input or of one response, and with what the client must do then.
  ///
  /// - Throws: Why the variation cannot be made.
  package func varied(by variation: Variation, _ rules: VariationRules) throws(Variation.Obstacle) -> Scenario {
    guard let family = rules[variation.family] else { throw .excepted }
    let varied = try family.made(self, variation, rules).named(variation, of: self)
    if variation.traits.breaksConnection, varied.whySkipped(on: .loopback) != nil { throw .noSocket }
    return varied
  }

  func named(_ variation: Variation, of original: Scenario) -> Scenario {
    var variant = variant ?? Variant(original: original)
    variant.variation = variation
    return with(name: original.name(of: variation), variant: variant)
  }
}
