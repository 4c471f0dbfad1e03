import Synchronization

/// Leads `URLSession.shared` to one call at a time: the door of clients that can be given nothing.
enum SharedSession {
  private struct State: Sendable {
    var isRegistered = false
    /// What answers: of the call that has the session, or had it last, so that late requests find their call.
    var responder: (any Responder)?
    var isLent = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())

  /// What answers requests on the shared session; nil before the first call.
  static var responder: (any Responder)? { state.withLock(\.responder) }

  /// Puts the double in front of the shared session; once is enough.
  static func register() {
    let isNew = state.withLock { state in
      defer { state.isRegistered = true }
      return !state.isRegistered
    }
    if isNew { _ = URLProtocol.registerClass(SharedProtocol.self) }
  }

  /// Leads the shared session to a call, once no other call has it.
  ///
  /// - Returns: Why that is not possible; nil where it is done.
  static func lend(to responder: any Responder) async -> String? {
    if !FoundationLimits.sharedSessionAsks(SharedProtocol.self) {
      return "URLSession.shared was used before the driver set `usesSharedSession`; "
        + "a static or a stored property may have touched it"
    }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        defer { state.isLent = true }
        if state.isLent { state.waiting.append(continuation) }
        return !state.isLent
      }
      if isFree { continuation.resume() }
    }
    state.withLock { $0.responder = responder }
    return nil
  }

  /// Hands the shared session to the next call that waits.
  static func takeBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.isLent = false
      return nil
    }
    next?.resume()
  }
}

/// The double in front of `URLSession.shared`. Its state is `MemoryProtocol`'s.
final class SharedProtocol: MemoryProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    request.isForSessions && SharedSession.responder != nil
  }

  override class var responder: (any Responder)? { SharedSession.responder }
}
