import ContractCore
import ContractLoopback
import Foundation

// The effects of a driver's end, silence or fault: which scenario is blamed, and which ones run again.
//
// The call in flight is blamed for a driver's end. If multiple calls are in flight, each runs again alone. If there is
// none, the last one is blamed. If a driver ends during a call that followed another one in the same process, that call
// runs again alone. Then the other one runs alone, watched for half a second. The call whose driver ends again is the
// cause. If neither does, the reason mentions that (`Pool.Isolation`).
//
// A call that sends nothing until its deadline, and that followed another one, runs again alone too. If it then has a
// result, the other one blocked the process. A call that had sent something is slow or hangs by itself, and does not
// run again.
//
// With the real server, no call runs again that has sent something: it could create or delete twice.
extension DriverSession {
  /// Whether no call runs again that has sent something, because a real server got it.
  var playsOnce: Bool { pool.options.provider != nil }

  /// The language that the driver says it is written in; nil if it says none, or one without a kit.
  var language: DriverLanguage? { hello?.language.flatMap(DriverLanguage.init(rawValue:)) }

  /// Handles the end of the process, after all of its output was read.
  mutating func died(_ termination: TerminationStatus) {
    isOver = true
    printed.append(pipes.takePartial()[...])
    printed.end()
    if phase == .starting { return startFailed("\(termination.ending) before its hello") }
    let running = inFlight
    if running.count > 1 {
      runAgainAlone()
    } else if let call = running.first {
      call.script.blame(.crashed(termination))
      let verdict = conclude(call)
      hasCrashed = true
      // A detached task of the previous call may have trapped. To be sure, the call in flight runs again alone.
      if let last, !playsOnce { pool.runAlone(call.job, .crash(verdict, after: last)) }
      requeueWaiting()
    } else if isLeaving, case .exit(let status) = termination {
      if status != 0 { pool.notice("a driver ended with exit status \(status) after its bye") }
    } else if let last {
      if !isAlone, !playsOnce {
        pool.runAlone(last)
      } else if termination != .exit(0) || lingering != nil {
        hasCrashed = true
        let text = printed.text(of: called.count)
        pool.amend(last, .crashed(termination, CrashTrace(text)), output: text)
      }
      requeueWaiting()
    } else {
      startFailed("\(termination.ending) before its first call")
      requeueWaiting()
    }
  }

  /// Handles a call whose time is over, and kills the driver.
  mutating func timedOut(_ call: OpenCall) {
    isOver = true
    if inFlight.count > 1 { return runAgainAlone() }
    readErrors()
    let now = ContinuousClock.now
    call.loopback?.reportParts()
    // The deadline moves if the machine is too busy for the runner, so that this can be more than the limit.
    let sinceLastAnswer = call.script.lastAnswer.map { min(call.limit, (now - $0) / .seconds(1)) }
    if let group, group.ended == 0, call.script.isCanceled {
      let kind = GroupProblem.Kind.notCancelled(seconds: Self.cancelLimit)
      call.script.blame(.group(GroupProblem(kind, of: group.plan, at: call.script.scenario.range)))
    } else {
      call.script.blame(
        .timedOut(deadline: call.limit, sinceLastAnswer: sinceLastAnswer, language: language))
    }
    conclude(call)
    hasTimedOut = true
    // What the previous call left behind may block a call that has sent nothing. To be sure, it runs again alone. A
    // call that has sent something is only slow, or hangs by itself.
    if let last, !call.script.hasBegun { pool.runAlone(call.job, .hang(after: last)) }
    requeueWaiting()
  }

  /// Handles a client's attempt to reach another host.
  mutating func escaped(_ escape: Escape) {
    let running = inFlight
    if running.count > 1 {
      isOver = true
      runAgainAlone()
    } else if let call = running.first {
      call.script.blame(.escaped(escape))
    } else if let last {
      pool.amend(last, .escaped(escape))
    } else {
      pool.notice("the driver tried to reach \(escape.host) before its first call")
    }
  }

  /// Handles an attempt that the guard could not judge. It may have been any call's.
  func missed(_ hidden: NetworkVisit.Hidden, _ error: Int32) {
    for call in inFlight { call.script.missOtherHosts() }
    pool.notice(
      "the network guard could not see what a driver connects to: \(hidden.rawValue): \(Platform.message(error)); "
        + "its scenarios count `\(Unobserved.otherHosts.name)` as not checked")
  }

  /// Handles a question to a name server. It may be the right one, about a host that is meant to be unknown.
  func asked() {
    guard !hadUnknownHost, let call = inFlight.first else { return }
    pool.remark(
      "a driver looked up a host name during a call; its verdict may depend on the answer, and so on the machine; let the"
        + " client use only the base URL of its call", "\(call.job.contract.name)/\(call.job.scenario.name)")
  }

  /// Handles a protocol fault of the driver. The driver is killed, and the call that the fault concerns, or the one in
  /// flight, is errored.
  ///
  /// - Parameter id: The call that the fault names; nil if it names none.
  mutating func protocolFault(_ what: String, blaming id: Int?) {
    if isOver { return }
    isOver = true
    readErrors()
    let reason = Reason.protocolFault(what)
    if phase == .starting { return pool.giveUp(reason) }
    // The calls on one client have one verdict.
    if group != nil, let call = open.first, id.flatMap(finished).map({ $0 == call.job }) ?? true {
      call.script.blame(reason)
      conclude(call)
      return
    }
    if let job = id.flatMap(finished) {
      pool.amend(job, reason)
      for call in inFlight { playAgain(call, or: reason) }
      requeueWaiting()
      return
    }
    let running = inFlight
    if let call = open.first(where: { $0.id == id }) ?? (running.count == 1 ? running[0] : nil) {
      call.script.blame(reason)
      conclude(call)
      // It may have only been written ahead.
      call.loopback?.retire()
      open.removeAll { $0 === call }
      for other in running where other !== call { playAgain(other, or: reason) }
    } else if running.count > 1 {
      return runAgainAlone()
    } else if let last {
      pool.amend(last, reason)
    } else {
      startFailed(what)
    }
    requeueWaiting()
  }

  /// Ends the session because the run ends. If a signal ends it, the calls in flight are reported as interrupted: one of
  /// them may be what took too long.
  mutating func abandon(_ stop: Pool.Stop) {
    isOver = true
    readErrors()
    for call in inFlight {
      let seconds = call.began.map { .now - $0 } ?? 0
      let reason = stop.isSignal ? Reason.interrupted(stop.why, after: seconds) : .notRun(stop.why)
      pool.conclude(call.job, Verdict(noResult: reason, output: printed.text(of: call.id), duration: seconds))
    }
  }

  mutating func startFailed(_ why: String) {
    isOver = true
    readErrors()
    let text = printed.text(of: 0).trimmingCharacters(in: .whitespacesAndNewlines)
    let client = pool.options.client.configured
    let isForeign =
      network.missingGuard == nil
      && ForeignProgram.isForeign(client.driver[0], in: client.folder, pool.options.environment)
    let why = isForeign ? "\(why); \(ForeignProgram.explanation)" : why
    leavesToOthers = pool.startFailed(text.isEmpty ? why : "\(why); it printed: \(text)")
  }

  /// Runs all calls in flight again alone, because any of them may be the cause.
  private mutating func runAgainAlone() {
    for call in inFlight.reversed() { pool.runAlone(call.job) }
    requeueWaiting()
  }

  /// Puts back a call whose driver is gone because of another one; if that may not be, the reason is also its own.
  private mutating func playAgain(_ call: OpenCall, or reason: Reason) {
    guard playsOnce, call.script.hasBegun else { return pool.requeue(call.job) }
    call.script.blame(reason)
    conclude(call)
  }

  /// Puts back the calls that were only written ahead.
  private func requeueWaiting() {
    for call in open.reversed() where call.began == nil && group == nil { pool.requeue(call.job) }
  }
}

extension TerminationStatus {
  /// A short description of the end, for a driver's end that is not blamed on a call.
  var ending: String {
    switch self {
    case .signal(let signal): "ended by signal \(signal)"
    case .exit(let status): "ended with exit status \(status)"
    }
  }
}
