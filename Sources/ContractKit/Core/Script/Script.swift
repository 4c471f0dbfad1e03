import Synchronization

/// A scenario in play: it answers the client's requests, and says in the end what was right and wrong with them.
///
/// One script serves one call on either transport, in the driver's process or out of it.
/// Nothing else answers or judges, so a scenario has the same verdict everywhere.
///
/// In sequence, a request is judged in the verdict. In any order it is judged when it comes, because the judgment chooses
/// the exchange; what it says is kept, so that names are bound in the order in which requests came.
package final class Script: Sendable {
  /// The contract that the scenario belongs to.
  package let contract: Contract
  /// What is played, with the run's addresses in it.
  package let scenario: Scenario
  /// How requests travel.
  package let transport: Transport
  /// Where requests go in this run.
  package let addresses: Addresses

  /// How many requests that nobody described are kept: a client that retries without end sends thousands a second.
  static let keptBeyond = 10

  /// Told what came after the result, in place of the verdict, which may have been given by then.
  package typealias AfterResult = @Sendable (Reason, Verdict.Exchanged?) -> Void

  /// In any order, requests are judged under it, so that no two of them take one exchange.
  private let state = Mutex(State())
  private let afterResult: AfterResult?
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Makes the script of one call.
  ///
  /// - Parameters:
  ///   - scenario: What is played.
  ///   - contract: The contract that it belongs to.
  ///   - transport: How requests travel.
  ///   - addresses: Where requests go; where the contract says, by default.
  ///   - afterResult: Takes what comes after the result; by default it is part of the verdict.
  ///   - now: The clock by which requests come one after another; the system's by default.
  package init(
    _ scenario: Scenario, of contract: Contract, transport: Transport, addresses: Addresses? = nil,
    afterResult: AfterResult? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    let addresses = addresses ?? contract.addresses
    self.contract = contract
    self.scenario = scenario.filled(with: addresses)
    (self.transport, self.addresses, self.afterResult, self.now) = (transport, addresses, afterResult, now)
  }

  /// Takes note of a request and says what it is answered.
  ///
  /// A request beyond the script is answered 500; one after the result NSURLErrorDomain -999. Both fail the scenario.
  package func reply(to request: CapturedRequest) -> Reply {
    let (reply, isLate) = state.withLock { state -> (Reply, Bool) in
      if state.outcome != nil || state.isAbandoned {
        let isLate = state.outcome != nil
        if isLate, afterResult == nil, state.late.add(.late(request)) {
          state.lateRecord.append(Verdict.Exchanged(request: request, reply: .callIsOver))
        }
        return (.callIsOver, isLate)
      }
      let now = now()
      let (number, place, judged) = choose(request, &state)
      let before = state.last.map { ($0.number, (now - $0.at) / .seconds(1)) }
      state.last = (number, now)
      var reply =
        place.map { Reply(scenario.exchanges[$0].response, to: request) }
        ?? .beyondScript(number, order: scenario.order)
      if transport == .memory {
        // A double hands over the whole body at once: Foundation on Linux keeps a handler's last piece only.
        reply.delay = reply.wholeDelay
        reply.pieces = []
      }
      if let place { state.used.insert(place) } else { state.beyond += 1 }
      if place != nil || state.beyond <= Self.keptBeyond {
        state.played.append(
          Played(
            exchanged: Verdict.Exchanged(request: request, reply: reply), number: number, place: place, judged: judged,
            before: before))
      }
      if transport == .memory || !reply.saysNothing { state.lastAnswer = now + .seconds(reply.wholeDelay) }
      return (reply, false)
    }
    if isLate { afterResult?(.late(request), Verdict.Exchanged(request: request, reply: .callIsOver)) }
    return reply
  }

  /// Takes note of what the client sent that is no HTTP request; it fails the scenario.
  package func reject(_ malformed: MalformedRequest) {
    let isAfterResult = state.withLock { state in
      if state.isAbandoned { return false }
      if state.outcome != nil, afterResult != nil { return true }
      if state.malformed.count < Self.keptBeyond { state.malformed.append(malformed) }
      return false
    }
    if isAfterResult { afterResult?(.malformed(malformed), nil) }
  }

  /// Takes note of a connection to an address where no request can be read: that the client tried is all that is seen.
  package func sawAttempt() { state.withLock { $0.attempts += 1 } }

  /// Takes note of the call's result; a second one is a second completion.
  ///
  /// - Parameters:
  ///   - outcome: What became of the call.
  ///   - unobserved: What the driver could not see of the call as a whole.
  ///   - operations: The operations that the driver has, by its hello: told where the outcome is `unsupported`.
  ///   - mistake: Why a failure may be a mistake of the driver's. It is one if the client has sent nothing: a client that
  ///     has not been called cannot have caused it.
  package func finish(
    _ outcome: Outcome, unobserved: [String] = [], operations: [String] = [], mistake: String? = nil
  ) {
    state.withLock { state in
      if state.outcome != nil {
        state.blames.add(.completedTwice())
        return
      }
      if let mistake, case .failure = outcome, !state.hasBegun {
        state.outcome = .unsupported(why: mistake)
      } else {
        state.outcome = outcome
      }
      state.unobserved = unobserved
      state.operations = operations
    }
  }

  /// Takes note of something that went wrong around the call: a crash, a time-out, a protocol fault.
  package func blame(_ reason: Reason) {
    state.withLock { state in
      state.blames.add(reason)
      switch reason {
      case .crashed, .timedOut, .givenUp, .notRun: state.isAbandoned = true
      default: break
      }
    }
  }

  /// When the last answer went out, or will after its delay; nil where the client was given none.
  package var lastAnswer: ContinuousClock.Instant? { state.withLock(\.lastAnswer) }

  /// Whether the client has sent anything.
  package var hasBegun: Bool { state.withLock(\.hasBegun) }

  /// What is known now.
  var known: State { state.withLock { $0 } }
}

extension Reply {
  /// Whether a socket falls silent, at once or after a part of the answer.
  var isSilence: Bool {
    if case .networkError(let error) = kind { SocketFault(error) == .silence } else { false }
  }

  /// Whether it does so before a whole head has gone out.
  fileprivate var saysNothing: Bool { isSilence && wholeLength == nil }
}
