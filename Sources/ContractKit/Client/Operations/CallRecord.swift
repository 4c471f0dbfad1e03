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
    var waiter: CheckedContinuation<End, Never>?

    /// Ends the call; returns who waits for that.
    mutating func end(_ end: End) -> CheckedContinuation<End, Never>? {
      phase = .over(end)
      defer { waiter = nil }
      return waiter
    }
  }

  /// How long a handler that was called may be kept before the call is over, in milliseconds.
  static let patience = 50

  private let state = Mutex(State())
  private let completedAgain: @Sendable () -> Void

  /// - Parameter completedAgain: Told of the first completion after the call's end.
  init(completedAgain: @escaping @Sendable () -> Void) { self.completedAgain = completedAgain }

  /// The handler was called.
  func completed(_ returned: Returned) {
    enum Next { case none, again, wait }
    let next = state.withLock { state -> (Next, CheckedContinuation<End, Never>?) in
      switch state.phase {
      case .waiting:
        state.phase = .called(returned)
        return (.wait, nil)
      case .called:
        return (.none, state.end(.twice))
      case .over(.completed):
        state.phase = .over(.twice)
        return (.again, nil)
      case .over: return (.none, nil)
      }
    }
    next.1?.resume(returning: .twice)
    switch next.0 {
    case .none: break
    case .again: completedAgain()
    case .wait:
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Self.patience)) { [self] in end(isHeld: true) }
    }
  }

  /// Nothing can call the handler any more.
  func released() { end(isHeld: false) }

  private func end(isHeld: Bool) {
    let (end, waiter) = state.withLock { state -> (End, CheckedContinuation<End, Never>?) in
      let end: End
      switch state.phase {
      case .waiting: end = .never
      case .called(let returned): end = .completed(returned, isHeld: isHeld)
      case .over(let end): return (end, nil)
      }
      return (end, state.end(end))
    }
    waiter?.resume(returning: end)
  }

  /// Waits for the call's end.
  func end() async -> End {
    await withCheckedContinuation { continuation in
      let end = state.withLock { state -> End? in
        if case .over(let end) = state.phase { return end }
        state.waiter = continuation
        return nil
      }
      if let end { continuation.resume(returning: end) }
    }
  }
}
