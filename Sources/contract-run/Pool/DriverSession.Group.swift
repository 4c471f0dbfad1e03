import ContractCore
import ContractLoopback
import Foundation

// Multiple calls on one client. They have one script and one set of base URLs, and no other call runs beside them.
extension DriverSession {
  /// The calls on one client that a session makes for one verdict.
  final class OpenGroup {
    let plan: CallGroup
    let job: Job
    let script: Script
    let loopback: LoopbackCall?
    /// The calls that were written, also those that have a result.
    var members: [OpenCall] = []

    init(_ plan: CallGroup, _ job: Job, _ script: Script, _ loopback: LoopbackCall?) {
      (self.plan, self.job, self.script, self.loopback) = (plan, job, script, loopback)
    }

    /// How many calls have a result.
    var ended = 0
    /// Whether the call was canceled that is to be.
    var isCancelled = false
    /// The number by which the driver knows the group: that of its first call.
    var id: Int { members.first?.id ?? 0 }
  }

  /// How many seconds after its last request a call is canceled: by then, the client has read what came of the answer.
  private static let cancelDelay = 0.15
  /// How many seconds a canceled call has to end.
  static let cancelLimit = 1.0
  /// How often the session looks whether the request has come, in milliseconds.
  static let cancelPause: Int32 = 20

  /// How many seconds the client has after the end of its connections.
  private static let closePause = 0.2
  /// How many seconds connections may stay open after the last call, before they count as left open.
  private static let leakLimit = 2.0

  /// Writes the first call of a group, or all of them if they begin at once.
  mutating func begin(_ plan: CallGroup, _ job: Job, _ script: Script, _ loopback: LoopbackCall?) {
    let group = OpenGroup(plan, job, script, loopback)
    self.group = group
    for _ in 0..<(plan.isAtOnce ? plan.count : 1) { writeCall(of: group) }
  }

  private mutating func writeCall(of group: OpenGroup) {
    called.append(group.job)
    let id = called.count
    pipes.send(
      .call(RunnerMessage.Call(id: id, group.script, group: group.members.isEmpty ? id : group.id, answers: [])))
    let call = OpenCall(id, group.job, group.script, group.loopback, answers: 0, sent: pipes.sent)
    group.members.append(call)
    open.append(call)
  }

  /// Whether a call is to be canceled when its request has come.
  var awaitsCancel: Bool { group.map { $0.plan.cancellation != nil && !$0.isCancelled && $0.ended == 0 } ?? false }

  /// Cancels the call that is to be canceled, if its request has come.
  mutating func cancelIfDue() {
    guard awaitsCancel, let group, let cancellation = group.plan.cancellation, let call = open.first,
      let seconds = group.script.secondsSinceRequest(answeredBy: cancellation.exchangeIndex),
      seconds >= Self.cancelDelay
    else { return }
    group.isCancelled = true
    group.script.cancel()
    pipes.send(.cancel(id: call.id))
    call.deadline = .now + Self.cancelLimit
  }

  /// Handles the result of a call of a group. Returns whether it was the last one, which the caller concludes.
  mutating func endCall(of group: OpenGroup, _ result: DriverMessage.Result) -> Bool {
    group.ended += 1
    let isLast = group.ended == group.plan.count
    group.loopback?.settle()
    if let loopback = group.loopback, !group.plan.isAtOnce, group.plan.endsIdleAfter == nil {
      // A client may close its connections a little later.
      let isLeak = group.plan.isLeak(group.script.connections + [loopback.connectionCount])
      if isLast, isLeak, let first = group.script.connections.first {
        loopback.waitForConnections(atMost: first, seconds: Self.leakLimit)
      }
      group.script.left(loopback.connectionCount)
    }
    if group.isCancelled, group.ended == 1, let loopback = group.loopback {
      // Nobody can cancel it, so that its client goes on.
      if case .unsupported = result.outcome {
        isOver = true
        return true
      }
      // What it sends now belongs to the canceled call.
      Thread.sleep(forTimeInterval: group.plan.cancellation?.pause ?? 0)
      if !loopback.waitForSilenceToEnd(seconds: Self.leakLimit) {
        group.script.blame(.stillOpen(after: Self.leakLimit, in: group.plan, at: group.script.scenario.range))
      }
    }
    if isLast { return true }
    group.script.end(result.outcome, unobserved: result.unobserved, mistake: result.mistake)
    if group.plan.isAtOnce { return false }
    if group.ended == group.plan.endsIdleAfter {
      group.loopback?.endConnections(seconds: Self.leakLimit)
      // An event loop needs a turn to see the end, and a server does not close a connection just before a request.
      Thread.sleep(forTimeInterval: Self.closePause)
    }
    writeCall(of: group)
    return false
  }
}
