import Synchronization

/// Threads that end by themselves, and can be waited for until none is left, not even in the system's accounts.
package final class ThreadGroup: Sendable {
  private struct State {
    var living: [Int: SystemThread] = [:]
    var next = 0
    /// The one that ended last; whoever ends after it joins it.
    var ended: SystemThread?
  }

  private let state = Mutex(State())

  /// Makes an empty group.
  package init() {}

  /// Starts a thread.
  func start(_ body: @escaping @Sendable () -> Void) throws(SocketError) {
    // The lock is held while the thread is made, so that one that ends at once finds itself among the living.
    try state.withLock { state throws(SocketError) in
      let number = state.next
      state.next += 1
      state.living[number] = try SystemThread { [self] in
        body()
        ended(number)
      }
    }
  }

  /// Waits until every thread has ended, those that are started meanwhile too; not to be called by one of them.
  package func wait() {
    while true {
      let threads = state.withLock { state in
        defer { (state.living, state.ended) = ([:], nil) }
        return Array(state.living.values) + (state.ended.map { [$0] } ?? [])
      }
      if threads.isEmpty { return }
      for thread in threads { thread.join() }
    }
  }

  /// Called by a thread as the last thing that it does. One that `wait()` has taken is joined there.
  private func ended(_ number: Int) {
    let before = state.withLock { state -> SystemThread? in
      guard let thread = state.living.removeValue(forKey: number) else { return nil }
      defer { state.ended = thread }
      return state.ended
    }
    before?.join()
  }
}
