/// The calls of one scenario's variations in one round of a run, with the calls of the scenario itself that they are
/// compared with.
package struct VariedCalls: Sendable {
  package let varied: VariedScenario
  /// The calls of the scenario itself, and of other bases: two of each that outcomes are compared with.
  package let written: [Job]
  /// The calls of the variations, in order.
  package let played: [Job]
  package let judge: VariationJudge

  package var variations: [(variation: Variation, job: Job)] {
    played.compactMap { job in job.variation.map { ($0, job) } }
  }

  /// Makes the calls of a scenario's variations.
  ///
  /// - Parameters:
  ///   - accepted: What people accepted for changed fields, and the client; nil if it is not compared.
  ///   - own: The verdict of the scenario in the same run; nil, as by default, if it is not known.
  package init(_ varied: VariedScenario, accepted: (by: Accepted, client: String)?, own: Verdict? = nil) {
    let (variations, job) = (varied.played, varied.job)
    let judge = VariationJudge(job.scenario, of: job.contract, by: varied.rules, accepted: accepted, own: own)
    (self.varied, self.judge) = (varied, judge)
    let bases = variations.filter(judge.compares).map(\.traits.base).uniqued()
    written = bases.flatMap { base in (0..<2).map { _ in varied.job(of: base, judge: judge) } }
    played = variations.map { varied.job(of: $0, judge: judge.judges($0) ? judge : nil) }
  }
}
