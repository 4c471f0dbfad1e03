import ContractCore
import ContractReporting

/// Some of a client's scenarios with all of their variations, which one pool plays.
///
/// A run plays its variations in batches, so that its memory does not grow with their number.
struct VariationBatch {
  /// How many variations a batch has at most, if no scenario has more.
  private static let size = 5000

  /// The scenarios with their variations.
  private let parts: [VariedCalls]

  /// The calls, in order.
  var jobs: [Job] { parts.flatMap { $0.written + $0.played } }

  /// Returns the batches of all variations of a client.
  static func batches(_ all: [VariedScenario]) -> [ArraySlice<VariedScenario>] {
    var batches: [ArraySlice<VariedScenario>] = []
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

  /// - Parameters:
  ///   - accepted: What people accepted for changed fields, and the client; nil if it is not compared.
  ///   - verdicts: The verdicts of the scenarios in the same run, as far as they are known.
  init(
    _ all: ArraySlice<VariedScenario>, accepted: (by: Accepted, client: String)?, after verdicts: Verdicts = Verdicts()
  ) {
    // The calls of the scenarios themselves are other jobs.
    let scenarios = Set(all.map { ObjectIdentifier($0.job.scenario) })
    let own = Dictionary(grouping: verdicts.filter { scenarios.contains(ObjectIdentifier($0.scenario)) }) {
      ObjectIdentifier($0.key.scenario)
    }
    parts = all.map { varied in
      let calls = own[ObjectIdentifier(varied.job.scenario)] ?? []
      let same = calls.first { $0.key.transport == varied.job.transport }
      return VariedCalls(varied, accepted: accepted, own: same?.value)
    }
  }

  /// The calls of scenarios that must come again, because they contradict the verdict of the scenario.
  var calledAgain: [Job] { parts.filter(\.judge.needsMoreCalls).flatMap { $0.written.filter { $0.variation == nil } } }

  /// Returns what became of the variations.
  ///
  /// - Parameters:
  ///   - verdicts: The verdicts of the calls.
  ///   - hello: What the driver offers, if it is known.
  func results(_ verdicts: Verdicts, of client: Plan.Client, _ hello: DriverMessage.Hello?) -> [VariedResult] {
    parts.map { part in
      var result = client.result(part.varied, on: part.varied.job.transport(for: hello))
      result.played.reserveCapacity(part.played.count)
      let written = part.written.compactMap { verdicts[$0] }
      let refused = RefusedValues(
        part.variations.lazy.compactMap { variation, job in verdicts[job].map { (variation, $0) } },
        of: part.varied.all)
      for (variation, job) in part.variations {
        let transport = job.transport(for: hello)
        // One that cannot be made is errored. The run has not ended before its turn.
        guard let ended = verdicts[job],
          let verdict = part.judge.finish(ended, of: variation, on: transport, after: written),
          verdict.hadTurn || job.isUnmade
        else {
          result.notRun.append(variation)
          continue
        }
        if verdict.status == .skipped {
          // What the other transport shows is not missing there.
          let obstacle = verdict.obstacle ?? (variation.family.traits.needsLoopback ? .notHere : nil)
          if let obstacle { result.skip(variation, obstacle) }
          continue
        }
        var status = verdict.status
        if status != .passed {
          let broken = client.result(job, on: transport, refused.named(verdict, of: variation))
          status = broken.verdict.status
          result.broken.append(broken)
        }
        result.played.append(VariedResult.Played(variation, status, duration: verdict.duration, end: verdict.stepEnd))
        if let tally = verdict.tally { result.tally = (result.tally ?? SecurityTally()).adding(tally) }
      }
      result.tally = result.tally?.counted
      leaveOutUnknown(&result, verdicts, part)
      return result
    }
  }

  /// Leaves out the certificates that prove nothing: if the client accepts no certificate of the run's authority, it does
  /// not refuse another one because that is wrong.
  private func leaveOutUnknown(_ result: inout VariedResult, _ verdicts: Verdicts, _ part: VariedCalls) {
    let control = part.variations.first { $0.variation.certificate == .valid }
    guard let control, verdicts[control.job]?.tally?.requests == 0 else { return }
    for played in result.played
    where played.status == .passed && [.expired, .otherHost].contains(played.variation.certificate) {
      result.skip(played.variation, .unknownAuthority)
    }
  }
}
