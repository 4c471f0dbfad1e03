import Synchronization

/// A scenario in play: it answers the client's requests, and says in the end what was right and wrong with them.
///
/// One script serves one call on either transport, in the driver's process or out of it.
public final class Script: Sendable {
  /// The contract that the scenario belongs to.
  public let contract: Contract
  /// What is played, with the run's addresses in it.
  public let scenario: Scenario
  /// How requests travel.
  public let transport: Transport
  /// Where requests go in this run.
  public let addresses: Addresses

  /// How many requests that nobody described are kept: a client that retries without end sends thousands a second.
  static let keptBeyond = 10

  /// Told what came after the result, in place of the verdict, which may have been given by then.
  package typealias AfterResult = @Sendable (Reason, Verdict.Exchanged?) -> Void

  private struct State {
    var record: [Verdict.Exchanged] = []
    /// The place in the scenario of the exchange that answered each of the record; those beyond it count on.
    var places: [Int] = []
    /// The place of the exchange that answers next.
    var next = 0
    /// What came and is no HTTP request.
    var malformed: [MalformedRequest] = []
    /// How many connections came to addresses where no request can be read.
    var attempts = 0
    /// Requests that came once the call was over; the ones after a result are the client's fault.
    var late: [CapturedRequest] = []
    var lateCount = 0
    var outcome: Outcome?
    var operations: [String] = []
    var unobserved: [String] = []
    var blames: [Reason] = []
    var lastAnswer: ContinuousClock.Instant?
    /// The client's process is gone or given up: what still arrives is nobody's fault.
    var isAbandoned = false
  }

  private let state = Mutex(State())
  private let afterResult: AfterResult?

  /// Makes the script of one call.
  ///
  /// - Parameters:
  ///   - scenario: What is played.
  ///   - contract: The contract that it belongs to.
  ///   - transport: How requests travel.
  ///   - addresses: Where requests go; where the contract says, by default.
  public convenience init(
    _ scenario: Scenario, of contract: Contract, transport: Transport, addresses: Addresses? = nil
  ) {
    self.init(scenario, of: contract, transport: transport, addresses: addresses, afterResult: nil)
  }

  /// Makes the script of one call whose requests may come after its verdict was given.
  package init(
    _ scenario: Scenario, of contract: Contract, transport: Transport, addresses: Addresses?,
    afterResult: AfterResult?
  ) {
    let addresses = addresses ?? contract.addresses
    self.scenario = scenario.filled(with: addresses)
    self.contract = contract
    self.transport = transport
    self.addresses = addresses
    self.afterResult = afterResult
  }

  /// Takes note of a request and says what it is answered.
  ///
  /// A request beyond the script is answered 500; one after the result NSURLErrorDomain -999. Both fail the scenario.
  public func reply(to request: CapturedRequest) -> Reply {
    let (reply, isLate) = state.withLock { state -> (Reply, Bool) in
      if state.outcome != nil || state.isAbandoned {
        let isLate = state.outcome != nil
        if isLate, afterResult == nil {
          state.lateCount += 1
          if state.late.count < Self.keptBeyond { state.late.append(request) }
        }
        return (.callIsOver, isLate)
      }
      // Of an exchange whose request nobody can read it is taken that it took place.
      if transport == .loopback {
        while state.next < scenario.exchanges.count, hidesRequest(scenario.exchanges[state.next]) { state.next += 1 }
      }
      let place = state.next
      state.next += 1
      var reply =
        place < scenario.exchanges.count
        ? Reply(scenario.exchanges[place].response, to: request) : .beyondScript(place + 1)
      if transport == .memory {
        // A double hands over the whole body at once: Foundation on Linux keeps a handler's last piece only.
        reply.delay = reply.wholeDelay
        reply.pieces = []
      }
      if place < scenario.exchanges.count + Self.keptBeyond {
        state.record.append(Verdict.Exchanged(request: request, reply: reply))
        state.places.append(place)
      }
      if transport == .memory || !reply.saysNothing { state.lastAnswer = .now + .seconds(reply.wholeDelay) }
      return (reply, false)
    }
    if isLate { afterResult?(.late(request), Verdict.Exchanged(request: request, reply: .callIsOver)) }
    return reply
  }

  /// Takes note of what the client sent that is no HTTP request; it fails the scenario.
  package func reject(_ malformed: MalformedRequest) {
    let isAfterResult = state.withLock { state in
      if state.isAbandoned { return false }
      if state.outcome != nil, afterResult != nil { return true }
      if state.malformed.count < Self.keptBeyond { state.malformed.append(malformed) }
      return false
    }
    if isAfterResult { afterResult?(.malformed(malformed), nil) }
  }

  /// Takes note of a connection to an address where no request can be read: that the client tried is all that is seen.
  package func sawAttempt() { state.withLock { $0.attempts += 1 } }

  /// Whether an exchange's request is one that nobody can read.
  private func hidesRequest(_ exchange: Exchange) -> Bool {
    transport == .loopback && exchange.response.socketFault?.hidesRequest == true
  }

  /// Takes note of the call's result; a second one is a second completion.
  ///
  /// - Parameters:
  ///   - outcome: What became of the call.
  ///   - unobserved: What the driver could not see of the call as a whole.
  ///   - operations: The operations that the driver has, by its hello: told where the outcome is `unsupported`.
  public func finish(_ outcome: Outcome, unobserved: [String] = [], operations: [String] = []) {
    state.withLock { state in
      if state.outcome != nil { return state.blames.append(.completedTwice) }
      state.outcome = outcome
      state.unobserved = unobserved
      state.operations = operations
    }
  }

  /// Takes note of something that went wrong around the call: a crash, a time-out, a fault of the driver.
  public func blame(_ reason: Reason) {
    state.withLock { state in
      state.blames.append(reason)
      switch reason {
      case .crashed, .timedOut, .givenUp, .notRun: state.isAbandoned = true
      default: break
      }
    }
  }

  /// When the last answer went out, or will after its delay; nil where the client was given none.
  public var lastAnswer: ContinuousClock.Instant? { state.withLock(\.lastAnswer) }

  /// Whether the client has sent anything.
  package var hasBegun: Bool { state.withLock { !$0.record.isEmpty || !$0.malformed.isEmpty || $0.attempts > 0 } }

  /// What the call comes to, by what is known now; asked again later, requests after the result are in it.
  ///
  /// - Parameters:
  ///   - output: What the client's process printed during the call.
  ///   - duration: Seconds from the call to its result, or to what ended it.
  public func verdict(output: String = "", duration: Double = 0) -> Verdict {
    let known = state.withLock { $0 }
    let blames = known.blames.map { told($0, known.record, output) }
    var reasons = blames
    var unobserved: [String] = []
    let bindings = judge(known, &reasons, &unobserved)
    reasons += known.malformed.map(Reason.malformed)
    addMissing(known, blames, &reasons, &unobserved)
    if let outcome = known.outcome {
      if case .unsupported(let why) = outcome {
        reasons.append(
          .unsupported(
            operation: contract.operation.value, known: known.operations, why: why,
            at: why == nil ? contract.operation.range : scenario.input.range ?? contract.operation.range))
      } else if let expected = scenario.expect[transport] {
        reasons += OutcomeJudge.reasons(outcome, expected, bindings).map { told($0, known.record, output) }
      } else {
        reasons.append(.skipped("the contract expects nothing on \(transport.rawValue)"))
      }
      unobserved += known.unobserved
    } else if reasons.isEmpty {
      reasons.append(.notRun("no result came"))
    }
    for (index, request) in known.late.enumerated() {
      reasons.append(.late(request, more: index == known.late.count - 1 ? known.lateCount - known.late.count : 0))
    }
    return Verdict(
      reasons: reasons, unobserved: unobserved,
      record: known.record + known.late.map { Verdict.Exchanged(request: $0, reply: .callIsOver) },
      outcome: known.outcome, output: output, duration: duration)
  }

  /// A blame with what the script and the output know of it.
  private func told(_ reason: Reason, _ record: [Verdict.Exchanged], _ output: String) -> Reason {
    switch reason {
    case .crashed(let death, nil, let note): .crashed(death, CrashTrace(output), note: note)
    case .neverCompleted: .neverCompleted(after: record.last)
    case .timedOut(let deadline, _, _, _) where record.last?.hangsOnBasicChallenge == true:
      .basicChallenge(deadline: deadline)
    case .timedOut(let deadline, let since, _, _):
      .timedOut(
        deadline: deadline, sinceLastAnswer: since,
        inSilence: transport == .loopback && record.last?.reply?.isSilence == true,
        lostResult: Self.lostResult(in: output))
    default: reason
    }
  }

  /// A line of what a driver printed that was meant as a result: `{"result": …` that is no JSON.
  private static func lostResult(in output: String) -> String? {
    output.split(separator: "\n").first { line in
      line.utf8.lazy.filter { $0 != 0x20 && $0 != 0x09 }.prefix(9).elementsEqual(#"{"result""#.utf8)
    }.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Judges what came; returns what it bound.
  private func judge(_ known: State, _ reasons: inout [Reason], _ unobserved: inout [String]) -> Bindings {
    var bindings = Bindings()
    for (index, exchanged) in known.record.enumerated() {
      let place = known.places[index]
      if place < scenario.exchanges.count {
        let shape = scenario.exchanges[place].request
        var judge = RequestJudge(
          shape, addresses: addresses, transport: transport, number: place + 1, bindings: bindings)
        judge.judge(exchanged.request)
        bindings = judge.bindings
        reasons += judge.reasons
        unobserved += judge.unobserved
      } else {
        let isLast = index == known.record.count - 1
        reasons.append(
          .unscripted(
            number: place + 1, exchanged.request, described: scenario.exchanges.count,
            more: isLast ? known.next - place - 1 : 0,
            isRepeated: index > 0 && known.places[index - 1] == place - 1
              && known.record[index - 1].request == exchanged.request,
            at: scenario.exchanges.last?.range ?? scenario.range))
      }
    }
    return bindings
  }

  /// Adds the described requests that never came, unless what ended the call says why.
  private func addMissing(
    _ known: State, _ blames: [Reason], _ reasons: inout [Reason], _ unobserved: inout [String]
  ) {
    if known.outcome.isUnsupported { return }
    if transport == .memory, known.places.count >= scenario.exchanges.count { return }
    if blames.contains(where: { $0.status != .failed || $0.code == "crashed" }) { return }
    if known.outcome == nil, blames.isEmpty { return }
    for (index, exchange) in scenario.exchanges.enumerated() where !known.places.contains(index) {
      if hidesRequest(exchange), exchange.response.socketFault != .brokenTLS || known.attempts > 0 {
        unobserved.append("request \(index + 1)")
        continue
      }
      // What came in its place is told already.
      if !known.malformed.isEmpty { continue }
      let base = addresses[exchange.request.base?.value] ?? addresses.base
      reasons.append(
        .mismatch(
          Mismatch(
            .missingRequest, request: index + 1,
            expected: "\(exchange.request.method.value) \(base.text)\(exchange.request.path.value)", actual: nil,
            note: Self.sentInstead(known.record), range: exchange.request.range)))
    }
  }

  /// What came, where a request is missing.
  private static func sentInstead(_ record: [Verdict.Exchanged]) -> String {
    if record.isEmpty { return "the client sent nothing" }
    let lines = record.prefix(5).map(\.request.line)
    return "the client sent \(lines.joined(separator: ", "))\(record.count > 5 ? ", and \(record.count - 5) more" : "")"
  }
}

extension Reply {
  /// Whether a socket falls silent, at once or after a part of the answer.
  fileprivate var isSilence: Bool {
    if case .networkError(let error) = kind { SocketFault(error) == .silence } else { false }
  }

  /// Whether it does so before a whole head has gone out.
  fileprivate var saysNothing: Bool { isSilence && wholeLength == nil }
}

extension Outcome? {
  fileprivate var isUnsupported: Bool { if case .unsupported? = self { true } else { false } }
}

extension Verdict.Exchanged {
  /// Whether this door cannot see what follows, as its reply was a 401 with a Basic challenge (RFC 7617).
  fileprivate var hangsOnBasicChallenge: Bool {
    guard request.unobserved.contains("basicChallenge"), reply?.kind == .status(401) else { return false }
    return reply?.headers.values("WWW-Authenticate").contains { value in
      HeaderValue.split(value, at: UInt8(ascii: ",")).contains { challenge in
        challenge.utf8.prefix { $0 != 0x20 }.elementsEqual("basic".utf8) { $0 | 0x20 == $1 }
      }
    } ?? false
  }
}
