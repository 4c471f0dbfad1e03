import Synchronization

/// The ports that were used last: the system gives a free port by chance, and so one that an earlier call had.
final class RecentPorts: Sendable {
  private struct State {
    var all: Set<Int> = []
    /// The oldest first.
    var order: [Int] = []
  }

  private let state = Mutex(State())
  /// A few thousand of the 28,000 or more that systems give.
  private let limit: Int

  init(limit: Int = 4096) { self.limit = limit }

  /// Takes note of a port; returns whether it was not among the last ones.
  func take(_ port: Int) -> Bool {
    state.withLock { state in
      guard state.all.insert(port).inserted else { return false }
      state.order.append(port)
      if state.order.count > limit { state.all.remove(state.order.removeFirst()) }
      return true
    }
  }
}
