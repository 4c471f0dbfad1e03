import ContractCore
import ContractReporting
import Synchronization

/// Some of a client's scenarios with all of their variations, which one pool plays.
///
/// A run plays its variations in batches, so that its memory does not grow with their number.
final class VariationBatch: Sendable {
  /// How many variations a batch has at most, if no scenario has more.
  private static let size = 5000

  /// The scenarios with their variations.
  private let parts: [Part]
  /// The calls, in order.
  let jobs: [Job]
  /// The part of each call.
  private let places: [Int]
  /// What people accepted for changed fields; nil if it is not compared.
  private let reviews: FieldReviews?
  private let comparisons: Mutex<[Comparison]>

  private struct Part {
    var varied: Plan.Varied
    var list: VariationList
    /// The position of the first call.
    var first: Int
    /// How many calls play the scenario itself, to compare its outcome with others.
    var written: Int
  }

  /// The comparison of the outcomes of one scenario's calls.
  private struct Comparison {
    /// The outcome of the first call of the scenario itself that ended.
    var first: Outcome?
    /// The outcomes of two of these calls.
    var base: (Outcome, Outcome)?
    /// What they have in common.
    var same: SameOutcome?
    /// The outcomes of variations, by their calls, that came before there was something to compare them with.
    var waiting: [Int: Outcome] = [:]
  }

  /// Returns the batches of all variations of a client.
  static func batches(_ all: [Plan.Varied]) -> [ArraySlice<Plan.Varied>] {
    var batches: [ArraySlice<Plan.Varied>] = []
    var start = 0
    var count = 0
    for (index, varied) in all.enumerated() {
      if count > 0, count + varied.count > size {
        batches.append(all[start..<index])
        (start, count) = (index, 0)
      }
      count += varied.count
    }
    return start < all.count ? batches + [all[start...]] : batches
  }

  init(_ all: ArraySlice<Plan.Varied>, reviews: FieldReviews?) {
    var parts: [Part] = []
    var jobs: [Job] = []
    var places: [Int] = []
    for varied in all {
      let (list, entry) = (varied.list, varied.entry)
      func add(_ variation: Variation?, isCompared: Bool) {
        places.append(parts.count)
        jobs.append(
          Job(
            index: jobs.count, contract: entry.contract, written: entry.scenario, variation: variation,
            rules: varied.rules, transport: entry.transport, isCompared: isCompared))
      }
      func isCompared(_ variation: Variation) -> Bool {
        variation.family == .equivalent || variation.family == .fields && varied.rules.isReviewed && reviews != nil
      }
      let written = list.played.contains(where: isCompared) ? 2 : 0
      let part = Part(varied: varied, list: list, first: jobs.count, written: written)
      for _ in 0..<written { add(nil, isCompared: true) }
      for variation in list.played { add(variation, isCompared: isCompared(variation)) }
      parts.append(part)
    }
    (self.parts, self.jobs, self.places, self.reviews) = (parts, jobs, places, reviews)
    comparisons = Mutex(parts.map { _ in Comparison() })
  }

  /// Returns a verdict after the comparison of its outcome, without what no report needs.
  func review(_ job: Job, on transport: Transport, _ verdict: Verdict) -> Verdict {
    guard job.isCompared, let outcome = verdict.outcome else { return verdict }
    // What the client makes of the original response is compared even if the contract expects something else.
    if job.variation == nil ? !outcome.hasEnded : !verdict.reasons.isEmpty { return verdict }
    let place = places[job.index]
    let rules = parts[place].varied.rules
    var verdict = verdict
    let ready = comparisons.withLock { comparisons -> Comparison? in
      if job.variation != nil {
        if comparisons[place].base != nil { return comparisons[place] }
        comparisons[place].waiting[job.index] = outcome
      } else if let first = comparisons[place].first {
        comparisons[place].base = (first, outcome)
        comparisons[place].same = SameOutcome(first, again: outcome, at: rules.range)
      } else {
        comparisons[place].first = outcome
      }
      return nil
    }
    if let ready, let variation = job.variation {
      verdict.reasons = reasons(outcome, of: variation, in: parts[place], on: transport, ready)
    }
    if verdict.reasons.isEmpty { (verdict.record, verdict.outcome) = ([], nil) }
    return verdict
  }

  /// Returns what became of the variations.
  ///
  /// - Parameters:
  ///   - verdicts: The verdicts of the calls.
  ///   - preferred: The transport that the driver prefers, if it is known.
  func results(_ verdicts: [Verdict], of client: Plan.Client, preferred: Transport?) -> [VariedResult] {
    let comparisons = comparisons.withLock(\.self)
    return parts.enumerated().map { place, part in
      let transport = part.varied.entry.transport ?? preferred ?? .memory
      var result = client.result(part.varied, part.list, on: transport)
      result.played.reserveCapacity(part.list.played.count)
      let written = verdicts[part.first..<part.first + part.written]
      for (number, variation) in part.list.played.enumerated() {
        let index = part.first + part.written + number
        var verdict = verdicts[index]
        if let outcome = comparisons[place].waiting[index] {
          // The run ended before the calls that it is compared with, or during one of them.
          if written.contains(where: { !$0.hadTurn || $0.isInterrupted }) {
            result.notRun.append(variation)
            continue
          }
          verdict.reasons += reasons(outcome, of: variation, in: part, on: transport, comparisons[place])
        }
        if !verdict.hadTurn {
          result.notRun.append(variation)
        } else if verdict.status != .skipped {
          var status = verdict.status
          if status != .passed {
            let broken = client.result(part.varied, variation, on: transport, verdict)
            status = broken.verdict.status
            result.broken.append(broken)
          }
          result.played.append(VariedResult.Played(variation, status, duration: verdict.duration))
        }
      }
      return result
    }
  }

  /// Returns why the outcome of a variation is not the one that other calls require.
  private func reasons(
    _ outcome: Outcome, of variation: Variation, in part: Part, on transport: Transport, _ comparison: Comparison
  ) -> [Reason] {
    let (entry, range) = (part.varied.entry, part.varied.rules.range)
    guard let base = comparison.base else { return [.notCompared(endedTwice: false, at: range)] }
    guard case .field(let change) = variation else {
      return comparison.same?.reasons(outcome) ?? [.notCompared(endedTwice: true, at: range)]
    }
    guard let reviews else { return [] }
    return reviews.reason(
      outcome, of: change, in: entry.scenario, of: entry.contract, on: transport, base: base, at: range
    ).map { [$0] } ?? []
  }
}

extension Outcome {
  /// Whether the client returned a result or an error.
  fileprivate var hasEnded: Bool {
    switch self {
    case .success, .failure: true
    case .neverCompleted, .completedTwice, .neverResumed, .unsupported: false
    }
  }
}

extension Plan.Client {
  /// Returns what a report contains about the variations of a scenario, without what became of them.
  func result(_ varied: Plan.Varied, _ list: VariationList, on transport: Transport) -> VariedResult {
    VariedResult(
      of: varied.entry.scenario, in: varied.entry.contract, client: name, on: transport,
      namesTransport: namesTransports, leftOut: list.leftOut)
  }

  /// Returns what a report contains about a variation.
  func result(
    _ varied: Plan.Varied, _ variation: Variation, on transport: Transport, _ verdict: Verdict
  ) -> ScenarioResult {
    var entry = varied.entry
    entry.scenario = (try? entry.scenario.varied(by: variation, varied.rules)) ?? entry.scenario
    return result(entry, on: transport, verdict)
  }
}
