import Foundation
import Synchronization

/// The work of a task of a `MockSession`. It sends its request after it is resumed, and calls its handler exactly once.
final class MockLoad: Sendable {
  typealias Handler = (Data?, URLResponse?, (any Error)?) -> Void
  typealias Answer = RequestSender.Answer

  /// A handler that is passed to the thread that calls it.
  private struct Held: @unchecked Sendable {
    // Called once, by the code that takes it out of the state.
    let handler: Handler
  }

  private struct State: Sendable {
    var phase = URLSessionTask.State.suspended
    /// How many calls of `resume` are still needed. `suspend` adds one.
    var suspensions = 1
    /// The handler; nil if it was called or is about to be called.
    var handler: Held?
    var isStarted = false
    /// The answer that `resume` waits for, if it waits.
    var turn: Turn?
    /// The task on the network, on loopback.
    var sending: URLSessionTask?
    /// The answer, if it came while the task was suspended.
    var answer: Answer?
    /// The task itself. It lives until its handler was called, as on a session.
    var task: URLSessionTask?
    var response: URLResponse?
    var error: (any Error)?
  }

  let identifier: Int
  private let content: Result<URLRequest, any Error>
  private let session: MockSession
  private let known: Mutex<State>

  /// - Parameter request: The request to send. If it is an error, the error is the answer and nothing is sent.
  init(_ request: Result<URLRequest, any Error>, _ session: MockSession, _ handler: @escaping Handler) {
    content = request
    self.session = session
    identifier = session.nextTask()
    known = Mutex(State(handler: Held(handler: handler)))
  }

  var state: URLSessionTask.State { known.withLock(\.phase) }
  var request: URLRequest? { try? content.get() }
  var response: URLResponse? { known.withLock(\.response) }
  var error: (any Error)? { known.withLock(\.error) }

  /// Records that the task was released. If it was never started, its handler is never called.
  func release() {
    if !known.withLock(\.isStarted) { session.unresumed.taskWasForgotten() }
  }

  func suspend() {
    known.withLock { state in
      guard state.phase == .running || state.phase == .suspended else { return }
      state.suspensions += 1
      state.phase = .suspended
    }
  }

  func resume(_ task: URLSessionTask) {
    let (starts, answer) = known.withLock { state -> (Bool, Answer?) in
      guard state.phase == .suspended else { return (false, nil) }
      state.suspensions -= 1
      if state.suspensions > 0 { return (false, nil) }
      state.phase = .running
      state.task = task
      defer {
        state.isStarted = true
        state.answer = nil
      }
      return (!state.isStarted, state.answer)
    }
    if let answer { settle(answer) }
    if starts { start() }
  }

  func cancel() {
    let (turn, sending) = known.withLock { state -> (Turn?, URLSessionTask?) in
      if state.handler == nil { return (nil, nil) }
      state.phase = .canceling
      state.isStarted = true
      return (state.turn, state.sending)
    }
    settle(.failure(URLError(.cancelled, of: request)))
    turn?.come(with: nil)
    sending?.cancel()
  }

  private func start() {
    if session.handlerQueue != nil { return send { [self] in settle($0) } }
    let turn = Turn()
    known.withLock { $0.turn = turn }
    send { turn.come(with: $0) }
    if let answer = turn.wait() { settle(answer) }
  }

  /// The answer that `resume` waits for, if handlers run inside it.
  private final class Turn: Sendable {
    private let answer = Mutex<Answer?>(nil)
    private let come = DispatchSemaphore(value: 0)

    /// Passes the answer on. It is nil if there is none, because the task was canceled.
    func come(with answer: Answer?) {
      self.answer.withLock { $0 = $0 ?? answer }
      come.signal()
    }

    func wait() -> Answer? {
      come.wait()
      return answer.withLock { $0 }
    }
  }

  private func send(_ completion: @escaping @Sendable (Answer) -> Void) {
    switch content {
    case .success(let request):
      let task = session.carrier.send(request, completion)
      let isOver = known.withLock { state in
        if state.handler != nil { state.sending = task }
        return state.handler == nil
      }
      // The task was canceled in the meantime. If it was answered, the call has no effect.
      if isOver { task?.cancel() }
    case .failure(let error): completion(.failure(error))
    }
  }

  /// Passes the answer to the handler. Only the first answer that comes while the task is not suspended counts.
  private func settle(_ answer: Answer) {
    let handler = known.withLock { state -> Held? in
      guard let handler = state.handler else { return nil }
      if state.phase == .suspended {
        state.answer = answer
        return nil
      }
      state.handler = nil
      state.turn = nil
      state.sending = nil
      if case .success((_, let response)) = answer { state.response = response }
      if case .failure(let error) = answer { state.error = error }
      return handler
    }
    guard let handler else { return }
    guard let queue = session.handlerQueue else { return call(handler, answer) }
    queue.async { [self] in call(handler, answer) }
  }

  private func call(_ held: Held, _ answer: Answer) {
    let task = known.withLock { state in
      state.phase = .completed
      return state.task.take()
    }
    session.unresumed.handlerIsCalled()
    switch answer {
    case .success((let data, let response)): held.handler(data, response, nil)
    case .failure(let error): held.handler(nil, nil, error)
    }
    withExtendedLifetime(task) {}
  }
}
