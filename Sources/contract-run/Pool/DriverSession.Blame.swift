import ContractCore
import Foundation

// What a driver's end, silence or fault does: which scenario it is charged to, and which ones run again.
// Who is blamed for a death: the call in flight. With several in flight, each runs again alone; with none, the last one.
// A call that died after another one in the same process runs again alone, and then the other one does, watched for half a
// second. The one that dies alone is the cause; if neither does, the reason says so (`Pool.Trial`).
//
// A call that sends nothing until its deadline, after another one, runs again alone too: if it has a result then, the other
// one held the process. A call that had sent something is slow or hangs by itself, and does not run again.
extension DriverSession {
  /// The process has ended, and all that it wrote has been read.
  mutating func died(_ death: Death) {
    isOver = true
    printed.append(pipes.takePartial()[...])
    printed.end()
    if case .starting = phase {
      startFailed("\(death.ending) before its hello")
      return
    }
    let running = inFlight
    if running.count > 1 {
      runAgainAlone()
    } else if let call = running.first {
      call.script.blame(.crashed(death))
      let verdict = conclude(call)
      hasCrashed = true
      // A detached task of the call before may be what trapped: the one in flight is run again alone to be sure.
      if let last { pool.runAlone(call.job, .crash(verdict, after: last)) }
      putBackWaiting()
    } else if isLeaving, case .exit(let status) = death {
      if status != 0 { pool.notice("a driver ended with exit status \(status) after its bye") }
    } else if let last {
      if !isAlone {
        pool.runAlone(last)
      } else if death != .exit(0) || lingering != nil {
        hasCrashed = true
        let text = printed.text(of: lastID)
        pool.amend(last, .crashed(death, CrashTrace(text)), output: text)
      }
      putBackWaiting()
    } else {
      startFailed("\(death.ending) before its first call")
      putBackWaiting()
    }
  }

  /// A call's time is over: the driver is killed.
  mutating func timedOut(_ call: OpenCall) {
    isOver = true
    if inFlight.count > 1 {
      runAgainAlone()
      return
    }
    readErrors()
    let now = ContinuousClock.now
    call.loopback?.tellParts()
    let sinceLastAnswer = call.script.lastAnswer.map { (now - $0) / .seconds(1) }
    call.script.blame(
      .timedOut(deadline: deadline(of: call), sinceLastAnswer: sinceLastAnswer))
    conclude(call)
    hasTimedOut = true
    // One that came to nothing at all may be held up by what the call before left behind: it is run again alone to be sure.
    // One that was under way is only slow, or hangs by itself.
    if let last, !call.script.hasBegun { pool.runAlone(call.job, .hang(after: last)) }
    putBackWaiting()
  }

  /// The client asked the proxy for a host.
  mutating func escaped(to host: String, from peer: Int) {
    let running = inFlight
    if running.count > 1 {
      isOver = true
      runAgainAlone()
    } else if let call = running.first {
      call.script.blame(.escaped(host: host, peer: peer))
    } else if let last {
      pool.amend(last, .escaped(host: host, peer: peer))
    } else {
      pool.notice("the driver reached for \(host) before its first call")
    }
  }

  /// The driver broke the protocol: it is killed, and the call it is about, or the one in flight, is errored.
  ///
  /// - Parameter id: The call that the fault names; nil where it names none.
  mutating func protocolFault(_ what: String, blaming id: Int?) {
    if isOver { return }
    isOver = true
    readErrors()
    let reason = Reason.protocolFault(what)
    if case .starting = phase {
      pool.giveUp(reason)
      return
    }
    if let job = id.flatMap(finished) {
      pool.amend(job, reason)
      inFlight.forEach { pool.putBack($0.job) }
      putBackWaiting()
      return
    }
    let running = inFlight
    if let call = open.first(where: { $0.id == id }) ?? (running.count == 1 ? running[0] : nil) {
      call.script.blame(reason)
      conclude(call)
      for other in running where other.job.index != call.job.index { pool.putBack(other.job) }
      putBackWaiting()
    } else if running.count > 1 {
      runAgainAlone()
    } else if let last {
      pool.amend(last, reason)
      putBackWaiting()
    } else {
      startFailed(what)
      putBackWaiting()
    }
  }

  /// The run is being ended: what is in flight is not run.
  mutating func abandon(_ why: String) {
    isOver = true
    readErrors()
    for call in inFlight {
      pool.conclude(call.job, Verdict(reasons: [.notRun(why)], output: printed.text(of: call.id)))
    }
  }

  mutating func startFailed(_ why: String) {
    isOver = true
    readErrors()
    let text = printed.text(of: 0).trimmingCharacters(in: .whitespacesAndNewlines)
    leavesToOthers = pool.startFailed(text.isEmpty ? why : "\(why); it printed: \(text)")
  }

  mutating func giveUp(_ why: String) {
    isOver = true
    pool.giveUp(.givenUp(starts: 1, why: why))
  }

  /// Several calls were in flight, and any of them may be the cause.
  private mutating func runAgainAlone() {
    for call in inFlight.reversed() { pool.runAlone(call.job) }
    putBackWaiting()
  }

  /// The calls that were only written ahead wait again.
  private func putBackWaiting() {
    for call in open.reversed() where call.began == nil { pool.putBack(call.job) }
  }
}

extension Death {
  /// The end in a few words, for a driver that no call is charged with.
  var ending: String {
    switch self {
    case .signal(let signal): "ended by signal \(signal)"
    case .exit(let status): "ended with exit status \(status)"
    }
  }
}
