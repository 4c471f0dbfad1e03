import Synchronization

/// A recorded call that passed, and that can be judged again with something changed.
struct RecordedCall {
  /// The index of the exchange that answered each request.
  let exchanges: [Int]
  private(set) var requests: [CapturedRequest]
  private let scenario: Scenario
  private let contract: Contract
  private let transport: Transport
  private let addresses: Addresses
  private var outcome: Outcome
  /// For each request, whether only the parts of its exchange are compared with it, and no other part of the call.
  private let standsAlone: [Bool]

  /// Makes a call; nil if the record is not enough to judge it again.
  ///
  /// - Parameter addresses: The base URLs of the call.
  init?(
    _ scenario: Scenario, _ contract: Contract, _ transport: Transport, _ addresses: Addresses,
    requests: [CapturedRequest], outcome: Outcome
  ) {
    let script = Self.script(scenario, contract, transport, addresses, requests, outcome)
    if !script.verdict(keepsRecord: false).reasons.isEmpty { return nil }
    self.init(passed: script)
  }

  /// Makes the call of a script that passed; nil if one of its requests was unexpected, or if it has no result.
  init?(passed script: Script) {
    let known = script.known
    guard let outcome = known.outcome else { return nil }
    (scenario, contract, transport) = (script.scenario, script.contract, script.transport)
    (addresses, requests, self.outcome) = (script.addresses, known.played.map(\.exchanged.request), outcome)
    exchanges = known.played.compactMap(\.exchangeIndex)
    standsAlone = exchanges.map { [scenario] index in
      scenario.order == .sequence && scenario.exchanges[index].request?.patterns.contains(where: \.hasNames) == false
    }
    if exchanges.count != requests.count { return nil }
  }

  /// Returns whether there is a mismatch if one of the requests has a change.
  func notices(_ change: RequestChange, of index: Int) -> Bool {
    // A verdict takes much longer than the comparison with what the request's own exchange describes.
    if standsAlone[index], let shape = scenario.exchanges[exchanges[index]].request {
      if shape.describesAll(of: change.part) { return true }
      var judge = RequestJudge(shape, addresses: addresses, transport: transport, number: index + 1, isQuiet: true)
      judge.judge(change.request, change.part.areas)
      if judge.differs || isJudgedByItself { return judge.differs }
    }
    return copy(of: self) { $0.requests[index] = change.request }.differs()
  }

  /// Whether a verdict finds nothing else in a request without names than its own exchange does. Variations have other
  /// rules, and on loopback a request can be too late or hidden.
  private var isJudgedByItself: Bool { scenario.variant == nil && transport == .memory }

  /// Returns whether there is a mismatch if the call has another outcome.
  func notices(_ outcome: Outcome) -> Bool { copy(of: self) { $0.outcome = outcome }.differs() }

  private func differs() -> Bool {
    let script = Self.script(scenario, contract, transport, addresses, requests, outcome)
    return script.verdict(keepsRecord: false).reasons.contains { if case .mismatch = $0 { true } else { false } }
  }

  /// Returns the script of a call after its result.
  private static func script(
    _ scenario: Scenario, _ contract: Contract, _ transport: Transport, _ addresses: Addresses,
    _ requests: [CapturedRequest], _ outcome: Outcome
  ) -> Script {
    // Every request comes late enough: a day passes between two of them.
    let time = Mutex(ContinuousClock.now)
    let script = Script(
      scenario, of: contract, transport: transport, addresses: addresses,
      now: {
        time.withLock { time in
          time += .seconds(86_400)
          return time
        }
      })
    // The record does not show connections on which no request can be read.
    for base in [contract.addresses.base] + contract.addresses.named.values { script.sawAttempt(at: base) }
    for request in requests { _ = script.reply(to: request) }
    script.finish(outcome)
    return script
  }
}

extension Mutant.Part {
  /// What a change of the part can make wrong. A body is read as its headers say, and nothing about a header becomes wrong
  /// by another body.
  fileprivate var areas: RequestJudge.Areas {
    switch self {
    case .path, .query: .url
    case .header, .cookie: [.headers, .body]
    case .json, .field, .bodyPart, .line, .body: .body
    case .method, .outcome: .all
    }
  }
}

extension RequestShape {
  /// Returns whether every change of a part differs from the shape.
  fileprivate func describesAll(of part: Mutant.Part) -> Bool {
    switch part {
    case .method: true
    case .path: pathParameters.isEmpty
    default: false
    }
  }
}
