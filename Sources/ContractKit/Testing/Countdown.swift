import Synchronization

/// A call's time limit in a test process. It consists of ten tenths. Each counts only after Swift has had a free
/// thread.
///
/// Tests run in parallel on as many threads as there are cores. If other tests occupy all of them, a call must not run
/// out of time: it waits, like the test that it belongs to.
final class Countdown: Sendable {
  private struct State: Sendable {
    var left = 10
    var deadline: Int?
    var isStopped = false
  }

  private let tenth: Duration
  private let deadlines: Deadlines
  private let hasEnded: @Sendable () -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - seconds: How long the call may take.
  ///   - hasEnded: Called when the time is over, unless the countdown was stopped before.
  init(_ seconds: Double, on deadlines: Deadlines, hasEnded: @escaping @Sendable () -> Void) {
    tenth = .seconds(seconds / 10)
    self.deadlines = deadlines
    self.hasEnded = hasEnded
  }

  func start() {
    let deadline = deadlines.add(after: tenth) { [self] in Task.detached { [self] in countDown() } }
    state.withLock { $0.deadline = deadline }
  }

  func stop() {
    let deadline = state.withLock { state in
      state.isStopped = true
      return state.deadline
    }
    if let deadline { deadlines.remove(deadline) }
  }

  private func countDown() {
    let left = state.withLock { state in
      state.left -= 1
      return state.isStopped ? nil : state.left
    }
    guard let left else { return }
    if left > 0 { start() } else { hasEnded() }
  }
}
