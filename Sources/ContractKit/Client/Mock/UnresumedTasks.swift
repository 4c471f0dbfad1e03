import Synchronization

/// Whether the last event of a call's mocks was the release of a task that was never resumed. If so, that is why a
/// completion is never called. After a handler was called, the handler itself is the cause.
final class UnresumedTasks: Sendable {
  private let state = Mutex(false)

  var isLast: Bool { state.withLock { $0 } }
  func taskWasForgotten() { state.withLock { $0 = true } }
  func handlerIsCalled() { state.withLock { $0 = false } }
}
