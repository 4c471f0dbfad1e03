import Foundation
import Synchronization

/// Carries one call's requests without a double of a session in between: what `call.send` and `call.mock` stand on.
enum Carrier: Sendable {
  /// What came of a request: an error is what Foundation would give.
  typealias Answer = Result<(Data, URLResponse), any Error>

  /// On `memory`: what answers.
  case responder(any Responder)
  /// On `loopback`: what leads to the server.
  case session(URLSession)

  /// Sends a request, whose body is in it.
  ///
  /// - Parameter told: Called once, with the answer: before this returns, or later from any thread.
  /// - Returns: The task that does it on the network, for whoever cancels; nil in memory, where nothing goes on.
  @discardableResult
  func send(_ request: URLRequest, _ told: @escaping @Sendable (Answer) -> Void) -> URLSessionTask? {
    switch self {
    case .session(let session):
      let task = session.dataTask(with: request) { data, response, error in
        if let error { return told(.failure(error)) }
        told(response.map { .success((data ?? Data(), $0)) } ?? .failure(URLError(.unknown, of: request)))
      }
      task.resume()
      return task
    case .responder(let responder):
      guard let url = request.url, url.isForSessions else {
        told(.failure(URLError(.unsupportedURL, of: request)))
        return nil
      }
      request.withBodyRead { read in
        switch read {
        case .failure(let error): told(.failure(error))
        case .success(let body):
          responder.respond(to: CapturedRequest(request, body: body)) { reply in
            let answer = reply.answer(url: url)
            if reply.delay == 0 { return told(answer) }
            DispatchQueue.global().asyncAfter(deadline: .now() + reply.delay) { told(answer) }
          }
        }
      }
      return nil
    }
  }

  /// Sends a request, whose body is in it, and waits for the answer.
  ///
  /// - Throws: What Foundation would: a `URLError`, -999 where the task is cancelled; or the contract's own error.
  @Sendable func send(_ request: URLRequest) async throws -> (Data, URLResponse) {
    let waiter = Waiter()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if waiter.wait(continuation) { waiter.cancelLater(send(request) { waiter.resume($0) }) }
      }
    } onCancel: {
      waiter.resume(.failure(URLError(.cancelled, of: request)))
      waiter.cancel()
    }
  }

  /// Resumes with the first answer, or with the cancellation if that is first.
  private final class Waiter: Sendable {
    private typealias Continuation = CheckedContinuation<(Data, URLResponse), any Error>
    private enum State: Sendable {
      case new
      /// Cancelled before there is somebody to tell.
      case early(Answer)
      case waiting(Continuation)
      case over
    }
    private let state = Mutex(State.new)
    /// What goes on in the network, and whether it is to end.
    private let sending = Mutex<(task: URLSessionTask?, isCancelled: Bool)>((nil, false))

    /// Has a task end with the waiting, where that is cancelled or was.
    func cancelLater(_ task: URLSessionTask?) {
      let isCancelled = sending.withLock { sending in
        sending.task = task
        return sending.isCancelled
      }
      if isCancelled { task?.cancel() }
    }

    func cancel() {
      let task = sending.withLock { sending in
        sending.isCancelled = true
        return sending.task
      }
      task?.cancel()
    }

    /// Waits for the first answer; false where it has come already, so that there is nothing to send.
    func wait(_ continuation: CheckedContinuation<(Data, URLResponse), any Error>) -> Bool {
      let early = state.withLock { state -> Answer? in
        if case .early(let answer) = state { return answer }
        state = .waiting(continuation)
        return nil
      }
      guard let early else { return true }
      continuation.resume(with: early)
      return false
    }

    func resume(_ answer: Answer) {
      let continuation = state.withLock { state -> Continuation? in
        switch state {
        case .new: state = .early(answer)
        case .waiting(let continuation):
          state = .over
          return continuation
        case .early, .over: break
        }
        return nil
      }
      continuation?.resume(with: answer)
    }
  }
}

extension URLError {
  /// What a request fails with that is cancelled or not sent; like Foundation's, it names the request's address.
  init(_ code: Code, of request: URLRequest?) {
    self.init(code, userInfo: request?.url.map { [NSURLErrorFailingURLErrorKey: $0] } ?? [:])
  }
}

extension Reply {
  /// The answer as Foundation hands it to a client that asks for all of it at once.
  fileprivate func answer(url: URL) -> Carrier.Answer {
    if let error = error(url: url) { return .failure(error) }
    guard let response = response(url: url) else { return .failure(URLError(.badServerResponse)) }
    var data = Data()
    if let body { data.append(contentsOf: body) }
    return .success((data, response))
  }
}
