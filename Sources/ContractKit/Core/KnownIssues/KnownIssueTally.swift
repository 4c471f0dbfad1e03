/// The count of what happened in the scenarios that each entry covers. It finds entries that nobody needs any more.
package struct KnownIssueTally: Sendable {
  private struct Count: Sendable {
    var known: [String] = []
    /// How many of the covered scenarios ran and did not fail or error.
    var ran = 0
    /// Whether the run has a scenario that the entry covers.
    var isMatched = false
    /// Whether some of the covered scenarios did not run, failed in another way, or errored. Then nobody knows whether
    /// the entry is needed.
    var isOpen = false
  }

  private let issues: KnownIssues
  /// Whether the run has all scenarios of its clients.
  private var isFull: Bool
  private let clients: Set<String>
  private var counts: [Count]

  /// Makes a tally of a run.
  ///
  /// - Parameters:
  ///   - clients: The clients of the run.
  ///   - isWhole: Whether all contracts of these clients were read.
  package init(_ issues: KnownIssues, clients: [String], isWhole: Bool) {
    (self.issues, self.clients, isFull) = (issues, Set(clients), isWhole)
    counts = issues.entries.map { issue in
      var count = Count()
      count.isOpen = !issue.clients.allSatisfy(clients.contains) || !isWhole && issue.contract == nil
      return count
    }
  }

  /// Adds a scenario of the run.
  ///
  /// - Parameter known: The entries that make it a known issue.
  package mutating func add(
    _ subject: KnownIssue.Subject, id: @autoclosure () -> String, _ status: Status, known: [KnownIssue]
  ) {
    var subject = subject
    // If no driver started, nobody knows the transport that it would have preferred.
    if status == .errored { subject.transport = nil }
    for index in issues.indices(for: subject) {
      counts[index].isMatched = true
      switch status {
      case .passed: counts[index].ran += 1
      case .failed, .errored: counts[index].isOpen = true
      case .knownIssue:
        counts[index].ran += 1
        if known.contains(where: { $0 === issues.entries[index] }) { counts[index].known.append(id()) }
      case .skipped: break
      }
    }
  }

  /// Adds a scenario that the options of the run leave out.
  package mutating func leaveOut(_ subject: KnownIssue.Subject) {
    isFull = false
    for index in issues.indices(for: subject) { counts[index].isOpen = true }
  }

  /// What the run found out about each entry that is for one of its clients.
  package var results: [KnownIssueResult] {
    zip(issues.entries, counts).filter { !clients.isDisjoint(with: $0.0.clients) }.map { issue, count in
      KnownIssueResult(issue: issue, scenarios: count.known, problem: problem(of: issue, count))
    }
  }

  private func problem(of issue: KnownIssue, _ count: Count) -> KnownIssueResult.Problem? {
    // A run of other scenarios does not judge the entry.
    if issue.isExpired(on: issues.today), count.isMatched || isFull && !count.isOpen { return .expired }
    if count.isOpen { return nil }
    if !count.isMatched { return isFull ? .unmatched : nil }
    return count.ran > 0 && count.known.isEmpty ? .stale : nil
  }
}
