import ContractCore

// Reasons that differ in what they compare, although one defect explains them.

extension Causes {
  /// Gives what follows from a missing request its fingerprint: the requests after it that are missing, and another
  /// outcome. What also occurs without it is another defect.
  static func joinConsequences(_ fingerprints: inout [Int: [Fingerprint?]], _ results: [ScenarioResult]) {
    let reasons = results.map(\.verdict.reasons)
    let leaders = fingerprints.keys.reduce(into: [Int: Int]()) { leaders, index in
      leaders[index] = reasons[index].firstIndex { $0.partName == "missingRequest" }
    }
    if leaders.isEmpty { return }
    let others = fingerprints.reduce(into: Set<Fingerprint>()) { others, one in
      guard let leader = leaders[one.key] else { return others.formUnion(one.value.compactMap(\.self)) }
      if let leading = one.value[leader] { others.insert(leading) }
    }
    for (index, leader) in leaders {
      guard let all = fingerprints[index], let leading = all[leader] else { continue }
      fingerprints[index] = zip(reasons[index], all).map { reason, fingerprint in
        guard let fingerprint, reason.followsMissingRequest, !others.contains(fingerprint) else {
          return fingerprint
        }
        return leading
      }
    }
  }
}

extension Reason {
  /// Whether the reason can be a consequence of a missing request.
  fileprivate var followsMissingRequest: Bool { partName == "outcome" || partName == "missingRequest" }
}
