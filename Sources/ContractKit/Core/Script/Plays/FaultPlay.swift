import Foundation
import Synchronization

/// A fault at an exchange: what answers the requests after it, and what must not be in them.
struct FaultPlay: Play {
  let scene: Scene
  private let recovery: Recovery
  private let givenTexts = GivenTexts()
  /// How often the exchange with the fault has answered.
  private var sends = 0
  /// The index of the first request after the fault; nil if there was none.
  private var firstAfter: Int?
  /// The exchange of `recovery` that answered, for each request that one did.
  private var recovered: [Int: Int] = [:]

  init(_ scene: Scene, _ recovery: Recovery) { (self.scene, self.recovery) = (scene, recovery) }

  /// Whether other exchanges follow the one with the fault.
  private var isEarlier: Bool { recovery.step.exchangeIndex < scenario.exchanges.count - 1 }

  // MARK: What a request gets

  var answersEarly: Bool { sends == 0 }

  mutating func choose(_ request: CapturedRequest, at now: ContinuousClock.Instant, _ state: inout State) -> Chosen {
    if sends == 0 { return scene.choose(request, at: now, &state) }
    state.count += 1
    return DeepStack.run { chooseAfterFault(request, &state) }
  }

  mutating func answer(_ played: Played, _ state: State) -> Answer? {
    let (request, index) = (played.exchanged.request, state.played.count)
    if played.exchangeIndex == recovery.step.exchangeIndex {
      defer { (sends, firstAfter) = (sends + 1, firstAfter ?? index + 1) }
      // After a fault that comes once, that is the exchange's own.
      return recovery.step.isOnce && sends > 0
        ? Answer(Reply(recovery.own.response, to: request)) : ownAnswer(to: played)
    }
    if played.exchangeIndex != nil || sends == 0 { return ownAnswer(to: played) }
    guard let own = recoveryIndex(of: request) else { return nil }
    recovered[index] = own
    return Answer(Reply(recovery.exchanges[own].response, to: request))
  }

  /// Chooses the exchange that answers a request after the fault. Values that come from answers may differ, because some
  /// answers are missing, or others than in the contract. So a request is only compared if none is.
  private func chooseAfterFault(_ request: CapturedRequest, _ state: inout State) -> Chosen {
    state.next += 1
    // The last exchange answers again as often as `attempts` allows, unless an exchange of `recovery` does.
    let mayRepeatLast = !isEarlier && recoveryIndex(of: request) == nil && sends < scenario.attempts(on: transport)
    let index = isEarlier ? exchangeAfterFault(request, state) : mayRepeatLast ? recovery.step.exchangeIndex : nil
    let isCompared = recovered.isEmpty && (!isEarlier || hasOwnAnswer)
    guard isCompared, let index, let shape = scenario.exchanges[index].request else {
      return (state.count, index, Judged(findings: [], unobserved: [], bindings: state.bindings))
    }
    // In sequence, the verdict compares it.
    if scenario.order == .sequence { return (state.count, index, nil) }
    let judge = scene.judged(request, shape, number: state.count, bindings: state.bindings)
    state.bindings = judge.bindings
    return (state.count, index, judge.judged)
  }

  /// Returns the exchange that answers a request after the fault; nil if none does.
  ///
  /// The request may be the one that had the fault, as often as `attempts` allows, or that of an exchange that has not
  /// answered.
  private func exchangeAfterFault(_ request: CapturedRequest, _ state: State) -> Int? {
    let faulted = recovery.step.exchangeIndex
    let mayRepeat = sends < scenario.attempts(on: transport) && !hasOwnAnswer
    let isRepeat = asksForFaulted(request, state.played)
    if isRepeat, mayRepeat { return faulted }
    let last = state.used.max() ?? -1
    let others = scenario.exchanges.indices.filter { index in
      !state.used.contains(index) && (scenario.order == .any || index > last)
    }
    func shape(_ index: Int) -> RequestShape? { scenario.exchanges[index].request }
    let body = ParsedBody()
    if let exact = others.first(where: { scene.matches(shape($0), request, body) }) { return exact }
    // A client may begin again: what `recovery` describes exactly is not another exchange with other values.
    let free = freeRecovery
    if free.contains(where: { scene.matches(recovery.exchanges[$0].request, request, body) }) { return nil }
    // Without the answer, the next request can be the same as this one: it asks for news of nothing.
    if isRepeat, recovery.own.isOptional?.value != true { return nil }
    return ((mayRepeat ? [faulted] : []) + others).first { index in
      isLike(shape(index), request) { !given($0, before: index).isEmpty }
    }
  }

  /// Whether a request is that of the exchange with the fault once more: as it was, or as the contract describes it.
  private func asksForFaulted(_ request: CapturedRequest, _ played: some Sequence<Played>) -> Bool {
    scene.matches(recovery.own.request, request)
      || played.contains { one in
        one.exchangeIndex == recovery.step.exchangeIndex && one.exchanged.request.asksForSame(as: request)
      }
  }

  /// Returns the exchange of `recovery` that answers a request; nil if none does.
  private func recoveryIndex(of request: CapturedRequest) -> Int? {
    let (free, body) = (freeRecovery, ParsedBody())
    return free.first { scene.matches(recovery.exchanges[$0].request, request, body) }
      ?? free.first { isLike(recovery.exchanges[$0].request, request) { !given($0, before: nil).isEmpty } }
  }

  /// Returns the exchanges of `recovery` that may still answer.
  private var freeRecovery: [Int] {
    let most = scenario.attempts(on: transport)
    return recovery.exchanges.indices.filter { index in recovered.values.count { $0 == index } < most }
  }

  /// Whether the exchange with the fault has given its own answer.
  private var hasOwnAnswer: Bool { recovery.step.isOnce && sends > 1 }

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

  /// Returns the texts of answers before a request that a described value carries; nil for any answer.
  private func given(_ value: RequestValue, before exchangeIndex: Int?) -> Set<String> {
    let answers = givenTexts.answers(scenario, recovery)
    let count = scenario.exchanges.count
    return answers.indices.reduce(into: []) { carried, index in
      let isLater = exchangeIndex.map { index == $0 || scenario.order == .sequence && index > $0 } ?? false
      if index < count, isLater { return }
      if answers[index].contains(value.text) { carried.insert(value.text) }
      for text in answers[index] where value.text.has(text) { carried.insert(text) }
    }
  }

  /// Whether a late request is that of an exchange that has not answered, from a client that did not wait for it after the
  /// fault.
  func allowsLate(_ request: CapturedRequest, _ state: State) -> Bool {
    if !mayBeCanceled { return false }
    let body = ParsedBody()
    return scenario.exchanges.indices.contains { index in
      !state.used.contains(index) && scene.matches(scenario.exchanges[index].request, request, body)
    }
  }

  /// Whether the client sends requests at the same time, and one of them had a fault.
  private var mayBeCanceled: Bool { sends > 0 && scenario.order == .any }

  // MARK: What the call shows

  func isFree(_ index: Int, _ state: State) -> Bool { recovered[index] != nil }

  // When a client goes on after a fault is its own decision.
  func isFreeInTime(_ index: Int) -> Bool { firstAfter.map { index >= $0 } ?? false }

  func complete(_ unexpected: inout Reason.Unexpected, _ index: Int, _ state: State) {
    if sends > 0 {
      unexpected.fault = (recovery.step.text, recovery.text(attempts: unexpected.attempts ?? 1))
    }
    unexpected.mayHaveActed =
      recovery.step.traits.mayHaveActed && StepFault.repeatingMethods.contains(unexpected.request.method)
      && asksForFaulted(unexpected.request, state.played[..<index])
  }

  func findings(_ state: State, _ bindings: Bindings, output: String, isBroken: Bool) -> Findings {
    // A client may cancel what it sends at the same time.
    let malformed = mayBeCanceled ? state.malformed.filter { !$0.isCutOff } : state.malformed
    var findings = scene.findings(state, output, malformed: malformed)
    if let wait = recovery.wait { addWait(wait, to: &findings, state) }
    if !isEarlier { return findings }
    addProblems(to: &findings, state, bindings, isBroken: isBroken || !findings.reasons.isEmpty)
    // After the fault, the client need not send the rest. Before it, that would not explain what else is wrong.
    let isNotReached = sends == 0 && !isBroken && findings.reasons.allSatisfy { $0.kind == .notReached }
    findings.needsAll = hasAllAnswers(state) || sends == 0 && !isNotReached
    return findings
  }

  /// Adds what the client did with a fault that says when it may send the request again.
  private func addWait(_ wait: ClosedRange<Double>, to findings: inout Findings, _ known: State) {
    // Without a time to come, the client waits or gives up as it likes.
    guard wait.upperBound > 0, let first = faultedIndex(known) else { return }
    guard let again = sentAgain(known) else {
      findings.obstacle = .notAgain
      return
    }
    let seconds = known.played[first + 1...again].reduce(0) { $0 + ($1.before?.seconds ?? 0) }
    if seconds + Script.tolerance >= wait.lowerBound { return }
    findings.reasons.append(problem(.tooSoon(after: seconds, wait: wait.lowerBound), known.played[again]))
  }

  /// Returns the index of the first request that asks once more for the exchange with the fault; nil if none does.
  private func sentAgain(_ known: State) -> Int? {
    guard let first = faultedIndex(known) else { return nil }
    return known.played.indices.dropFirst(first + 1).first {
      asksForFaulted(known.played[$0].exchanged.request, known.played[...first])
    }
  }

  /// Returns the index of the first request that had the fault; nil if none did.
  private func faultedIndex(_ known: State) -> Int? {
    known.played.firstIndex { $0.exchangeIndex == recovery.step.exchangeIndex }
  }

  /// A client that goes back to an earlier request, or sends another one, does not show whether it waits.
  func conclude(_ reasons: [Reason], _ state: State) -> ([Reason], Verified?) {
    guard recovery.wait != nil, sends > 0, sentAgain(state) == nil else { return (reasons, nil) }
    return (reasons.filter { !$0.isAboutRequests }, nil)
  }

  private func problem(_ kind: StepProblem.Kind, _ played: Played? = nil, at range: SourceRange? = nil) -> Reason {
    .step(
      StepProblem(
        kind: kind, step: recovery.step, isOptional: recovery.own.isOptional?.value == true, number: played?.number,
        request: played?.exchanged.request, range: range ?? recovery.own.range))
  }

  /// Adds what the client did after the fault.
  ///
  /// - Parameter isBroken: Whether something else is wrong with the call.
  private func addProblems(to findings: inout Findings, _ known: State, _ bindings: Bindings, isBroken: Bool) {
    func add(_ kind: StepProblem.Kind, _ played: Played? = nil, at range: SourceRange? = nil) {
      findings.reasons.append(problem(kind, played, at: range))
    }
    if sends == 0 { return isBroken ? () : add(.notReached) }
    findings.end = .other
    let before = findings.reasons.count
    let faulted = known.played.indices.filter { known.played[$0].exchangeIndex == recovery.step.exchangeIndex }
    if let again = faulted.dropFirst().first, recovery.step.traits.mayHaveActed,
      StepFault.repeatingMethods.contains(known.played[again].exchanged.request.method),
      recovery.own.isIdempotent?.value != true
    {
      if recovery.own.isIdempotent?.value == false {
        add(.sentTwice, known.played[again])
      } else {
        findings.counted.append(.sentTwice)
      }
    }
    let after = faulted.first.map { $0 + 1 } ?? known.played.endIndex
    for index in after..<known.played.endIndex {
      guard let found = hollow(known.played[index], index) else { continue }
      add(.hollow(found.place, word: found.word), known.played[index], at: found.range)
      break
    }
    guard let outcome = known.outcome else { return }
    if case .failure = outcome { findings.end = .failed }
    guard case .success(let value) = outcome, let expect = recovery.expect,
      let own = expect.own[transport] ?? expect.outcome
    else { return }
    let isOwn = OutcomeJudge.reasons(outcome, own, bindings).isEmpty
    if isOwn, isComplete(known, faulted) || recovery.isDescribed {
      findings.end = .recovered
    } else if !recovery.isDescribed, findings.reasons.count == before, isOwn || !lacksRequest(known) {
      add(isOwn ? .ignored : .partial(LearnedResult(value.unfolded)))
    }
  }

  /// Whether the client may have the outcome of the scenario, although there was a fault: from the exchange itself, from
  /// one of `recovery` in its place, or because it waits for something.
  private func isComplete(_ known: State, _ faulted: [Int]) -> Bool {
    hasOwnAnswer || recovery.own.isOptional?.value == true || isReplaced(known) || isAnsweredLater(faulted, known)
  }

  /// Whether `recovery` gave what the missing answer has: a later request has a text of the one where the contract has one
  /// of the other, or both have a text that is in the outcome. Or it took the place of all that was left.
  private func isReplaced(_ known: State) -> Bool {
    let answered = recovered.values.contains { recovery.exchanges[$0].response.kind == .valid }
    if answered, !known.used.contains(scenario.exchanges.count - 1) { return true }
    let missing = recovery.own.response.givenTexts
    let found = recovered.values.reduce(into: Set<String>()) {
      $0.formUnion(recovery.exchanges[$1].response.givenTexts)
    }
    if missing.isEmpty || found.isEmpty { return false }
    let shared = missing.intersection(found).filter { $0.utf8.count > 1 }
    if recovery.expect?.outcomes.contains(where: { !$0.texts.isDisjoint(with: shared) }) == true { return true }
    return known.played.dropFirst(firstAfter ?? .max).contains { played in
      guard let index = played.exchangeIndex, let shape = scenario.exchanges[index].request else {
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
  private func hasAllAnswers(_ known: State) -> Bool {
    if case .success? = known.outcome { hasOwnAnswer } else { false }
  }

  /// Whether the client has all answers that it asked for, but has not sent all requests, which explains another result.
  private func lacksRequest(_ known: State) -> Bool {
    hasAllAnswers(known) && known.malformed.isEmpty
      && scenario.exchanges.indices.contains { !known.used.contains($0) && !scene.hidesRequest(scenario.exchanges[$0]) }
  }

  /// Whether another exchange has answered the same request for something, as if the client waits.
  private func isAnsweredLater(_ faulted: [Int], _ known: State) -> Bool {
    guard let first = faulted.first, StepFault.readingMethods.contains(known.played[first].exchanged.request.method)
    else {
      return false
    }
    return known.played.indices.dropFirst(first + 1).contains { index in
      known.played[index].exchangeIndex != nil && !faulted.contains(index)
        && asksForFaulted(known.played[index].exchanged.request, [known.played[first]])
    }
  }

  /// Returns the first value of a request that is nothing, although its exchange describes a value from an answer, or a
  /// header that differs from its description and ends in such a word.
  private func hollow(_ played: Played, _ index: Int) -> (place: String, word: String, range: SourceRange)? {
    let exchange =
      played.exchangeIndex.map { scenario.exchanges[$0] }
      ?? recovered[index].map { recovery.exchanges[$0] }
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
    let judge = scene.judged(played.exchanged.request, shape, number: played.number)
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

  /// Whether a value of a body is nothing because the client goes on without an answer that is optional.
  private func isLeftOut(_ value: RequestValue, _ carried: Set<String>) -> Bool {
    guard case .body = value.place, value.isNull || value.text.isEmpty, recovery.own.isOptional?.value == true else {
      return false
    }
    return carried.isSubset(of: recovery.own.response.givenTexts)
  }
}

extension CapturedRequest {
  /// Whether another request has the same method, URL and body. Headers such as the time of a request, or a token that
  /// was renewed, may differ.
  func asksForSame(as other: CapturedRequest) -> Bool {
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

/// The texts that a client can have from each answer of a call with a fault: those of the exchanges, and then those of
/// `recovery`. They are read once, when they are needed.
private final class GivenTexts: Sendable {
  private let known = Mutex<[Set<String>]?>(nil)

  func answers(_ scenario: Scenario, _ recovery: Recovery) -> [Set<String>] {
    known.withLock { known in
      if let known { return known }
      var exchanges = scenario.exchanges
      exchanges[recovery.step.exchangeIndex] = recovery.own
      let texts = (exchanges + recovery.exchanges).map(\.response.givenTexts)
      known = texts
      return texts
    }
  }
}
