/// What a run found out about an accepted entry.
package struct AcceptedResult: Sendable {
  /// Why an entry fails a run.
  package enum Problem: String, Sendable, CaseIterable {
    /// Nothing that the entry covers needs it any more.
    case stale
    /// The entry covers nothing that exists.
    case unmatched
    /// The last day of the entry is over.
    case expired
  }

  package var entry: AcceptedEntry
  /// The ids of the scenarios and variations that are known issues because of the entry.
  package var scenarios: [String] = []
  /// How many of them are variations.
  package var variations = 0
  /// The changes of fields that the entry names and that do not exist.
  package var missing: [AcceptedFields.Key] = []
  /// Why the entry fails the run; nil if it does not.
  package var problem: Problem?

  package init(
    entry: AcceptedEntry, scenarios: [String] = [], variations: Int = 0, missing: [AcceptedFields.Key] = [],
    problem: Problem? = nil
  ) {
    (self.entry, self.scenarios, self.variations) = (entry, scenarios, variations)
    (self.missing, self.problem) = (missing, problem)
  }
}

/// The count of what happened where each entry applies. It finds entries that nobody needs any more.
package struct AcceptedCollector: Sendable {
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
    /// The changes of fields that people accept, which all contracts of the clients have; nil if that is not known.
    package var fields: [AcceptedFields.Key]?

    package init(clients: some Sequence<String>) { self.clients = Set(clients) }

    /// Returns whether the run can have every scenario that an entry covers, and the failure that it names.
    fileprivate func covers(_ entry: AcceptedEntry) -> Bool {
      if !clients.isSuperset(of: entry.clients) { return false }
      // A path may leave out the contract of one client and not that of another.
      if !hasAllContracts, entry.contract == nil || entry.clients.count > 1 { return false }
      if let transport = entry.transport?.value, !transports.contains(transport) { return false }
      if (entry.code == AcceptedEntry.drift) != isVerified { return false }
      return isRepeated || entry.code != "flaky"
    }
  }

  private let accepted: Accepted
  private let scope: Scope
  private var counts: [Count]

  package init(_ accepted: Accepted, in scope: Scope) {
    (self.accepted, self.scope) = (accepted, scope)
    counts = accepted.entries.map { Count(isOpen: !scope.covers($0)) }
  }

  /// Adds a scenario of the run, or a variation.
  ///
  /// - Parameters:
  ///   - known: The entries that make it a known issue.
  ///   - isVariation: Whether it is a variation. False by default.
  package mutating func add(
    _ subject: AcceptedEntry.Subject, id: @autoclosure () -> String, _ status: Status, known: [AcceptedEntry],
    isVariation: Bool = false
  ) {
    var subject = subject
    // If no driver started, nobody knows the transport that it would have preferred.
    if status == .errored { subject.transport = nil }
    let covered = accepted.indices(for: subject)
    if status == .knownIssue {
      for index in subject.ofOriginal.map(accepted.indices) ?? [] where !covered.contains(index) {
        if known.contains(where: { $0 === accepted.entries[index] }) { counts[index].equivalents.append(id()) }
      }
    }
    for index in covered {
      counts[index].isMatched = true
      switch status {
      case .passed: counts[index].ran += 1
      case .failed, .errored: counts[index].isOpen = true
      case .knownIssue:
        counts[index].ran += 1
        guard known.contains(where: { $0 === accepted.entries[index] }) else { break }
        counts[index].known.append(id())
        if isVariation { counts[index].variations += 1 }
      case .skipped: break
      }
    }
  }

  /// Adds a scenario that the options of the run leave out.
  package mutating func leaveOut(_ subject: AcceptedEntry.Subject) {
    for index in accepted.indices(for: subject) { counts[index].isOpen = true }
  }

  /// What the run found out about each entry that is for one of its clients, except differences between releases.
  package var results: [AcceptedResult] {
    let fields = Set((scope.fields ?? []).flatMap(\.generalized))
    return zip(accepted.entries, counts).compactMap { entry, count -> AcceptedResult? in
      if scope.clients.isDisjoint(with: entry.clients) { return nil }
      switch entry.what {
      case .difference: return nil
      case .failure:
        return AcceptedResult(
          entry: entry, scenarios: count.known + count.equivalents,
          variations: count.variations + count.equivalents.count, problem: problem(of: entry, count))
      case .fields:
        if scope.fields == nil || !scope.clients.isSuperset(of: entry.clients) { return AcceptedResult(entry: entry) }
        let missing = entry.fieldKeys.filter { !fields.contains($0) }
        let isExpired = entry.isExpired(on: accepted.today)
        return AcceptedResult(
          entry: entry, missing: missing, problem: isExpired ? .expired : missing.isEmpty ? nil : .unmatched)
      }
    }
  }

  private func problem(of entry: AcceptedEntry, _ count: Count) -> AcceptedResult.Problem? {
    // A run of other scenarios does not judge the entry.
    if entry.isExpired(on: accepted.today), count.isMatched || scope.isFull && !count.isOpen { return .expired }
    if count.isOpen { return nil }
    if !count.isMatched { return scope.isFull ? .unmatched : nil }
    return count.ran > 0 && count.known.isEmpty ? .stale : nil
  }
}
