// Three classes repeat the same few lines, because clients ask for each of the three task types and Foundation's tasks
// have no common initializer that a test double could use. `MockLoad` does their work.

final class MockDataTask: URLSessionDataTask, @unchecked Sendable {
  // Immutable, and Sendable itself.
  private let load: MockLoad

  init(_ load: MockLoad) {
    self.load = load
    super.init()
  }

  deinit { load.release() }

  override func resume() { load.resume(self) }
  override func suspend() { load.suspend() }
  override func cancel() { load.cancel() }
  override var state: URLSessionTask.State { load.state }
  override var taskIdentifier: Int { load.identifier }
  override var originalRequest: URLRequest? { load.request }
  override var currentRequest: URLRequest? { load.request }
  override var response: URLResponse? { load.response }
  override var error: (any Error)? { load.error }
}

final class MockUploadTask: URLSessionUploadTask, @unchecked Sendable {
  // Immutable, and Sendable itself.
  private let load: MockLoad

  init(_ load: MockLoad) {
    self.load = load
    super.init()
  }

  deinit { load.release() }

  override func resume() { load.resume(self) }
  override func suspend() { load.suspend() }
  override func cancel() { load.cancel() }
  override var state: URLSessionTask.State { load.state }
  override var taskIdentifier: Int { load.identifier }
  override var originalRequest: URLRequest? { load.request }
  override var currentRequest: URLRequest? { load.request }
  override var response: URLResponse? { load.response }
  override var error: (any Error)? { load.error }
}

/// A download task of a `MockSession`. It never has data to resume a download from.
final class MockDownloadTask: URLSessionDownloadTask, @unchecked Sendable {
  // Immutable, and Sendable itself.
  private let load: MockLoad

  init(_ load: MockLoad) {
    self.load = load
    super.init()
  }

  deinit { load.release() }

  override func resume() { load.resume(self) }
  override func suspend() { load.suspend() }
  override func cancel() { load.cancel() }
  override func cancel(byProducingResumeData completionHandler: @escaping ResumeDataHandler) {
    load.cancel()
    completionHandler(nil)
  }
  override var state: URLSessionTask.State { load.state }
  override var taskIdentifier: Int { load.identifier }
  override var originalRequest: URLRequest? { load.request }
  override var currentRequest: URLRequest? { load.request }
  override var response: URLResponse? { load.response }
  override var error: (any Error)? { load.error }
}
