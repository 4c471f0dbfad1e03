import Foundation

extension Script {
  /// Returns the verdict from what is known now. A later call includes the requests that came after the result.
  ///
  /// - Parameters:
  ///   - began: When the call began, in seconds of the runner's clock; nil, as by default, if it is not known.
  ///   - duration: The seconds from the call to its result, or to the event that ended it.
  ///   - keepsRecord: Whether a passed verdict includes the record and the outcome. True by default.
  ///   - onEvidence: Called if the call shows what the client makes of its answers; nil, as by default, if nobody asks.
  package func verdict(
    output: String = "", began: Double? = nil, duration: Double = 0, keepsRecord: Bool = true,
    onEvidence: ((CallEvidence) -> Void)? = nil
  ) -> Verdict {
    var verdict = DeepStack.run { judged(output, duration, keepsRecord, onEvidence) }
    verdict.began = began
    return verdict
  }

  private func judged(
    _ output: String, _ duration: Double, _ keepsRecord: Bool, _ onEvidence: ((CallEvidence) -> Void)?
  ) -> Verdict {
    let current = current
    let (known, play) = (current.state, current.play)
    let blames = known.blames.map { explained($0, known, output) }.filter { !play.explains($0, known) }
    var unobserved: [Unobserved] = []
    let (requests, bindings) = judge(known, play, &unobserved)
    // If the client has not stopped to send, that explains why it had no result.
    var reasons = requests.flatMap(\.reasons).joiningRepeats
    let sendsOn = known.beyond > 0 && blames.contains { $0.kind == .timedOut }
    reasons = sendsOn ? reasons + blames : blames + reasons
    let findings = play.findings(known, bindings, output: output, isBroken: !reasons.isEmpty)
    reasons += findings.reasons
    if findings.needsAll { addMissing(known, play, blames, requests, findings.noteOnMissing, &reasons, &unobserved) }
    // Names that calls on one client bind are those of one call.
    let bound = known.calls.isEmpty ? bindings : Bindings()
    for (index, outcome) in known.outcomes.enumerated() where findings.obstacle == nil {
      addReasons(about: outcome, ofCall: index, known, play, bound, findings.noteOnOutcome, output, &reasons)
    }
    if known.outcome == nil {
      if reasons.isEmpty, findings.obstacle == nil { reasons.append(.notRun("the call has no result")) }
    } else if !known.unobserved.isEmpty {
      unobserved += known.unobserved.map(Unobserved.call)
    }
    // For a request that differs, `learn` says what to write.
    let isLearnable = reasons.allSatisfy { if case .mismatch = $0 { true } else { false } }
    if let unlearned = unlearned(known, isLearnable: isLearnable) { reasons.append(.notLearned(unlearned)) }
    if !seesOtherHosts || known.missesOtherHosts { unobserved.append(.otherHosts) }
    reasons += known.late
    let verified: Verified?
    (reasons, verified) = play.conclude(reasons, known)
    if let onEvidence, let evidence = evidence(known, reasons, bindings) { onEvidence(evidence) }
    let keepsAll = keepsRecord || !reasons.isEmpty
    var verdict = Verdict(
      reasons: reasons, unobserved: unobserved, watched: findings.counted, output: output, duration: duration)
    if keepsAll { verdict.replace(call(known)) }
    verdict.secrets = findings.secrets
    verdict.stepEnd = findings.end
    verdict.tally = findings.tally
    verdict.timeline = findings.timeline
    verdict.obstacle = findings.obstacle ?? known.obstacle
    verdict.verified = verified
    return verdict
  }

  /// Adds why the outcome of a call is not the expected one.
  private func addReasons(
    about outcome: Outcome, ofCall index: Int, _ known: State, _ play: any Play, _ bindings: Bindings,
    _ note: String?, _ output: String, _ reasons: inout [Reason]
  ) {
    if case .unsupported(let why) = outcome {
      // The calls on one client are of one operation.
      if reasons.contains(where: { $0.kind == .unsupported }) { return }
      let isAboutInput = why.map(Reason.isAboutInput) == true
      return reasons.append(
        .unsupported(
          operation: contract.operation.value, known: known.operations, why: why,
          at: isAboutInput ? scenario.input.range ?? contract.operation.range : contract.operation.range))
    }
    // The reason that the scenario is not learned is added elsewhere, and what the client makes of other answers says
    // nothing about the one that is changed.
    if scenario.expect == nil || isUnasked(known, reasons) { return }
    guard let expected = play.expected(ofCall: index) else {
      return reasons.append(.skipped("the contract has no expectation for \(transport.rawValue)"))
    }
    let judged = OutcomeJudge.reasons(outcome, expected, bindings, known.undescribed)
    if judged.isEmpty { return }
    let notes = [
      play.note(onCall: index), Self.note(ofData: outcome, known), Self.note(ofOwnAnswers: known), note,
    ].compactMap(\.self)
    let text = notes.isEmpty ? nil : notes.joined(separator: "\n")
    for reason in judged.map({ explained($0, known, output).noting(text) }) {
      // A driver may report this both in the outcome and by messages. It is still one reason.
      if case .completedTwice = reason { reasons.add(reason) } else { reasons.append(reason) }
    }
  }

  func call(_ known: State) -> Verdict.Call {
    Verdict.Call(
      record: known.played.map { $0.described(by: scenario) } + known.lateRecord, outcome: known.outcome,
      baseURLs: addresses.texts)
  }

  /// Returns what the contract does not describe yet, with what the client did; nil if it describes everything, or if
  /// the client was not called.
  ///
  /// - Parameter isLearnable: Whether `learn` writes it, or says what to write.
  private func unlearned(_ known: State, isLearnable: Bool) -> Unlearned? {
    if scenario.isLearned || known.outcome.isUnsupported || known.outcome == nil && known.blames.isEmpty { return nil }
    return Unlearned(
      name: "\(contract.name)/\(scenario.name)", hasExpectation: scenario.expect != nil,
      hasRequests: scenario.exchanges.allSatisfy { $0.request != nil },
      requests: known.played.compactMap { played in
        guard let exchangeIndex = played.exchangeIndex, scenario.exchanges[exchangeIndex].request == nil else {
          return nil
        }
        return (exchangeIndex, played.exchanged.request)
      },
      outcome: known.outcome, addresses: addresses, isLearnable: isLearnable, range: scenario.range)
  }

  /// Returns the text of a response body that the client returned as data, which is base64 in the outcome; nil if it
  /// returned none.
  private static func note(ofData outcome: Outcome, _ known: State) -> String? {
    guard case .success(let value) = outcome else { return nil }
    let members = value.unfolded.members.map(\.value)
    for text in ([value] + members).compactMap(\.string) where !text.isEmpty {
      for played in known.played {
        guard let reply = played.exchanged.reply, let body = reply.body, !body.isEmpty,
          (body.count + 2) / 3 * 4 == text.utf8.count,
          Data(body).base64EncodedString() == text
        else { continue }
        let shown = Excerpt.body(Mask.standard.bodyToCut(body, reply.headers))
        return "the client returned the body of response \(played.number) as data, in base64: \(shown)"
      }
    }
    return nil
  }

  /// Returns a note on answers from the runner itself that may have caused the outcome; nil if there were none.
  private static func note(ofOwnAnswers known: State) -> String? {
    var answers: [String] = []
    if known.beyond == 1, let only = known.played.first(where: { $0.exchangeIndex == nil }) {
      answers.append("500 to request \(only.number)")
    } else if known.beyond > 1 {
      answers.append("500 to \(known.beyond) unexpected requests")
    }
    for malformed in known.malformed {
      if let status = malformed.status { answers.append("\(status) to bytes that are not an HTTP request") }
    }
    for case .escaped(let escape) in known.blames {
      if case .proxied = escape {
        answers.append("403 to a request for \(escape.host)")
      } else {
        answers.append("a refusal to an attempt to reach \(escape.host)")
      }
    }
    if answers.isEmpty { return nil }
    // A client that retries gets the same answer many times.
    let shown = Excerpt.beginning(of: English.listed(answers.uniqued()))
    return "contract-run itself answered \(shown), which may have caused this outcome"
  }

  /// Returns a blame completed with facts from the script and the output.
  private func explained(_ reason: Reason, _ known: State, _ output: String) -> Reason {
    let record = known.record
    return switch reason {
    case .crashed(let termination, nil, let note): .crashed(termination, CrashTrace(output), note: note)
    case .neverCompleted: .neverCompleted(after: record.last)
    case .timedOut(let timeout) where record.last?.hangsOnBasicChallenge == true:
      .basicChallenge(deadline: timeout.deadline)
    case .timedOut(let timeout):
      .timedOut(
        copy(of: timeout) {
          ($0.last, $0.silence, $0.lostResult) = (record.last?.reply, silence(known), Self.lostResult(in: output))
          ($0.large, $0.unexpected) = (scenario.largeChange?.rawValue, known.beyond)
          $0.stall = scenario.variation?.traits.stall
          $0.call = scenario.variant?.group.flatMap { $0.isAtOnce ? nil : $0.text(ofCall: known.calls.count) }
        })
    default: reason
    }
  }

  /// Returns the known facts about a response that does not come, if the last request waits for one on a socket.
  private func silence(_ known: State) -> Reason.Silence? {
    // The silence that an earlier call on the same client met says nothing about a later one.
    guard transport == .loopback, known.calls.isEmpty, let last = known.played.last,
      last.exchanged.reply?.isSilence == true
    else { return nil }
    // Foundation's own User-Agent there: `todo (unknown version) curl/8.14.1`.
    let isFoundation = last.exchanged.request.headers["User-Agent"]?.contains("(unknown version) curl/") == true
    return Reason.Silence(
      timeout: last.exchangeIndex.flatMap { scenario.exchanges[$0].request?.timeoutInSeconds },
      isFromFoundationOnLinux: isFoundation)
  }

  /// Returns an output line of a driver that was meant as a result: it begins with `{"result": …` but is not a message.
  private static func lostResult(in output: String) -> String? {
    output.split(separator: "\n").first { line in
      line.utf8.lazy.filter { $0 != 0x20 && $0 != 0x09 }.prefix(9).elementsEqual(#"{"result""#.utf8)
    }.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  // MARK: Received requests

  struct JudgedRequest {
    var played: Played
    var reasons: [Reason]
    /// The bindings before this request.
    var bindings: Bindings
  }

  /// Judges the requests, and returns the bindings, too. If no request has a mistake, the list is empty.
  private func judge(
    _ known: State, _ play: any Play, _ unobserved: inout [Unobserved]
  ) -> (judgedRequests: [JudgedRequest], bindings: Bindings) {
    var bindings = Bindings()
    // One entry for each request: the reasons against it, and the bindings before it.
    var found: [(reasons: [Reason], bindings: Bindings)] = []
    found.reserveCapacity(known.played.count)
    for index in known.played.indices {
      let before = bindings
      found.append((reasons(index, known, play, &bindings, &unobserved), before))
    }
    if found.allSatisfy({ $0.reasons.isEmpty }) { return ([], bindings) }
    var judgedRequests = zip(known.played, found).map {
      JudgedRequest(played: $0, reasons: $1.reasons, bindings: $1.bindings)
    }
    addNearest(&judgedRequests)
    return (judgedRequests, bindings)
  }

  private func reasons(
    _ index: Int, _ known: State, _ play: any Play, _ bindings: inout Bindings, _ unobserved: inout [Unobserved]
  ) -> [Reason] {
    if play.isFree(index, known) { return [] }
    if let exchangeIndex = known.played[index].exchangeIndex {
      let judged = known.played[index].judged ?? judge(index, exchangeIndex, known, bindings)
      bindings = judged.bindings
      if !judged.unobserved.isEmpty { unobserved += judged.unobserved }
      let note = judged.findings.isEmpty ? nil : play.note(onExchange: exchangeIndex)
      let reasons = judged.findings.isEmpty ? [] : judged.findings.map { Reason($0).noting(note) }
      let exchange = scenario.exchanges[exchangeIndex]
      if exchange.notBefore == nil && exchange.follows.isEmpty || play.isFreeInTime(index) { return reasons }
      // When a client repeats a request is its own decision.
      if known.played[..<index].contains(where: { $0.exchangeIndex == exchangeIndex }) { return reasons }
      let early = [
        scene.tooSoon(known.played[index], exchangeIndex, &unobserved),
        scene.tooEarly(known.played[index], exchangeIndex, &unobserved),
      ]
      return reasons + early.compactMap(\.self)
    }
    let played = known.played[index]
    if scene.isUnverified(played) { return [] }
    let before = index > 0 ? known.played[index - 1] : nil
    let isLast = !known.played[(index + 1)...].contains { $0.exchangeIndex == nil }
    var unexpected = Reason.Unexpected(
      number: played.number, request: played.exchanged.request, described: scenario.exchanges.count,
      more: isLast ? max(0, known.beyond - Self.keptBeyond) : 0, repeats: before.flatMap { repeats(played, $0) },
      order: scenario.order, range: scenario.exchanges.last?.range ?? scenario.range)
    if let variation = scenario.variation, variation.family.traits.mayBeRepeated {
      (unexpected.attempts, unexpected.exception) = (scenario.attempts(on: transport), variation.exception)
    }
    play.complete(&unexpected, index, known)
    return [.unexpectedRequest(unexpected)]
  }

  /// Returns how a request repeats the one before it; nil if it is another one.
  private func repeats(_ played: Played, _ before: Played) -> Reason.Repeat? {
    guard before.number == played.number - 1, played.exchanged.request.isRepeat(of: before.exchanged.request) else {
      return nil
    }
    if let last = played.before, let reply = before.exchanged.reply, last.seconds < reply.wholeDelay { return .atOnce }
    let isSuccess = before.exchangeIndex.map { scenario.exchanges[$0].response.kind == .valid } ?? false
    return isSuccess ? .afterSuccess : .triesAgain
  }

  private func judge(_ index: Int, _ exchangeIndex: Int, _ known: State, _ bindings: Bindings) -> Judged {
    guard let shape = scenario.exchanges[exchangeIndex].request else {
      return Judged(findings: [], unobserved: [], bindings: bindings)
    }
    let played = known.played[index]
    return scene.judged(played.exchanged.request, shape, number: played.number, bindings: bindings).judged
  }

  // MARK: Missing requests

  /// Adds the described requests that are missing, unless the event that ended the call already explains it.
  private func addMissing(
    _ known: State, _ play: any Play, _ blames: [Reason], _ judgedRequests: [JudgedRequest], _ note: String?,
    _ reasons: inout [Reason], _ unobserved: inout [Unobserved]
  ) {
    if known.outcome.isUnsupported { return }
    if known.used.count >= scenario.exchanges.count { return }
    if blames.contains(where: { $0.status != .failed || $0.kind == .crashed }) { return }
    if known.outcome == nil, blames.isEmpty { return }
    let misplaced = judgedRequests.compactMap(\.nearest)
    var note = note
    for (index, exchange) in scenario.exchanges.enumerated() where !known.used.contains(index) {
      let isShown = exchange.response.socketFault?.showsAttempts == true
      let hasBegun = known.attempts.contains(contract.addresses.base(of: exchange).text)
      if scene.hidesRequest(exchange), !isShown || hasBegun {
        unobserved.append(scenario.order == .any ? .requestOfExchange(index + 1) : .request(index + 1))
        continue
      }
      // The bytes that came instead are already reported.
      if !known.malformed.isEmpty { continue }
      var missing = Mismatch(
        // With `order: any`, the number of an exchange is not the number of a request.
        .missingRequest, request: scenario.order == .any ? nil : index + 1,
        expected: exchange.request.map { $0.line(below: addresses.base(of: $0)) } ?? "a request", actual: nil,
        note: sentInstead(known),
        range: exchange.request?.range ?? exchange.range)
      if let variation = scenario.variation, variation.traits.leadsOn,
        let changed = variation.changedExchange(of: scenario),
        known.used.contains(changed), index > changed
      {
        // Without one page, no later one can be asked for.
        if index > changed + 1 { continue }
        missing.isEarlyEnd = true
        missing.add(note: "the answer to request \(changed + 1) leads to the next page; \(variation.adviceToStop)")
      }
      if let note = play.note(onExchange: index) { missing.add(note: note) }
      // It is one decision of the client, however many requests are missing.
      if let advice = note { missing.add(note: advice) }
      note = nil
      // Only requests without an exchange of their own are considered. Each of them can be nearer to another one.
      missing.nearest = misplaced.filter { $0.exchange == index + 1 }.min { $0.differs.count < $1.differs.count }
      // The differences are reported with the request.
      missing.nearest?.mismatches = []
      reasons.append(.mismatch(missing))
    }
  }

  /// Whether the client never asked for the answer that the variation changes: then its request is missing.
  private func isUnasked(_ known: State, _ reasons: [Reason]) -> Bool {
    guard let changed = scenario.variation?.changedExchange(of: scenario), !known.used.contains(changed) else {
      return false
    }
    return reasons.contains(where: \.isMissingRequest)
  }

  /// Returns the note on what arrived although a request is missing.
  private func sentInstead(_ known: State) -> String {
    let record = known.record
    let hosts = known.blames.compactMap { if case .escaped(let escape) = $0 { escape.host } else { nil } }
    if record.isEmpty, let host = hosts.first {
      return "the client sent its request to \(Excerpt.beginning(of: host)) instead"
    }
    if record.isEmpty, let port = known.stranger {
      return
        "the driver's own processes sent nothing; a connection from 127.0.0.1:\(port) was reset, because the driver"
        + " did not start the process that made it\nif the client works in that process, add \"allow\": [\"*\"] to the"
        + " client in contract-run.json, which turns the network guard off"
    }
    if record.isEmpty {
      return "the client sent nothing" + (known.late.isEmpty ? "" : " before its result") + advice(known)
    }
    return "the client sent " + English.first(5, of: record.map(\.request.line))
  }

  /// Returns what a client that sent nothing perhaps needs, on a line of its own.
  private func advice(_ known: State) -> String {
    if transport != .loopback || !known.late.isEmpty { return "" }
    if refusesHTTP(known) { return "\nif it insists on https, run with --tls" }
    let page = Documentation.page("transports.md#proxy")
    if known.attempts.isEmpty, contract.isProxied {
      return "\nthrough a proxy, its HTTP stack must obey HTTPS_PROXY and HTTP_PROXY: see \(page)"
    }
    if !known.attempts.isEmpty, case .failure? = known.outcome {
      return "\nit began TLS and sent no request: it may not trust the authority that SSL_CERT_FILE names: see \(page)"
    }
    return ""
  }

  /// Whether the client perhaps failed because its base URL begins with http here, and with https in the contract.
  private func refusesHTTP(_ known: State) -> Bool {
    guard transport == .loopback, addresses.base.scheme == "http", contract.addresses.base.scheme == "https",
      case .failure(let failure, _)? = known.outcome, let said = failure["message"]?.string
    else { return false }
    return said.contains(#/https|TLS|SSL|(?i:insecure)/#)
  }
}

extension Outcome? {
  fileprivate var isUnsupported: Bool { if case .unsupported? = self { true } else { false } }
}

extension Verdict.Exchanged {
  /// Whether the injection point cannot observe the next request, because the reply was a 401 with a Basic challenge
  /// (RFC 7617).
  fileprivate var hangsOnBasicChallenge: Bool {
    guard request.unobserved.contains("basicChallenge"), reply?.kind == .status(401) else { return false }
    return reply?.headers.values("WWW-Authenticate").contains { value in
      HeaderValue.split(value, at: UInt8(ascii: ",")).contains { challenge in
        challenge.utf8.prefix { $0 != 0x20 }.elementsEqual("basic".utf8) { $0 | 0x20 == $1 }
      }
    } ?? false
  }
}
