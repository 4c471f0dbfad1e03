import ContractCore
import Foundation

/// The counts that reports share.
extension Collection<ScenarioResult> {
  func count(_ status: Status) -> Int { count { $0.verdict.status == status } }

  /// How many scenarios ended with each status, in the order of `Status.allCases`.
  var tally: [Int] {
    let statuses = map { $0.verdict.status }
    return Status.allCases.map { status in statuses.count { $0 == status } }
  }

  /// What was not observed, by name, with the number of scenarios; the most frequent first, then by name.
  var unobserved: [(name: String, scenarios: Int, isRequest: Bool)] {
    var requests: Set<String> = []
    for result in self {
      for part in result.verdict.unobserved where part.isRequest { requests.insert(part.name) }
    }
    return counted { $0.unobserved.map(\.name) }.map { ($0.name, $0.scenarios, requests.contains($0.name)) }
  }

  /// What was seen of secrets, in the same form.
  var watched: [(Watched, scenarios: Int)] {
    counted { $0.watched.map(\.rawValue) }.compactMap { name, scenarios in
      Watched(rawValue: name).map { ($0, scenarios) }
    }
  }

  private func counted(_ names: (Masked<Verdict>) -> [String]) -> [(name: String, scenarios: Int)] {
    var counts: [String: Int] = [:]
    for result in self {
      let names = names(result.verdict)
      for name in names.count > 1 ? names.uniqued() : names { counts[name, default: 0] += 1 }
    }
    return counts.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// Why scenarios were skipped, with the number of scenarios, in the order of their first occurrence.
  var skipReasons: [(reason: String, scenarios: Int)] {
    filter { $0.verdict.status == .skipped }
      .grouped { $0.verdict.leadingReason.map(Self.whySkipped) ?? "no reason given" }
      .map { ($0.key, $0.elements.count) }
  }

  /// The three scenarios that took the longest, the longest first. Scenarios that took less than 10 ms are left out.
  var slowest: [ScenarioResult] {
    var slowest: [ScenarioResult] = []
    for result in self where result.verdict.duration >= 0.01 {
      let place = slowest.firstIndex { $0.verdict.duration < result.verdict.duration } ?? slowest.count
      if place < 3 { slowest.insert(result, at: place) }
      if slowest.count > 3 { slowest.removeLast() }
    }
    return slowest
  }

  /// Returns a reason to skip in the contract's own words. The count already shows that these scenarios were skipped.
  private static func whySkipped(_ reason: Reason) -> String {
    if case .skipped(let why) = reason { why } else { reason.summary }
  }
}
