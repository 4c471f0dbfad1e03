import Foundation

/// What reports count, in one place; by index, because a result is much to copy and reports go over all of them often.
extension [ScenarioResult] {
  /// How many scenarios ended with a status.
  func count(_ status: Status) -> Int { count(status, at: indices) }

  /// How many of the scenarios at some places ended with a status.
  func count(_ status: Status, at places: some Collection<Int>) -> Int {
    var count = 0
    for index in places {
      // Most scenarios pass, and a verdict is much to copy.
      if self[index].verdict.reasons.isEmpty {
        if status == .passed { count += 1 }
      } else if self[index].verdict.status == status {
        count += 1
      }
    }
    return count
  }

  /// What was not observed, by name, with the number of scenarios that lack it; most frequent first, then by name.
  var unobserved: [(name: String, scenarios: Int)] {
    var counts: [String: Int] = [:]
    for index in indices where !self[index].verdict.unobserved.isEmpty {
      for name in Set(self[index].verdict.unobserved.map(Self.withoutRequest)) { counts[name, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  /// Why scenarios were skipped, with their number; in the order of their first.
  var skipReasons: [(reason: String, scenarios: Int)] {
    var order: [String] = []
    var counts: [String: Int] = [:]
    for index in indices where !self[index].verdict.reasons.isEmpty && self[index].verdict.status == .skipped {
      let reason = self[index].verdict.leadingReason.map(Self.whySkipped) ?? "no reason given"
      if counts[reason] == nil { order.append(reason) }
      counts[reason, default: 0] += 1
    }
    return order.map { ($0, counts[$0] ?? 0) }
  }

  /// The places of the results by client and contract, in the order of their first: the results themselves, of a hundred
  /// thousand scenarios, are not to be there twice.
  var placesByContract: [[Int]] {
    var groups: [[Int]] = []
    var indices: [ContractKey: Int] = [:]
    for index in self.indices {
      // Most often the one before is of the same contract.
      if let last = groups.last?.last, self[last].contract == self[index].contract,
        self[last].client == self[index].client
      {
        groups[groups.count - 1].append(index)
        continue
      }
      let key = ContractKey(client: self[index].client, contract: self[index].contract)
      if let group = indices[key] {
        groups[group].append(index)
      } else {
        indices[key] = groups.count
        groups.append([index])
      }
    }
    return groups
  }

  /// The results at some places.
  subscript(places: [Int]) -> [ScenarioResult] { places.map { self[$0] } }

  /// A reason to skip in the contract's own words: that it was skipped is said where it is counted.
  private static func whySkipped(_ reason: Reason) -> String {
    if case .skipped(let why) = reason { why } else { reason.summary }
  }

  /// `request 2: Content-Length` without the request, so that equal things count as one.
  private static func withoutRequest(_ name: String) -> String {
    guard name.hasPrefix("request "), let colon = name.range(of: ": ") else { return name }
    return String(name[colon.upperBound...])
  }
}

extension Verdict {
  /// The reason that made the status; nil where the scenario passed.
  var leadingReason: Reason? { reasons.first { $0.status == status } ?? reasons.first }
}

extension ScenarioResult {
  /// The id without its client and contract: the scenario, and its transport where the id names it.
  var shortName: String { shortName(after: idPrefix) }

  /// What the ids of all results of its client's run of its contract begin with.
  var idPrefix: String { client + "/" + contract + "/" }

  /// The short name, where the beginning of the id is known.
  func shortName(after prefix: String) -> String {
    var (id, prefix) = (id, prefix)
    let rest = id.withUTF8 { id in
      prefix.withUTF8 { id.starts(with: $0) ? String(decoding: id.dropFirst($0.count), as: UTF8.self) : nil }
    }
    return rest ?? scenario
  }
}
