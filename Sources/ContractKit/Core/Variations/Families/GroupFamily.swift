/// Multiple calls on one client: at once, or one after the other.
struct GroupFamily: VariationFamily {
  static let name = "group"
  static let traits = Variation.Family.Traits(changesResponses: false, sharesClient: true)

  /// How many calls begin at once; nil if none do.
  var atOnce: Int?
  /// How many calls come one after the other; nil if none do.
  var again: Int?
  /// The names of the exchanges that answer once in the whole group.
  var once: [String] = []

  /// How many calls a group can have.
  private static let sizes = 2...20
  private static let usual = Self(atOnce: 3, again: 5)

  static func read(_ member: FamilyMember) -> Self? {
    if member.json.bool == true { return usual }
    guard
      let own = member.object(
        allowed: ["atOnce", "again", "once"], expected: "true, false or an object with \"atOnce\" or \"again\"")
    else { return nil }
    var family = Self(atOnce: own.int("atOnce", in: sizes)?.value, again: own.int("again", in: sizes)?.value)
    if own.value("atOnce") == nil, own.value("again") == nil { family = usual }
    family.once = member.exchanges(own.strings("once", mayBeEmpty: false) ?? [], list: "once")
    return family
  }

  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    var changes: [GroupChange] = []
    if let atOnce {
      changes.append(GroupChange(kind: .atOnce, count: atOnce))
      if heldBack(in: scenario) != nil { changes.append(GroupChange(kind: .oneLate, count: atOnce)) }
    }
    if let again { changes += GroupChange.Kind.inRow.map { GroupChange(kind: $0, count: again) } }
    return VariationCandidates(variations: changes.map { Variation($0) })
  }

  /// Returns the exchange before the first one that answers once: an answer of it can be late for what the others do after
  /// it.
  private func heldBack(in scenario: Scenario) -> Int? {
    scenario.indexes(ofExchanges: once).min().flatMap { $0 > 0 ? $0 - 1 : nil }
  }

  func varied(
    _ scenario: Scenario, by change: GroupChange, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    // What a client does after a broken connection says nothing about the calls after it.
    if scenario.exchanges.isEmpty || scenario.exchanges.contains(where: { $0.response.kind == .networkError }) {
      throw .nothingToChange
    }
    return change.kind.isAtOnce ? atOnce(scenario, change, rules) : try inRow(scenario, change, rules)
  }

  private func atOnce(_ scenario: Scenario, _ change: GroupChange, _ rules: VariationRules) -> Scenario {
    var group = CallGroup(count: change.count, isAtOnce: true, once: scenario.indexes(ofExchanges: once))
    if change.kind == .oneLate { group.heldBack = heldBack(in: scenario) }
    var exchanges = scenario.exchanges
    // So that each call has sent its request before the first one has its answer.
    let held = group.once.union([0])
    for index in held { exchanges[index].response.delay += GroupPlay.overlap }
    let wait = Double(held.count) * GroupPlay.overlap + (group.heldBack == nil ? 0 : GroupPlay.lateness)
    return scenario.with(
      exchanges: exchanges, order: .any,
      variant: Variant(original: scenario, attempts: rules.attempts, addedWait: wait, group: group))
  }

  private func inRow(
    _ scenario: Scenario, _ change: GroupChange, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    // A client that renews a token after an error sends other requests.
    let mayRenew = rules.error?.status == 401 && !(once.isEmpty && rules.recovery.isEmpty)
    let error = change.kind == .afterErrors && !mayRenew ? rules.error : nil
    if change.kind == .afterErrors, error == nil { throw .noError }
    var (exchanges, group) = try scenario.inRow(change.callCount, once: once) { $0 < change.count ? error : nil }
    if error != nil { group.errors = change.count }
    if change.kind == .connectionsClosed {
      let closing = min(2, change.count - 1)
      // An HTTP stack cannot know whether the server has done what another request asks for (RFC 9110, section 9.2.2).
      if !exchanges[group.exchangesOfCalls[closing]].allSatisfy(\.isIdempotentByMethod) { throw .notIdempotent }
      group.endsIdleAfter = closing
    }
    return scenario.with(
      exchanges: exchanges, variant: Variant(original: scenario, attempts: rules.attempts, group: group))
  }
}

/// Multiple calls on one client.
struct GroupChange: VariationChange {
  enum Kind: Sendable {
    case atOnce
    /// One answer comes when the other calls have gone on.
    case oneLate
    case again
    /// The server ends the connections that nobody uses, as servers do after a while.
    case connectionsClosed
    case afterErrors

    static let inRow = [again, connectionsClosed, afterErrors]

    var isAtOnce: Bool { self == .atOnce || self == .oneLate }
  }

  static let family = Variation.Family.group

  let kind: Kind
  /// How many calls the contract asks for.
  let count: Int

  /// How many calls there are: one more after errors, which must succeed.
  var callCount: Int { kind == .afterErrors ? count + 1 : count }

  var name: String {
    switch kind {
    case .atOnce: "\(count) at once"
    case .oneLate: "\(count) at once, one answer late"
    case .again: "\(count) in a row"
    case .connectionsClosed: "\(count) in a row, connections closed"
    case .afterErrors: "after \(count) errors"
    }
  }

  func changedExchange(of scenario: Scenario) -> Int? { nil }
  func isPossible(on transport: Transport) -> Bool { transport == .loopback || kind != .connectionsClosed }
}
