/// The causes of the results of a run that failed or errored.
///
/// Two reasons are the same if they have the same client and the same `Fingerprint`. Reasons that occur in exactly
/// the same results are one cause. So a request with a wrong header that 40 scenarios share is one cause, and a
/// scenario that fails alone has one cause, with all its reasons.
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
  package init(of results: [ScenarioResult]) {
    var fingerprints: [Int: [Fingerprint?]] = [:]
    var occurrences: [Fingerprint: [Int]] = [:]
    var order: [Fingerprint] = []
    for (index, result) in results.enumerated() where result.verdict.status.isBroken {
      let isFlaky = result.verdict.reasons.count > 1 && result.verdict.reasons[0].isFlaky
      fingerprints[index] = result.verdict.reasons.enumerated().map { number, reason in
        guard reason.status != .skipped else { return nil }
        // A flaky scenario is the same as another one if both have the same reason in a run that did not pass.
        let same = isFlaky && number == 0 ? result.verdict.reasons[1] : reason
        let fingerprint = same.fingerprint(in: result.contract, of: result.client, isFlaky: isFlaky)
        let last = occurrences[fingerprint]?.last
        if last == nil { order.append(fingerprint) }
        if last != index { occurrences[fingerprint, default: []].append(index) }
        return fingerprint
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
    let causes = fingerprints.mapValues { $0.map { $0.flatMap { group[$0] }.map { places[$0] } } }
    let counts = causes.mapValues { Set($0).count }
    all = sorted.compactMap { number in
      let (first, indexes) = groups[number]
      guard let shown = indexes.min(by: { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) }),
        let position = fingerprints[indexes[0]]?.firstIndex(of: first)
      else { return nil }
      return Cause(
        key: first.text, reason: results[indexes[0]].verdict.reasons[position], results: indexes, shown: shown)
    }
    self.causes = causes
    self.fingerprints = fingerprints
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
