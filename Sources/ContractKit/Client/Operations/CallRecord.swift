import Synchronization

/// What is known of a call whose client completes by a handler: how often that was called, and whether it is still held.
///
/// A call is over when its handler was called and let go. A client that keeps a handler which it has called may call it
/// again; after `patience` the call is over as well, and says that exactly-once could not be seen to the end.
final class CallRecord: Sendable {
  /// What the handler came to.
  enum End: Sendable {
    case completed(Returned, isHeld: Bool)
    case twice
    /// It was let go uncalled.
    case never
  }

  private enum Phase: Sendable {
    case waiting
    case called(Returned)
    case over(End)
  }

  private struct State: Sendable {
    var phase = Phase.waiting
    /// Ends the wait for a handler that was called to be let go.
    var deadline: Int?
    /// Told of the end; nil once that is so. It holds the client.
    var ended: (@Sendable (End) -> Void)?

    /// Ends the call; returns who is to be told.
    mutating func end(_ end: End) -> (@Sendable (End) -> Void)? {
      phase = .over(end)
      defer { ended = nil }
      return ended
    }
  }

  private let state: Mutex<State>
  private let deadlines: Deadlines
  private let patience: Duration
  private let completedAgain: @Sendable () -> Void

  /// - Parameters:
  ///   - patience: How long a handler that was called may be kept.
  ///   - completedAgain: Told of the first completion after the call's end.
  ///   - ended: Told of the end, once, on whatever thread it comes about.
  init(
    _ deadlines: Deadlines, _ patience: Duration, completedAgain: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable (End) -> Void
  ) {
    self.deadlines = deadlines
    self.patience = patience
    self.completedAgain = completedAgain
    state = Mutex(State(ended: ended))
  }

  /// The handler was called.
  func completed(_ returned: Returned) {
    let (isFirst, isLate, ended) = state.withLock { state in
      switch state.phase {
      case .waiting:
        state.phase = .called(returned)
        return (true, false, nil as (@Sendable (End) -> Void)?)
      case .called: return (false, false, state.end(.twice))
      case .over(.completed):
        state.phase = .over(.twice)
        return (false, true, nil)
      case .over: return (false, false, nil)
      }
    }
    ended?(.twice)
    if isLate { completedAgain() }
    if !isFirst { return }
    let deadline = deadlines.add(after: patience) { [self] in end(isHeld: true) }
    state.withLock { $0.deadline = deadline }
  }

  /// Nothing can call the handler any more.
  func released() { end(isHeld: false) }

  private func end(isHeld: Bool) {
    let (end, deadline, ended) = state.withLock { state in
      let end: End
      switch state.phase {
      case .waiting: end = .never
      case .called(let returned): end = .completed(returned, isHeld: isHeld)
      case .over(let end): return (end, state.deadline, nil as (@Sendable (End) -> Void)?)
      }
      return (end, state.deadline, state.end(end))
    }
    if let deadline { deadlines.remove(deadline) }
    ended?(end)
  }
}
