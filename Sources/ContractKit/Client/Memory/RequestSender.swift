import Foundation
import Synchronization

/// A way to send the requests of one call without the test double of a session. `call.send` and `call.mock` are built
/// on it.
enum RequestSender: Sendable {
  /// The answer to a request. An error is the one that Foundation would report.
  typealias Answer = Result<(Data, URLResponse), any Error>

  /// On `memory`: the responder that answers.
  case responder(any Responder)
  /// On `loopback`: the session that reaches the server.
  case session(URLSession)

  /// Sends a request that contains its body.
  ///
  /// - Parameter completion: Called once with the answer: before this returns, or later from any thread.
  /// - Returns: The task on the network, so that the caller can cancel it; nil in memory, where there is no task.
  @discardableResult
  func send(_ request: URLRequest, _ completion: @escaping @Sendable (Answer) -> Void) -> URLSessionTask? {
    switch self {
    case .session(let session):
      let task = session.dataTask(with: request) { data, response, error in
        if let error { return completion(.failure(error)) }
        completion(response.map { .success((data ?? Data(), $0)) } ?? .failure(URLError(.unknown, of: request)))
      }
      task.resume()
      return task
    case .responder(let responder):
      guard let url = request.url, url.isForSessions else {
        completion(.failure(URLError(.unsupportedURL, of: request)))
        return nil
      }
      request.withBodyRead { read in
        switch read {
        case .failure(let error): completion(.failure(error))
        case .success(let (body, unobserved)):
          responder.respond(to: CapturedRequest(request, body: body, unobserved: unobserved)) { reply in
            let answer = reply.answer(url: url)
            if reply.wholeDelay == 0 { return completion(answer) }
            DispatchQueue.global().asyncAfter(deadline: .now() + reply.wholeDelay) { completion(answer) }
          }
        }
      }
      return nil
    }
  }

  /// Sends a request that contains its body, and waits for the answer.
  ///
  /// - Throws: What Foundation would throw: a `URLError`, with code -999 if the task is canceled; or the contract's own
  ///   error.
  @Sendable func send(_ request: URLRequest) async throws -> (Data, URLResponse) {
    let waiter = Waiter(request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if waiter.wait(continuation) { waiter.cancelLater(send(request) { waiter.resume($0) }) }
      }
    } onCancel: {
      waiter.cancel()
    }
  }

  /// A waiter that resumes with the first answer, or with the cancellation if that comes first.
  private final class Waiter: Sendable {
    private struct State: Sendable {
      /// What waits; nil before the wait, and after the first answer.
      var continuation: CheckedContinuation<(Data, URLResponse), any Error>?
      var task: URLSessionTask?
      var isCancelled = false
    }

    private let request: URLRequest
    private let state = Mutex(State())

    init(_ request: URLRequest) { self.request = request }

    /// Waits for the first answer. Returns false if the wait was canceled before, so that there is nothing to send.
    func wait(_ continuation: CheckedContinuation<(Data, URLResponse), any Error>) -> Bool {
      let isCancelled = state.withLock { state in
        if !state.isCancelled { state.continuation = continuation }
        return state.isCancelled
      }
      if isCancelled { continuation.resume(throwing: URLError(.cancelled, of: request)) }
      return !isCancelled
    }

    /// Cancels a task when the wait is canceled, or at once if it already was.
    func cancelLater(_ task: URLSessionTask?) {
      let isCancelled = state.withLock { state in
        state.task = task
        return state.isCancelled
      }
      if isCancelled { task?.cancel() }
    }

    func cancel() {
      let task = state.withLock { state in
        state.isCancelled = true
        return state.task
      }
      resume(.failure(URLError(.cancelled, of: request)))
      task?.cancel()
    }

    func resume(_ answer: Answer) { state.withLock { $0.continuation.take() }?.resume(with: answer) }
  }
}

extension URLError {
  /// Creates the error for a request that is canceled or not sent. Like Foundation's error, it names the request's URL.
  init(_ code: Code, of request: URLRequest?) {
    self.init(code, userInfo: request?.url.map { [NSURLErrorFailingURLErrorKey: $0] } ?? [:])
  }
}

extension Reply {
  /// Returns the answer as Foundation passes it to a client that asks for the whole answer at once.
  fileprivate func answer(url: URL) -> RequestSender.Answer {
    if let error = error(url: url) { return .failure(error) }
    guard let response = response(url: url) else { return .failure(URLError(.badServerResponse)) }
    var data = Data()
    if let body { data.append(contentsOf: body) }
    return .success((data, response))
  }
}
