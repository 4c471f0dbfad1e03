/// The verdicts of one scenario that runs again and again.
///
/// It keeps three of them: the first of a run that passed, the first of a run that did not, and the latest. So its size
/// does not depend on the number of runs.
package struct RepeatedVerdict: Sendable {
  /// How many runs there were, and how many of them passed.
  package struct Runs: Sendable, Equatable {
    package var total = 0
    package var passed = 0

    package init(total: Int = 0, passed: Int = 0) { (self.total, self.passed) = (total, passed) }
  }

  /// The number of the runs so far. A run that did not take place, or that a signal ended, does not count.
  package private(set) var runs = Runs()
  private var passed: Flakiness.Run?
  private var notPassed: Flakiness.Run?
  private var latest: Flakiness.Run?
  /// The verdict of a round in which the scenario did not run, or not to its end.
  private var absent: Verdict?

  package init() {}

  package mutating func add(_ verdict: Verdict) {
    guard verdict.tookPlace, !verdict.isInterrupted else {
      absent = absent ?? verdict
      return
    }
    runs.total += 1
    let run = Flakiness.Run(number: runs.total, verdict: verdict)
    latest = run
    if verdict.status == .passed {
      runs.passed += 1
      passed = passed ?? run
    } else {
      notPassed = notPassed ?? run
    }
  }

  /// The verdict of another run than the one that `verdict` is about; nil if there was none.
  package var another: Verdict? {
    let shown = notPassed ?? passed
    return (latest?.number != shown?.number ? latest : notPassed == nil ? nil : passed)?.verdict
  }

  /// The verdict on all runs so far; nil if there was no round.
  ///
  /// It is the verdict of the first run that did not pass. If other runs passed, the scenario is flaky, and that is its
  /// first reason.
  package var verdict: Verdict? {
    guard let notPassed else { return passed?.verdict ?? absent }
    guard let passed else { return notPassed.verdict }
    return notPassed.verdict.flaky(Flakiness(runs: runs, compared: (passed, notPassed)))
  }
}

/// The description of a scenario that passed in some of its runs and not in others.
package struct Flakiness: Maskable {
  package struct Run: Sendable {
    /// The number of the run, from 1.
    var number: Int
    var verdict: Verdict
  }

  /// How many runs there were, and how many of them passed.
  var runs: RepeatedVerdict.Runs
  /// The first run that passed, and the first one that did not; nil if the runs were not kept.
  var compared: (passed: Run, notPassed: Run)?

  package static var secretParts: [SecretPart<Self>] { [.init(\.verdicts)] }

  private var verdicts: [Verdict] {
    get { compared.map { [$0.passed.verdict, $0.notPassed.verdict] } ?? [] }
    set {
      guard newValue.count == 2 else { return }
      compared?.passed.verdict = newValue[0]
      compared?.notPassed.verdict = newValue[1]
    }
  }
}
