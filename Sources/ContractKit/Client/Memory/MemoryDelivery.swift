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
  /// Whether delivery is paused, and what was held back.
  private var isPaused = false
  private var held: Part?
  private let request: URLRequest
  private let url: URL
  private let session: SessionInsides
  private let task: URLSessionTask?
  private let call: MemoryCall

  private struct Part {
    var reply: Reply
    /// The index of the piece of the body; nil for the head, and for a body that comes with it.
    var piece: Int?
  }

  init(to owner: URLProtocol, of session: SessionInsides, for call: MemoryCall) {
    self.owner = owner
    self.session = session
    self.call = call
    (request, task) = (owner.request, owner.task)
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
    if reply.delay > 0 || !reply.pieces.isEmpty { schedule(reply) } else { notify(Part(reply: reply)) }
  }

  var isOver: Bool { lock.withLock { owner == nil } }

  /// Pauses delivery until `proceed`, because the session's task is suspended.
  func pause() { lock.withLock { isPaused = true } }

  /// Records that the session has resumed the task, and delivers an answer that came in the meantime.
  func proceed() {
    let part = lock.withLock {
      isPaused = false
      return held.take()
    }
    if let part { notify(part) }
  }

  /// Ends the delivery. After this returns, the session is not called any more.
  func stop() { lock.withLock { owner = nil } }

  private var queue: DispatchQueue { session.queue ?? .global() }

  private func schedule(_ reply: Reply) {
    if reply.pieces.isEmpty { return schedule(Part(reply: reply), after: reply.delay) }
    // Only on this queue can it be read whether the client gets pieces.
    queue.async { [self] in
      let reply = session.deliversPieces(to: task) ? reply : reply.whole
      schedule(Part(reply: reply), after: reply.delay)
    }
  }

  private func schedule(_ part: Part, after delay: Double) {
    queue.asyncAfter(deadline: .now() + delay) { [self] in notify(part) }
  }

  /// Delivers the head of an answer, or a piece of its body, and what comes at the same time.
  private func notify(_ part: Part) {
    let isHeld = lock.withLock {
      if isPaused { held = part }
      return isPaused
    }
    if isHeld { return }
    let reply = part.reply
    if let index = part.piece {
      load(reply.pieces[index].bytes)
      return deliver(index + 1, of: reply)
    }
    if let response = reply.response(url: url) {
      if response is HTTPURLResponse, !isOver { call.storeCookies(in: reply.headers, of: request, by: session) }
      notify { $1.urlProtocol($0, didReceive: response, cacheStoragePolicy: .notAllowed) }
      if !reply.pieces.isEmpty { return deliver(0, of: reply) }
      load(reply.body ?? [])
    }
    end(reply)
  }

  /// Delivers a piece after its pause; after the last one the end.
  private func deliver(_ index: Int, of reply: Reply) {
    if index == reply.pieces.count { return end(reply) }
    schedule(Part(reply: reply, piece: index), after: reply.pieces[index].delay)
  }

  private func load(_ bytes: [UInt8]) {
    let data = Data(bytes)
    if !data.isEmpty { notify { $1.urlProtocol($0, didLoad: data) } }
  }

  private func end(_ reply: Reply) {
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
