public import Foundation

// Unlike URLSession's handlers, these are not `@Sendable`, so that a client's own protocol matches with and without
// `@Sendable`. They still run on another thread.
extension MockSession {
  /// Creates a task that sends a request when it is resumed.
  public func dataTask(
    with request: URLRequest, completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    MockDataTask(MockLoad(.success(request), self, completionHandler))
  }

  /// Creates a task that sends a GET request for a URL when it is resumed.
  public func dataTask(
    with url: URL, completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Creates a task that sends a request with the given body when it is resumed. The given body replaces the request's
  /// own.
  public func uploadTask(
    with request: URLRequest, from bodyData: Data?,
    completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    MockUploadTask(MockLoad(.success(request.uploading(bodyData)), self, completionHandler))
  }

  /// Creates a task that sends a request with a file as its body when it is resumed. This method reads the file. If the
  /// file cannot be read, the handler gets `URLError.fileDoesNotExist`.
  public func uploadTask(
    with request: URLRequest, fromFile fileURL: URL,
    completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    MockUploadTask(MockLoad(Result { try request.uploading(contentsOf: fileURL) }, self, completionHandler))
  }

  /// Creates a task that sends a request when it is resumed, and passes the body to its handler as a file. The file is
  /// removed when the handler returns.
  public func downloadTask(
    with request: URLRequest, completionHandler: @escaping (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    MockDownloadTask(
      MockLoad(.success(request), self) { data, response, error in
        guard let data else { return completionHandler(nil, response, error) }
        do {
          let file = try data.writtenToTemporaryFile()
          defer { try? FileManager.default.removeItem(at: file) }
          completionHandler(file, response, nil)
        } catch {
          completionHandler(nil, response, error)
        }
      })
  }

  /// Creates a task that sends a GET request for a URL when it is resumed, and passes the body to its handler as a
  /// file. The file is removed when the handler returns.
  public func downloadTask(
    with url: URL, completionHandler: @escaping (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }
}
