import ContractCore

/// The part of a client's behavior that a reason is about, if code for all endpoints may decide it: what a scenario that
/// passed shows to be right for its contract.
enum Trait: Hashable {
  case base
  /// A query item that is missing or must not be there, by its name.
  case query(String)
  case timeout
  /// What the client makes of a response, by the kind of the last one.
  case outcome(Response.Kind?)
  /// How often the client sends a request, by its method and the answer to it.
  case repeats(method: String, answer: String)
  /// Something that code for all endpoints always decides.
  case anything
}

extension Reason {
  /// Returns what the reason is about; nil if it is about one contract, or says by itself which code is wrong.
  func trait(in result: ScenarioResult) -> Trait? {
    switch (kind, self) {
    case (_, .mismatch(let mismatch)): mismatch.trait(in: result)
    // The fingerprint of an earlier report has the contract if it was about one. So this may be more than it was about.
    case (.mismatch, .recorded(let recorded)):
      Trait(partKind, named: recorded.mismatch?["name"]?.string) ?? .outcome(result.kinds.last)
    // The types say which cast failed. Other messages are the same wherever a client traps.
    case (.crashed, _), (_, .crashed): isCast ? .outcome(result.kinds.last) : nil
    case (.timedOut, _), (.neverCompleted, _), (.completedTwice, _), (.neverResumed, _): .outcome(result.kinds.last)
    case (_, .unexpectedRequest(let unexpected)) where !triesAgain:
      unexpected.repeats != nil || unexpected.through != nil ? .outcome(result.kinds.last) : nil
    case (.unexpectedRequest, _): result.repeats
    default: nil
    }
  }

  /// Whether the reason is about the requests of one contract.
  func isOfContract(in result: ScenarioResult) -> Bool {
    switch self {
    case .mismatch(let mismatch): mismatch.part != .outcome && mismatch.trait(in: result) == nil
    case .unexpectedRequest: trait(in: result) == nil
    case .late, .malformed: true
    default: false
    }
  }

  /// Whether the client sends a request again after an answer that was not a success.
  var triesAgain: Bool { if case .unexpectedRequest(let one) = self { one.repeats == .triesAgain } else { false } }

  /// Whether the client crashed in a cast, and nothing but its message says where.
  var isCast: Bool {
    switch self {
    case .crashed(_, let trace?, _): trace.isCast
    case .recorded(let recorded): recorded.isCast
    default: false
    }
  }

  /// The kind of the part that differs; nil if the reason is not a mismatch.
  var partKind: Mismatch.Part.Kind? {
    switch self {
    case .mismatch(let mismatch): mismatch.part.kind
    case .recorded(let recorded): recorded.partKind
    default: nil
    }
  }
}

extension ScenarioResult {
  /// How often the client sends the request whose answer decides that.
  var repeats: Trait? {
    let variation = scenario.variation
    let index = variation?.changedExchange(of: scenario) ?? scenario.exchanges.indices.last
    guard let index, scenario.exchanges.indices.contains(index) else { return nil }
    let exchange = scenario.exchanges[index]
    let answer = exchange.response.kind == .statusError ? exchange.response.status.map(String.init) : nil
    return .repeats(method: exchange.request?.method.value ?? "", answer: answer ?? exchange.response.kind.rawValue)
  }
}

extension Variation {
  /// The answer, as `Trait.repeats` has it; nil if it is not about a wrong answer to the last request.
  var answer: String? { traits.status.map(String.init) ?? Response.Kind(rawValue: family.rawValue)?.rawValue }
}

extension Mismatch {
  fileprivate func trait(in result: ScenarioResult) -> Trait? {
    if part != .outcome {
      // Another value of a query item is about one contract.
      let isOfValue = part.kind == .query && ![.missing, .unexpected].contains(differences.first?.kind)
      return isOfValue ? nil : Trait(part.kind, named: part.detail)
    }
    // What a success has is decoded by the endpoint's own code.
    if mixUp == nil, case .success? = result.scenario.expected(on: result.transport) { return nil }
    return .outcome(result.kinds.last)
  }
}

extension Trait {
  /// Makes what a part of a request is about; nil if it is about one contract, or if this is not a part of a request.
  init?(_ part: Mismatch.Part.Kind?, named name: String?) {
    switch part {
    case .origin, .pathPrefix: self = .base
    case .query: self = .query(name ?? "")
    case .timeout: self = .timeout
    case .header, .cookie: self = .anything
    default: return nil
    }
  }
}
