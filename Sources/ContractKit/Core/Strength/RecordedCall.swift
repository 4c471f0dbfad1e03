import Synchronization

/// A recorded call that passed, and that can be judged again with something changed.
struct RecordedCall {
  /// The index of the exchange that answered each request.
  private(set) var exchanges: [Int] = []
  private(set) var requests: [CapturedRequest]
  private let scenario: Scenario
  private let contract: Contract
  private let transport: Transport
  private let addresses: Addresses
  private var outcome: Outcome

  /// Makes a call; nil if the record is not enough to judge it again.
  ///
  /// - Parameter addresses: The base URLs of the call.
  init?(
    _ scenario: Scenario, _ contract: Contract, _ transport: Transport, _ addresses: Addresses,
    requests: [CapturedRequest], outcome: Outcome
  ) {
    (self.scenario, self.contract, self.transport) = (scenario, contract, transport)
    (self.addresses, self.requests, self.outcome) = (addresses, requests, outcome)
    let script = played()
    exchanges = script.known.played.compactMap(\.exchangeIndex)
    guard exchanges.count == requests.count, script.verdict(keepsRecord: false).reasons.isEmpty else { return nil }
  }

  /// Returns whether there is a mismatch if one of the requests has a change.
  func notices(_ change: RequestChange, of index: Int) -> Bool {
    // Most changes differ from what the request's own exchange describes. A verdict takes much longer.
    if scenario.order == .sequence, let shape = scenario.exchanges[exchanges[index]].request,
      !shape.patterns.contains(where: \.hasNames)
    {
      var judge = RequestJudge(shape, addresses: addresses, transport: transport, number: index + 1, isQuiet: true)
      judge.judge(change.request)
      if judge.differs { return true }
    }
    return copy(of: self) { $0.requests[index] = change.request }.differs()
  }

  /// Returns whether there is a mismatch if the call has another outcome.
  func notices(_ outcome: Outcome) -> Bool { copy(of: self) { $0.outcome = outcome }.differs() }

  private func differs() -> Bool {
    played().verdict(keepsRecord: false).reasons.contains { if case .mismatch = $0 { true } else { false } }
  }

  /// Returns the script of the call after its result.
  private func played() -> Script {
    // Every request comes late enough: a day passes between two of them.
    let time = Mutex(ContinuousClock.now)
    let script = Script(
      scenario, of: contract, transport: transport, addresses: addresses,
      now: {
        time.withLock { time in
          time += .seconds(86_400)
          return time
        }
      })
    // The record does not show connections on which no request can be read.
    for base in [contract.addresses.base] + contract.addresses.named.values { script.sawAttempt(at: base) }
    for request in requests { _ = script.reply(to: request) }
    script.finish(outcome)
    return script
  }
}
