/// What the client asks of the world, so that a test can give it something else.
struct Network: Sendable {
  /// A piece of an answer that comes bit by bit.
  enum Part: Sendable {
    case head(URLResponse)
    case data(Data)
  }

  /// Sends a request and gives the whole answer.
  var send: @Sendable (URLRequest) async throws -> (Data, URLResponse)
  /// Sends a request and gives the answer as it comes.
  var stream: @Sendable (URLRequest) -> AsyncThrowingStream<Part, any Error>
  /// Lets time pass.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// Makes a key by which the service knows a request again.
  var makeKey: @Sendable () -> String = { UUID().uuidString.lowercased() }
}

extension Network {
  init(_ session: URLSession) {
    send = { try await session.data(for: $0) }
    // Not `bytes(for:)`, which Linux does not have, and not a delegate of the task's own, which is told nothing there.
    let configuration = session.configuration
    stream = { request in
      AsyncThrowingStream { continuation in
        let session = URLSession(
          configuration: configuration, delegate: StreamDelegate(continuation), delegateQueue: nil)
        let task = session.dataTask(with: request)
        continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
        task.resume()
        // The session holds its delegate until then.
        session.finishTasksAndInvalidate()
      }
    }
  }
}

/// Hands on what a task receives.
private final class StreamDelegate: NSObject, URLSessionDataDelegate {
  private let continuation: AsyncThrowingStream<Network.Part, any Error>.Continuation

  init(_ continuation: AsyncThrowingStream<Network.Part, any Error>.Continuation) {
    self.continuation = continuation
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    continuation.yield(.head(response))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    continuation.yield(.data(data))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    continuation.finish(throwing: error)
  }
}
