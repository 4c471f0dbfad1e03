/// The entries of one file of approvals, which one client or multiple clients use.
package final class Approvals: Sendable {
  /// The entries in the order of the file.
  package let entries: [Approval]
  /// The file; nil if the client has none.
  package let source: Source?
  /// The index of the first entry about each change.
  private let indexes: [Approval.Key: Int]

  /// Makes the approvals of a file. By default, they are those of a client that has no file.
  package init(_ entries: [Approval] = [], source: Source? = nil) {
    (self.entries, self.source) = (entries, source)
    let keys = entries.enumerated().flatMap { index, entry in entry.keys.map { ($0, index) } }
    indexes = Dictionary(keys) { first, _ in first }
  }

  /// Returns the entry about a variation. One that names its scenario or its transport comes before one that does not.
  func entry(for key: Approval.Key) -> Approval? {
    key.generalized.lazy.compactMap { self.indexes[$0] }.first.map { entries[$0] }
  }

  /// Judges what a client did with a changed field.
  ///
  /// - Parameters:
  ///   - scenario: The scenario as the contract has it.
  ///   - base: The outcomes of two calls with the original response.
  ///   - range: The place of the contract's `variations`.
  /// - Returns: nil if somebody approved it, or if the changed value is in the outcome and everything else is the same.
  package func reason(
    _ outcome: Outcome, of change: FieldChange, in scenario: Scenario, of contract: Contract, on transport: Transport,
    base: (Outcome, Outcome), at range: SourceRange
  ) -> Reason? {
    guard let edit = scenario.edit(change),
      let result = FieldResult(outcome, of: change.kind, edit, base: base.0, again: base.1)
    else { return nil }
    let entry = entry(for: Approval.Key(change, of: scenario, in: contract, on: transport))
    if entry.map({ result.isDescribed(by: $0.result.value) }) ?? result.hasArrived { return nil }
    return .unapproved(
      UnapprovedField(
        change: change, hasArrived: result.hasArrived, learned: LearnedResult(result.json), approved: entry?.result,
        file: source?.path, name: "\(contract.name)/\(scenario.name(of: .field(change)))", range: range))
  }

  /// Returns the entries that name variations which do not exist.
  ///
  /// - Parameter keys: All variations of a full run.
  package func stale(among keys: some Sequence<Approval.Key>) -> [StaleApproval] {
    if entries.isEmpty { return [] }
    let existing = Set(keys.flatMap(\.generalized))
    return entries.compactMap { entry in
      let missing = entry.keys.filter { !existing.contains($0) }
      return missing.isEmpty ? nil : StaleApproval(approval: entry, missing: missing)
    }
  }
}

/// An entry of a file of approvals that names variations which do not exist any more.
package struct StaleApproval: Sendable {
  package let approval: Approval
  /// The changes that do not exist.
  package let missing: [Approval.Key]
}

extension Approvals {
  /// Returns the entries about a change that a real answer has, in any scenario of some contracts.
  package func entries(for difference: AnswerDifference, in contracts: [String]) -> [Approval] {
    // A new member is a change of the object that has it.
    let isNew = difference.change == .extraMember
    let pointer = isNew ? JSONPointer.parent(difference.pattern) : difference.pattern
    return entries.filter { entry in
      contracts.contains(entry.contract) && entry.changes.contains(difference.change)
        && entry.pointers.contains(pointer)
    }
  }
}
