package import Foundation

/// A whole run, as the input of the report formats.
package struct RunReport: Sendable {
  /// The results in contract order, client by client.
  package var results: [ScenarioResult]
  /// What became of the variations, in contract order, client by client.
  package var variations: [VariedResult] = []
  /// When the run began.
  package var started: Date
  /// The duration in seconds of wall clock time.
  package var duration: Double
  /// Operations that a client's driver offers and no contract calls, by client. Clients without such operations are
  /// left out.
  package var uncalledOperations: [(client: String, operations: [String])]
  /// What the run found out about the entries of known issues.
  package var knownIssues: [KnownIssueResult] = []
  /// The entries of files of reviews that name variations which do not exist.
  package var staleReviews: [StaleFieldReview] = []
  /// What the contracts cover, and what of it is required and missing.
  package var coverage = Coverage([])
  /// What is known about the strength of the scenarios that passed; nil if nobody asked.
  package var strength: StrengthReport?
  /// Notices that do not belong to a scenario.
  package var notices: [String]
  /// The words of a command that runs a part of the same again, before and after an option that selects the part.
  package var command = (begin: "contract-run", end: "")
  /// Which part of a run it is, if machines divide it; otherwise nil.
  package var part: Part?
  /// The signal that ended the run early, or nil.
  package var interruptedBy: String?

  /// One of the parts into which machines divide a run.
  package struct Part: Sendable {
    /// Which part, from 1.
    package var index: Int
    package var count: Int
    /// The number of scenarios of all parts.
    package var scenarios: Int
    /// Whether other parts have scenarios that run.
    package var hasOthers: Bool

    package init(index: Int, count: Int, scenarios: Int, hasOthers: Bool) {
      (self.index, self.count, self.scenarios, self.hasOthers) = (index, count, scenarios, hasOthers)
    }
  }

  /// Creates a report. `duration` is in seconds.
  package init(
    results: [ScenarioResult], started: Date, duration: Double,
    uncalledOperations: [(client: String, operations: [String])] = [], notices: [String] = [],
    interruptedBy: String? = nil
  ) {
    (self.results, self.started, self.duration) = (results, started, duration)
    (self.uncalledOperations, self.notices, self.interruptedBy) = (uncalledOperations, notices, interruptedBy)
  }

  /// Returns how many scenarios ended with a status.
  package func count(_ status: Status) -> Int { results.count(status) }

  /// The results of the scenarios, then those of the variations that did not pass.
  var judged: [ScenarioResult] { variations.isEmpty ? results : results + variations.flatMap(\.broken) }

  /// The exit status of the run, as docs/configuration.md defines it: 0 if all passed, were skipped or are known issues
  /// and at least one ran, 1 if some failed, an entry of known issues has a problem, a review is stale, required coverage
  /// is missing, or a scenario is vacuous and the run is strict, 3 if none of that but some errored, or if nothing ran,
  /// also not in another part of the run.
  package var exitStatus: Int32 {
    func count(_ status: Status) -> Int { results.count(status) + variations.count(status) }
    if count(.failed) > 0 || knownIssues.contains(where: { $0.problem != nil }) { return 1 }
    if !staleReviews.isEmpty || !coverage.problems.isEmpty { return 1 }
    if let strength, strength.isStrict, strength.vacuous > 0 { return 1 }
    if count(.errored) > 0 || variations.contains(where: { !$0.notRun.isEmpty }) { return 3 }
    let hasRun = count(.passed) + count(.knownIssue) > 0
    return hasRun || part?.hasOthers == true ? 0 : 3
  }
}
