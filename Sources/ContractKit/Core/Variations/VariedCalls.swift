/// The calls of one scenario's variations in one round of a run, with the calls of the scenario itself that they are
/// compared with.
package struct VariedCalls: Sendable {
  /// The scenario.
  package let varied: VariedScenario
  /// The variations.
  package let list: VariationList
  /// The calls of the scenario itself: two, or none if no outcome is compared.
  package let written: [Job]
  /// The calls of the variations, in order.
  package let played: [Job]
  /// What compares their outcomes.
  package let judge: VariationJudge

  /// Makes the calls of a scenario's variations.
  ///
  /// - Parameter approvals: What people accepted for changed fields; nil if it is not compared.
  package init(_ varied: VariedScenario, approvals: Approvals?) {
    let (list, job) = (varied.list, varied.job)
    let judge = VariationJudge(job.scenario, of: job.contract, by: varied.rules, approvals: approvals)
    let isCompared = list.played.contains(where: judge.compares)
    (self.varied, self.list, self.judge) = (varied, list, judge)
    written = (0..<(isCompared ? 2 : 0)).map { _ in
      Job(job.scenario, of: job.contract, on: job.transport, judge: judge)
    }
    played = list.played.map { varied.job(of: $0, judge: judge.compares($0) ? judge : nil) }
  }
}
