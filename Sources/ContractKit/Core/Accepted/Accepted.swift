package import Foundation

/// What people accepted: the entries of a file, as they apply on one day.
package struct Accepted: Sendable {
  /// The entries in the order of the file.
  package let entries: [AcceptedEntry]
  /// The file; nil if there is none.
  package let source: Source?
  /// The day in UTC, as `2027-01-31`; "" if there are no entries.
  package let today: String
  /// The indices of the entries about failures, by the names that they have.
  private let indices: [Key: [Int]]
  /// The index of the first entry about each change of a field.
  let fields: [AcceptedFields.Key: Int]

  /// The contract and the scenario that an entry names; nil for any.
  private struct Key: Hashable {
    var contract: String?
    var scenario: String?
  }

  /// Makes a set of entries.
  ///
  /// - Parameter now: The time whose day in UTC decides which entries have ended.
  package init(_ entries: [AcceptedEntry] = [], source: Source? = nil, now: Date = .now) {
    (self.entries, self.source) = (entries, source)
    today = entries.isEmpty ? "" : Self.day(of: now)
    indices = Dictionary(grouping: entries.indices.filter { entries[$0].isAboutFailures }) {
      Key(contract: entries[$0].contract?.value, scenario: entries[$0].isPattern ? nil : entries[$0].scenario?.value)
    }
    let keys = entries.enumerated().flatMap { index, entry in entry.fieldKeys.map { ($0, index) } }
    fields = Dictionary(keys) { first, _ in first }
  }

  /// Returns the day of a time in UTC, as `2027-01-31`.
  package static func day(of time: Date) -> String { time.formatted(.iso8601.year().month().day()) }

  /// Whether entries are about changed fields.
  package var hasFields: Bool { !fields.isEmpty }

  /// Whether entries are about failures.
  package var hasFailures: Bool { !indices.isEmpty }

  /// Returns the entries that make a verdict a known issue; none if it did not fail, or if a reason is not covered.
  ///
  /// What is known of a scenario is known of its `equivalent` variations. Only their outcome must be that of the scenario
  /// itself, whatever is known of it.
  package func covering(_ verdict: Verdict, of subject: AcceptedEntry.Subject) -> [AcceptedEntry] {
    if !hasFailures || verdict.status != .failed { return [] }
    let own = indices(for: subject)
    let inherited = Set(subject.ofOriginal.map(indices) ?? []).subtracting(own)
    func current(_ indices: [Int]) -> [AcceptedEntry] {
      indices.map { entries[$0] }.filter { !$0.isExpired(on: today) }
    }
    let issues = current((own + inherited).sorted())
    let issuesOfOutcome = inherited.isEmpty ? issues : current(own)
    var used: [AcceptedEntry] = []
    var isFlaky = false
    for reason in verdict.reasons {
      let covering = (reason.isAboutOutcome ? issuesOfOutcome : issues).covering(reason)
      if reason.code == "flaky" { isFlaky = !covering.isEmpty }
      // The reasons after `flaky` are those of one of the runs. A crash must be named even so.
      if covering.isEmpty, !isFlaky || reason.code == "crashed" { return [] }
      used += covering
    }
    return issues.filter { issue in used.contains { $0 === issue } }
  }

  /// Returns the indices of the entries about failures that cover a scenario, whatever happens in it.
  package func indices(for subject: AcceptedEntry.Subject) -> [Int] {
    let keys = [
      Key(contract: subject.contract, scenario: subject.scenario), Key(contract: subject.contract),
      Key(scenario: subject.scenario), Key(),
    ]
    return keys.flatMap { indices[$0] ?? [] }.sorted().filter { entries[$0].covers(subject) }
  }
}
