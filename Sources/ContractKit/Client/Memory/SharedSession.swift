package import Foundation
import Synchronization

/// The connection from `URLSession.shared` to one call at a time. It is the injection point of clients that accept no
/// session.
package enum SharedSession {
  private struct State: Sendable {
    /// The call in memory that has the session, or that had it last, so that late requests reach their call.
    var call: MemoryCall?
    /// The origins of the call that has the session, if it runs on loopback. Requests to them use the network.
    var origins: Set<String> = []
    var isLeased = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())

  /// The call to which requests on the shared session belong; nil before the first call in memory.
  static var call: MemoryCall? { state.withLock(\.call) }

  /// Returns whether a request must use the network, because its call runs on loopback.
  static func leadsToNetwork(_ request: URLRequest) -> Bool {
    state.withLock { state in
      !state.origins.isEmpty && (request.url?.origin).map(state.origins.contains) ?? false
    }
  }

  /// Registers the test double for the shared session. Only the first call has an effect.
  static func register() { _ = isRegistered }

  private static let isRegistered = URLProtocol.registerClass(SharedProtocol.self)

  /// Connects the shared session to a call, after all other calls have released it.
  ///
  /// - Parameters:
  ///   - responder: The responder that answers the call's requests; nil if they go to `addresses` over the network.
  /// - Returns: Why that is not possible, or nil if it was done.
  package static func lease(to responder: (any Responder)?, at addresses: [URL] = []) async -> String? {
    if responder != nil, !FoundationLimits.sharedSessionAsks(SharedProtocol.self) {
      return "URLSession.shared was used before the driver set `usesSharedSession`; "
        + "a static or stored property may have used it"
    }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        defer { state.isLeased = true }
        if state.isLeased { state.waiting.append(continuation) }
        return !state.isLeased
      }
      if isFree { continuation.resume() }
    }
    state.withLock { state in
      // Late requests of a call in memory are still reported as requests of that call.
      state.call = responder.map { MemoryCall(responder: $0) } ?? state.call
      state.origins = responder == nil ? Set(addresses.compactMap(\.origin)) : []
    }
    return nil
  }

  /// Passes the shared session to the next call that waits.
  package static func release() {
    call?.removeCookies()
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.isLeased = false
      return nil
    }
    next?.resume()
  }
}

extension URL {
  /// Scheme, host and port, which are the same for all URLs of one server; nil if there is no host.
  var origin: String? {
    guard let scheme = scheme?.lowercased(), let host = host?.lowercased() else { return nil }
    return "\(scheme)://\(host):\(port ?? (scheme == "https" ? 443 : 80))"
  }
}

/// The test double for `URLSession.shared`. `MemoryProtocol` holds its state.
final class SharedProtocol: MemoryProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    request.url?.isForSessions == true && SharedSession.call != nil && !SharedSession.leadsToNetwork(request)
  }

  override class var call: MemoryCall? { SharedSession.call }
}
