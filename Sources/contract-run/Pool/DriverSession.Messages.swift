import ContractAuthoring
import ContractCore
import ContractLoopback
import Foundation

// How the session handles a driver's messages.
extension DriverSession {
  mutating func receive(_ message: DriverMessage) {
    if case .hello(let hello) = message { return greet(hello) }
    if phase == .starting { return protocolFault("it wrote a message before its hello", blaming: nil) }
    // The driver may have made more calls before it is stopped. Which ones, depends on the time.
    if pool.options.settings.failFast, let stop = pool.stopReason, !stop.isSignal { return }
    switch message {
    case .hello: break
    case .request(let id, let n, let request): answer(id, n, request)
    case .result(let result): finish(result)
    case .completedTwice(let id):
      if let call = open.first(where: { $0.id == id }) {
        call.script.blame(.completedTwice())
      } else if let job = finished(id) {
        pool.amend(job, .completedTwice())
      } else {
        protocolFault("it wrote completedTwice for the unknown call \(id)", blaming: nil)
      }
    }
  }

  private mutating func greet(_ hello: DriverMessage.Hello) {
    guard phase == .starting else { return protocolFault("it wrote hello twice", blaming: nil) }
    guard hello.protocolVersion == 1 else {
      isOver = true
      let why = "it uses version \(hello.protocolVersion) of the protocol, but contract-run \(version) uses version 1"
      return pool.giveUp(.givenUp(starts: 1, why: why))
    }
    self.hello = hello
    (phase, phaseEnd) = (.working, nil)
    // Through the proxy, a request has nothing that names its call.
    let isSingle = isAlone || playsOnce || pool.options.client.configured.route == .proxy
    capacity = isSingle ? 1 : hello.inFlight
    ahead = isSingle ? 0 : hello.ahead
    pool.received(hello)
  }

  private mutating func answer(_ id: Int, _ n: Int, _ request: CapturedRequest) {
    // The client of a group keeps what its first call gave it.
    if let call = open.first(where: { $0.id == id }) ?? group?.members.first(where: { $0.id == id }) {
      if let early = earlyFault("a request", of: call) { return protocolFault(early, blaming: id) }
      guard call.requests.insert(n).inserted else {
        return protocolFault("it wrote request \(n) of call \(id) twice", blaming: id)
      }
      guard call.loopback == nil else {
        return protocolFault("it wrote a request for call \(id), which runs on loopback", blaming: id)
      }
      if n <= call.answers, n != call.requests.count {
        return protocolFault(
          "it wrote request \(n) of call \(id) as number \(call.requests.count); a call with answers writes them in order",
          blaming: id)
      }
      var reply = call.script.reply(to: request)
      if n <= call.answers, request.method != "HEAD" { return }
      if hello?.chunks != true { reply = reply.whole }
      reply.headers = reply.headers.dated(Date() + reply.delay)
      pipes.send(.response(id: id, n: n, reply))
    } else if let job = finished(id) {
      pipes.send(.response(id: id, n: n, .callIsOver))
      pool.amend(job, .late(request, more: 0), record: Verdict.Exchanged(request: request, reply: .callIsOver))
    } else {
      protocolFault("it wrote a request for the unknown call \(id)", blaming: nil)
    }
  }

  /// Returns what is wrong with a message about a call that has not begun; nil if it has.
  private func earlyFault(_ message: String, of call: OpenCall) -> String? {
    if call.began != nil { return nil }
    let first = inFlight.map { String($0.id) }.joined(separator: ", ")
    return "it wrote \(message) for call \(call.id), which was written ahead, before a result for call \(first)"
  }

  private mutating func finish(_ result: DriverMessage.Result) {
    guard let index = open.firstIndex(where: { $0.id == result.id }) else {
      guard let job = finished(result.id) else {
        return protocolFault("it wrote a result for the unknown call \(result.id)", blaming: nil)
      }
      return pool.amend(job, .protocolFault("it wrote a second result for call \(result.id)"))
    }
    if let early = earlyFault("a result", of: open[index]) { return protocolFault(early, blaming: result.id) }
    // By now, the pipe contains what the client printed before its result.
    if !printed.isMarked || !errorsAreCurrent { readErrors() }
    checkMemory()
    let call = open.remove(at: index)
    if let group, !end(call, of: group, result) {
      if group.plan.isAtOnce { return }
      return beginCalls(at: polled)
    }
    // Requests sent at the same time may overtake each other on the way. A request that is still missing at the end was
    // lost, for example because a client printed half a line before it.
    if let group { for member in group.members { member.blameLostRequest() } } else { call.blameLostRequest() }
    call.loopback?.settle()
    call.loopback?.reportParts()
    call.script.finish(
      result.outcome, unobserved: result.unobserved, operations: hello?.operations ?? [], mistake: result.mistake,
      undescribed: Undescribed(result.undescribed, in: language))
    last = call.job
    settle(call)
    group = nil
    if let loopback = call.loopback {
      loopback.retire()
      listening = MonotonicTime.now + Self.lateLimit
    }
    printed.keep(call.id, and: open.lazy.map(\.id))
    beginCalls(at: polled)
  }

  /// Concludes a call, unless it is played again because its client may have refused its hosts.
  private mutating func settle(_ call: OpenCall) {
    let refusals = pool.options.refusals
    guard let hosts = call.loopback?.hosts else {
      conclude(call)
      return
    }
    guard refusals.isTried(call.job) else {
      if !isAlone, !hosts.ifRefused.isEmpty, let refusal = HostRefusals.Refusal(call.script) {
        refusals.begin(conclusion(of: call), refusal, hosts)
        pool.requeue(call.job)
      } else {
        conclude(call)
      }
      return
    }
    switch refusals.next(call.job, HostRefusals.Refusal(call.script), playsOnce: playsOnce) {
    case .over where hosts.isProbe: refuse(call.job, HostRefusals.reason)
    case .over: conclude(call)
    case .again: pool.requeue(call.job)
    case .learned:
      pool.notice(HostRefusals.notice)
      pool.requeue(call.job)
    case .first(let first): conclude(first)
    }
  }

  /// A call with its verdict, of which nobody knows yet.
  struct Conclusion: Sendable {
    let job: Job
    let script: Script
    var verdict: Verdict
    var evidence: CallEvidence?
  }

  /// Sets the verdict of a call from its script.
  @discardableResult
  mutating func conclude(_ call: OpenCall) -> Verdict { conclude(conclusion(of: call)) }

  /// Returns what was printed during a call, or during all calls of its group.
  private func output(of call: OpenCall) -> String {
    guard let group else { return printed.text(of: call.id) }
    // Without marks, what was printed during calls at once belongs to each of them.
    let speakers = group.plan.isAtOnce && !printed.isMarked ? group.members.prefix(1) : group.members[...]
    return speakers.map { printed.text(of: $0.id) }.joined()
  }

  private mutating func conclusion(of call: OpenCall) -> Conclusion {
    // What came together ended together: the time to judge the others is not the client's.
    let began = (group?.members.first ?? call).began
    let output = output(of: call)
    let duration = began.map { max(0, (call.script.outcome == nil ? .now : polled) - $0) } ?? 0
    pace += (duration - pace) / 4
    var evidence: CallEvidence?
    var verdict = call.script.verdict(
      output: output, began: began?.seconds, duration: duration,
      keepsRecord: pool.options.keepsRecords || call.job.judge != nil,
      onEvidence: pool.options.onEvidence == nil ? nil : { evidence = $0 })
    if verdict.status == .failed, let trouble = call.loopback?.trouble {
      // A limit of this machine must not look like a mistake of the client, and not as if it were right.
      call.script.blame(.notRun(trouble))
      verdict = call.script.verdict(output: output, began: began?.seconds, duration: duration)
      evidence = nil
    }
    return Conclusion(job: call.job, script: call.script, verdict: verdict, evidence: evidence)
  }

  @discardableResult
  private func conclude(_ call: Conclusion) -> Verdict {
    let verdict = call.job.judged(call.verdict, in: call.script)
    noteNotRun(call.job, verdict.reasons)
    pool.conclude(call.job, verdict)
    if let evidence = call.evidence { pool.options.onEvidence?(call.job, call.script.transport, evidence) }
    pool.options.onCall?(call.job, call.script, verdict)
    return verdict
  }
}
