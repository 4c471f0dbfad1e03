import Synchronization

/// What a task of a `MockSession` does: it sends its request once it is resumed, and calls its handler exactly once.
final class MockLoad: Sendable {
  typealias Handler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  typealias Answer = Carrier.Answer

  private struct State: Sendable {
    var phase = URLSessionTask.State.suspended
    /// Nil once it is called, or about to be.
    var handler: Handler?
    var isStarted = false
    /// What came while the task was suspended.
    var answer: Answer?
    /// The task itself, which lives until its handler was called, as on a session.
    var task: URLSessionTask?
    var response: URLResponse?
    var error: (any Error)?
  }

  let identifier: Int
  private let content: Result<URLRequest, any Error>
  private let session: MockSession
  private let known: Mutex<State>

  /// - Parameter request: What is sent; an error is the answer without anything being sent.
  init(_ request: Result<URLRequest, any Error>, _ session: MockSession, _ handler: @escaping Handler) {
    content = request
    self.session = session
    identifier = session.nextTask()
    known = Mutex(State(handler: handler))
  }

  var state: URLSessionTask.State { known.withLock(\.phase) }
  var request: URLRequest? { try? content.get() }
  var response: URLResponse? { known.withLock(\.response) }
  var error: (any Error)? { known.withLock(\.error) }

  /// The task is gone; where nothing was started, its handler goes uncalled.
  func release() {
    let isForgotten = known.withLock { !$0.isStarted && $0.handler != nil }
    if isForgotten { session.unresumed.note() }
  }

  func suspend() {
    known.withLock { if $0.phase == .running { $0.phase = .suspended } }
  }

  func resume(_ task: URLSessionTask) {
    let (starts, answer) = known.withLock { state -> (Bool, Answer?) in
      guard state.phase == .suspended else { return (false, nil) }
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
    known.withLock { state in
      if state.handler == nil { return }
      state.phase = .canceling
      state.isStarted = true
    }
    settle(.failure(URLError(.cancelled, of: request)))
  }

  private func start() {
    switch session.handlers {
    case .queue: send { [self] in settle($0) }
    case .inline:
      let came = DispatchSemaphore(value: 0)
      let box = Box()
      send { answer in
        box.answer.withLock { $0 = answer }
        came.signal()
      }
      came.wait()
      if let answer = box.answer.withLock({ $0 }) { settle(answer) }
    }
  }

  /// Something that an answer is put into.
  private final class Box: Sendable {
    let answer = Mutex<Answer?>(nil)
  }

  private func send(_ told: @escaping @Sendable (Answer) -> Void) {
    switch content {
    case .success(let request): session.carrier.send(request, told)
    case .failure(let error): told(.failure(error))
    }
  }

  /// Hands the handler its answer; the first one that comes while the task is not suspended is the only one.
  private func settle(_ answer: Answer) {
    let handler = known.withLock { state -> Handler? in
      guard let handler = state.handler else { return nil }
      if state.phase == .suspended {
        state.answer = answer
        return nil
      }
      state.handler = nil
      if case .success((_, let response)) = answer { state.response = response }
      if case .failure(let error) = answer { state.error = error }
      return handler
    }
    guard let handler else { return }
    switch session.handlers {
    case .inline: call(handler, answer)
    case .queue(let queue): queue.async { [self] in call(handler, answer) }
    }
  }

  private func call(_ handler: Handler, _ answer: Answer) {
    let task = known.withLock { state in
      state.phase = .completed
      defer { state.task = nil }
      return state.task
    }
    switch answer {
    case .success((let data, let response)): handler(data, response, nil)
    case .failure(let error): handler(nil, nil, error)
    }
    withExtendedLifetime(task) {}
  }
}
