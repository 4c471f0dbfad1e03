/// What a run found out about an entry of known issues.
package struct KnownIssueResult: Sendable {
  /// Why an entry fails a run.
  package enum Problem: String, Sendable, CaseIterable {
    /// No scenario that the entry covers fails any more.
    case stale
    /// The entry covers no scenario.
    case unmatched
    /// The last day of the entry is over.
    case expired
  }

  package var issue: KnownIssue
  /// The ids of the scenarios and variations that are known issues because of the entry.
  package var scenarios: [String]
  /// How many of them are variations.
  package var variations = 0
  /// Why the entry fails the run; nil if it does not.
  package var problem: Problem?
}

/// The count of what happened in the scenarios that each entry covers. It finds entries that nobody needs any more.
package struct KnownIssueCollector: Sendable {
  private struct Count: Sendable {
    var known: [String] = []
    /// How many of the known ones are variations.
    var variations = 0
    /// The ids of `equivalent` variations that are known because of their scenario. They do not keep the entry alive.
    var equivalents: [String] = []
    /// How many of the covered scenarios ran and did not fail or error.
    var ran = 0
    /// Whether the run has a scenario that the entry covers.
    var isMatched = false
    /// Whether some of the covered scenarios did not run, failed in another way, or errored. Then nobody knows whether
    /// the entry is needed.
    var isOpen = false
  }

  /// What a run has, of what the configuration names.
  package struct Scope: Sendable {
    package var clients: Set<String>
    /// Whether the run is full: whether it leaves out nothing that the configuration names.
    package var isFull = true
    /// Whether all contracts of the clients were read.
    package var hasAllContracts = true
    package var transports = Transport.allCases
    /// Whether scenarios are repeated, so that they can be flaky.
    package var isRepeated = false
    /// Whether the answers are those of the real server, so that there can be drift, and nothing else is known.
    package var isVerified = false

    package init(clients: some Sequence<String>) { self.clients = Set(clients) }
  }

  private let issues: KnownIssues
  private let scope: Scope
  private var counts: [Count]

  package init(_ issues: KnownIssues, in scope: Scope) {
    (self.issues, self.scope) = (issues, scope)
    counts = issues.entries.map { Count(isOpen: !scope.covers($0)) }
  }

  /// Adds a scenario of the run, or a variation.
  ///
  /// - Parameters:
  ///   - known: The entries that make it a known issue.
  ///   - isVariation: Whether it is a variation. False by default.
  package mutating func add(
    _ subject: KnownIssue.Subject, id: @autoclosure () -> String, _ status: Status, known: [KnownIssue],
    isVariation: Bool = false
  ) {
    var subject = subject
    // If no driver started, nobody knows the transport that it would have preferred.
    if status == .errored { subject.transport = nil }
    let covered = issues.indices(for: subject)
    if status == .knownIssue {
      for index in subject.ofOriginal.map(issues.indices) ?? [] where !covered.contains(index) {
        if known.contains(where: { $0 === issues.entries[index] }) { counts[index].equivalents.append(id()) }
      }
    }
    for index in covered {
      counts[index].isMatched = true
      switch status {
      case .passed: counts[index].ran += 1
      case .failed, .errored: counts[index].isOpen = true
      case .knownIssue:
        counts[index].ran += 1
        guard known.contains(where: { $0 === issues.entries[index] }) else { break }
        counts[index].known.append(id())
        if isVariation { counts[index].variations += 1 }
      case .skipped: break
      }
    }
  }

  /// Adds a scenario that the options of the run leave out.
  package mutating func leaveOut(_ subject: KnownIssue.Subject) {
    for index in issues.indices(for: subject) { counts[index].isOpen = true }
  }

  /// What the run found out about each entry that is for one of its clients.
  package var results: [KnownIssueResult] {
    zip(issues.entries, counts).filter { !scope.clients.isDisjoint(with: $0.0.clients) }.map { issue, count in
      KnownIssueResult(
        issue: issue, scenarios: count.known + count.equivalents,
        variations: count.variations + count.equivalents.count, problem: problem(of: issue, count))
    }
  }

  private func problem(of issue: KnownIssue, _ count: Count) -> KnownIssueResult.Problem? {
    // A run of other scenarios does not judge the entry.
    if issue.isExpired(on: issues.today), count.isMatched || scope.isFull && !count.isOpen { return .expired }
    if count.isOpen { return nil }
    if !count.isMatched { return scope.isFull ? .unmatched : nil }
    return count.ran > 0 && count.known.isEmpty ? .stale : nil
  }
}

extension KnownIssueCollector.Scope {
  /// Returns whether the run can have every scenario that an entry covers, and the failure that it names.
  fileprivate func covers(_ issue: KnownIssue) -> Bool {
    if !clients.isSuperset(of: issue.clients) { return false }
    // A path may leave out the contract of one client and not that of another.
    if !hasAllContracts, issue.contract == nil || issue.clients.count > 1 { return false }
    if let transport = issue.transport?.value, !transports.contains(transport) { return false }
    if (issue.code == KnownIssue.drift) != isVerified { return false }
    return isRepeated || issue.code != "flaky"
  }
}
