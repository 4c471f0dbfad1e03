import Synchronization

extension Script {
  /// Asks the real server for the answer to a request that was recorded, and records that answer.
  ///
  /// - Parameter index: The index of the request among those that were played.
  func ask(_ provider: any Provider, _ request: CapturedRequest, at index: Int) -> Reply {
    let played = state.withLock { $0.played[index] }
    let exchange = scenario.exchanges[played.exchangeIndex ?? max(0, scenario.exchanges.count - 1)]
    let base = exchange.request.map(addresses.base) ?? addresses.base
    let answer = provider.answer(to: request, below: base, named: exchange.request?.base?.value)
    return state.withLock { state in
      let reply: Reply
      switch answer {
      case .answer(let own):
        reply = own
        if case .status(let status) = own.kind, let failure = ProviderFailure(status: status, to: request) {
          state.providerFailure = state.providerFailure ?? failure
        }
      case .failed(let failure):
        state.providerFailure = state.providerFailure ?? failure
        reply = Reply(.status(502), body: Array("contract-run: \(failure.why)\n".utf8))
      }
      state.played[index].exchanged.reply = reply
      state.lastAnswer = now()
      return reply
    }
  }

  /// Returns whether a request that no exchange is left for goes to an endpoint of the scenario: the real list may have
  /// more pages than that of the contract.
  func isMoreOfTheSame(_ request: CapturedRequest) -> Bool {
    scenario.exchanges.contains { exchange in
      guard let shape = exchange.request else { return false }
      var judge = RequestJudge(shape.general, addresses: addresses, transport: transport, number: 1, isQuiet: true)
      judge.judge(request)
      return !judge.differs
    }
  }

  // MARK: The verdict

  /// Returns the reasons that remain if the answers are those of the real server, and what was verified; nil for the
  /// latter if nothing was.
  func verified(_ reasons: [Reason], _ known: State, _ provider: any Provider) -> ([Reason], Verified?) {
    if let failure = known.providerFailure { return (reasons.filter { $0.code == "crashed" } + [.provider(failure)], nil) }
    // Without an answer, nothing was verified.
    if !known.played.contains(where: { $0.exchangeIndex != nil }) { return (reasons, nil) }
    let ofOutcome = reasons.filter(\.isAboutOutcome)
    // A list without more pages needs fewer requests.
    let missing = reasons.filter(\.isMissingRequest)
    let others = reasons.filter { !$0.isAboutOutcome && !$0.isMissingRequest }
    var found = differences(known)
    let range = scenario.exchanges[0].response.range
    if others.contains(where: { $0.status == .errored }) { return (others, nil) }
    if case .success? = known.outcome {
      if found.isEmpty { found = ofOutcome.flatMap(\.shapeDifferences) }
      found += missing.compactMap { reason in
        guard case .mismatch(let mismatch) = reason else { return nil }
        return (text: "the client did not send \(mismatch.expected)", pointer: "")
      }
      if found.isEmpty || !provider.isStrict { return (others, Verified(differences: found.map(\.text))) }
      return (others + [.drift(drift(found, nil, range))], Verified())
    }
    // Whatever went wrong otherwise, the server's answers may have caused it.
    if found.isEmpty { found = differences(known, listsWords: true) }
    guard let outcome = known.outcome, case .failure(let failure, _) = outcome else {
      return (others + (found.isEmpty ? [] : [.drift(drift(found, "no result", range))]), Verified())
    }
    return (others + [.drift(drift(found, "failure \(failure.text)", range))], Verified())
  }

  private func drift(_ found: [(text: String, pointer: String)], _ outcome: String?, _ range: SourceRange) -> Drift {
    Drift(
      isFailure: outcome != nil, outcome: outcome, differences: found.map(\.text), pointers: found.map(\.pointer),
      range: range)
  }

  /// Returns how the real answers differ from those of the contract. Members that no answer of the contract has are only
  /// listed beside other differences, because a client ignores them.
  ///
  /// - Parameter listsWords: Whether words count that the contract does not have, wherever they are.
  private func differences(_ known: State, listsWords: Bool = false) -> [(text: String, pointer: String)] {
    var found: [(text: String, pointer: String, isNew: Bool)] = []
    for played in known.played {
      guard let exchangeIndex = played.exchangeIndex, let reply = played.exchanged.reply,
        case .status(let status) = reply.kind
      else { continue }
      let exchange = scenario.exchanges[exchangeIndex]
      let name = exchange.request?.name ?? "\(played.exchanged.request.method) \(played.exchanged.request.target)"
      if let described = exchange.response.status, described != status {
        found.append(("\(name): the status is \(status); expected \(described)", "", false))
      }
      guard let expected = exchange.response.body.flatMap({ JSON.parse($0.bytes) }) else { continue }
      guard let body = reply.body, let json = JSON.parse(body) else {
        found.append(("\(name): the body is not JSON", "", false))
        continue
      }
      let shape = AnswerShape(otherAnswers(to: exchange) + [expected])
      for difference in shape.differences(of: json, listsWords: listsWords) {
        found.append(("\(name): \(difference.textOfAnswer)", difference.pointer, difference.kind == .new))
      }
    }
    return found.contains { !$0.isNew } ? found.map { ($0.text, $0.pointer) } : []
  }

  /// Returns the valid answers that the contract has for the same endpoint in other scenarios.
  private func otherAnswers(to exchange: Exchange) -> [JSON] {
    contract.scenarios.flatMap(\.exchanges).compactMap { other in
      guard other.response.kind == .valid, other.response.status == exchange.response.status,
        other.request?.name == exchange.request?.name
      else { return nil }
      return other.response.body.flatMap { JSON.parse($0.bytes) }
    }
  }
}

extension Reason {
  /// Whether the outcome is not the expected one.
  var isAboutOutcome: Bool {
    if case .mismatch(let mismatch) = self { mismatch.part.whole == .outcome } else { false }
  }

  fileprivate var isMissingRequest: Bool {
    if case .mismatch(let mismatch) = self { mismatch.part == .missingRequest } else { false }
  }

  /// How an outcome differs from the expected shape, without its values.
  fileprivate var shapeDifferences: [(text: String, pointer: String)] {
    guard case .mismatch(let mismatch) = self else { return [] }
    return mismatch.differences.map { difference in
      let place = difference.pointer.isEmpty ? "the outcome" : "the outcome's \(Excerpt.visible(difference.pointer))"
      let text =
        switch difference.kind {
        case .missing: "\(place) is missing"
        case .unexpected: "\(place) is new"
        case .changed, .wrongType, .moved:
          "\(place) is \(difference.actualType ?? "different"); expected \(difference.expected)"
        }
      return (text, difference.pointer)
    }
  }
}
