import Synchronization

@testable import ContractKit

/// A clock that a test moves.
final class PlayedTime: Sendable {
  private final class Calls: Sendable {
    private typealias Call = (time: ContinuousClock.Instant, look: @Sendable () -> Void)

    private let state = Mutex((now: ContinuousClock.now, calls: [Call]()))

    var now: ContinuousClock.Instant { state.withLock(\.now) }

    func add(after delay: Duration, _ look: @escaping @Sendable () -> Void) {
      state.withLock { $0.calls.append(($0.now + delay, look)) }
    }

    /// Moves the clock to the next deadline and returns what is due then, or moves it to the end and returns nil.
    func next(until end: ContinuousClock.Instant) -> (@Sendable () -> Void)? {
      state.withLock { state in
        let first = state.calls.indices.min { state.calls[$0].time < state.calls[$1].time }
        guard let first, state.calls[first].time <= end else {
          state.now = end
          return nil
        }
        let call = state.calls.remove(at: first)
        state.now = max(state.now, call.time)
        return call.look
      }
    }
  }

  private let calls = Calls()
  /// The deadlines of this clock. They are called on the thread that moves it.
  let deadlines: Deadlines

  init() {
    deadlines = Deadlines(now: { [calls] in calls.now }) { [calls] delay, look in calls.add(after: delay, look) }
  }

  func pass(_ time: Duration) {
    let end = calls.now + time
    while let look = calls.next(until: end) { look() }
  }
}
