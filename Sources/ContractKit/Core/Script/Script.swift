import Synchronization

/// A scenario in play: it answers the client's requests, and says in the end what was right and wrong with them.
///
/// One script serves one call on either transport, in the driver's process or out of it.
public final class Script: Sendable {
  /// The contract that the scenario belongs to.
  public let contract: Contract
  /// What is played.
  public let scenario: Scenario
  /// How requests travel.
  public let transport: Transport

  /// How many requests that nobody described are kept: a client that retries without end sends thousands a second.
  static let keptBeyond = 10

  private struct State {
    var record: [Verdict.Exchanged] = []
    /// Requests that came once the call was over; the ones after a result are the client's fault.
    var late: [CapturedRequest] = []
    /// How many requests there were, kept or not.
    var requestCount = 0
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

  /// Makes the script of one call.
  ///
  /// - Parameters:
  ///   - scenario: What is played.
  ///   - contract: The contract that it belongs to.
  ///   - transport: How requests travel.
  public init(_ scenario: Scenario, of contract: Contract, transport: Transport) {
    self.scenario = scenario
    self.contract = contract
    self.transport = transport
  }

  /// Takes note of a request and says what it is answered.
  ///
  /// A request beyond the script is answered 500; one after the result NSURLErrorDomain -999. Both fail the scenario.
  public func reply(to request: CapturedRequest) -> Reply {
    state.withLock { state in
      if state.outcome != nil || state.isAbandoned {
        if state.outcome != nil {
          state.lateCount += 1
          if state.late.count < Self.keptBeyond { state.late.append(request) }
        }
        return .callIsOver
      }
      state.requestCount += 1
      let number = state.requestCount
      let reply =
        number <= scenario.exchanges.count
        ? Reply(scenario.exchanges[number - 1].response, to: request) : .beyondScript(number)
      if number <= scenario.exchanges.count + Self.keptBeyond {
        state.record.append(Verdict.Exchanged(request: request, reply: reply))
      }
      state.lastAnswer = .now + .seconds(reply.delay)
      return reply
    }
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
    judge(known, &reasons, &unobserved)
    addMissing(known, blames, &reasons, &unobserved)
    if let outcome = known.outcome {
      if case .unsupported(let why) = outcome {
        reasons.append(
          .unsupported(
            operation: contract.operation.value, known: known.operations, why: why,
            at: why == nil ? contract.operation.range : scenario.input.range ?? contract.operation.range))
      } else if let expected = scenario.expect[transport] {
        reasons += OutcomeJudge.reasons(outcome, expected).map { told($0, known.record, output) }
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
    case .timedOut(let deadline, _) where record.last?.hangsOnBasicChallenge == true:
      .basicChallenge(deadline: deadline)
    default: reason
    }
  }

  private func judge(_ known: State, _ reasons: inout [Reason], _ unobserved: inout [String]) {
    for (index, exchanged) in known.record.enumerated() {
      if index < scenario.exchanges.count {
        var judge = RequestJudge(
          scenario.exchanges[index].request, base: contract.baseURL, transport: transport, number: index + 1)
        judge.judge(exchanged.request)
        reasons += judge.reasons
        unobserved += judge.unobserved
      } else {
        let isLast = index == known.record.count - 1
        reasons.append(
          .unscripted(
            number: index + 1, exchanged.request, described: scenario.exchanges.count,
            more: isLast ? known.requestCount - known.record.count : 0,
            isRepeated: index > 0 && known.record[index - 1].request == exchanged.request,
            at: scenario.exchanges.last?.range ?? scenario.range))
      }
    }
  }

  /// Adds the described requests that never came, unless what ended the call says why.
  private func addMissing(
    _ known: State, _ blames: [Reason], _ reasons: inout [Reason], _ unobserved: inout [String]
  ) {
    if known.record.count >= scenario.exchanges.count || known.outcome.isUnsupported { return }
    if blames.contains(where: { $0.status != .failed || $0.code == "crashed" }) { return }
    if known.outcome == nil, blames.isEmpty { return }
    for (index, exchange) in scenario.exchanges.enumerated().dropFirst(known.record.count) {
      let isRefused =
        exchange.response.error.map { $0.domain == NetworkError.urlErrorDomain && $0.code == -1004 } ?? false
      if transport == .loopback, isRefused {
        // Of a refused connection no socket shows the request.
        unobserved.append("request \(index + 1)")
        continue
      }
      reasons.append(
        .mismatch(
          Mismatch(
            .missingRequest, request: index + 1,
            expected: "\(exchange.request.method.value) \(contract.baseURL.text)\(exchange.request.path.value)",
            actual: nil,
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
