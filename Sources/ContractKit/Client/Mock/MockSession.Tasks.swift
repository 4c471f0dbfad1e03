public import Foundation

// Handlers are not `@Sendable`, as URLSession's are, so that a client's own protocol is met whether it says so or not. They
// run on another thread all the same.
extension MockSession {
  /// Makes a task that sends a request once it is resumed.
  public func dataTask(
    with request: URLRequest, completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    MockDataTask(MockLoad(.success(request), self, completionHandler))
  }

  /// Makes a task that gets an address once it is resumed.
  public func dataTask(
    with url: URL, completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Makes a task that sends a request with a body, in place of what body it has, once it is resumed.
  public func uploadTask(
    with request: URLRequest, from bodyData: Data?,
    completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    MockUploadTask(MockLoad(.success(request.uploading(bodyData)), self, completionHandler))
  }

  /// Makes a task that sends a request with a file as its body, read now, once it is resumed; the handler gets
  /// `URLError.fileDoesNotExist` where the file cannot be read.
  public func uploadTask(
    with request: URLRequest, fromFile fileURL: URL,
    completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    MockUploadTask(MockLoad(Result { try request.uploading(contentsOf: fileURL) }, self, completionHandler))
  }

  /// Makes a task that sends a request once it is resumed, and hands its handler a file, which is gone when the handler
  /// returns.
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

  /// Makes a task that gets an address once it is resumed, and hands its handler a file, which is gone when the handler
  /// returns.
  public func downloadTask(
    with url: URL, completionHandler: @escaping (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }
}
