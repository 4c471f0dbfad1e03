package import Foundation

/// A whole run, as the report formats tell it.
package struct RunReport: Sendable {
  /// In contract order, client by client.
  package var results: [ScenarioResult]
  /// When the run began.
  package var started: Date
  /// Seconds of wall clock.
  package var duration: Double
  /// Operations that a client's driver offers and no contract calls, by client; clients without any are left out.
  package var uncalledOperations: [(client: String, operations: [String])]
  /// What the run has to say that belongs to no scenario.
  package var notices: [String]
  /// The signal that ended the run early; nil where none did.
  package var interruptedBy: String?

  /// Makes a report; `duration` is in seconds.
  package init(
    results: [ScenarioResult], started: Date, duration: Double,
    uncalledOperations: [(client: String, operations: [String])] = [], notices: [String] = [],
    interruptedBy: String? = nil
  ) {
    (self.results, self.started, self.duration) = (results, started, duration)
    (self.uncalledOperations, self.notices, self.interruptedBy) = (uncalledOperations, notices, interruptedBy)
  }

  /// How many scenarios ended with a status.
  package func count(_ status: Status) -> Int { results.count(status) }

  /// The exit status that the run comes to, by docs/configuration.md: 0 all passed or skipped and at least one ran, 1 some
  /// failed, 3 none failed but some errored, or nothing ran.
  package var exitStatus: Int32 {
    if count(.failed) > 0 { return 1 }
    if count(.errored) > 0 || count(.passed) == 0 { return 3 }
    return 0
  }
}
