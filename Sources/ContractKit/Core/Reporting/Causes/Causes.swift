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
    var spreads: [Fingerprint: Spread] = [:]
    for (index, result) in results.enumerated() where result.verdict.status.isBroken {
      let isFlaky = result.verdict.reasons.count > 1 && result.verdict.reasons[0].isFlaky
      let isOfContract = result.verdict.reasons.contains { $0.isOfContract(in: result) }
      fingerprints[index] = result.verdict.reasons.enumerated().map { number, reason in
        guard reason.status != .skipped else { return nil }
        // A flaky scenario is the same as another one if both have the same reason in a run that did not pass.
        let same = isFlaky && number == 0 ? result.verdict.reasons[1] : reason
        let fingerprint = same.fingerprint(in: result, isOfContract: isOfContract, isFlaky: isFlaky)
        spreads[fingerprint, default: Spread(result, same.trait(in: result))].contracts.insert(result.contract.name)
        return fingerprint
      }
    }
    let keys = Self.separated(fingerprints, spreads, results, variations)
    var occurrences: [Fingerprint: [Int]] = [:]
    var order: [Fingerprint] = []
    for index in results.indices {
      for key in (keys[index] ?? []).compactMap(\.self) {
        let last = occurrences[key]?.last
        if last == nil { order.append(key) }
        if last != index { occurrences[key, default: []].append(index) }
      }
    }
    resultCount = fingerprints.count
    // The first fingerprint of each list of results gives the cause its key and its reason.
    var numbers: [[Int]: Int] = [:]
    var groups: [(first: Fingerprint, results: [Int])] = []
    var group: [Fingerprint: Int] = [:]
    for fingerprint in order {
      let results = occurrences[fingerprint] ?? []
      let number = numbers[results] ?? groups.count
      if number == groups.count {
        numbers[results] = number
        groups.append((fingerprint, results))
      }
      group[fingerprint] = number
    }
    let sorted = groups.indices.sorted { (groups[$1].results.count, $0) < (groups[$0].results.count, $1) }
    var places = groups.map { _ in 0 }
    for (place, number) in sorted.enumerated() { places[number] = place }
    let causes = keys.mapValues { $0.map { $0.flatMap { group[$0] }.map { places[$0] } } }
    let counts = causes.mapValues { Set($0).count }
    all = sorted.compactMap { number in
      let (first, indexes) = groups[number]
      guard let shown = indexes.min(by: { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) }),
        let position = keys[indexes[0]]?.firstIndex(of: first)
      else { return nil }
      return Cause(
        key: first.text, reason: results[indexes[0]].verdict.reasons[position], results: indexes, shown: shown)
    }
    self.causes = causes
    self.fingerprints = fingerprints
  }

  /// The contracts in which the same is wrong.
  private struct Spread {
    let client: String
    let base: String
    let trait: Trait?
    var contracts: Set<String> = []

    init(_ result: ScenarioResult, _ trait: Trait?) {
      (client, base, self.trait) = (result.client, result.contract.baseURL.text, trait)
    }
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

  /// Returns the cause of one reason of a result; nil if the reason did not make the result fail.
  ///
  /// - Parameters:
  ///   - reason: The index of the reason in the verdict.
  ///   - result: The index of the result in the run.
  func cause(ofReason reason: Int, ofResult result: Int) -> Cause? {
    number(ofReason: reason, ofResult: result).map { all[$0] }
  }

  /// Returns the index in `all` of the cause of one reason of a result; nil if it has none.
  func number(ofReason reason: Int, ofResult result: Int) -> Int? { causes[result].flatMap { $0[reason] } }

  /// Returns what is the same for reasons that are the same as one reason of a result; nil if the reason did not make the
  /// result fail.
  func fingerprint(ofReason reason: Int, ofResult result: Int) -> Fingerprint? {
    fingerprints[result].flatMap { $0[reason] }
  }

  /// Returns the indexes of the reasons of a result that belong to a cause.
  func reasons(of cause: Cause, inResult result: Int) -> [Int] {
    (causes[result] ?? []).indices.filter { self.cause(ofReason: $0, ofResult: result)?.key == cause.key }
  }
}

extension Reason {
  fileprivate var isFlaky: Bool { code == "flaky" }
}
