import Synchronization

/// A call's time in a test process: ten tenths, each of which counts only when Swift has had a thread free after it.
///
/// Tests run side by side on as many threads as there are cores. Where others hold all of them, a call does not run out of
/// time: it waits, as the test does that it belongs to.
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
  ///   - hasEnded: Told when the time is over, unless it was stopped before.
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
