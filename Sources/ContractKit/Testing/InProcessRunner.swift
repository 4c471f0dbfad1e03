import ContractCore
import Foundation
import Synchronization

/// What plays scripts in this process: it runs a driver's operations, and does the work that a driver and the
/// command's pool do on the two sides of a pipe.
final class InProcessRunner: Sendable {
  private let operations: Operations
  /// How many seconds a call may take if its scenario sets no limit.
  private let timeout: Double

  init(operations: Operations, timeout: Double) {
    self.operations = operations
    self.timeout = timeout
  }

  /// Calls the client as a job describes, and judges what it did. A call with the outcome of other calls to compare with
  /// is compared by `VariationJudge.finish` if those come later.
  func play(_ job: Job, at addresses: CallAddresses) async -> Verdict {
    let scenario: Scenario
    do throws(Variation.Obstacle) {
      scenario = try job.play()
    } catch {
      return Verdict(noResult: Job.unmade(error))
    }
    let script = Script(scenario, of: job.contract, transport: .memory)
    let addresses = addresses.adding(scenario.afterBaseURL)
    guard let group = scenario.variant?.group else {
      let duration = await play(script, at: addresses, operations.newClient(), isInGroup: false) { [self] in
        finish(script, $0)
      }
      return job.judged(script.verdict(duration: duration), in: script)
    }
    guard operations.makesGroups else { return .leftOut(.noGroups) }
    let duration = await play(group, script, at: addresses)
    return job.judged(script.verdict(duration: duration), in: script)
  }

  private func finish(_ script: Script, _ result: CallResult) {
    script.finish(
      result.outcome, unobserved: result.unobserved, operations: operations.names,
      undescribed: Undescribed(result.undescribed, in: .swift))
  }

  /// Makes the calls of a group, on one client.
  private func play(_ group: CallGroup, _ script: Script, at addresses: CallAddresses) async -> Double {
    let client = operations.newClient()
    let ended = Atomic(0)
    let began = ContinuousClock.now
    let call: @Sendable () async -> Void = { [self] in
      _ = await play(script, at: addresses, client, isInGroup: true) { [self] result in
        script.endFirst()
        if ended.add(1, ordering: .relaxed).newValue == group.count {
          finish(script, result)
        } else {
          script.end(result.outcome, unobserved: result.unobserved)
        }
      }
    }
    if group.isAtOnce {
      await withTaskGroup { tasks in for _ in 0..<group.count { tasks.addTask { await call() } } }
    } else {
      for _ in 0..<group.count where !script.isOver { await call() }
    }
    return (ContinuousClock.now - began) / .seconds(1)
  }

  /// Calls the client and waits for its result, the deadline or the cancellation of this task, whichever comes first.
  /// Returns the seconds that it took.
  ///
  /// - Parameter finish: Receives the result, unless the deadline has passed.
  private func play(
    _ script: Script, at addresses: CallAddresses, _ client: SharedClient, isInGroup: Bool,
    _ finish: @escaping @Sendable (CallResult) -> Void
  ) async -> Double {
    // The session is acquired here and not in the call. So the call's clock does not run while it waits, and other
    // calls do not wait for one that hangs.
    let leases = operations.usesSharedSession
    if leases, let why = await SharedSession.lease(to: script) {
      script.finish(.unsupported(why: why))
      return 0
    }
    defer { if leases { SharedSession.release() } }
    if Task.isCancelled {
      script.blame(.notRun("its task was canceled"))
      return 0
    }
    let end = End()
    let seconds = script.scenario.deadline(on: .memory, default: timeout)
    let began = ContinuousClock.now
    let countdown = Countdown(seconds, on: operations.deadlines) {
      end.reach(began) { now in
        let sinceLastAnswer = script.lastAnswer.map { (now - $0) / .seconds(1) }
        script.blame(.timedOut(deadline: seconds, sinceLastAnswer: sinceLastAnswer, language: .swift))
      }
    }
    countdown.start()
    if isInGroup { script.begin() }
    let call = Call(
      operation: script.contract.operation.value, baseURL: addresses.base, baseURLs: addresses.named,
      input: script.scenario.input, responder: script, shared: client, isInGroup: isInGroup)
    operations.start(call, isLeased: true) {
      script.blame(.completedTwice())
    } ended: { result in
      countdown.stop()
      end.reach(began) { _ in finish(result) }
    }
    if let duration = await end.duration { return duration }
    countdown.stop()
    let duration = (ContinuousClock.now - began) / .seconds(1)
    end.reach(began) { _ in script.blame(.interrupted("the cancellation of its task", after: duration)) }
    return duration
  }

  /// The end of one call. It comes once.
  private final class End: Sendable {
    private struct State: Sendable {
      /// The seconds until the end, once that was reported.
      var duration: Double?
      var isCanceled = false
      /// The task that waits for the end, if there is one.
      var waiter: CheckedContinuation<Double?, Never>?
    }

    private let isReached = Atomic(false)
    private let state = Mutex(State())

    /// Reports to the script how the call ended, unless that was already reported.
    func reach(_ began: ContinuousClock.Instant, _ report: (ContinuousClock.Instant) -> Void) {
      if isReached.exchange(true, ordering: .acquiringAndReleasing) { return }
      let now = ContinuousClock.now
      report(now)
      resume { $0.duration = (now - began) / .seconds(1) }
    }

    /// The seconds until the end, for which this waits; nil if the task is canceled before.
    var duration: Double? {
      get async {
        // In memory, most calls have ended before anybody waits, on the thread that started them.
        if let duration = state.withLock(\.duration) { return duration }
        return await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in resume { $0.waiter = continuation } }
        } onCancel: {
          resume { $0.isCanceled = true }
        }
      }
    }

    /// Changes the state, and resumes the task that waits if it need not wait any more.
    private func resume(_ change: @Sendable (inout State) -> Void) {
      let (waiter, duration) = state.withLock { state in
        change(&state)
        let isOver = state.duration != nil || state.isCanceled
        return (isOver ? state.waiter.take() : nil, state.duration)
      }
      waiter?.resume(returning: duration)
    }
  }
}

extension Script: Responder {
  package func respond(to request: CapturedRequest, _ answer: @escaping @Sendable (Reply) -> Void) {
    answer(reply(to: request))
  }
}

/// The base URLs that a call receives. In this process they are those of its contract.
struct CallAddresses: Sendable {
  private(set) var base: URL
  private(set) var named: [String: URL]

  init(_ contract: Contract) throws {
    func url(_ address: BaseURL) throws -> URL {
      guard let url = URL(string: address.text) else {
        let place = address.range.map { "\($0.source.path):\($0.position.line): " } ?? ""
        throw ContractSuite.LoadError(.invalidURL, place + "Foundation rejects the URL \(address.text)")
      }
      return url
    }
    base = try url(contract.baseURL)
    named = try contract.addresses.named.mapValues(url)
  }

  /// Returns the base URLs with a text at their ends: a path, or only a slash.
  func adding(_ end: String) -> CallAddresses {
    if end.isEmpty { return self }
    func added(_ url: URL) -> URL { URL(string: url.absoluteString + end) ?? url }
    return copy(of: self) { ($0.base, $0.named) = (added(base), named.mapValues(added)) }
  }
}
