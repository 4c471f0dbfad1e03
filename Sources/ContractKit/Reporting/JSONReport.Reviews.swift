import ContractCore

extension JSONReport {
  /// Returns an entry of a file of reviews that names variations which do not exist.
  static func staleReview(_ stale: StaleFieldReview) -> JSON {
    [
      "contract": .string(stale.review.contract), "scenario": .string(stale.review.scenario ?? "*"),
      "missing": .array(
        stale.missing.map { ["pointer": .string($0.pointer), "change": .string($0.kind.rawValue)] }),
      "at": place(stale.review.range),
    ]
  }
}
