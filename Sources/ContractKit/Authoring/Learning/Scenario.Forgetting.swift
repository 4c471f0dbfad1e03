package import ContractCore

extension Scenario {
  /// Returns the scenario without the expectation or the requests that reasons contradict, so that they can be learned
  /// again.
  package func forgetting(_ reasons: [Reason]) -> Scenario {
    var forgetsOutcome = false
    var forgotten: Set<Int> = []
    for case .mismatch(let mismatch) in reasons {
      switch mismatch.part {
      case .outcome: forgetsOutcome = true
      // These parts do not belong to a request that was sent.
      case .missingRequest, .notBefore, .follows: break
      default: if let number = mismatch.request, order == .sequence { forgotten.insert(number - 1) }
      }
    }
    if !forgetsOutcome, forgotten.isEmpty { return self }
    let exchanges = exchanges.enumerated().map { index, exchange in
      guard forgotten.contains(index) else { return exchange }
      return exchange.with(request: .some(nil))
    }
    return with(exchanges: exchanges, expect: forgetsOutcome ? .some(nil) : nil)
  }
}
