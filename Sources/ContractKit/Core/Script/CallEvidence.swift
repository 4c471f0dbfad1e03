/// A call in which the client got an answer and returned an outcome: what it makes of that answer.
package final class CallEvidence: Sendable {
  /// The outcome: a success or a failure.
  package let outcome: Outcome
  /// Whether the runner itself answered a request that no exchange describes, so that the outcome may be due to that.
  package let hasOtherAnswers: Bool
  package let addresses: Addresses
  /// The bindings after all requests.
  let bindings: Bindings

  package init(
    _ outcome: Outcome, hasOtherAnswers: Bool = false, addresses: Addresses, bindings: Bindings = Bindings()
  ) {
    (self.outcome, self.hasOtherAnswers) = (outcome, hasOtherAnswers)
    (self.addresses, self.bindings) = (addresses, bindings)
  }
}

extension Script {
  /// Returns what the call shows about the client; nil if it has no outcome, or none that is due to the answers.
  ///
  /// - Parameter reasons: All reasons why the call did not pass.
  func evidence(_ known: State, _ reasons: [Reason], _ bindings: Bindings) -> CallEvidence? {
    guard let outcome = known.outcome, outcome.hasEnded, known.malformed.isEmpty,
      !known.used.isEmpty || scenario.exchanges.contains(where: scene.hidesRequest),
      reasons.allSatisfy({ $0.status == .failed })
    else { return nil }
    return CallEvidence(outcome, hasOtherAnswers: known.beyond > 0, addresses: addresses, bindings: bindings)
  }
}

extension Outcome {
  /// Whether the client returned a result or an error.
  var hasEnded: Bool {
    switch self {
    case .success, .failure: true
    case .neverCompleted, .completedTwice, .neverResumed, .unsupported: false
    }
  }
}
