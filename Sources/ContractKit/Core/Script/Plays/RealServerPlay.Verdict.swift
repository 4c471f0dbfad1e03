// What the client made of the real server's answers.
extension RealServerPlay {
  /// Returns the reasons that remain, and what was verified; nil for the latter if nothing was.
  func conclude(_ reasons: [Reason], _ known: State) -> ([Reason], Verified?) {
    if let failure = failure ?? (pending.isEmpty ? nil : Self.gaveUp) {
      return (reasons.filter { $0.kind == .crashed } + [.provider(failure)], nil)
    }
    // Without an answer, nothing was verified, and what the runner itself answered causes no drift.
    if known.played.isEmpty || !isForwarded(known) {
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
    let range = scene.scenario.exchanges[0].response.range
    if others.contains(where: { $0.status == .errored }) { return (others, nil) }
    if case .success? = known.outcome {
      if found.isEmpty { found = outcomeDifferences(known.outcome, ofOutcome) }
      found += missing.compactMap { reason in
        guard case .mismatch(let mismatch) = reason else { return nil }
        return Drift.Difference(
          kind: .request, exchange: mismatch.expected, text: "the client did not send \(mismatch.expected)")
      }
      if found.isEmpty || !provider.isStrict { return (others, Verified(differences: found.map(\.text))) }
      return (others + [.drift(Drift(differences: found, range: range))], Verified())
    }
    // Whatever went wrong otherwise, the server's answers may have caused it.
    guard let outcome = known.outcome, case .failure(let failure, _) = outcome else {
      let drift = Drift(outcome: "no result", differences: found, range: range)
      return (others + (found.isEmpty ? [] : [.drift(drift)]), Verified())
    }
    if found.isEmpty { found = differences(known, failure: failure) }
    let drift = Drift(outcome: "failure \(failure.text)", differences: found, range: range)
    return (others + [.drift(drift)], Verified())
  }

  private static let noteOnRequest =
    "the real server did not get this request, nor any after it\nif a value follows from `verify.input` or from a real"
    + " answer in another form, describe it by a matcher"

  private static let gaveUp = ProviderFailure(
    .refused, "the client did not wait for the real server's answer",
    next: "run it again when the server is faster, or allow more requests a second: --rate")

  /// Returns how the real answers differ from those of the contract. Members that no answer of the contract has are only
  /// listed beside other differences, because a client ignores them.
  ///
  /// - Parameter failure: The client's failure. Words that the contract does not have count wherever they are, if the
  ///   failure names them or their place; nil, as by default, if it did not fail.
  private func differences(_ known: State, failure: JSON? = nil) -> [Drift.Difference] {
    let failed = failure?.text
    var found: [(difference: Drift.Difference, isNew: Bool)] = []
    for (index, played) in known.played.enumerated() {
      guard let exchangeIndex = played.exchangeIndex, let reply = played.exchanged.reply,
        case .status(let status) = reply.kind
      else { continue }
      // The answer is the one that the redirect leads to.
      if redirected.contains(index + 1) { continue }
      let exchange = scene.scenario.exchanges[exchangeIndex]
      let name = exchange.request?.name ?? "\(played.exchanged.request.method) \(played.exchanged.request.target)"
      func add(_ kind: Drift.Difference.Kind, _ text: String, at pointer: String = "", isNew: Bool = false) {
        let difference = Drift.Difference(kind: kind, exchange: name, pointer: pointer, text: "\(name): \(text)")
        found.append((difference, isNew))
      }
      if let described = exchange.response.status, described != status {
        add(.status(status), "the status is \(status); expected \(described)")
      }
      if exchange.response.jsonAnswer == nil { continue }
      // The status says enough about an answer without a body.
      if reply.body == nil, exchange.response.status != status { continue }
      guard let body = reply.body, let json = JSON.parse(body) else {
        add(.body, "the body \(reply.body == nil ? "is empty" : "is not JSON")")
        continue
      }
      let type = MediaType.name(of: reply.headers["Content-Type"])
      if !type.contains("json") {
        add(.contentType, "the Content-Type is \(type.isEmpty ? "missing" : type); expected JSON")
      }
      let shape = AnswerShape(answers(like: exchangeIndex))
      for difference in shape.differences(of: json, listsWords: failed != nil) {
        if difference.isGuess {
          let name = difference.pointer.split(separator: "/").last.map(String.init) ?? difference.actual
          guard let failed, failed.contains(difference.actual) || failed.contains(name) else { continue }
        }
        let isNew = difference.change == .extraMember
        add(.answer(difference.change), difference.textOfAnswer, at: difference.pointer, isNew: isNew)
      }
    }
    if found.allSatisfy(\.isNew) { return [] }
    return (found.filter { !$0.isNew } + found.filter(\.isNew)).map(\.difference)
  }

  /// Returns how an outcome differs from the expected ones, if the answers do not.
  ///
  /// - Parameter reasons: Why it is not the expected outcome in its general form.
  private func outcomeDifferences(_ outcome: Outcome?, _ reasons: [Reason]) -> [Drift.Difference] {
    // The answers say more about JSON.
    if reasons.isEmpty, scene.scenario.exchanges.contains(where: { $0.response.jsonAnswer != nil }) { return [] }
    func plain(_ scenario: Scenario) -> JSON? {
      guard case .success(let pattern)? = scenario.expected(on: scene.transport) else { return nil }
      return pattern.plain
    }
    let expected = scene.contract.scenarios.compactMap(plain)
    // With matchers, only they say what may be there.
    if case .success(let value)? = outcome, plain(written) != nil {
      let found = AnswerShape(expected).differences(of: value).filter { $0.change != .extraMember }
      return found.map {
        Drift.Difference(kind: .answer($0.change), pointer: $0.pointer, text: "the outcome: \($0.textOfAnswer)")
      }
    }
    return reasons.compactMap { reason in
      guard case .mismatch(let mismatch) = reason else { return nil }
      let place = mismatch.pointer.isEmpty ? "the outcome" : "the outcome: \(Excerpt.visible(mismatch.pointer))"
      return Drift.Difference(kind: .outcome, pointer: mismatch.pointer, text: "\(place) is unexpected")
    }
  }

  /// Returns the valid answers that the contract has for the endpoint of an exchange with that status, in all scenarios.
  private func answers(like exchangeIndex: Int) -> [JSON] {
    let exchange = written.exchanges[exchangeIndex]
    return scene.contract.scenarios.flatMap(\.exchanges).compactMap { other in
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
  var plain: JSON? { value(isPartial: false) }
}
