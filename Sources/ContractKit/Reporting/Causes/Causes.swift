package import ContractCore

/// The causes of the results of a run that failed or errored.
///
/// Two reasons are the same if they have the same `Fingerprint`, unless the same is right in other contracts: then they
/// are the same only within one contract. Reasons that occur in exactly the same results are one cause. So a wrong header
/// in 40 contracts is one cause, and a scenario that fails alone has one cause, with all its reasons.
package struct Causes: Sendable {
  /// The causes: those of most results first, then in the order of the run.
  package let all: [Cause]
  /// How many results have a cause.
  let resultCount: Int
  /// For each of these results, by its index: for each of its reasons, the index of the cause in `all`; nil for a
  /// reason that did not make the result fail.
  private let causes: [Int: [Int?]]
  /// For each of these results, by its index: what is the same for reasons that are the same.
  private let fingerprints: [Int: [Fingerprint?]]

  /// Groups the reasons of results.
  ///
  /// - Parameter variations: The variations of the run. Those that passed help to decide what belongs to one contract.
  package init(of results: [ScenarioResult], variations: [VariedResult] = []) {
    var fingerprints: [Int: [Fingerprint?]] = [:]
    var facts: [Int: [ReasonFacts]] = [:]
    for index in results.indices where results[index].verdict.status.isBroken {
      let result = results[index]
      let reasons = result.verdict.reasons
      let isFlaky = reasons.count > 1 && reasons[0].kind == .flaky
      // A flaky scenario is the same as another one if both have the same reason in a run that did not pass.
      var same = reasons
      if isFlaky { same[0] = same[1] }
      let own = zip(reasons, same).map { ReasonFacts(of: $0, in: result, $1.trait(in: result)) }
      let isOfContract = own.contains { $0.isOfContract }
      facts[index] = own
      fingerprints[index] = reasons.indices.map { place in
        guard reasons[place].status != .skipped else { return nil }
        let trait = own[place].trait
        return same[place].fingerprint(in: result, trait, isOfContract: isOfContract, isFlaky: isFlaky)
      }
    }
    Self.joinFailures(&fingerprints, results, facts)
    Self.joinHostileValues(&fingerprints, results)
    Self.joinConsequences(&fingerprints, facts)
    var spreads: [Fingerprint: Spread] = [:]
    for index in results.indices {
      guard let own = facts[index], let fingerprints = fingerprints[index] else { continue }
      let (client, contract) = (results[index].client, results[index].contract)
      for (reason, fingerprint) in zip(own, fingerprints) {
        guard let fingerprint else { continue }
        let spread = Spread(client: client, base: contract.baseURL.text, trait: reason.trait)
        spreads[fingerprint, default: spread].contracts.insert(contract.name)
      }
    }
    let keys = Self.separated(fingerprints, spreads, results, variations)
    var found = Numbering<Fingerprint>()
    // The results of each fingerprint.
    var occurrences: [[Int]] = []
    for index in results.indices {
      for key in (keys[index] ?? []).compactMap(\.self) {
        let number = found.number(of: key)
        if number == occurrences.count { occurrences.append([]) }
        if occurrences[number].last != index { occurrences[number].append(index) }
      }
    }
    resultCount = fingerprints.count
    // The first fingerprint of each list of results gives the cause its key and its reason.
    let groups = zip(found.all, occurrences).grouped { $0.1 }.map { group in
      (first: group.elements[0].0, results: group.key, all: group.elements.map(\.0))
    }
    let order = groups.indices.sorted { (groups[$1].results.count, $0) < (groups[$0].results.count, $1) }
    let sorted = order.map { groups[$0] }
    var places: [Fingerprint: Int] = [:]
    for (place, group) in sorted.enumerated() { for fingerprint in group.all { places[fingerprint] = place } }
    let causes = keys.mapValues { $0.map { $0.flatMap { places[$0] } } }
    let counts = causes.mapValues { Set($0).count }
    all = sorted.compactMap { first, indexes, _ in
      func place(_ index: Int) -> Int? { keys[index]?.firstIndex(of: first) }
      // A request that came shows more than one that is missing, and the most attempts are those to allow.
      func rank(_ index: Int) -> (Int, Int, Int, Int) {
        let reason = place(index).flatMap { facts[index]?[$0] }
        let isMissing = reason?.partKind == .missingRequest
        return (counts[index] ?? 0, isMissing ? 1 : 0, -(reason?.neededAttempts ?? 0), index)
      }
      guard let shown = indexes.map(rank).min(by: <)?.3, let place = place(shown) else { return nil }
      var reason = results[shown].verdict.reasons[place]
      if case .unexpectedRequest(var one) = reason {
        one.failsAsWritten = indexes.contains { results[$0].scenario.variation == nil }
        reason = .unexpectedRequest(one)
      }
      return Cause(key: first.text, reason: reason, results: indexes, shown: shown)
    }
    self.causes = causes
    self.fingerprints = fingerprints
  }

  /// Gives the same fingerprint to what fails for all hostile values of one string, at one place of the request. What
  /// also fails without a hostile value has its own cause.
  private static func joinHostileValues(_ fingerprints: inout [Int: [Fingerprint?]], _ results: [ScenarioResult]) {
    let hostile = fingerprints.keys.filter { results[$0].scenario.variation?.hostile != nil }
    let places = hostile.reduce(into: [:]) { $0[$1] = results[$1].hostileFingerprint }
    if places.isEmpty { return }
    let others = fingerprints.keys.filter { results[$0].scenario.variation?.hostile == nil }
    let known = Set(others.flatMap { fingerprints[$0] ?? [] })
    for (index, place) in places {
      fingerprints[index] = zip(results[index].verdict.reasons, fingerprints[index] ?? []).map { reason, fingerprint in
        fingerprint != nil && reason.canBeOfHostileValue && !known.contains(fingerprint) ? place : fingerprint
      }
    }
  }

  /// The contracts in which the same is wrong.
  private struct Spread {
    let client: String
    let base: String
    let trait: Trait?
    var contracts: Set<String> = []
  }

  /// Returns the fingerprints with the contract added to those that are about each of their contracts.
  private static func separated(
    _ fingerprints: [Int: [Fingerprint?]], _ spreads: [Fingerprint: Spread], _ results: [ScenarioResult],
    _ variations: [VariedResult]
  ) -> [Int: [Fingerprint?]] {
    let spreads = spreads.filter { $1.contracts.count > 1 && $1.trait != nil && $1.trait != .anything }
    if spreads.isEmpty { return fingerprints }
    let evidence = Evidence(results, variations)
    let separate = spreads.filter { _, spread in
      spread.trait.map { evidence.separates(spread.contracts, $0, of: spread.client, base: spread.base) } ?? false
    }
    if separate.isEmpty { return fingerprints }
    return Dictionary(
      uniqueKeysWithValues: fingerprints.map { index, all in
        let keys = all.map { fingerprint -> Fingerprint? in
          guard var key = fingerprint, separate[key] != nil else { return fingerprint }
          key.add(results[index].contract.name)
          return key
        }
        return (index, keys)
      })
  }

  /// Returns the index in `all` of the cause of one reason of a result; nil if the reason did not make the result fail.
  ///
  /// - Parameters:
  ///   - reason: The index of the reason in the verdict.
  ///   - result: The index of the result in the run.
  func number(ofReason reason: Int, ofResult result: Int) -> Int? { causes[result].flatMap { $0[reason] } }

  /// Returns what is the same for reasons that are the same as one reason of a result; nil if the reason did not make the
  /// result fail.
  func fingerprint(ofReason reason: Int, ofResult result: Int) -> Fingerprint? {
    fingerprints[result].flatMap { $0[reason] }
  }

  /// Returns the indexes of the reasons of a result that belong to a cause.
  func reasons(of cause: Cause, inResult result: Int) -> [Int] {
    (causes[result] ?? []).enumerated().filter { $1.map { all[$0].key } == cause.key }.map(\.offset)
  }
}

/// One defect that explains reasons of one or more scenarios: the reasons differ in the same way, or they always occur
/// together.
package struct Cause: Sendable {
  /// The key of the cause: 16 hexadecimal digits, which are the same in every run with the same failure.
  package let key: String
  /// The first reason of the cause in the result that shows it best.
  package let reason: Reason
  /// The indexes of the results that have the cause, in the order of the run. Never empty.
  package let results: [Int]
  /// The index of the result that shows the cause best: the first one of those with the fewest causes, and with a request.
  package let shown: Int
}
