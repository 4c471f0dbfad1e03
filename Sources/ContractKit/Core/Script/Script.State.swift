extension Script {
  /// Everything that a script has seen so far.
  struct State: Sendable {
    /// The requests that are reported one by one, in order of arrival.
    var played: [Played] = []
    /// The number of all requests, reported one by one or not.
    var count = 0
    /// In sequence, the index of the exchange that answers next. With `order: any`, the first
    /// index that may still answer.
    var next = 0
    /// The indices of the exchanges that have answered.
    var used: Set<Int> = []
    /// When the first answers of the exchanges that others follow begin, by index.
    var begun: [Int: ContinuousClock.Instant] = [:]
    /// How often the last exchange has answered again.
    var repeats = 0
    /// The number of requests that no exchange answered.
    var beyond = 0
    /// The number and the time of the last request.
    var last: (number: Int, at: ContinuousClock.Instant)?
    /// The bindings so far, if requests are judged when they arrive.
    var bindings = Bindings()
    /// Bytes that arrived and are not an HTTP request.
    var malformed: [MalformedRequest] = []
    /// The base URLs of the contract at which the client has begun TLS.
    var attempts: Set<String> = []
    /// The port of this machine from which another process connected first; nil if none did.
    var stranger: Int?
    /// The late requests as reasons, and those that are kept with their answers.
    var late: [Reason] = []
    var lateRecord: [Verdict.Exchanged] = []
    /// The outcomes of calls on one client before the last one.
    var calls: [Outcome] = []
    /// When each call on one client began and had its result; empty for a call with a client of its own.
    var spans: [(from: ContinuousClock.Instant, to: ContinuousClock.Instant?)] = []
    /// How many connections were open after each call on one client, if that counts.
    var connections: [Int] = []
    /// When a call on one client was canceled; nil if none was before its result.
    var canceled: ContinuousClock.Instant?
    var outcome: Outcome?
    /// What the driver says about the error of the outcome.
    var undescribed = Undescribed()
    var operations: [String] = []
    var unobserved: [String] = []
    /// Whether the runner did not see everything that the client connected to.
    var missesOtherHosts = false
    var blames: [Reason] = []
    var lastAnswer: ContinuousClock.Instant?
    /// What the client took more of than anybody needs; nil if it did not.
    var excess: Excess?
    /// Why the call does not show what a variation is about; nil if it does.
    var obstacle: Variation.Obstacle?
    /// Whether the client's process is gone or given up. Requests that still arrive are then ignored.
    var isAbandoned = false

    /// Returns the outcome of a call that is not the client's: a client that was not called cannot have caused a failure.
    func corrected(_ outcome: Outcome, _ mistake: String?) -> Outcome {
      if let mistake, case .failure = outcome, !hasBegun { .unsupported(why: mistake) } else { outcome }
    }

    /// The outcomes of all calls that have ended.
    var outcomes: [Outcome] { outcome.map { calls + [$0] } ?? calls }
    var isOver: Bool { outcome != nil || isAbandoned }
    /// Whether the client has sent anything.
    var hasBegun: Bool { !played.isEmpty || !malformed.isEmpty || !attempts.isEmpty }

    var record: [Verdict.Exchanged] { played.map(\.exchanged) }
  }

  struct Played: Sendable {
    var exchanged: Verdict.Exchanged
    /// When it came.
    var at: ContinuousClock.Instant
    /// The number of the request, from 1. In sequence it follows the exchanges, so requests
    /// that no socket can show count.
    var number: Int
    /// The index of the exchange that answered it; nil if the request was unexpected.
    var exchangeIndex: Int?
    /// The request with its reply, and with the endpoint that the contract describes.
    func described(by scenario: Scenario) -> Verdict.Exchanged {
      copy(of: exchanged) { $0.endpoint = exchangeIndex.flatMap { scenario.exchanges[$0].request?.name } }
    }
    /// The judgment, if the exchange was chosen by judging.
    var judged: Judged?
    /// The number of the previous request, and how many seconds earlier it came; nil for the first request.
    var before: (number: Int, seconds: Double)?
    /// The followed exchanges whose answers had not begun when the request came.
    var unanswered: [Scene.Unanswered] = []
  }

  struct Judged: Sendable {
    var findings: [Finding]
    var unobserved: [Unobserved]
    /// The bindings after this request.
    var bindings: Bindings
  }

  /// How many seconds before `notBefore` a request may come. Clocks tick, and timers are rounded.
  static let tolerance = 0.01

  typealias Chosen = (number: Int, exchangeIndex: Int?, judged: Judged?)
}

// The choice of an exchange, as the contract writes it.
extension Scene {
  /// Returns the exchange that answers a request; its index is nil if none does.
  func choose(_ request: CapturedRequest, at now: ContinuousClock.Instant, _ state: inout State) -> Chosen {
    state.count += 1
    switch scenario.order {
    case .sequence:
      // An exchange whose request cannot be read is assumed to have taken place.
      while state.next < scenario.exchanges.count, hidesRequest(scenario.exchanges[state.next]) { state.next += 1 }
      let number = state.next + 1
      state.next += 1
      if number <= scenario.exchanges.count { return (number, number - 1, nil) }
      let most = scenario.exchanges.count - 1 + scenario.attempts(on: transport)
      return (number, number <= most ? scenario.exchanges.indices.last : nil, nil)
    case .any: return DeepStack.run { chooseByJudging(request, at: now, &state) }
    }
  }

  private func chooseByJudging(
    _ request: CapturedRequest, at now: ContinuousClock.Instant, _ state: inout State
  ) -> Chosen {
    // An exchange that describes the request and that came too early. It answers only if no other one can.
    var early: (exchangeIndex: Int, judge: RequestJudge)?
    let (number, body) = (state.count, ParsedBody())
    while isUsed(state.next, state) { state.next += 1 }
    for exchangeIndex in state.next..<max(state.next, scenario.exchanges.count) {
      let exchange = scenario.exchanges[exchangeIndex]
      guard let shape = exchange.request, !isUsed(exchangeIndex, state), !hidesRequest(exchange) else { continue }
      let judge = judged(request, shape, number: number, bindings: state.bindings, isQuiet: true, body: body)
      // A part that was not observed is not a difference: the verdict reports it as not checked.
      if judge.differs { continue }
      if !unanswered(before: exchangeIndex, at: now, state).isEmpty {
        if early == nil { early = (exchangeIndex, judge) }
        continue
      }
      state.bindings = judge.bindings
      return (number, exchangeIndex, judge.judged)
    }
    guard let (exchangeIndex, judge) = early else { return (number, nil, nil) }
    state.bindings = judge.bindings
    return (number, exchangeIndex, judge.judged)
  }

  /// Returns whether an exchange has answered as often as it may.
  private func isUsed(_ exchangeIndex: Int, _ state: State) -> Bool {
    state.used.contains(exchangeIndex)
      && (exchangeIndex < scenario.exchanges.count - 1 || state.repeats >= scenario.attempts(on: transport) - 1)
  }
}

extension RequestJudge {
  /// The judgment. It is nearly always empty.
  var judged: Script.Judged {
    Script.Judged(findings: findings.isEmpty ? [] : merged, unobserved: unobserved, bindings: bindings)
  }
}
