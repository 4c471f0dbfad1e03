import Synchronization

/// A scenario in play. It answers the client's requests, and at the end it judges them and the outcome.
///
/// One script serves one call on either transport, inside the driver's process or outside. Nothing else answers or
/// judges, so a scenario has the same verdict everywhere. Only what needs other calls is judged elsewhere:
/// `VariationJudge` compares the outcomes of variations.
///
/// In sequence, requests are judged in the verdict. With `order: any`, a request is judged when it arrives, because the
/// judgment chooses the exchange. That judgment is kept, so names are bound in the order in which requests came.
package final class Script: Sendable {
  /// The contract that the scenario belongs to.
  package let contract: Contract
  /// The scenario, with the run's base URLs filled in.
  package let scenario: Scenario
  /// The way in which requests travel.
  package let transport: Transport
  /// The base URLs of this run.
  package let addresses: Addresses
  /// The rule by which a request's parts are secrets that are watched.
  let secrets: Secrets
  /// The texts of answers, if the scenario has a fault.
  let givenTexts: GivenTexts?

  /// How many unexpected requests are kept. A client that retries forever sends thousands a second.
  static let keptBeyond = 10

  /// A handler that receives what comes after the result. The verdict leaves it out then, as it may already be given.
  package typealias AfterResult = @Sendable (Reason, Verdict.Exchanged?) -> Void

  /// The state. With `order: any`, requests are judged under this lock, so that no two of them take the same exchange.
  let state = Mutex(State())
  /// Whether an exchange follows another one.
  private let isFollowed: Bool
  private let afterResult: AfterResult?
  /// Whether the runner sees what the client connects to besides its call.
  let seesOtherHosts: Bool
  /// What asks the real server in place of the scenario's answers; nil if these are played.
  let provider: (any Provider)?
  let now: @Sendable () -> ContinuousClock.Instant

  /// Makes the script of one call.
  ///
  /// - Parameters:
  ///   - scenario: The scenario to play.
  ///   - contract: The contract that the scenario belongs to.
  ///   - transport: The way in which requests travel.
  ///   - addresses: The base URLs of the run; by default those in the contract.
  ///   - secrets: The rule by which parts of requests are secrets; by default the one without names of the user's own.
  ///   - seesOtherHosts: Whether the runner sees what the client connects to besides its call. False by default.
  ///   - provider: What asks the real server in place of the scenario's answers; by default, these are played.
  ///   - afterResult: A handler for what comes after the result; by default it becomes part of the verdict.
  ///   - now: The clock that times the requests; by default the system's.
  package init(
    _ scenario: Scenario, of contract: Contract, transport: Transport, addresses: Addresses? = nil,
    secrets: Secrets = .standard, seesOtherHosts: Bool = false, provider: (any Provider)? = nil,
    afterResult: AfterResult? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    let addresses = addresses ?? contract.addresses
    self.contract = contract
    self.scenario = scenario.filled(with: addresses)
    isFollowed = scenario.exchanges.contains { !$0.follows.isEmpty }
    (self.transport, self.addresses, self.afterResult, self.now) = (transport, addresses, afterResult, now)
    (self.secrets, self.seesOtherHosts, self.provider) = (secrets, seesOtherHosts, provider)
    givenTexts = scenario.recovery == nil ? nil : GivenTexts()
  }

  /// Records a request and returns its reply.
  ///
  /// An unexpected request gets status 500. A late request gets NSURLErrorDomain -999. Both fail the scenario.
  package func reply(to request: CapturedRequest) -> Reply {
    let (reply, isLate, asked) = state.withLock { state -> (Reply, Bool, Int?) in
      let index = state.played.count
      let (reply, isLate) = answer(request, &state)
      let isForwarded = state.played.dropFirst(index).contains(where: \.isPending)
      return (reply, isLate, isForwarded ? index : nil)
    }
    if let provider, let asked { return ask(provider, request, at: asked) }
    if isLate { afterResult?(.late(request), Verdict.Exchanged(request: request, reply: .callIsOver)) }
    return reply
  }

  /// Records a request of which only the head has come, and returns its reply, if that does not wait for the body.
  ///
  /// - Returns: The reply, and what `complete` takes; nil if the reply waits, and nothing was recorded.
  package func earlyReply(to head: CapturedRequest) -> (reply: Reply, index: Int)? {
    state.withLock { state in
      guard scenario.order == .sequence, state.outcome == nil, !state.isAbandoned, state.step.sends == 0,
        let exchange = scenario.exchanges.dropFirst(state.next).first(where: { !hidesRequest($0) }),
        exchange.response.isEarly
      else { return nil }
      var request = head
      request.unobserved.append(CapturedRequest.restOfBody)
      return (answer(request, &state).reply, state.played.count - 1)
    }
  }

  /// Records the whole request of an early reply. If it never comes, its body counts as not checked.
  package func complete(_ index: Int, _ request: CapturedRequest) {
    state.withLock { $0.played[index].exchanged.request = request }
  }

  private func answer(_ request: CapturedRequest, _ state: inout State) -> (reply: Reply, isLate: Bool) {
    if state.outcome != nil || state.isAbandoned {
      let isLate = state.outcome != nil && !isGivenUp(request, state)
      if isLate, afterResult == nil, state.late.add(.late(request)) {
        state.lateRecord.append(Verdict.Exchanged(request: request, reply: .callIsOver))
      }
      return (.callIsOver, isLate)
    }
    if let reply = redirectedReply(to: request, &state) { return (reply, false) }
    let now = now()
    let isAfterFault = state.step.sends > 0
    let (chosen, describedAs) = chooseDescribed(request, at: now, &state)
    let (number, exchangeIndex, judged) = chosen
    let before = state.last.map { ($0.number, (now - $0.at) / .seconds(1)) }
    state.last = (number, now)
    var played = Played(
      exchanged: Verdict.Exchanged(request: request, reply: nil), number: number, exchangeIndex: exchangeIndex,
      judged: judged, before: before,
      unanswered: exchangeIndex.map { unanswered(before: $0, at: now, state) } ?? [], isAfterFault: isAfterFault)
    if mayForward(played, state) { played.forwardedAs = describedAs }
    played.isPending = played.forwardedAs != nil
    let further =
      exchangeIndex != nil ? nil : played.isPending ? .callIsOver : furtherReply(to: request, &state)
    let recovered =
      exchangeIndex == nil ? scenario.recovery.flatMap { recoveryReply(to: request, $0, &state) } : nil
    let own = exchangeIndex.map { Reply(response(of: $0, &state), to: request) }
    if let exchangeIndex, case .compressed = scenario.exchanges[exchangeIndex].response.wire, own?.wire == .usual {
      state.obstacle = .notAccepted
    }
    let reply = own ?? further ?? recovered?.reply ?? .unexpectedRequest(number, order: scenario.order)
    // A test double may deliver the whole body at once.
    let beginning = transport == .memory ? reply.wholeDelay : reply.delay
    if let exchangeIndex {
      if !state.used.insert(exchangeIndex).inserted { state.repeats += 1 }
      if !played.isPending { begin(exchangeIndex, at: now + .seconds(beginning), &state) }
    } else if further == nil, recovered == nil {
      state.beyond += 1
    }
    if exchangeIndex != nil || further != nil || recovered != nil || state.beyond <= Self.keptBeyond {
      played.exchanged.reply = reply
      (played.isFurther, played.recoveryIndex) = (further != nil, recovered?.index)
      state.played.append(played)
    }
    if transport == .memory || !reply.saysNothing { state.lastAnswer = now + .seconds(reply.wholeDelay) }
    return (reply, false)
  }

  /// Records that the first answer of an exchange begins, if others follow it.
  func begin(_ exchangeIndex: Int, at time: ContinuousClock.Instant, _ state: inout State) {
    if isFollowed, state.begun[exchangeIndex] == nil { state.begun[exchangeIndex] = time }
  }

  /// Records bytes from the client that are not an HTTP request. They fail the scenario.
  package func reject(_ malformed: MalformedRequest) {
    let isAfterResult = state.withLock { state in
      if state.isAbandoned { return false }
      if state.outcome != nil, afterResult != nil { return true }
      if state.malformed.count < Self.keptBeyond { state.malformed.append(malformed) }
      return false
    }
    if isAfterResult { afterResult?(.malformed(malformed), nil) }
  }

  /// Records a connection to a base URL where no request can be read. Only the attempt itself is visible.
  package func sawAttempt() { state.withLock { $0.attempts += 1 } }

  /// Records a connection from a port of this machine that is not taken for the client's. It was reset.
  package func sawStranger(from port: Int) { state.withLock { $0.stranger = $0.stranger ?? port } }

  /// Records that the call does not show what its variation is about.
  package func leaveOut(_ obstacle: Variation.Obstacle) { state.withLock { $0.obstacle = obstacle } }

  /// Records the result of the call. A second result counts as a second completion.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the call.
  ///   - unobserved: What the driver could not observe about the call as a whole.
  ///   - operations: The operations in the driver's hello; reported if the outcome is `unsupported`.
  ///   - mistake: Why a failure may be a mistake of the driver. It counts only if the client has sent nothing: a client
  ///     that was not called cannot have caused the failure.
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

  /// Records something that went wrong around the call: a crash, a timeout, a protocol fault.
  package func blame(_ reason: Reason) {
    state.withLock { state in
      state.blames.add(reason)
      switch reason {
      case .crashed, .timedOut, .givenUp, .notRun, .interrupted: state.isAbandoned = true
      default: break
      }
    }
  }

  /// Records that the runner did not see everything that the client connected to.
  package func missOtherHosts() { state.withLock { $0.missesOtherHosts = true } }

  /// The time when the last answer went out, or will go out after its delay; nil if the client got no answer.
  package var lastAnswer: ContinuousClock.Instant? { state.withLock(\.lastAnswer) }

  /// Whether the client has sent anything.
  package var hasBegun: Bool { state.withLock(\.hasBegun) }

  /// The requests so far, each with the method and the path as the contract describes them, `POST /orders/{id}`; nil for
  /// a request that the contract does not describe.
  package var sent: [(request: CapturedRequest, endpoint: String?)] {
    known.played.map { played in
      let shape = played.exchangeIndex.flatMap { scenario.exchanges[$0].request }
      return (played.exchanged.request, shape?.name)
    }
  }

  /// The outcome of the call; nil if it has none.
  package var outcome: Outcome? { state.withLock(\.outcome) }

  /// The current state.
  var known: State { state.withLock { $0 } }
}

extension Reply {
  /// Whether a socket falls silent, immediately or after a part of the answer.
  var isSilence: Bool {
    if case .networkError(let error) = kind { SocketFault(error) == .silence } else { false }
  }

  /// Whether the socket falls silent before a complete response head was sent.
  fileprivate var saysNothing: Bool { isSilence && wholeLength == nil }
}
