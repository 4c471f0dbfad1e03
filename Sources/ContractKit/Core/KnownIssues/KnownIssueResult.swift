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

  /// The entry.
  package var issue: KnownIssue
  /// The ids of the scenarios and variations that are known issues because of the entry.
  package var scenarios: [String]
  /// How many of them are variations.
  package var variations = 0
  /// Why the entry fails the run; nil if it does not.
  package var problem: Problem?
}

extension KnownIssues {
  /// Returns what a run found out about an entry that no failure needs.
  package func unneeded(_ issue: KnownIssue) -> KnownIssueResult {
    KnownIssueResult(issue: issue, scenarios: [], problem: issue.isExpired(on: today) ? .expired : .stale)
  }
}
