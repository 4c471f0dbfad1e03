import ContractCore
import Synchronization

/// The ports that were used recently. The system chooses free ports at random, so it may choose one that an earlier
/// call had.
final class RecentPorts: Sendable {
  private struct State {
    var all: Set<Int> = []
    /// The ports, the oldest first.
    var order: [Int] = []
  }

  private let state = Mutex(State())
  /// A few thousand of the 28,000 or more ports that systems offer.
  private let limit: Int

  init(limit: Int = 4096) { self.limit = limit }

  /// Records a port. Returns whether it was not among the recent ones.
  func take(_ port: Int) -> Bool {
    state.withLock { state in
      guard state.all.insert(port).inserted else { return false }
      state.order.append(port)
      if state.order.count > limit { state.all.remove(state.order.removeFirst()) }
      return true
    }
  }
}
