package import ContractCore

/// What a client did in one call of a scenario.
package struct Observation: Sendable {
  /// The way in which requests traveled.
  package var transport: Transport
  /// The verdict on the call.
  package var verdict: Verdict

  /// Makes an observation.
  package init(_ verdict: Verdict, on transport: Transport) {
    self.verdict = verdict
    self.transport = transport
  }

  /// What the contract does not describe; nil if it describes everything, or if there was no call.
  var unlearned: Unlearned? {
    verdict.reasons.lazy.compactMap { if case .notLearned(let unlearned) = $0 { unlearned } else { nil } }.first
  }

  /// The reasons that have nothing to do with what the contract does not describe yet.
  var otherReasons: [Reason] {
    verdict.reasons.filter { if case .notLearned = $0 { false } else { true } }
  }
}
