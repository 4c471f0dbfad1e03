@testable import ContractAuthoring
@testable import ContractCore

extension Target {
  /// A file of reviews has entries, or errors with places. After a change of one result, it has that result, and every
  /// other one as before.
  static func checkReviews(_ bytes: [UInt8]) {
    let source = Source(path: "reviews.json", bytes: bytes)
    let (reviews, diagnostics) = FieldReviewReader.read(AcceptedFile(.reviews, source, clients: []))
    requireUsable(diagnostics, in: source)
    if diagnostics.hasErrors { return }
    require(reviews.updated(by: FieldReviews.Findings()) == bytes, "the file changes without a finding")
    let keys = reviews.entries.flatMap(\.keys)
    guard var key = keys.first else { return }
    key.transport = key.transport ?? .memory
    for result: JSON? in ["decoding", nil] {
      var findings = FieldReviews.Findings()
      findings.transports = Set(Transport.allCases)
      findings.all[key] = .changed(result)
      let text = reviews.updated(by: findings)
      let (updated, mistakes) = FieldReviewReader.read(
        AcceptedFile(.reviews, Source(path: source.path, bytes: text), clients: []))
      require(mistakes.isEmpty, "the changed file has errors: \(mistakes.map(\.text)) in \(shown(text))")
      require(updated.updated(by: findings) == text, "the same finding changes the file again: \(shown(text))")
      for var other in keys {
        for transport in Transport.allCases {
          other.transport = transport
          let (old, new) = (other == key ? result : reviews.result(of: other), updated.result(of: other))
          require(
            old == new || other == key && result == nil,
            "the result of \(other) is \(new?.text ?? "none"), not \(old?.text ?? "none"), in \(shown(text))")
        }
      }
    }
  }
}

extension FieldReviews {
  fileprivate func result(of key: FieldReview.Key) -> JSON? { entry(for: key)?.result.value }
}
