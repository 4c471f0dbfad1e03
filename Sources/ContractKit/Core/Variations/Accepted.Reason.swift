extension Accepted {
  /// Judges what a client did with a changed field.
  ///
  /// - Parameters:
  ///   - scenario: The scenario as the contract has it.
  ///   - base: The outcomes of two calls with the original response.
  ///   - range: The place of the contract's `variations`.
  /// - Returns: nil if somebody accepted it, or if the changed value is in the outcome and everything else is the same.
  package func reason(
    _ outcome: Outcome, of change: FieldChange, in scenario: Scenario, of contract: Contract, client: String,
    on transport: Transport, base: (Outcome, Outcome), at range: SourceRange
  ) -> Reason? {
    guard let edit = scenario.edit(change),
      let result = FieldResult(outcome, of: change.kind, edit, base: base.0, again: base.1)
    else { return nil }
    let entries = entries(for: AcceptedFields.Key(change, of: scenario, in: contract, client: client, on: transport))
    let approved = entries.first { !$0.isExpired(on: today) }?.fields?.result
    if approved.map({ result.isDescribed(by: $0.value) }) ?? result.hasArrived { return nil }
    return .unapproved(
      UnapprovedField(
        change: change, hasArrived: result.hasArrived, learned: LearnedResult(result.json), approved: approved,
        expired: approved == nil ? entries.first?.until : nil, file: source?.path,
        name: "\(contract.name)/\(scenario.name(of: .field(change)))", range: range))
  }
}
