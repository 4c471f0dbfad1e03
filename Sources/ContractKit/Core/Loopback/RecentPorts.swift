import Synchronization

/// The ports that were used last: the system gives a free port by chance, and so one that an earlier call had.
final class RecentPorts: Sendable {
  private struct State {
    var all: Set<Int> = []
    /// The oldest is at `next` once there are enough.
    var order: [Int] = []
    var next = 0
  }

  private let state = Mutex(State())
  /// A few thousand of the 28,000 or more that systems give.
  private let limit: Int

  init(limit: Int = 4096) { self.limit = limit }

  /// Takes note of a port; returns whether it was not among the last ones.
  func take(_ port: Int) -> Bool {
    state.withLock { state in
      guard state.all.insert(port).inserted else { return false }
      if state.order.count < limit {
        state.order.append(port)
      } else {
        state.all.remove(state.order[state.next])
        state.order[state.next] = port
        state.next = (state.next + 1) % limit
      }
      return true
    }
  }
}
