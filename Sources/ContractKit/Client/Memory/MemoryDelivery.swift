import Foundation

/// The delivery of the answer to one of a session's requests. It delivers nothing after the session stopped the
/// request, because a second resumption would end the process.
final class MemoryDelivery: @unchecked Sendable {
  // Guards the properties below and every use of them. It is locked during calls to the session. Recursive, because
  // such a call may stop the request.
  private let lock = NSRecursiveLock()
  /// The request; nil after it is over.
  private var owner: URLProtocol?
  /// Whether the session is still starting the request, and the answer that came in the meantime.
  private var isStarting = true
  private var early: Reply?
  /// Whether delivery is paused, and the answer that was held back.
  private var isPaused = false
  private var held: Reply?
  private let request: URLRequest
  private let url: URL
  private let session: SessionInsides
  private let cookies: SetCookies

  init(to owner: URLProtocol, of session: SessionInsides, cookies: SetCookies) {
    self.owner = owner
    self.session = session
    self.cookies = cookies
    request = owner.request
    url = owner.request.url ?? URL(fileURLWithPath: "/")
  }

  /// Receives the answer, from any thread.
  func answer(_ reply: Reply) {
    let isEarly = lock.withLock {
      if isStarting { early = reply }
      return isStarting
    }
    if !isEarly { schedule(reply) }
  }

  /// Records that the session has started the request, and delivers an answer that came in the meantime.
  func started() {
    let reply = lock.withLock {
      isStarting = false
      return early
    }
    guard let reply else { return }
    if reply.delay > 0 { schedule(reply) } else { notify(reply) }
  }

  /// Whether there is nothing more to deliver.
  var isOver: Bool { lock.withLock { owner == nil } }

  /// Pauses delivery until `proceed`, because the session's task is suspended.
  func pause() { lock.withLock { isPaused = true } }

  /// Records that the session has resumed the task, and delivers an answer that came in the meantime.
  func proceed() {
    let reply = lock.withLock {
      isPaused = false
      defer { held = nil }
      return held
    }
    if let reply { notify(reply) }
  }

  /// Ends the delivery. After this returns, the session is not called any more.
  func stop() { lock.withLock { owner = nil } }

  private func schedule(_ reply: Reply) {
    (session.queue ?? .global()).asyncAfter(deadline: .now() + reply.delay) { [self] in notify(reply) }
  }

  /// Delivers a whole answer to the session.
  private func notify(_ reply: Reply) {
    let isHeld = lock.withLock {
      if isPaused { held = reply }
      return isPaused
    }
    if isHeld { return }
    if let response = reply.response(url: url) {
      if response is HTTPURLResponse, !isOver { cookies.store(reply.headers, of: request, in: session) }
      notify { $1.urlProtocol($0, didReceive: response, cacheStoragePolicy: .notAllowed) }
      // In one piece: on Linux, async clients and completion handlers get only the last piece.
      let body = Data(reply.body ?? [])
      if !body.isEmpty { notify { $1.urlProtocol($0, didLoad: body) } }
    }
    if let error = reply.error(url: url) {
      notify { $1.urlProtocol($0, didFailWithError: error) }
    } else {
      notify { $1.urlProtocolDidFinishLoading($0) }
    }
    stop()
  }

  private func notify(_ message: (URLProtocol, any URLProtocolClient) -> Void) {
    lock.withLock {
      if let owner, let client = owner.client { message(owner, client) }
    }
  }
}
