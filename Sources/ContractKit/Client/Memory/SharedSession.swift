import Foundation
import Synchronization

/// Leads `URLSession.shared` to one call at a time: the door of clients that can be given nothing.
enum SharedSession {
  private struct State: Sendable {
    var isRegistered = false
    /// What answers: of the call that has the session, or had it last, so that late requests find their call.
    var responder: (any Responder)?
    /// Where the call that has the session is on loopback: what goes there goes by the network.
    var origins: Set<String> = []
    var isLent = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())

  /// What answers requests on the shared session; nil before the first call in memory.
  static var responder: (any Responder)? { state.withLock(\.responder) }

  /// Whether a request is one for the network: its call runs on loopback.
  static func leadsToNetwork(_ request: URLRequest) -> Bool {
    state.withLock { state in
      !state.origins.isEmpty && (request.url?.origin).map(state.origins.contains) ?? false
    }
  }

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
  /// - Parameters:
  ///   - responder: What answers the call's requests; nil where they go to `addresses` by the network.
  /// - Returns: Why that is not possible; nil where it is done.
  static func lend(to responder: (any Responder)?, at addresses: [URL] = []) async -> String? {
    if responder != nil, !FoundationLimits.sharedSessionAsks(SharedProtocol.self) {
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
    state.withLock { state in
      // What comes late from a call in memory is still told as that call's.
      state.responder = responder ?? state.responder
      state.origins = responder == nil ? Set(addresses.compactMap(\.origin)) : []
    }
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

extension URL {
  /// Scheme, host and port, which are the same for all of one server's addresses; nil where there is no host.
  fileprivate var origin: String? {
    guard let scheme = scheme?.lowercased(), let host = host?.lowercased() else { return nil }
    return "\(scheme)://\(host):\(port ?? (scheme == "https" ? 443 : 80))"
  }
}

/// The double in front of `URLSession.shared`. Its state is `MemoryProtocol`'s.
final class SharedProtocol: MemoryProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    request.isForSessions && SharedSession.responder != nil && !SharedSession.leadsToNetwork(request)
  }

  override class var responder: (any Responder)? { SharedSession.responder }
}
