import Synchronization

/// The state of a call whose client uses a completion handler: how often the handler was called, and whether it is
/// still held.
///
/// A call is over when its handler was called and released. A client that keeps a handler after calling it may call it
/// again. After `patience` such a call is over as well, and its result reports that exactly-once could not be fully
/// checked.
final class CallRecord: Sendable {
  /// How the use of the handler ended.
  enum End: Sendable {
    case completed(Returned, isHeld: Bool)
    case twice
    /// The handler was released without being called.
    case never
  }

  private enum Phase: Sendable {
    case waiting
    case called(Returned)
    case over(End)
  }

  private struct State: Sendable {
    var phase = Phase.waiting
    /// The deadline for the release of a handler that was called.
    var deadline: Int?
    /// Whether `ended` has returned.
    var isReported = false
    /// Called at the end, and then set to nil. It holds the client.
    var ended: (@Sendable (End) -> Void)?

    /// Ends the call and returns the closure that must be called.
    mutating func end(_ end: End) -> (@Sendable (End) -> Void)? {
      phase = .over(end)
      return ended.take()
    }
  }

  private let state: Mutex<State>
  private let deadlines: Deadlines
  private let patience: Duration
  private let completedAgain: @Sendable () -> Void

  /// - Parameters:
  ///   - patience: How long a client may keep a handler that it called.
  ///   - completedAgain: Called for the first completion after the call's end, when `ended` has returned.
  ///   - ended: Called once at the end, on any thread.
  init(
    _ deadlines: Deadlines, _ patience: Duration, completedAgain: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable (End) -> Void
  ) {
    self.deadlines = deadlines
    self.patience = patience
    self.completedAgain = completedAgain
    state = Mutex(State(ended: ended))
  }

  func completed(_ returned: Returned) {
    let (isFirst, isLate, ended) = state.withLock { state in
      switch state.phase {
      case .waiting:
        state.phase = .called(returned)
        return (true, false, nil as (@Sendable (End) -> Void)?)
      case .called: return (false, false, state.end(.twice))
      case .over(.completed):
        state.phase = .over(.twice)
        return (false, state.isReported, nil)
      case .over: return (false, false, nil)
      }
    }
    ended?(.twice)
    if isLate { completedAgain() }
    if !isFirst { return }
    let deadline = deadlines.add(after: patience) { [self] in end(isHeld: true) }
    state.withLock { $0.deadline = deadline }
  }

  /// Records that nothing can call the handler any more.
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
    guard let ended else { return }
    ended(end)
    let isCompletedAgain = state.withLock { state in
      state.isReported = true
      return if case .over(.twice) = state.phase { true } else { false }
    }
    if isCompletedAgain { completedAgain() }
  }
}
