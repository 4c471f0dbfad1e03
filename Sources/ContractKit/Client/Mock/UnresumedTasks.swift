import Synchronization

/// Whether the last thing that was seen of a call's mocks is a task that went without having been resumed: then that is why
/// a completion goes uncalled. After a handler was called, it is that handler which forgot it.
final class UnresumedTasks: Sendable {
  private let state = Mutex(false)

  var isLast: Bool { state.withLock { $0 } }
  func taskWasForgotten() { state.withLock { $0 = true } }
  func handlerIsCalled() { state.withLock { $0 = false } }
}
