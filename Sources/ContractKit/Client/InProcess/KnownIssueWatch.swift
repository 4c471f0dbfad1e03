import Synchronization

/// The known issues of scenarios that run in this process, and what became of them so far.
///
/// No run has an end here. So an entry is stale as soon as every scenario that it covers ran and nobody needed it.
final class KnownIssueWatch: Sendable {
  private struct State: Sendable {
    /// The ids of the covered scenarios that did not run yet.
    var pending: Set<String> = []
    /// Whether a scenario needed the entry, or ended in another way.
    var isOpen = false
  }

  /// The watch of tests without known issues.
  static let nothing = KnownIssueWatch(KnownIssues(), jobs: [], of: "")

  let issues: KnownIssues
  /// One state for each entry.
  private let states: Mutex<[State]>

  /// - Parameter jobs: The scenarios and the variations that the entries can be about, whether or not they run.
  init(_ issues: KnownIssues, jobs: [Job], of client: String) {
    self.issues = issues
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
        if !states[index].pending.isEmpty || states[index].isOpen { return nil }
        let text = issue.text(issues.problem(withUnneeded: issue))
        return ConsoleStyle(isColored: false).failure(text, at: issue.range.lineDescription)
      }
    }
  }
}
