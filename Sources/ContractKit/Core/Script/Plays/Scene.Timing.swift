// When requests may come: some must wait for a time, or for the answers to others.
extension Scene {
  /// A followed exchange whose answer had not begun when a request came.
  struct Unanswered: Sendable {
    /// The index of the followed exchange, with the place that names it.
    var exchangeIndex: SourceLocated<Int>
    /// The seconds until its answer begins; nil if it had no request yet.
    var left: Double?
  }

  /// Returns the followed exchanges whose answers have not begun. If the exchange has answered before, when the client
  /// repeats its request is the client's own decision.
  func unanswered(before exchangeIndex: Int, at now: ContinuousClock.Instant, _ state: State) -> [Unanswered] {
    let follows = scenario.exchanges[exchangeIndex].follows
    if follows.isEmpty || state.used.contains(exchangeIndex) { return [] }
    return follows.compactMap { followed in
      if hidesRequest(scenario.exchanges[followed.value]) { return nil }
      guard let begun = state.begun[followed.value] else { return Unanswered(exchangeIndex: followed) }
      let left = (begun - now) / .seconds(1)
      return left > Script.tolerance ? Unanswered(exchangeIndex: followed, left: left) : nil
    }
  }

  /// Returns the reason if a request came too soon after the previous one; otherwise nil. If the previous request
  /// cannot be observed, that is added to `unobserved`.
  func tooSoon(_ played: Played, _ exchangeIndex: Int, _ unobserved: inout [Unobserved]) -> Reason? {
    guard let notBefore = scenario.exchanges[exchangeIndex].notBefore else { return nil }
    if let before = played.before, before.seconds + Script.tolerance < notBefore.value {
      return .mismatch(
        Mismatch(
          .notBefore, request: played.number, expected: "\(Seconds.limit(notBefore.value)) or more",
          actual: "\(Seconds.limit(before.seconds)) after request \(before.number)", range: notBefore.range))
    }
    let isBeforeHidden =
      switch scenario.order {
      case .sequence: exchangeIndex > 0 && hidesRequest(scenario.exchanges[exchangeIndex - 1])
      case .any: scenario.exchanges.contains(where: hidesRequest)
      }
    if isBeforeHidden { unobserved.append(.part("notBefore", request: played.number)) }
    return nil
  }

  /// Returns the reason if a request came before answers that its exchange follows; otherwise nil. If a request of a
  /// followed exchange cannot be observed, that is added to `unobserved`.
  func tooEarly(_ played: Played, _ exchangeIndex: Int, _ unobserved: inout [Unobserved]) -> Reason? {
    let exchange = scenario.exchanges[exchangeIndex]
    if exchange.follows.contains(where: { hidesRequest(scenario.exchanges[$0.value]) }) {
      unobserved.append(.part("follows", request: played.number))
    }
    guard let first = played.unanswered.first else { return nil }
    let shown = played.unanswered.prefix(5)
    let more = played.unanswered.count - shown.count
    let others = more > 0 ? ["\(more) more"] : []
    func listed(_ what: String, _ unanswered: [Unanswered]) -> String {
      let names = unanswered.map { name(of: $0.exchangeIndex.value) }
      return "\(what)\(names.count > 1 ? "s" : "") of \(English.listed(names))"
    }
    let unsent = shown.filter { $0.left == nil }
    let actual =
      (unsent.isEmpty ? [] : [listed("before the request", unsent)])
      + shown.compactMap { one in one.left.map { "\(Seconds.limit($0)) \(listed("before the answer", [one]))" } }
    return .mismatch(
      Mismatch(
        .follows, request: played.number,
        expected: "\(name(of: exchangeIndex)) \(listed("after the answer", Array(shown)))",
        actual: English.listed(actual + others),
        note: shown.map { one in
          "exchange \(one.exchangeIndex.value + 1) is at "
            + LabeledLines.location(scenario.exchanges[one.exchangeIndex.value].range)
        }.joined(separator: "\n"),
        range: first.exchangeIndex.range))
  }

  /// Returns the number of an exchange, from 1, with its name.
  private func name(of exchangeIndex: Int) -> String {
    let name = scenario.exchanges[exchangeIndex].name.map { " \(Excerpt.visible(JSON.string($0).text))" } ?? ""
    return "exchange \(exchangeIndex + 1)\(name)"
  }
}
