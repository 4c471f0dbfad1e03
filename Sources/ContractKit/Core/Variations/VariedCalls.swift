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
  private let judge: VariationJudge

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

  /// Returns the verdict of a variation after the last call; nil if the run ended before the calls that it is compared
  /// with.
  ///
  /// - Parameters:
  ///   - transport: The transport of the call.
  ///   - written: The verdicts of the calls of the scenario itself.
  package func finish(
    _ verdict: Verdict, of variation: Variation, on transport: Transport, after written: [Verdict]
  ) -> Verdict? {
    judge.finish(verdict, of: variation, on: transport, after: written)
  }
}
