import ContractCore
import Synchronization

/// What is accepted of scenarios that run in this process, and what became of it so far.
///
/// No run has an end here. So an entry is stale as soon as everything that it covers ran, nobody needed it, and this
/// process would have seen the failure that it names.
final class AcceptedWatch: Sendable {
  private struct State: Sendable {
    /// The ids of the covered scenarios and variations that did not run yet. Some never run here.
    var pending: Set<String> = []
    /// Whether a scenario needed the entry, or ended in another way.
    var isOpen = false
  }

  static let nothing = AcceptedWatch(Accepted(), jobs: [], of: "")

  let accepted: Accepted
  /// The codes of failures that a test process always sees if the command does. It cannot see a crash, sockets, other
  /// hosts or more than one run, and what happens after the result only by chance.
  private static let seen: Set = [
    "mismatch", "timedOut", "neverCompleted", "neverResumed", "unexpectedRequest", "unapproved",
  ]
  /// One state for each entry.
  private let states: Mutex<[State]>

  /// - Parameter jobs: The scenarios and the variations that the entries can be about, whether or not they run here.
  init(_ accepted: Accepted, jobs: [Job], of client: String) {
    self.accepted = accepted
    var states = accepted.entries.map { _ in State() }
    for job in jobs {
      for index in accepted.indices(for: job.subject(of: client)) {
        states[index].pending.insert(job.contract.id(of: job.scenario, job.variation, client: client, on: nil))
      }
    }
    self.states = Mutex(states)
  }

  /// Records a result. Returns a text about each entry that the result shows to be stale or expired.
  func problems(after result: ScenarioResult) -> [String] {
    let (id, status) = (result.id, result.verdict.status)
    return states.withLock { states in
      accepted.indices(for: result.subject).compactMap { index in
        let entry = accepted.entries[index]
        states[index].pending.remove(id)
        if status != .passed, status != .knownIssue || result.knownIssues.contains(where: { $0 === entry }) {
          states[index].isOpen = true
        }
        guard states[index].pending.isEmpty, let problem = problem(with: entry, states[index]) else { return nil }
        let result = AcceptedResult(entry: entry, problem: problem)
        return ConsoleStyle(isColored: false).failure(result.text(), at: entry.range.lineDescription).string
      }
    }
  }

  /// Returns the problem with an entry after everything that it covers ran.
  private func problem(with entry: AcceptedEntry, _ state: State) -> AcceptedResult.Problem? {
    if entry.isExpired(on: accepted.today) { return .expired }
    return !state.isOpen && entry.code.map(Self.seen.contains) == true ? .stale : nil
  }
}
