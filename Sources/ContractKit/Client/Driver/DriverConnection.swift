import Foundation
import Synchronization

/// The driver's side of the pipes to the runner. It writes whole lines, and passes responses to the requests that wait.
final class DriverConnection: Sendable {
  private struct Key: Hashable, Sendable {
    var id: Int
    var n: Int
  }

  private let output: Int32
  // Locked while a line is written, so that lines do not mix.
  private let writing = Mutex(())
  private let waiting = Mutex([Key: @Sendable (Reply) -> Void]())

  init(output: Int32) { self.output = output }

  /// Writes one message. If the runner has ended, the process ends too: its work has no purpose any more.
  func write(_ message: DriverMessage) {
    var line = message.utf8
    line.append(UInt8(ascii: "\n"))
    writing.withLock { _ in
      if !Descriptor.write(line, to: output) { _exit(0) }
    }
  }

  /// Writes a request, and keeps the closure for its response.
  func ask(id: Int, n: Int, _ request: CapturedRequest, _ answer: @escaping @Sendable (Reply) -> Void) {
    waiting.withLock { $0[Key(id: id, n: n)] = answer }
    write(.request(id: id, n: n, request))
  }

  /// Passes a response to the request that waits for it. Returns false if none waits.
  func answer(id: Int, n: Int, _ reply: Reply) -> Bool {
    guard let answer = waiting.withLock({ $0.removeValue(forKey: Key(id: id, n: n)) }) else { return false }
    answer(reply)
    return true
  }
}

/// The responder of one call. It gives the answers that came with the call, and asks the runner for all others.
final class ConnectionResponder: Responder {
  private struct State: Sendable {
    /// How many requests were sent.
    var count = 0
    var isOver = false
    /// The thread on which the call began, until Swift has had a free thread since then; otherwise nil.
    var thread: UInt?
    /// The requests that wait for that, and whether something sends them then.
    var held: [@Sendable () -> Void] = []
    var isReleasing = false
  }

  /// The largest body that goes over the connection: 8 MiB. With up to six bytes of JSON for each byte, it stays below the
  /// runner's limit for a line. A larger body is reported as unobserved.
  static let bodyLimit = 8 << 20

  private let id: Int
  private let connection: DriverConnection
  private let answers: [Reply]
  private let state = Mutex(State())

  /// - Parameter answers: The answers to the first requests, in order; none by default.
  init(id: Int, connection: DriverConnection, answers: [Reply] = []) {
    (self.id, self.connection, self.answers) = (id, connection, answers)
  }

  func respond(to request: CapturedRequest, _ answer: @escaping @Sendable (Reply) -> Void) {
    var request = request
    if let body = request.body, body.count > Self.bodyLimit {
      request.body = nil
      request.unobserved.append("body")
    }
    let (isHeld, isFirst) = state.withLock { [request] state in
      guard let thread = state.thread, thread != SystemThread.current else { return (false, false) }
      defer { state.isReleasing = true }
      state.held.append { [self] in send(request, answer) }
      return (true, !state.isReleasing)
    }
    if isFirst { Task.detached { [self] in release() } }
    if !isHeld { send(request, answer) }
  }

  /// Records that the call begins on this thread, which is not one of Swift's.
  ///
  /// A call before it may have blocked all of Swift's threads. Then this call must not seem to have sent anything: it
  /// would be blamed for not ending. So a request from another thread is sent once Swift has a free thread.
  func beginHere() { state.withLock { $0.thread = SystemThread.current } }

  private func release() {
    while true {
      let held = state.withLock { state in
        if state.held.isEmpty { state.thread = nil }
        defer { state.held = [] }
        return state.held
      }
      if held.isEmpty { return }
      for send in held { send() }
    }
  }

  private func send(_ request: CapturedRequest, _ answer: @escaping @Sendable (Reply) -> Void) {
    // The lock makes sure that requests are written in the order of their numbers, and that all are written before the
    // result.
    let known = state.withLock { state -> Reply? in
      state.count += 1
      if !state.isOver, state.count <= answers.count, request.method != "HEAD" {
        connection.write(.request(id: id, n: state.count, request))
        return answers[state.count - 1]
      }
      connection.ask(id: id, n: state.count, request, answer)
      return nil
    }
    if let known { answer(known) }
  }

  /// Writes the result of the call. The runner answers what comes after it.
  func end(_ write: @Sendable () -> Void) {
    state.withLock { state in
      state.isOver = true
      write()
    }
  }
}
