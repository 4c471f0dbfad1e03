/// The functions that the client needs from its environment. A test can replace them.
struct Network: Sendable {
  /// A piece of a response that is streamed.
  enum Part: Sendable {
    case head(URLResponse)
    case data(Data)
  }

  /// Sends a request and returns the whole response.
  var send: @Sendable (URLRequest) async throws -> (Data, URLResponse)
  /// Sends a request and streams the response as it comes.
  var stream: @Sendable (URLRequest) -> AsyncThrowingStream<Part, any Error>
  /// Waits for a duration.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// Creates a key by which the service recognizes a repeated request.
  var makeKey: @Sendable () -> String = { UUID().uuidString.lowercased() }
}

extension Network {
  init(_ session: URLSession) {
    send = { try await session.data(for: $0) }
    // Linux does not have `bytes(for:)`, and does not call a delegate of a task.
    let configuration = session.configuration
    stream = { request in
      AsyncThrowingStream { continuation in
        let session = URLSession(
          configuration: configuration, delegate: StreamDelegate(continuation), delegateQueue: nil)
        let task = session.dataTask(with: request)
        continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
        task.resume()
        // The session holds its delegate until it is invalidated.
        session.finishTasksAndInvalidate()
      }
    }
  }
}

/// A delegate that passes on what a task receives.
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
