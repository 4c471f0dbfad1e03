/// The entries of one file of reviews, which one client or multiple clients use.
package final class FieldReviews: Sendable {
  /// The entries in the order of the file.
  package let entries: [FieldReview]
  /// The file; nil if the client has none.
  package let source: Source?
  private let places: [FieldReview.Key: Int]

  /// Makes the reviews of a file.
  init(_ entries: [FieldReview], source: Source?) {
    (self.entries, self.source) = (entries, source)
    let keys = entries.enumerated().flatMap { index, entry in entry.keys.map { ($0, index) } }
    places = Dictionary(keys) { first, _ in first }
  }

  /// Makes the reviews of a client that has no file.
  package convenience init() { self.init([], source: nil) }

  /// Returns the entry about a variation. One that names its scenario or its transport comes before one that does not.
  func entry(for key: FieldReview.Key) -> FieldReview? {
    for scenario in [key.scenario, nil] {
      for transport in [key.transport, nil] {
        var own = key
        (own.scenario, own.transport) = (scenario, transport)
        if let index = places[own] { return entries[index] }
      }
    }
    return nil
  }

  /// Judges what a client did with a changed field.
  ///
  /// - Parameters:
  ///   - scenario: The scenario as the contract has it.
  ///   - base: The outcomes of two calls with the original response.
  ///   - range: The place of the contract's `variations`.
  /// - Returns: nil if somebody reviewed it, or if the changed value is in the outcome and everything else is the same.
  package func reason(
    _ outcome: Outcome, of change: FieldChange, in scenario: Scenario, of contract: Contract, on transport: Transport,
    base: (Outcome, Outcome), at range: SourceRange
  ) -> Reason? {
    guard let edit = scenario.edit(change),
      let result = FieldResult(outcome, of: change.kind, edit, base: base.0, again: base.1)
    else { return nil }
    let entry = entry(for: FieldReview.Key(change, of: scenario, in: contract, on: transport))
    if let entry {
      if result.isDescribed(by: entry.result.value) { return nil }
    } else if result.hasArrived {
      return nil
    }
    return .unreviewed(
      UnreviewedField(
        change: change, result: result.json, hasArrived: result.hasArrived, reviewed: entry?.result,
        file: source?.path, name: "\(contract.name)/\(scenario.name(of: .field(change)))", range: range))
  }

  /// Returns the entries that name variations which do not exist.
  ///
  /// - Parameter keys: All variations of a full run.
  package func stale(among keys: some Sequence<FieldReview.Key>) -> [StaleFieldReview] {
    if entries.isEmpty { return [] }
    var existing: Set<FieldReview.Key> = []
    for key in keys {
      for scenario in [key.scenario, nil] {
        for transport in [key.transport, nil] {
          var own = key
          (own.scenario, own.transport) = (scenario, transport)
          existing.insert(own)
        }
      }
    }
    return entries.compactMap { entry in
      let missing = entry.keys.filter { !existing.contains($0) }
      return missing.isEmpty ? nil : StaleFieldReview(review: entry, missing: missing)
    }
  }
}
