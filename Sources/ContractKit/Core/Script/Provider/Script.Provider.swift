import Foundation
import Synchronization

extension Script {
  /// Asks the real server for the answer to a request that was recorded, and records that answer.
  ///
  /// - Parameter index: The index of the request among those that were played.
  func ask(_ provider: any Provider, _ request: CapturedRequest, at index: Int) -> Reply {
    let answer = provider.answer(to: request, at: addresses)
    return state.withLock { state in
      var reply: Reply
      var failure: ProviderFailure?
      switch answer {
      case .answer(let own):
        reply = own
        if case .status(let status) = own.kind {
          failure = ProviderFailure(status: status, to: request)
          let location = (300..<400).contains(status) ? own.headers["Location"] : nil
          // A client does not send the fragment.
          let target = location.flatMap { URL(string: $0, relativeTo: URL(string: request.url))?.absoluteString }
            .map { String($0.prefix { $0 != "#" }) }
          if let target, let exchangeIndex = state.played[index].forwardedAs {
            state.redirects[target] = Redirect(exchangeIndex: exchangeIndex, status: status, method: request.method)
          }
          state.redirectCount = target == nil ? 0 : state.redirectCount + 1
          let visits = state.played.count { $0.exchanged.request.url == target }
          if state.redirectCount > Self.redirectLimit || visits >= Self.visitLimit {
            failure = ProviderFailure(
              .refused, "the real server redirects \(request.method) \(request.target) again and again",
              next: "correct the server")
          }
        }
      case .failed(let own): (failure, reply) = (own, Reply(.status(502)))
      }
      if let failure {
        state.providerFailure = state.providerFailure ?? failure
        if reply.body == nil { reply.body = Array("contract-run: \(failure.why)\n".utf8) }
      }
      state.played[index].exchanged.reply = reply
      state.played[index].isPending = false
      let now = now()
      if let exchangeIndex = state.played[index].exchangeIndex { begin(exchangeIndex, at: now, &state) }
      state.lastAnswer = now
      return reply
    }
  }

  /// The largest number of redirects one after another.
  private static let redirectLimit = 5
  /// How many times redirects may lead to the same URL.
  private static let visitLimit = 3

  // MARK: The verdict

  /// Returns the reasons that remain if the answers are those of the real server, and what was verified; nil for the
  /// latter if nothing was.
  func verified(_ reasons: [Reason], _ known: State, _ provider: any Provider) -> ([Reason], Verified?) {
    let failure = known.providerFailure ?? (known.played.contains(where: \.isPending) ? Self.gaveUp : nil)
    if let failure { return (reasons.filter { $0.code == "crashed" } + [.provider(failure)], nil) }
    // Without an answer, nothing was verified, and what the runner itself answered causes no drift.
    if known.played.isEmpty || !known.isForwarded {
      var reasons = reasons
      let first = reasons.firstIndex { $0.isMismatch && !$0.isAboutOutcome && !$0.isMissingRequest }
      if let first { reasons[first] = reasons[first].noting(Self.noteOnRequest) }
      return (reasons, nil)
    }
    let ofOutcome = reasons.filter(\.isAboutOutcome)
    // A list without more pages needs fewer requests.
    let missing = reasons.filter(\.isMissingRequest)
    let others = reasons.filter { !$0.isAboutOutcome && !$0.isMissingRequest }
    var found = differences(known)
    let range = scenario.exchanges[0].response.range
    if others.contains(where: { $0.status == .errored }) { return (others, nil) }
    if case .success? = known.outcome {
      if found.isEmpty { found = outcomeDifferences(known.outcome, ofOutcome) }
      found += missing.compactMap { reason in
        guard case .mismatch(let mismatch) = reason else { return nil }
        return (text: "the client did not send \(mismatch.expected)", pointer: "")
      }
      if found.isEmpty || !provider.isStrict { return (others, Verified(differences: found.map(\.text))) }
      return (others + [.drift(drift(found, nil, range))], Verified())
    }
    // Whatever went wrong otherwise, the server's answers may have caused it.
    guard let outcome = known.outcome, case .failure(let failure, _) = outcome else {
      return (others + (found.isEmpty ? [] : [.drift(drift(found, "no result", range))]), Verified())
    }
    if found.isEmpty { found = differences(known, failure: failure) }
    return (others + [.drift(drift(found, "failure \(failure.text)", range))], Verified())
  }

  private static let noteOnRequest =
    "the real server did not get this request, nor any after it\nif a value follows from `verify.input` or from a real"
    + " answer in another form, describe it by a matcher"

  private static let gaveUp = ProviderFailure(
    .refused, "the client did not wait for the real server's answer",
    next: "run it again when the server is faster, or allow more requests a second: --rate")

  private func drift(_ found: [(text: String, pointer: String)], _ outcome: String?, _ range: SourceRange) -> Drift {
    Drift(
      isFailure: outcome != nil, outcome: outcome, differences: found.map(\.text), pointers: found.map(\.pointer),
      range: range)
  }

  /// Returns how the real answers differ from those of the contract. Members that no answer of the contract has are only
  /// listed beside other differences, because a client ignores them.
  ///
  /// - Parameter failure: The client's failure. Words that the contract does not have count wherever they are, if the
  ///   failure names them or their place; nil, as by default, if it did not fail.
  private func differences(_ known: State, failure: JSON? = nil) -> [(text: String, pointer: String)] {
    let failed = failure?.text
    var found: [(text: String, pointer: String, isNew: Bool)] = []
    for (index, played) in known.played.enumerated() {
      guard let exchangeIndex = played.exchangeIndex, let reply = played.exchanged.reply,
        case .status(let status) = reply.kind
      else { continue }
      // The answer is the one that the redirect leads to.
      if index + 1 < known.played.count, known.played[index + 1].isRedirected { continue }
      let exchange = scenario.exchanges[exchangeIndex]
      let name = exchange.request?.name ?? "\(played.exchanged.request.method) \(played.exchanged.request.target)"
      if let described = exchange.response.status, described != status {
        found.append(("\(name): the status is \(status); expected \(described)", "", false))
      }
      if exchange.response.jsonAnswer == nil { continue }
      // The status says enough about an answer without a body.
      if reply.body == nil, exchange.response.status != status { continue }
      guard let body = reply.body, let json = JSON.parse(body) else {
        found.append(("\(name): the body \(reply.body == nil ? "is empty" : "is not JSON")", "", false))
        continue
      }
      let type = MediaType.name(of: reply.headers["Content-Type"])
      if !type.contains("json") {
        found.append(("\(name): the Content-Type is \(type.isEmpty ? "missing" : type); expected JSON", "", false))
      }
      let shape = AnswerShape(answers(like: exchangeIndex))
      for difference in shape.differences(of: json, listsWords: failed != nil) {
        if case .unknownText(let text, _, isGuess: true) = difference.kind {
          let name = difference.pointer.split(separator: "/").last.map(String.init) ?? text
          guard let failed, failed.contains(text) || failed.contains(name) else { continue }
        }
        found.append(("\(name): \(difference.textOfAnswer)", difference.pointer, difference.kind == .new))
      }
    }
    if found.allSatisfy(\.isNew) { return [] }
    return (found.filter { !$0.isNew } + found.filter(\.isNew)).map { ($0.text, $0.pointer) }
  }

  /// Returns how an outcome differs from the expected ones, if the answers do not.
  ///
  /// - Parameter reasons: Why it is not the expected outcome in its general form.
  private func outcomeDifferences(_ outcome: Outcome?, _ reasons: [Reason]) -> [(text: String, pointer: String)] {
    // The answers say more about JSON.
    if reasons.isEmpty, scenario.exchanges.contains(where: { $0.response.jsonAnswer != nil }) { return [] }
    func plain(_ scenario: Scenario) -> JSON? {
      guard case .success(let pattern)? = scenario.expected(on: transport) else { return nil }
      return pattern.plain
    }
    let expected = contract.scenarios.compactMap(plain)
    let own = contract.scenarios.first { $0.name == scenario.name }
    // With matchers, only they say what may be there.
    if case .success(let value)? = outcome, own.flatMap(plain) != nil {
      let found = AnswerShape(expected).differences(of: value).filter { $0.kind != .new }
      return found.map { ("the outcome: \($0.textOfAnswer)", $0.pointer) }
    }
    return reasons.compactMap { reason in
      guard case .mismatch(let mismatch) = reason else { return nil }
      let place = mismatch.pointer.isEmpty ? "the outcome" : "the outcome: \(Excerpt.visible(mismatch.pointer))"
      return ("\(place) is unexpected", mismatch.pointer)
    }
  }

  /// Returns the valid answers that the contract has for the endpoint of an exchange with that status, in all scenarios.
  private func answers(like exchangeIndex: Int) -> [JSON] {
    // The scenario that is played can have another input, and so another path.
    let own = contract.scenarios.first { $0.name == scenario.name } ?? scenario
    let exchange = own.exchanges[exchangeIndex]
    return contract.scenarios.flatMap(\.exchanges).compactMap { other in
      guard other.response.status == exchange.response.status, other.request?.name == exchange.request?.name else {
        return nil
      }
      return other.response.jsonAnswer
    }
  }
}

extension Reason {
  /// Whether the outcome is not the expected one.
  var isAboutOutcome: Bool {
    if case .mismatch(let mismatch) = self { mismatch.part.whole == .outcome } else { false }
  }

  fileprivate var isMismatch: Bool { if case .mismatch = self { true } else { false } }
}

extension Pattern {
  /// The only value that matches; nil if there is more than one.
  var plain: JSON? {
    switch kind {
    case .literal(let json): return json
    case .array(let elements):
      let values = elements.compactMap(\.plain)
      return values.count == elements.count ? .array(values) : nil
    case .object(let members):
      let values = members.compactMap { member in member.pattern.plain.map { (member.name, $0) } }
      return values.count == members.count ? .object(values) : nil
    default: return nil
    }
  }
}
