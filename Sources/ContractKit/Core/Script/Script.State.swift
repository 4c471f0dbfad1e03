extension Script {
  /// What a script has seen so far.
  struct State: Sendable {
    /// The requests that are told one by one, in order of arrival.
    var played: [Played] = []
    /// How many requests came, told one by one or not.
    var count = 0
    /// In sequence the place of the exchange that answers next; in any order the first that may.
    var next = 0
    /// Which exchanges have answered.
    var used: Set<Int> = []
    /// How many requests came that no exchange answered.
    var beyond = 0
    /// The request that came last: which one, and when.
    var last: (number: Int, at: ContinuousClock.Instant)?
    /// Where requests are judged as they come: what they have bound.
    var bindings = Bindings()
    /// What came and is no HTTP request.
    var malformed: [MalformedRequest] = []
    /// How many connections came to addresses where no request can be read.
    var attempts = 0
    /// The requests that came after the result, as reasons, and those of them that are kept with their answers.
    var late: [Reason] = []
    var lateRecord: [Verdict.Exchanged] = []
    var outcome: Outcome?
    var operations: [String] = []
    var unobserved: [String] = []
    var blames: [Reason] = []
    var lastAnswer: ContinuousClock.Instant?
    /// The client's process is gone or given up: what still arrives is nobody's fault.
    var isAbandoned = false

    /// Whether the client has sent anything.
    var hasBegun: Bool { !played.isEmpty || !malformed.isEmpty || attempts > 0 }

    /// The requests with their answers.
    var record: [Verdict.Exchanged] { played.map(\.exchanged) }
  }

  /// One request in play.
  struct Played: Sendable {
    var exchanged: Verdict.Exchanged
    /// Which request it is, from 1: in sequence by its exchange, those that no socket shows counted with the others.
    var number: Int
    /// The place of the exchange that answered it; nil where it is beyond the script.
    var place: Int?
    /// What the judge said where it chose the exchange.
    var judged: Judged?
    /// The request before, and how many seconds before; nil for the first.
    var before: (number: Int, seconds: Double)?
  }

  /// What a judge says of one request.
  struct Judged: Sendable {
    var findings: [Finding]
    var unobserved: [String]
    /// What is bound after it.
    var bindings: Bindings
  }

  /// How much sooner than `notBefore` a request may come, in seconds: clocks tick, and timers are rounded.
  static let tolerance = 0.01

  // MARK: Which exchange answers

  /// Which exchange answers a request.
  typealias Chosen = (number: Int, place: Int?, judged: Judged?)

  /// The place of the exchange that answers a request; nil where none does.
  func choose(_ request: CapturedRequest, _ state: inout State) -> Chosen {
    state.count += 1
    switch scenario.order {
    case .sequence:
      // Of an exchange whose request nobody can read it is taken that it took place.
      while state.next < scenario.exchanges.count, hidesRequest(scenario.exchanges[state.next]) { state.next += 1 }
      let place = state.next
      state.next += 1
      return (place + 1, place < scenario.exchanges.count ? place : nil, nil)
    case .any: return DeepStack.run { chooseByJudging(request, &state) }
    }
  }

  private func chooseByJudging(_ request: CapturedRequest, _ state: inout State) -> Chosen {
    let (number, body) = (state.count, ParsedBody())
    while state.used.contains(state.next) { state.next += 1 }
    for place in state.next..<max(state.next, scenario.exchanges.count) {
      let exchange = scenario.exchanges[place]
      if state.used.contains(place) || hidesRequest(exchange) { continue }
      var judge = RequestJudge(
        exchange.request, addresses: addresses, transport: transport, number: number,
        bindings: state.bindings, isQuiet: true, body: body)
      judge.judge(request)
      // What nobody has seen is no difference: the verdict says that it was not seen.
      if judge.differs { continue }
      state.bindings = judge.bindings
      return (number, place, judge.judged)
    }
    return (number, nil, nil)
  }

  /// Whether an exchange's request is one that nobody can read.
  func hidesRequest(_ exchange: Exchange) -> Bool {
    transport == .loopback && exchange.response.socketFault?.hidesRequest == true
  }
}

extension RequestJudge {
  /// What it says; nearly always nothing.
  var judged: Script.Judged {
    Script.Judged(findings: findings.isEmpty ? [] : merged, unobserved: unobserved, bindings: bindings)
  }
}
