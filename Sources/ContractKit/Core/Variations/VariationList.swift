/// The variations of one scenario on one transport: those that can be played, and why the others cannot.
///
/// The plan makes it, once. It has only the places of the variations among those that could exist, because a run can have
/// very many: each scenario is made to see whether that is possible, and then again when its turn comes.
package struct VariationList: Sendable {
  private let scenario: Scenario
  private let rules: VariationRules
  /// The indexes of those that are played.
  private var indexes = RangeSet<Int>()
  /// How many variations are not played, with the reasons.
  private var reasons: [LeftOut: Int] = [:]

  private struct LeftOut: Hashable {
    var family: Variation.Family
    var why: Variation.Obstacle
  }

  /// The maximum number of variations of a scenario.
  package static let limit = 200

  /// Lists the variations of a scenario.
  ///
  /// - Parameters:
  ///   - transport: The transport; nil if the driver decides. Then the variations of both are listed.
  ///   - isOnly: Whether the run has no other transport. True by default.
  package init(
    of scenario: Scenario, by rules: VariationRules, on transport: Transport?, isOnly: Bool = true
  ) {
    (self.scenario, self.rules) = (scenario, rules)
    var (index, count) = (0, 0)
    for family in rules.inTurn {
      let type = Variation.Family(Swift.type(of: family))
      let candidates = family.candidates(scenario, rules)
      for variation in candidates.variations {
        defer { index += 1 }
        do throws(Variation.Obstacle) {
          guard try scenario.canPlay(variation, of: family, rules, on: transport) else {
            if isOnly, type.traits.needsLoopback { throw .onlyLoopback }
            continue
          }
          if count == Self.limit { throw .limit }
          count += 1
          indexes.insert(contentsOf: index..<index + 1)
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
  }

  /// The variations to play, in order. Each access makes them again, without their scenarios.
  package var played: [Variation] {
    if indexes.isEmpty { return [] }
    let all = rules.inTurn.flatMap { $0.candidates(scenario, rules).variations }
    return Array(all[indexes])
  }

  /// Which are played, as text: their places among those that could exist.
  package var places: String { indexes.ranges.map { "\($0)" }.joined(separator: " ") }

  package var count: Int { indexes.ranges.reduce(0) { $0 + $1.count } }

  mutating func keep(_ isKept: (Variation) -> Bool) {
    let kept = zip(indexes.ranges.joined(), played).filter { isKept($1) }
    indexes = RangeSet(kept.map { index, _ in index..<index + 1 })
  }

  /// How many variations are not played, for each reason.
  package var leftOut: [Variation.Obstacle: Int] {
    reasons.reduce(into: [:]) { $0[$1.key.why, default: 0] += $1.value }
  }

  /// The same reasons for each family.
  package var obstacles: [Variation.Family: Set<Variation.Obstacle>] {
    reasons.keys.reduce(into: [:]) { $0[$1.family, default: []].insert($1.why) }
  }
}

extension Scenario {
  /// Returns whether a variation can be played; false if it is for the other transport.
  ///
  /// - Throws: Why it cannot be made.
  fileprivate func canPlay(
    _ variation: Variation, of family: some VariationFamily, _ rules: VariationRules, on transport: Transport?
  ) throws(Variation.Obstacle) -> Bool {
    if type(of: family).traits.isAlwaysPossible { return true }
    if let transport, !variation.isPossible(on: transport) { return false }
    let varied = try varied(by: variation, rules)
    if let transport, varied.whySkipped(on: transport) != nil, whySkipped(on: transport) == nil { throw .noSocket }
    return true
  }

  /// Returns the scenario with a variation of its input or of one response, and with what the client must do then.
  ///
  /// - Throws: Why there is no such variation.
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

extension Contract {
  /// The names of all scenarios, and of all variations that are played because the contract declares them.
  package var names: [String] {
    let names = scenarios.map(\.name)
    guard let variations else { return names }
    return names
      + variedScenarios.flatMap { scenario in
        variations.inTurn.flatMap { $0.candidates(scenario, variations).variations }.map(scenario.name)
      }
  }
}
