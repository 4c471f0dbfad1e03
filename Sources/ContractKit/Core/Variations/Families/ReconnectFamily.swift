/// A stream of events that is lost twice: the client comes back, and says which event it had last (HTML Standard,
/// section 9.2, "Server-sent events").
struct ReconnectFamily: VariationFamily {
  static let name = "reconnect"
  static let traits = Variation.Family.Traits(needsLoopback: true, changesResponses: false)
  static let all = ReconnectChange.allCases.map { Variation($0) }

  static func read(_ member: FamilyMember) -> Self? {
    if member.json.bool == true { return Self() }
    member.noteWrong(expected: "true or false")
    return nil
  }

  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    guard scenario.exchanges.last?.response.streamFormat == .events else {
      return VariationCandidates(variations: [], leftOut: [.noEvents: 1])
    }
    return VariationCandidates(variations: Self.all)
  }

  func varied(
    _ scenario: Scenario, by change: ReconnectChange, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    guard let last = scenario.exchanges.last, let request = last.request else { throw .nothingToChange }
    if scenario.order == .any { throw .noOrder }
    let own = VariedResponse(last)
    guard let parts = try own.streamed().inThreeParts(retry: ReconnectChange.milliseconds) else { throw .noEvents }
    var exchanges = Array(scenario.exchanges.dropLast())
    for (index, part) in parts.enumerated() {
      var exchange = last
      if index > 0 {
        (exchange.name, exchange.request) = (nil, request.with(lastEventID: parts[index - 1].lastID))
        exchange.notBefore = SourceLocated(Double(ReconnectChange.milliseconds) / 1000, at: request.range)
      }
      exchange.response =
        index < parts.count - 1
        ? own.lost(after: part.bytes, by: "networkConnectionLost")
        : own.response.with(headers: own.withoutBody, body: own.streamBody(part.bytes))
      exchanges.append(exchange)
    }
    // It asks the client not to come back. One that knows the end of the stream does not ask.
    var end = last
    (end.name, end.request) = (nil, request.with(lastEventID: parts[parts.count - 1].lastID))
    end.response = Response(kind: .valid, range: own.response.range, status: 204)
    return scenario.with(
      exchanges: exchanges + [end],
      variant: Variant(
        original: scenario, addedWait: 2 * Double(ReconnectChange.milliseconds) / 1000, mayEndEarly: true))
  }
}

enum ReconnectChange: String, VariationChange, CaseIterable {
  case resumedTwice = "lost and resumed twice"

  static let family = Variation.Family.reconnect
  /// How long the client must wait, by the field `retry` of the stream.
  fileprivate static let milliseconds = 250

  func changedExchange(of scenario: Scenario) -> Int? { nil }
}

extension RequestShape {
  /// Returns the shape with the header by which a client says which event of a stream it had last.
  fileprivate func with(lastEventID id: String) -> RequestShape {
    let name = "Last-Event-ID"
    let header = Named(name: name, range: range, patterns: [Pattern(.literal(.string(id)), at: range)])
    return with(headers: headers.filter { !$0.name.isSameName(name) } + [header])
  }
}
