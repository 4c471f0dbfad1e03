/// The description of a scenario that passed in some of its runs and not in others.
package struct Flakiness: Sendable {
  /// One run of the scenario.
  package struct Run: Sendable {
    /// The number of the run, from 1.
    var number: Int
    var verdict: Verdict
  }

  /// How many runs there were, and how many of them passed.
  var runs: RepeatedVerdict.Runs
  /// The first run that passed, and the first one that did not; nil if the runs were not kept.
  var compared: (passed: Run, notPassed: Run)?

  /// - Parameter compared: The runs to compare; nil, as by default, if they were not kept.
  package init(runs: RepeatedVerdict.Runs, compared: (passed: Run, notPassed: Run)? = nil) {
    (self.runs, self.compared) = (runs, compared)
  }
}
