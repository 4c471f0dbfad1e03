/// The calls of one scenario's variations in one round of a run, with the calls of the scenario itself that they are
/// compared with.
package struct VariedCalls: Sendable {
  /// The scenario.
  package let varied: VariedScenario
  /// The variations.
  package let list: VariationList
  /// The calls of the scenario itself, and of other bases: two of each that outcomes are compared with.
  package let written: [Job]
  /// The calls of the variations, in order.
  package let played: [Job]
  /// What compares their outcomes.
  package let judge: VariationJudge

  /// Makes the calls of a scenario's variations.
  ///
  /// - Parameters:
  ///   - approvals: What people accepted for changed fields; nil if it is not compared.
  ///   - own: The verdict of the scenario in the same run; nil, as by default, if it is not known.
  package init(_ varied: VariedScenario, approvals: Approvals?, own: Verdict? = nil) {
    let (list, job) = (varied.list, varied.job)
    let judge = VariationJudge(job.scenario, of: job.contract, by: varied.rules, approvals: approvals, own: own)
    (self.varied, self.list, self.judge) = (varied, list, judge)
    let bases = list.played.filter(judge.compares).map(\.base).uniqued()
    written = bases.flatMap { base in
      (0..<2).map { _ in
        base.map { varied.job(of: $0, judge: judge) }
          ?? Job(job.scenario, of: job.contract, on: job.transport, judge: judge)
      }
    }
    played = list.played.map { varied.job(of: $0, judge: judge.judges($0) ? judge : nil) }
  }
}
