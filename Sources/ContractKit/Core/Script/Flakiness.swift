/// The description of a scenario that passed in some of its runs and not in others.
package struct Flakiness: Sendable {
  /// One run of the scenario.
  struct Run: Sendable {
    /// The number of the run, from 1.
    var number: Int
    var verdict: Verdict
  }

  /// How many runs there were, and how many of them passed.
  var runs: RepeatedVerdict.Runs
  /// The first run that passed.
  var passed: Run
  /// The first run that did not pass.
  var notPassed: Run
}
