import Foundation
import Synchronization

/// Actions that run at set times unless they are removed before. All share one timer, because nearly all are removed.
///
/// No task sleeps and no thread waits, so deadlines work even if clients block every thread on which Swift runs tasks.
package final class Deadlines: Sendable {
  private struct Entry: Sendable {
    var time: ContinuousClock.Instant
    var action: @Sendable () -> Void
  }

  private struct State: Sendable {
    var last = 0
    var entries: [Int: Entry] = [:]
    /// The time for which the timer is set, or nil if there are no deadlines.
    var next: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> ContinuousClock.Instant
  private let wake: @Sendable (_ delay: Duration, _ look: @escaping @Sendable () -> Void) -> Void

  convenience init() {
    let queue = DispatchQueue(label: "ContractKit.deadlines")
    self.init(now: { .now }) { delay, look in
      queue.asyncAfter(deadline: .now() + delay / .seconds(1), execute: look)
    }
  }

  /// - Parameters:
  ///   - now: Returns the current time.
  ///   - wake: Calls back after a delay, one call at a time.
  init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    wake: @escaping @Sendable (_ delay: Duration, _ look: @escaping @Sendable () -> Void) -> Void
  ) {
    self.now = now
    self.wake = wake
  }

  /// Adds a deadline. Its action runs on a queue of its own.
  package func add(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
    let time = now() + delay
    let (id, isFirst) = state.withLock { state in
      state.last += 1
      state.entries[state.last] = Entry(time: time, action: action)
      // If a timer is set already, it looks again by itself.
      let isFirst = state.next.map { time < $0 } ?? true
      if isFirst { state.next = time }
      return (state.last, isFirst)
    }
    if isFirst { look(at: time) }
    return id
  }

  /// Removes a deadline. Does nothing if it has already passed.
  package func remove(_ id: Int) {
    // What the entry holds is released outside the lock.
    _ = state.withLock { $0.entries.removeValue(forKey: id) }
  }

  private func look(at time: ContinuousClock.Instant) {
    wake(max(.zero, time - now())) { [self] in look(setFor: time) }
  }

  private func look(setFor time: ContinuousClock.Instant) {
    let now = now()
    let (due, next) = state.withLock { state -> ([Entry], ContinuousClock.Instant?) in
      // An earlier deadline was added in between, and another timer has handled it since.
      if state.next != time { return ([], nil) }
      let due = state.entries.filter { $0.value.time <= now }
      for id in due.keys { state.entries.removeValue(forKey: id) }
      state.next = state.entries.values.map(\.time).min()
      return (due.values.sorted { $0.time < $1.time }, state.next)
    }
    if let next { look(at: next) }
    for entry in due { entry.action() }
  }
}
