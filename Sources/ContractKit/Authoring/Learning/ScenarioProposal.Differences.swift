import ContractCore

// Requests that differ from what the contract describes.
extension ScenarioProposal {
  /// Returns the refusals for some reasons. The first one about a request has what to write if the client is right.
  func differences(
    _ reasons: [Reason], _ observations: [Observation], _ present: TimeWindow
  ) -> [UnlearnableReason] {
    // What leaks a secret is not right.
    let isLeak = reasons.contains { if case .leaked = $0 { true } else { false } }
    var written: Set<Int> = []
    return reasons.map { reason in
      guard !isLeak, case .mismatch(let mismatch) = reason, let number = mismatch.request, !written.contains(number),
        let request = sent(number, mismatch.part, observations, present)
      else { return .reason(reason) }
      written.insert(number)
      let exchange = scenario.exchanges[number - 1]
      return .differs(
        reason, write: request, exchange: number,
        at: scenario.place.listsExchanges ? exchange.range : scenario.place.object)
    }
  }

  /// Returns what the request of an exchange must have to be what the client sends; nil if that cannot be written.
  private func sent(
    _ number: Int, _ part: Mismatch.Part, _ observations: [Observation], _ present: TimeWindow
  ) -> JSON? {
    switch part {
    case .missingRequest, .notBefore, .follows, .outcome: return nil
    default: break
    }
    guard scenario.order == .sequence, scenario.exchanges.indices.contains(number - 1),
      let described = scenario.exchanges[number - 1].request
    else { return nil }
    let samples = observations.compactMap { observation in
      let record = observation.verdict.record
      return record.count < number ? nil : observation.sample(record[number - 1].request)
    }
    guard !samples.isEmpty, let whole = try? request(samples, present) else { return nil }
    return try? described.rewritten(as: whole, from: samples, number: number)
  }
}
