import Foundation

/// Tells a session what one of its requests is answered; nothing after the session has stopped the request, because a
/// second resumption would end the process.
final class MemoryDelivery: @unchecked Sendable {
  // Guards what follows and all use of it, and is held while the session is told something. Recursive: telling may stop.
  private let lock = NSRecursiveLock()
  /// The request; nil once it is over.
  private var owner: URLProtocol?
  /// Whether the session is still in the middle of starting the request, and what came by then.
  private var isStarting = true
  private var early: Reply?
  /// Whether the session is to be told nothing for now, and what is to be told once it is.
  private var isPaused = false
  private var held: Reply?
  private let url: URL
  private let session: SessionInsides

  init(to owner: URLProtocol, of session: SessionInsides) {
    self.owner = owner
    self.session = session
    url = owner.request.url ?? URL(fileURLWithPath: "/")
  }

  /// Takes the answer, from any thread.
  func answer(_ reply: Reply) {
    let isEarly = lock.withLock {
      if isStarting { early = reply }
      return isStarting
    }
    if !isEarly { schedule(reply) }
  }

  /// The session has started the request and may be told here what came meanwhile.
  func started() {
    let reply = lock.withLock {
      isStarting = false
      return early
    }
    guard let reply else { return }
    if reply.delay > 0 { schedule(reply) } else { tell(reply) }
  }

  /// Whether there is nothing more to tell.
  var isOver: Bool { lock.withLock { owner == nil } }

  /// Tells the session nothing until `proceed`: its task is suspended.
  func pause() { lock.withLock { isPaused = true } }

  /// The session has resumed the task, and may be told here what came meanwhile.
  func proceed() {
    let reply = lock.withLock {
      isPaused = false
      defer { held = nil }
      return held
    }
    if let reply { tell(reply) }
  }

  /// Ends the delivery; when this returns, the session is told nothing more.
  func stop() { lock.withLock { owner = nil } }

  private func schedule(_ reply: Reply) {
    (session.queue ?? .global()).asyncAfter(deadline: .now() + reply.delay) { [self] in tell(reply) }
  }

  /// Tells the session a whole answer.
  private func tell(_ reply: Reply) {
    let isHeld = lock.withLock {
      if isPaused { held = reply }
      return isPaused
    }
    if isHeld { return }
    if let response = reply.response(url: url) {
      tell { $1.urlProtocol($0, didReceive: response, cacheStoragePolicy: .notAllowed) }
      // In one piece: on Linux async clients and completion handlers get the last piece only.
      let body = Data(reply.body ?? [])
      if !body.isEmpty { tell { $1.urlProtocol($0, didLoad: body) } }
    }
    if let error = reply.error(url: url) {
      tell { $1.urlProtocol($0, didFailWithError: error) }
    } else {
      tell { $1.urlProtocolDidFinishLoading($0) }
    }
    stop()
  }

  private func tell(_ message: (URLProtocol, any URLProtocolClient) -> Void) {
    lock.withLock {
      if let owner, let client = owner.client { message(owner, client) }
    }
  }
}
