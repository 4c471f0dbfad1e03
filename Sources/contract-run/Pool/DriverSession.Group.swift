import ContractCore
import ContractLoopback
import Foundation

// Multiple calls on one client. They have one script and one set of base URLs, and no other call runs beside them.
extension DriverSession {
  /// The calls on one client that a session makes for one verdict.
  final class OpenGroup {
    let plan: CallGroup
    /// The calls that were written, also those that have a result.
    var members: [OpenCall] = []
    /// How many of them have a result.
    var ended = 0

    init(_ plan: CallGroup) { self.plan = plan }
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

  /// The running call that is to be canceled when its request has come; nil if there is none.
  private var callToCancel: (call: OpenCall, cancellation: CallGroup.Cancellation)? {
    guard let group, group.ended == 0, let cancellation = group.plan.cancellation, let call = open.first,
      !call.script.isCanceled
    else { return nil }
    return (call, cancellation)
  }

  var awaitsCancel: Bool { callToCancel != nil }

  /// Cancels the call that is to be canceled, if its request has come.
  mutating func cancelIfDue() {
    guard let (call, cancellation) = callToCancel,
      let seconds = call.script.secondsSinceRequest(answeredBy: cancellation.exchangeIndex),
      seconds >= Self.cancelDelay
    else { return }
    call.script.cancel()
    pipes.send(.cancel(id: call.id))
    call.deadline = .now + Self.cancelLimit
  }

  /// Handles the result of a call of a group. Returns whether it was the last one, which the caller concludes.
  mutating func end(_ call: OpenCall, of group: OpenGroup, _ result: DriverMessage.Result) -> Bool {
    let (plan, script) = (group.plan, call.script)
    script.endFirst()
    group.ended += 1
    let isLast = group.ended == plan.count
    call.loopback?.settle()
    if let loopback = call.loopback, !plan.isAtOnce, plan.endsIdleAfter == nil {
      // A client may close its connections a little later.
      let isLeak = plan.isLeak(script.connections + [loopback.connectionCount])
      if isLast, isLeak, let first = script.connections.first {
        loopback.waitForConnections(atMost: first, seconds: Self.leakLimit)
      }
      script.left(loopback.connectionCount)
    }
    if let cancellation = plan.cancellation, script.isCanceled, group.ended == 1, let loopback = call.loopback {
      // Nobody can cancel it, so that its client goes on.
      if case .unsupported = result.outcome {
        isOver = true
        return true
      }
      // What it sends now belongs to the canceled call.
      Thread.sleep(forTimeInterval: cancellation.pause)
      if !loopback.waitForSilenceToEnd(seconds: Self.leakLimit) {
        script.blame(.group(GroupProblem(.stillOpen(seconds: Self.leakLimit), of: plan, at: script.scenario.range)))
      }
    }
    if isLast { return true }
    script.end(result.outcome, unobserved: result.unobserved, mistake: result.mistake)
    if plan.isAtOnce { return false }
    if group.ended == plan.endsIdleAfter {
      call.loopback?.endConnections(seconds: Self.leakLimit)
      // An event loop needs a turn to see the end, and a server does not close a connection just before a request.
      Thread.sleep(forTimeInterval: Self.closePause)
    }
    write(call.job, script, call.loopback)
    return false
  }
}
