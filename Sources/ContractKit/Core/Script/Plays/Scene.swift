/// What one call is about, which does not change while it runs: the scenario, and how requests travel.
final class Scene: Sendable {
  typealias State = Script.State
  typealias Played = Script.Played
  typealias Chosen = Script.Chosen

  let contract: Contract
  /// The scenario, with the run's base URLs filled in.
  let scenario: Scenario
  let transport: Transport
  let addresses: Addresses
  /// The rule by which a request's parts are secrets that are watched.
  let secrets: Secrets
  /// Whether an exchange follows another one.
  private let isFollowed: Bool

  init(
    _ scenario: Scenario, of contract: Contract, transport: Transport, addresses: Addresses? = nil,
    secrets: Secrets = .standard
  ) {
    let addresses = addresses ?? contract.addresses.of(scenario)
    self.contract = contract
    self.scenario = scenario.filled(with: addresses)
    (self.transport, self.addresses, self.secrets) = (transport, addresses, secrets)
    isFollowed = scenario.exchanges.contains { !$0.follows.isEmpty }
  }

  func hidesRequest(_ exchange: Exchange) -> Bool {
    transport == .loopback && exchange.response.socketFault?.hidesRequest == true
  }

  /// Returns whether a request is exactly that of a shape.
  ///
  /// - Parameter body: The request's body, if it is compared with more than one shape.
  func matches(_ shape: RequestShape?, _ request: CapturedRequest, _ body: ParsedBody = ParsedBody()) -> Bool {
    shape.map { !judged(request, $0, number: 0, isQuiet: true, body: body).differs } ?? false
  }

  /// Returns the judge of a request after the comparison with a shape.
  func judged(
    _ request: CapturedRequest, _ shape: RequestShape, number: Int, bindings: Bindings = Bindings(),
    isQuiet: Bool = false, isAddressKnown: Bool = false, body: ParsedBody = ParsedBody()
  ) -> RequestJudge {
    var judge = RequestJudge(
      shape, addresses: addresses, transport: transport, number: number, bindings: bindings, isQuiet: isQuiet,
      isAddressKnown: isAddressKnown, body: body)
    judge.judge(request)
    return judge
  }

  /// Records that the first answer of an exchange begins, if others follow it.
  func begin(_ exchangeIndex: Int, at time: ContinuousClock.Instant, _ state: inout State) {
    if isFollowed, state.begun[exchangeIndex] == nil { state.begun[exchangeIndex] = time }
  }

  /// Returns a request for which an exchange was chosen, with what was known when it came.
  func played(
    _ request: CapturedRequest, _ chosen: Chosen, at now: ContinuousClock.Instant, _ state: inout State
  ) -> Played {
    defer { state.last = (chosen.number, now) }
    return Played(
      exchanged: Verdict.Exchanged(request: request, reply: nil), at: now, number: chosen.number,
      exchangeIndex: chosen.exchangeIndex, judged: chosen.judged,
      before: state.last.map { ($0.number, (now - $0.at) / .seconds(1)) },
      unanswered: chosen.exchangeIndex.map { unanswered(before: $0, at: now, state) } ?? [])
  }

  /// Records a request and what it gets; without an answer, it is unexpected.
  func record(_ played: Played, _ answer: Answer?, at now: ContinuousClock.Instant, _ state: inout State) -> Answer {
    let given = answer ?? Answer(.unexpectedRequest(played.number, order: scenario.order))
    let reply = given.reply
    if let exchangeIndex = played.exchangeIndex {
      if scenario.exchanges[exchangeIndex].response.wire.coding != nil, reply.wire == .usual {
        state.obstacle = .notAccepted
      }
      if !state.used.insert(exchangeIndex).inserted { state.repeats += 1 }
      // A test double may deliver the whole body at once.
      let beginning = transport == .memory ? reply.wholeDelay : reply.delay
      if given.provider == nil { begin(exchangeIndex, at: now + .seconds(beginning), &state) }
    } else if answer == nil {
      state.beyond += 1
    }
    if answer != nil || state.beyond <= Script.keptBeyond {
      var played = played
      played.exchanged.reply = reply
      state.played.append(played)
    }
    // A socket that falls silent before a complete head says nothing.
    if transport == .memory || !reply.isSilence || reply.wholeLength != nil {
      state.lastAnswer = now + .seconds(reply.wholeDelay)
    }
    return given
  }
}
