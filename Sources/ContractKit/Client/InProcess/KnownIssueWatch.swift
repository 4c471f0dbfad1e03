import Synchronization

/// The known issues of scenarios that run in this process, and what became of them so far.
///
/// No run has an end here. So an entry is stale as soon as everything that it covers ran, nobody needed it, and this
/// process would have seen the failure that it names.
final class KnownIssueWatch: Sendable {
  private struct State: Sendable {
    /// The ids of the covered scenarios and variations that did not run yet. Some never run here.
    var pending: Set<String> = []
    /// Whether a scenario needed the entry, or ended in another way.
    var isOpen = false
  }

  static let nothing = KnownIssueWatch(KnownIssues(), jobs: [], of: "", seesUnapproved: false)

  let issues: KnownIssues
  /// The codes of failures that a test process always sees if the command does. It cannot see a crash, sockets, other
  /// hosts or more than one run, and what happens after the result only by chance.
  private let seen: Set<String>
  /// One state for each entry.
  private let states: Mutex<[State]>

  /// - Parameters:
  ///   - jobs: The scenarios and the variations that the entries can be about, whether or not they run here.
  ///   - seesUnapproved: Whether changed fields are compared with what people approved.
  init(_ issues: KnownIssues, jobs: [Job], of client: String, seesUnapproved: Bool) {
    self.issues = issues
    let always: Set = ["mismatch", "timedOut", "neverCompleted", "neverResumed", "unexpectedRequest"]
    seen = seesUnapproved ? always.union(["unapproved"]) : always
    var states = issues.entries.map { _ in State() }
    for job in jobs {
      for index in issues.indices(for: job.subject(of: client)) {
        states[index].pending.insert(job.contract.id(of: job.scenario, job.variation, client: client, on: nil))
      }
    }
    self.states = Mutex(states)
  }

  /// Records a result. Returns a text about each entry that the result shows to be stale or expired.
  func problems(after result: ScenarioResult) -> [String] {
    let (id, status) = (result.id, result.verdict.status)
    return states.withLock { states in
      issues.indices(for: result.subject).compactMap { index in
        let issue = issues.entries[index]
        states[index].pending.remove(id)
        if status != .passed, status != .knownIssue || result.knownIssues.contains(where: { $0 === issue }) {
          states[index].isOpen = true
        }
        guard states[index].pending.isEmpty, let problem = problem(with: issue, states[index]) else { return nil }
        return ConsoleStyle(isColored: false).failure(issue.text(problem), at: issue.range.lineDescription).string
      }
    }
  }

  /// Returns the problem with an entry after everything that it covers ran.
  private func problem(with issue: KnownIssue, _ state: State) -> KnownIssueResult.Problem? {
    if issue.isExpired(on: issues.today) { return .expired }
    return !state.isOpen && issue.code.map(seen.contains) == true ? .stale : nil
  }
}
