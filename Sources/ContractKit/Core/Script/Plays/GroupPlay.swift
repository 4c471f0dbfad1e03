/// Multiple calls on one client. The requests of calls at once are matched by what they ask for, and those of calls in a row
/// by when they come.
struct GroupPlay: Play {
  /// How many seconds the first answers are held, so that all calls have sent their requests by then.
  static let overlap = 0.1
  /// How many seconds the answer takes that comes when other calls have gone on.
  static let lateness = 0.6
  /// How many seconds after its cancel a call may send a request that was on its way.
  private static let cancelTolerance = 0.2

  let scene: Scene
  let group: CallGroup
  /// At once: how often each exchange has answered.
  private var counts: [Int: Int] = [:]
  /// The requests that came again and may come once, by their exchange.
  private var again: [Int: [Int]] = [:]
  /// The requests of a canceled call that came later.
  private var sentOn: [Int] = []
  /// Whether a request of a canceled call was on its way when it was canceled.
  private var hadRequestOnItsWay = false
  /// Whether more than one exchange describes a request, so that nobody can say which answer a call needs.
  private var isAmbiguous = false
  /// In a row: the call for which requests are expected, and those of the unexpected requests.
  private var call = 0
  private var callsOfUnexpected: [Int: Int] = [:]

  init(_ scene: Scene, _ group: CallGroup) { (self.scene, self.group) = (scene, group) }

  // MARK: What a request gets

  mutating func choose(_ request: CapturedRequest, at now: ContinuousClock.Instant, _ state: inout State) -> Chosen {
    state.count += 1
    return DeepStack.run { group.isAtOnce ? chooseByMatch(request, &state) : chooseNext(request, at: now, &state) }
  }

  private mutating func chooseByMatch(_ request: CapturedRequest, _ state: inout State) -> Chosen {
    let (number, body) = (state.count, ParsedBody())
    var found: (index: Int, judge: RequestJudge)?
    for (index, exchange) in scenario.exchanges.enumerated() {
      guard let shape = exchange.request else { continue }
      let judge = scene.judged(request, shape, number: number, isQuiet: true, body: body)
      if judge.differs { continue }
      // Nobody can say which answer a call needs.
      if found != nil { isAmbiguous = true }
      if found == nil { found = (index, judge) }
    }
    guard let (index, judge) = found else { return (number, nil, nil) }
    counts[index, default: 0] += 1
    if group.once.contains(index) {
      if counts[index, default: 0] > 1 {
        if again[index, default: []].count >= Script.keptBeyond { return (number, nil, nil) }
        again[index, default: []].append(state.played.count)
      }
    } else if counts[index, default: 0] > group.count * scenario.attempts(on: transport) {
      return (number, nil, nil)
    }
    return (number, index, judge.judged)
  }

  private mutating func chooseNext(
    _ request: CapturedRequest, at now: ContinuousClock.Instant, _ state: inout State
  ) -> Chosen {
    let number = state.count
    let own = group.exchangesOfCalls[state.calls.count]
    if call != state.calls.count {
      call = state.calls.count
      // What the call before did not send is missing there.
      (state.next, state.repeats, state.bindings) = (own.lowerBound, 0, Bindings())
    }
    var index = state.next
    if index < own.upperBound {
      state.next += 1
    } else {
      index = own.upperBound - 1
      let sinceCancel = secondsSinceCancel(now, state)
      if let sinceCancel, sinceCancel <= Self.cancelTolerance, group.cancellation?.pause ?? 0 > 0 {
        hadRequestOnItsWay = true
      }
      if let sinceCancel, sinceCancel > Self.cancelTolerance, sentOn.count < Script.keptBeyond {
        sentOn.append(state.played.count)
      } else if state.repeats >= scenario.attempts(on: transport) - 1 {
        callsOfUnexpected[state.played.count] = call
        return (number, nil, nil)
      }
    }
    guard let shape = scenario.exchanges[index].request else { return (number, index, nil) }
    let judge = scene.judged(request, shape, number: number, bindings: state.bindings)
    state.bindings = judge.bindings
    return (number, index, judge.judged)
  }

  /// How many seconds ago the running call was canceled; nil if it was not.
  private func secondsSinceCancel(_ now: ContinuousClock.Instant, _ state: State) -> Double? {
    state.calls.isEmpty ? state.canceled.map { (now - $0) / .seconds(1) } : nil
  }

  mutating func answer(_ played: Played, _ state: State) -> Answer? {
    var answer = ownAnswer(to: played)
    if let index = played.exchangeIndex, index == group.heldBack, counts[index] == group.count {
      answer?.reply.delay += Self.lateness
    }
    return answer
  }

  // MARK: What the calls show

  func complete(_ unexpected: inout Reason.Unexpected, _ index: Int, _ state: State) {
    unexpected.call = callsOfUnexpected[index].map(group.text(ofCall:))
  }

  func isFreeInTime(_ index: Int) -> Bool { group.isAtOnce }

  func note(onExchange index: Int) -> String? {
    guard let call = group.call(ofExchange: index) else { return nil }
    let isLast = index == group.exchangesOfCalls[call].upperBound - 1
    let advice = "; if only the first call must send it, name its exchange in `once` of `group`"
    return "in \(group.text(ofCall: call))" + (call == 0 || isLast ? "" : advice)
  }

  func expected(ofCall index: Int) -> Scenario.Expectation.Outcome? {
    if index == 0, let cancellation = group.cancellation { return cancellation.expect }
    return index < group.errors ? .anything : scenario.expected(on: transport)
  }

  func note(onCall index: Int) -> String? {
    let cancellation = index == 0 ? group.cancellation : nil
    return "this is \(group.text(ofCall: index))" + (cancellation.map { ", which was \($0.place)" } ?? "")
  }

  /// What each call does wrong in the same way is said once.
  func conclude(_ reasons: [Reason], _ state: State) -> ([Reason], Verified?) {
    // What clients do without the answer that they need says nothing.
    let reasons =
      isAmbiguous ? reasons.filter { $0.status != .failed || !($0.isAboutRequests || $0.isAboutOutcome) } : reasons
    /// What a call does wrong, whichever call it is; nil for what is said each time.
    func mistake(_ reason: Reason) -> [String]? {
      switch reason {
      case .mismatch(let mismatch):
        [mismatch.part.name, mismatch.range?.description ?? "", mismatch.expected, mismatch.actual ?? ""]
      case .unexpectedRequest(let unexpected): [unexpected.request.line]
      default: nil
      }
    }
    var counts: [[String]: Int] = [:]
    let first = reasons.filter { reason in
      guard let mistake = mistake(reason) else { return true }
      counts[mistake, default: 0] += 1
      return counts[mistake] == 1
    }
    return (
      first.map { reason in
        let others = mistake(reason).map { counts[$0, default: 1] - 1 } ?? 0
        return others == 0 ? reason : reason.noting("the same happened \(English.counted(others, "more time"))")
      }, nil
    )
  }

  /// Returns why the calls do not show what they are about; nil if they do.
  private func obstacle(_ state: State) -> Variation.Obstacle? {
    if isAmbiguous { return .ambiguous }
    guard let cancellation = group.cancellation, state.outcome != nil else { return nil }
    if state.canceled == nil || hadRequestOnItsWay { return .endedBefore }
    // It has read the error before the cancel came, and did not try again.
    if cancellation.pause > 0, case .failure(let failure, _)? = state.calls.first, failure["category"] == "status" {
      return .endedBefore
    }
    return nil
  }

  func findings(_ state: State, _ bindings: Bindings, output: String, isBroken: Bool) -> Findings {
    var findings = scene.findings(state, output)
    (findings.obstacle, findings.timeline) = (obstacle(state), timeline(state))
    // Not all calls were made, or they do not show anything.
    if state.outcome == nil || findings.obstacle != nil { findings.needsAll = false }
    if findings.obstacle != nil { return findings }
    for (exchangeIndex, requests) in again.sorted(by: { $0.key < $1.key }) {
      let exchange = scenario.exchanges[exchangeIndex]
      let kind = GroupProblem.Kind.sentTwice(exchange.name ?? "", times: requests.count)
      findings.reasons.append(problem(kind, requests[0], state, at: exchange.request?.range ?? exchange.range))
    }
    if let first = sentOn.first { findings.reasons.append(problem(.sentOn, first, state, at: scenario.range)) }
    if state.outcome != nil, group.isLeak(state.connections) {
      findings.reasons.append(.group(GroupProblem(.leftOpen(state.connections), of: group, at: scenario.range)))
    }
    return findings
  }

  /// Returns when the calls ran; nil if none began.
  private func timeline(_ state: State) -> Timeline? {
    guard let first = state.spans.first?.from else { return nil }
    func seconds(_ time: ContinuousClock.Instant) -> Double { Seconds.recorded((time - first) / .seconds(1)) }
    return Timeline(
      calls: state.spans.enumerated().map { index, span in
        Timeline.Call(
          from: seconds(span.from), canceled: index == 0 ? state.canceled.map(seconds) : nil, to: span.to.map(seconds))
      },
      requests: state.played.enumerated().map { index, played in
        let call = played.exchangeIndex.flatMap(group.call(ofExchange:)) ?? callsOfUnexpected[index]
        let isKnown = played.exchanged.reply?.isSilence == false
        return Timeline.Request(
          from: seconds(played.at),
          to: isKnown ? seconds(played.at + .seconds(played.exchanged.reply?.wholeDelay ?? 0)) : nil,
          call: call.map { $0 + 1 })
      })
  }

  /// Returns a reason about a request.
  private func problem(_ kind: GroupProblem.Kind, _ index: Int, _ state: State, at range: SourceRange) -> Reason {
    let played = state.played[index]
    return .group(
      GroupProblem(kind, of: group, number: played.number, request: played.exchanged.request, at: range))
  }
}
