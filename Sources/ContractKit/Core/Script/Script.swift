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
  let scene: Scene
  package var contract: Contract { scene.contract }
  /// The scenario, with the run's base URLs filled in.
  package var scenario: Scenario { scene.scenario }
  package var transport: Transport { scene.transport }
  package var addresses: Addresses { scene.addresses }

  /// How many unexpected requests are kept. A client that retries forever sends thousands a second.
  static let keptBeyond = 10

  /// A handler that receives what comes after the result. The verdict leaves it out then, as it may already be given.
  package typealias AfterResult = @Sendable (Reason, Verdict.Exchanged?) -> Void

  /// What changes during the call.
  struct Running: Sendable {
    var play: any Play
    var state = State()
  }

  /// With `order: any`, requests are judged under this lock, so that no two of them take the same exchange.
  private let running: Mutex<Running>
  private let afterResult: AfterResult?
  let seesOtherHosts: Bool
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Makes the script of one call.
  ///
  /// - Parameters:
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
    scene = Scene(scenario, of: contract, transport: transport, addresses: addresses, secrets: secrets)
    running = Mutex(Running(play: scene.play(provider)))
    (self.seesOtherHosts, self.afterResult, self.now) = (seesOtherHosts, afterResult, now)
  }

  /// The answers that a driver may give by itself, to the first requests, in their order; see `Play.fixedAnswers`.
  package var fixedAnswers: [Reply] { current.play.fixedAnswers }

  /// Records a request and returns its reply.
  ///
  /// An unexpected request gets status 500. A late request gets NSURLErrorDomain -999. Both fail the scenario.
  package func reply(to request: CapturedRequest) -> Reply {
    let (answer, index) = running.withLock { running -> (Answer, Int) in
      let answer = self.answer(request, &running)
      return (answer, running.state.played.count - 1)
    }
    if let provider = answer.provider {
      let own = Result { () throws(ProviderFailure) in try provider.answer(to: request, at: addresses) }
      return running.withLock { $0.play.receive(own, to: index, at: now(), &$0.state) }
    }
    if answer.isLate { afterResult?(.late(request), Verdict.Exchanged(request: request, reply: answer.reply)) }
    return answer.reply
  }

  /// Records a request of which only the head has come, and returns its reply, if that does not wait for the body.
  ///
  /// - Returns: The reply, and what `complete` takes; nil if the reply waits, and nothing was recorded.
  package func earlyReply(to head: CapturedRequest) -> (reply: Reply, index: Int)? {
    running.withLock { running in
      guard scenario.order == .sequence, !running.state.isOver, running.play.answersEarly,
        let exchange = scenario.exchanges.dropFirst(running.state.next).first(where: { !scene.hidesRequest($0) }),
        exchange.response.isEarly
      else { return nil }
      var request = head
      request.unobserved.append(CapturedRequest.restOfBody)
      return (self.answer(request, &running).reply, running.state.played.count - 1)
    }
  }

  /// Records the whole request of an early reply. If it never comes, its body counts as not checked.
  package func complete(_ index: Int, _ request: CapturedRequest) {
    running.withLock { $0.state.played[index].exchanged.request = request }
  }

  private func answer(_ request: CapturedRequest, _ running: inout Running) -> Answer {
    if running.state.isOver { return answerLate(request, &running) }
    if let answer = running.play.answerContinued(request, &running.state) { return answer }
    let now = now()
    let chosen = running.play.choose(request, at: now, &running.state)
    let played = scene.played(request, chosen, at: now, &running.state)
    let answer = running.play.answer(played, running.state)
    return scene.record(played, answer, at: now, &running.state)
  }

  private func answerLate(_ request: CapturedRequest, _ running: inout Running) -> Answer {
    let isLate = running.state.outcome != nil && !running.play.allowsLate(request, running.state)
    if isLate, afterResult == nil, running.state.late.add(.late(request)) {
      running.state.lateRecord.append(Verdict.Exchanged(request: request, reply: .callIsOver))
    }
    return Answer(.callIsOver, isLate: isLate)
  }

  /// Records bytes from the client that are not an HTTP request. They fail the scenario.
  package func reject(_ malformed: MalformedRequest) {
    let isAfterResult = record { state in
      if state.isAbandoned { return false }
      if state.outcome != nil, afterResult != nil { return true }
      if state.malformed.count < Self.keptBeyond { state.malformed.append(malformed) }
      return false
    }
    if isAfterResult { afterResult?(.malformed(malformed), nil) }
  }

  /// Records that the client has begun TLS at a base URL of the contract, where perhaps no request can be read.
  package func sawAttempt(at base: BaseURL) { record { _ = $0.attempts.insert(base.text) } }

  /// Records a connection from a port of this machine that is not taken for the client's. It was reset.
  package func sawStranger(from port: Int) { record { $0.stranger = $0.stranger ?? port } }

  /// Records that the call does not show what its variation is about.
  package func leaveOut(_ obstacle: Variation.Obstacle) { record { $0.obstacle = obstacle } }

  /// Records what the client took more of than anybody needs.
  package func exceed(_ excess: Excess) { record { $0.excess = $0.excess ?? excess } }

  /// Records the result of the call. A second result counts as a second completion.
  ///
  /// - Parameters:
  ///   - unobserved: What the driver could not observe about the call as a whole.
  ///   - operations: The operations in the driver's hello; reported if the outcome is `unsupported`.
  ///   - mistake: Why a failure may be a mistake of the driver. It counts only if the client has sent nothing: a client
  ///     that was not called cannot have caused the failure.
  ///   - undescribed: What the driver says about an error; by default, nothing.
  package func finish(
    _ outcome: Outcome, unobserved: [String] = [], operations: [String] = [], mistake: String? = nil,
    undescribed: Undescribed = Undescribed()
  ) {
    record { state in
      if state.outcome != nil {
        state.blames.add(.completedTwice())
        return
      }
      state.outcome = state.corrected(outcome, mistake)
      state.unobserved += unobserved
      state.operations = operations
      state.undescribed = undescribed
    }
  }

  /// Records that a call on one client begins.
  package func begin() { record { $0.spans.append((now(), nil)) } }

  /// Records that the first call on one client that runs has its result.
  package func endFirst() {
    record { state in
      if let index = state.spans.firstIndex(where: { $0.to == nil }) { state.spans[index].to = now() }
    }
  }

  /// Records the outcome of a call on one client, if further ones have none yet.
  package func end(_ outcome: Outcome, unobserved: [String] = [], mistake: String? = nil) {
    record { state in
      if state.isAbandoned { return }
      state.calls.append(state.corrected(outcome, mistake))
      state.unobserved += unobserved
    }
  }

  /// Records how many connections are open after a call on one client.
  package func left(_ connections: Int) { record { $0.connections.append(connections) } }

  /// Records that a call on one client was canceled.
  package func cancel() { record { $0.canceled = now() } }

  /// Whether a call on one client was canceled.
  package var isCanceled: Bool { record { $0.canceled != nil } }

  /// Returns how many seconds ago the last request came, if an exchange has answered; otherwise nil.
  package func secondsSinceRequest(answeredBy exchangeIndex: Int) -> Double? {
    record { state in
      state.used.contains(exchangeIndex) ? state.last.map { (now() - $0.at) / .seconds(1) } : nil
    }
  }

  /// How many connections were open after each call on one client.
  package var connections: [Int] { record { $0.connections } }

  /// Records something that went wrong around the call: a crash, a timeout, a protocol fault.
  package func blame(_ reason: Reason) {
    record { state in
      state.blames.add(reason)
      switch reason {
      case .crashed, .timedOut, .givenUp, .notRun, .interrupted: state.isAbandoned = true
      default: break
      }
    }
  }

  /// Records that the runner did not see everything that the client connected to.
  package func missOtherHosts() { record { $0.missesOtherHosts = true } }

  /// The time when the last answer went out, or will go out after its delay; nil if the client got no answer.
  package var lastAnswer: ContinuousClock.Instant? { record { $0.lastAnswer } }

  /// Whether nothing more is judged.
  package var isOver: Bool { record { $0.isOver } }

  package var hasBegun: Bool { record { $0.hasBegun } }

  /// What the client did so far.
  package var call: Verdict.Call { call(known) }

  package var outcome: Outcome? { record { $0.outcome } }

  var current: Running { running.withLock { $0 } }
  var known: State { record { $0 } }

  /// Returns the result of a function that may change the state.
  private func record<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
    running.withLock { change(&$0.state) }
  }
}

extension Reply {
  /// Whether a socket falls silent, immediately or after a part of the answer.
  var isSilence: Bool {
    if case .networkError(let error) = kind { SocketFault(error) == .silence } else { false }
  }
}
