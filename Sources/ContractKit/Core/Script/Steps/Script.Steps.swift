import Foundation

// Faults at exchanges before the last one: what answers the requests after the fault, and what must not be in them.

extension Script {
  /// What happened since the fault.
  struct StepState: Sendable {
    /// How often the exchange with the fault has answered.
    var sends = 0
    /// How often each exchange of the contract's `recovery` has answered.
    var recovered: [Int: Int] = [:]
  }

  /// How the call ended after a fault.
  package enum StepEnd: String, Sendable, CaseIterable {
    /// With the outcome of the scenario.
    case recovered
    case failed
    /// With another success, or not at all.
    case other
  }

  /// Returns the response of an exchange. After a fault that comes once, that is the exchange's own.
  func response(of exchangeIndex: Int, _ state: inout State) -> Response {
    guard let recovery = scenario.recovery, exchangeIndex == recovery.step.exchangeIndex else {
      return scenario.exchanges[exchangeIndex].response
    }
    defer { state.step.sends += 1 }
    return recovery.step.isOnce && state.step.sends > 0
      ? recovery.own.response : scenario.exchanges[exchangeIndex].response
  }

  /// Chooses the exchange that answers a request after the fault. Values that come from answers may differ, because some
  /// answers are missing, or others than in the contract. So a request is only compared if none is.
  func chooseAfterFault(_ request: CapturedRequest, _ recovery: Recovery, _ state: inout State) -> Chosen {
    state.next += 1
    let index =
      scenario.variation?.step == nil
      ? chooseLast(request, recovery, state) : exchangeAfterFault(request, recovery, state)
    let isCompared =
      state.step.recovered.isEmpty && (scenario.variation?.step == nil || hasOwnAnswer(recovery, state))
    guard isCompared, let index, let shape = scenario.exchanges[index].request else {
      return (state.count, index, Judged(findings: [], unobserved: [], bindings: state.bindings))
    }
    // In sequence, the verdict compares it.
    if scenario.order == .sequence { return (state.count, index, nil) }
    var judge = RequestJudge(
      shape, addresses: addresses, transport: transport, number: state.count, bindings: state.bindings)
    judge.judge(request)
    state.bindings = judge.bindings
    return (state.count, index, judge.judged)
  }

  /// Returns the last exchange, which answers again as often as `attempts` allows; nil if it does not, or if an exchange of
  /// `recovery` answers.
  private func chooseLast(_ request: CapturedRequest, _ recovery: Recovery, _ state: State) -> Int? {
    if recoveryIndex(of: request, recovery, state) != nil || state.step.sends >= scenario.attempts { return nil }
    return recovery.step.exchangeIndex
  }

  /// Returns the exchange that answers a request after the fault; nil if none does.
  ///
  /// The request may be the one that had the fault, as often as `attempts` allows, or that of an exchange that has not
  /// answered.
  private func exchangeAfterFault(_ request: CapturedRequest, _ recovery: Recovery, _ state: State) -> Int? {
    let faulted = recovery.step.exchangeIndex
    let mayRepeat = state.step.sends < scenario.attempts && !hasOwnAnswer(recovery, state)
    let isRepeat = asksForFaulted(request, state.played, recovery)
    if isRepeat, mayRepeat { return faulted }
    let last = state.used.max() ?? -1
    let others = scenario.exchanges.indices.filter { index in
      !state.used.contains(index) && (scenario.order == .any || index > last)
    }
    func shape(_ index: Int) -> RequestShape? { scenario.exchanges[index].request }
    let body = ParsedBody()
    if let exact = others.first(where: { matches(shape($0), request, body) }) { return exact }
    // A client may begin again: what `recovery` describes exactly is not another exchange with other values.
    let free = freeRecovery(recovery, state)
    if free.contains(where: { matches(recovery.exchanges[$0].request, request, body) }) { return nil }
    // Without the answer, the next request can be the same as this one: it asks for news of nothing.
    if isRepeat, recovery.own.isOptional?.value != true { return nil }
    return ((mayRepeat ? [faulted] : []) + others).first { index in
      isLike(shape(index), request) { isGiven($0, before: index) }
    }
  }

  /// Whether a request is that of the exchange with the fault once more: as it was, or as the contract describes it.
  private func asksForFaulted(
    _ request: CapturedRequest, _ played: some Sequence<Played>, _ recovery: Recovery
  ) -> Bool {
    matches(recovery.own.request, request)
      || played.contains { one in
        one.exchangeIndex == recovery.step.exchangeIndex && one.exchanged.request.asksForSame(as: request)
      }
  }

  /// Returns the answer of an exchange of `recovery`, with its index; nil if none answers the request.
  func recoveryReply(
    to request: CapturedRequest, _ recovery: Recovery, _ state: inout State
  ) -> (reply: Reply, index: Int)? {
    guard state.step.sends > 0, let index = recoveryIndex(of: request, recovery, state) else { return nil }
    state.step.recovered[index, default: 0] += 1
    return (Reply(recovery.exchanges[index].response, to: request), index)
  }

  /// Returns the exchange of `recovery` that answers a request; nil if none does.
  private func recoveryIndex(of request: CapturedRequest, _ recovery: Recovery, _ state: State) -> Int? {
    let (free, body) = (freeRecovery(recovery, state), ParsedBody())
    return free.first { matches(recovery.exchanges[$0].request, request, body) }
      ?? free.first { isLike(recovery.exchanges[$0].request, request) { isGiven($0, before: nil) } }
  }

  /// Returns the exchanges of `recovery` that may still answer.
  private func freeRecovery(_ recovery: Recovery, _ state: State) -> [Int] {
    recovery.exchanges.indices.filter { state.step.recovered[$0, default: 0] < scenario.attempts }
  }

  /// Whether the exchange with the fault has given its own answer.
  private func hasOwnAnswer(_ recovery: Recovery, _ state: State) -> Bool {
    recovery.step.isOnce && state.step.sends > 1
  }

  /// Returns whether a request is exactly that of a shape.
  ///
  /// - Parameter body: The request's body, if it is compared with more than one shape.
  private func matches(_ shape: RequestShape?, _ request: CapturedRequest, _ body: ParsedBody = ParsedBody()) -> Bool {
    guard let shape else { return false }
    var judge = RequestJudge(shape, addresses: addresses, transport: transport, number: 0, isQuiet: true, body: body)
    judge.judge(request)
    return !judge.differs
  }

  /// Returns whether a request has the method, the path and the query of a shape, except for values from answers.
  private func isLike(
    _ shape: RequestShape?, _ request: CapturedRequest, except isGiven: (RequestValue) -> Bool
  ) -> Bool {
    guard let shape, request.method.isExactly(shape.method.value),
      request.segments(below: addresses.base(of: shape))?.count == shape.segments.count
    else { return false }
    let sent = request.urlValues(below: addresses.base(of: shape))
    return shape.urlValues.allSatisfy { described in
      sent.contains { $0.place == described.place && $0.text.isExactly(described.text) } || isGiven(described)
    }
  }

  /// Whether a client can have a described value, or a part of it, from the answers before a request; nil for any answer.
  private func isGiven(_ value: RequestValue, before exchangeIndex: Int?) -> Bool {
    !given(value, before: exchangeIndex).isEmpty
  }

  /// Returns the texts of answers before a request that a described value carries.
  private func given(_ value: RequestValue, before exchangeIndex: Int?) -> Set<String> {
    let answers = givenTexts?.answers(scenario) ?? []
    let count = scenario.exchanges.count
    return answers.indices.reduce(into: []) { carried, index in
      let isLater = exchangeIndex.map { index == $0 || scenario.order == .sequence && index > $0 } ?? false
      if index < count, isLater { return }
      if answers[index].contains(value.text) { carried.insert(value.text) }
      for text in answers[index] where value.text.has(text) { carried.insert(text) }
    }
  }

  // MARK: The verdict

  /// Returns the bytes that are not a request. After a fault, a client may cancel what it sends at the same time.
  func malformed(_ known: State) -> [MalformedRequest] {
    mayBeCanceled(known) ? known.malformed.filter { !$0.isCutOff } : known.malformed
  }

  /// Whether the client sends requests at the same time, and one of them had a fault.
  func mayBeCanceled(_ state: State) -> Bool { state.step.sends > 0 && scenario.order == .any }

  /// Whether a late request is that of an exchange that has not answered, from a client that did not wait for it after a
  /// fault.
  func isGivenUp(_ request: CapturedRequest, _ state: State) -> Bool {
    if !mayBeCanceled(state) { return false }
    let body = ParsedBody()
    return scenario.exchanges.indices.contains { index in
      !state.used.contains(index) && matches(scenario.exchanges[index].request, request, body)
    }
  }

  /// What a variation of `steps` shows.
  struct StepEvidence {
    var problems: [StepProblem] = []
    /// What is only counted.
    var counted: [String] = []
    /// How the call ended; nil if that is not known.
    var end: StepEnd?
  }

  /// What is counted if a request was sent twice that may have had an effect each time.
  private static let sentTwice = "sent twice"

  /// Returns what the client did after the fault.
  ///
  /// - Parameter isBroken: Whether something else is wrong with the call.
  func stepEvidence(_ known: State, _ bindings: Bindings, isBroken: Bool) -> StepEvidence {
    guard let recovery = scenario.recovery, scenario.variation?.step != nil else { return StepEvidence() }
    var evidence = StepEvidence(end: .other)
    func problem(_ kind: StepProblem.Kind, _ played: Played? = nil, at range: SourceRange? = nil) -> StepProblem {
      StepProblem(
        kind: kind, step: recovery.step, isOptional: recovery.own.isOptional?.value == true, number: played?.number,
        request: played?.exchanged.request, range: range ?? recovery.own.range)
    }
    guard known.step.sends > 0 else {
      return StepEvidence(problems: isBroken ? [] : [problem(.notReached)])
    }
    let faulted = known.played.indices.filter { known.played[$0].exchangeIndex == recovery.step.exchangeIndex }
    if let again = faulted.dropFirst().first, recovery.step.mayHaveActed,
      StepFault.repeatingMethods.contains(known.played[again].exchanged.request.method),
      recovery.own.isIdempotent?.value != true
    {
      if recovery.own.isIdempotent?.value == false {
        evidence.problems.append(problem(.sentTwice, known.played[again]))
      } else {
        evidence.counted.append(Self.sentTwice)
      }
    }
    if let first = faulted.first {
      evidence.problems += known.played[(first + 1)...].lazy.compactMap { [self] played in
        hollow(played).map { problem(.hollow($0.place, word: $0.word), played, at: $0.range) }
      }.prefix(1)
    }
    guard let outcome = known.outcome else { return evidence }
    if case .failure = outcome { evidence.end = .failed }
    guard case .success(let value) = outcome, let expect = recovery.expect,
      let own = expect.own[transport] ?? expect.outcome
    else { return evidence }
    let isOwn = OutcomeJudge.reasons(outcome, own, bindings).isEmpty
    if isOwn, isComplete(recovery, known, faulted) || recovery.isDescribed {
      evidence.end = .recovered
    } else if !recovery.isDescribed, evidence.problems.isEmpty, isOwn || !lacksRequest(known) {
      evidence.problems.append(problem(isOwn ? .ignored : .partial(LearnedResult(value.unfolded))))
    }
    return evidence
  }

  /// Whether the client may have the outcome of the scenario, although there was a fault: from the exchange itself, from
  /// one of `recovery` in its place, or because it waits for something.
  private func isComplete(_ recovery: Recovery, _ known: State, _ faulted: [Int]) -> Bool {
    hasOwnAnswer(recovery, known) || recovery.own.isOptional?.value == true || isReplaced(recovery, known)
      || isAnsweredLater(recovery, faulted, known)
  }

  /// Whether `recovery` gave what the missing answer has: a later request has a text of the one where the contract has one
  /// of the other, or both have a text that is in the outcome. Or it took the place of all that was left.
  private func isReplaced(_ recovery: Recovery, _ known: State) -> Bool {
    let answered = known.step.recovered.keys.contains { recovery.exchanges[$0].response.kind == .valid }
    if answered, !known.used.contains(scenario.exchanges.count - 1) { return true }
    let missing = recovery.own.response.givenTexts
    let found = known.step.recovered.keys.reduce(into: Set<String>()) {
      $0.formUnion(recovery.exchanges[$1].response.givenTexts)
    }
    if missing.isEmpty || found.isEmpty { return false }
    let shared = missing.intersection(found).filter { $0.utf8.count > 1 }
    if recovery.expect?.outcomes.contains(where: { !$0.texts.isDisjoint(with: shared) }) == true { return true }
    return known.played.contains { played in
      guard played.isAfterFault, let index = played.exchangeIndex, let shape = scenario.exchanges[index].request else {
        return false
      }
      let sent = played.exchanged.request.values(below: addresses.base(of: shape))
      return shape.values.contains { described in
        missing.contains(where: described.carries)
          && sent.contains { $0.place == described.place && found.contains(where: $0.carries) }
      }
    }
  }

  /// Whether the client has all answers in the end, so that it must send everything that the contract describes.
  func hasAllAnswers(_ known: State) -> Bool {
    guard let recovery = scenario.recovery, hasOwnAnswer(recovery, known), case .success? = known.outcome else {
      return false
    }
    return true
  }

  /// Whether the client has all answers that it asked for, but has not sent all requests, which explains another result.
  private func lacksRequest(_ known: State) -> Bool {
    hasAllAnswers(known) && known.malformed.isEmpty
      && scenario.exchanges.indices.contains { !known.used.contains($0) && !hidesRequest(scenario.exchanges[$0]) }
  }

  /// Whether a request that no exchange answers repeats one with a fault after which the server may have acted.
  func isSentTwice(_ played: Played, after before: ArraySlice<Played>) -> Bool {
    guard let recovery = scenario.recovery, recovery.step.mayHaveActed,
      StepFault.repeatingMethods.contains(played.exchanged.request.method)
    else { return false }
    return asksForFaulted(played.exchanged.request, before, recovery)
  }

  /// Whether another exchange has answered the same request for something, as if the client waits.
  private func isAnsweredLater(_ recovery: Recovery, _ faulted: [Int], _ known: State) -> Bool {
    guard let first = faulted.first, StepFault.readingMethods.contains(known.played[first].exchanged.request.method)
    else {
      return false
    }
    return known.played.indices.dropFirst(first + 1).contains { index in
      known.played[index].exchangeIndex != nil && !faulted.contains(index)
        && asksForFaulted(known.played[index].exchanged.request, [known.played[first]], recovery)
    }
  }

  /// Returns the first value of a request that is nothing, although its exchange describes a value from an answer, or a
  /// header that differs from its description and ends in such a word.
  private func hollow(_ played: Played) -> (place: String, word: String, range: SourceRange)? {
    let exchange =
      played.exchangeIndex.map { scenario.exchanges[$0] }
      ?? played.recoveryIndex.flatMap { scenario.recovery?.exchanges[$0] }
    guard let exchange, let shape = exchange.request else { return nil }
    let sent = played.exchanged.request.values(below: addresses.base(of: shape))
    for described in shape.values {
      let values = sent.filter { $0.place == described.place && !$0.text.isExactly(described.text) }
      if values.isEmpty { continue }
      let carried = given(described, before: played.exchangeIndex)
      for value in values where !isLeftOut(value, carried) {
        if let word = carried.lazy.compactMap({ value.hollowWord(insteadOf: $0, in: described.text) }).first {
          return (described.place.text, word, exchange.range)
        }
      }
    }
    var judge = RequestJudge(shape, addresses: addresses, transport: transport, number: played.number)
    judge.judge(played.exchanged.request)
    for case .mismatch(let mismatch) in judge.findings {
      guard case .header(let name) = mismatch.part else { continue }
      for value in played.exchanged.request.headers.values(name) {
        if let word = RequestValue.hollowEnd(of: value) {
          return (RequestValue.Place.header(name).text, word, exchange.range)
        }
      }
    }
    return nil
  }
}

extension Script {
  /// Whether a value of a body is nothing because the client goes on without an answer that is optional.
  private func isLeftOut(_ value: RequestValue, _ carried: Set<String>) -> Bool {
    guard case .body = value.place, value.isNull || value.text.isEmpty, let recovery = scenario.recovery,
      recovery.own.isOptional?.value == true
    else { return false }
    return carried.isSubset(of: recovery.own.response.givenTexts)
  }
}

extension CapturedRequest {
  /// Whether another request has the same method, URL and body. Headers such as the time of a request, or a token that
  /// was renewed, may differ.
  fileprivate func asksForSame(as other: CapturedRequest) -> Bool {
    method == other.method && url == other.url && body == other.body
  }
}

extension RequestValue {
  /// What languages write if there is no value.
  private static let hollowWords = [
    "null", "nil", "None", "undefined", "[object Object]", "(null)", "<nil>", "%!s(<nil>)", "NaN", "",
  ]

  /// Returns the word at the end of a text that means nothing; nil if there is none.
  fileprivate static func hollowEnd(of text: String) -> String? {
    hollowWords.first { !$0.isEmpty && (text.isExactly($0) || text.hasSuffix(" " + $0)) }
  }

  /// Returns what the value has in place of a text that another one has in it; nil if it has something.
  fileprivate func hollowWord(insteadOf text: String, in described: String) -> String? {
    guard let range = described.range(of: text) else { return nil }
    let (start, end) = (described[..<range.lowerBound], described[range.upperBound...])
    func trimmed(_ text: some StringProtocol) -> String { text.trimmingCharacters(in: .whitespaces) }
    if self.text.hasPrefix(start + "Optional(") { return "Optional(…)" }
    return Self.hollowWords.first { trimmed(start + $0 + end).isExactly(trimmed(self.text)) }
  }
}
