public import Foundation

// Methods with and without `delegate` are separate, because a default argument does not satisfy a protocol requirement.
extension MockSession {
  /// Sends a request and returns the response with its body.
  ///
  /// - Throws: The error that `URLSession.data(for:)` would throw: a `URLError`, or the error that the contract
  ///   describes.
  public func data(for request: URLRequest) async throws -> (Data, URLResponse) { try await carrier.send(request) }

  /// Sends a request and returns the response with its body. The delegate is not called.
  public func data(for request: URLRequest, delegate: (any URLSessionTaskDelegate)?) async throws -> (Data, URLResponse)
  {
    try await data(for: request)
  }

  /// Sends a GET request for a URL and returns the response with its body.
  public func data(from url: URL) async throws -> (Data, URLResponse) { try await data(for: URLRequest(url: url)) }

  /// Sends a GET request for a URL and returns the response with its body. The delegate is not called.
  public func data(from url: URL, delegate: (any URLSessionTaskDelegate)?) async throws -> (Data, URLResponse) {
    try await data(from: url)
  }

  /// Sends a request with the given body and returns the response with its body. The given body replaces the request's
  /// own.
  public func upload(for request: URLRequest, from bodyData: Data) async throws -> (Data, URLResponse) {
    try await carrier.send(request.uploading(bodyData))
  }

  /// Sends a request with the given body and returns the response with its body. The delegate is not called.
  public func upload(
    for request: URLRequest, from bodyData: Data, delegate: (any URLSessionTaskDelegate)?
  ) async throws -> (Data, URLResponse) {
    try await upload(for: request, from: bodyData)
  }

  /// Sends a request with a file as its body, and returns the response with its body.
  ///
  /// - Throws: `URLError.fileDoesNotExist` if the file cannot be read. In this case nothing is sent.
  public func upload(for request: URLRequest, fromFile fileURL: URL) async throws -> (Data, URLResponse) {
    try await carrier.send(request.uploading(contentsOf: fileURL))
  }

  /// Sends a request with a file as its body, and returns the response with its body. The delegate is not called.
  public func upload(
    for request: URLRequest, fromFile fileURL: URL, delegate: (any URLSessionTaskDelegate)?
  ) async throws -> (Data, URLResponse) {
    try await upload(for: request, fromFile: fileURL)
  }

  /// Sends a request and returns the response with its body in a file. The session removes the file when it is
  /// released, unless the client moves it.
  public func download(for request: URLRequest) async throws -> (URL, URLResponse) {
    let (data, response) = try await carrier.send(request)
    let file = try data.writtenToTemporaryFile()
    keep(file)
    return (file, response)
  }

  /// Sends a request and returns the response with its body in a file. The delegate is not called.
  public func download(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)?
  ) async throws -> (URL, URLResponse) {
    try await download(for: request)
  }

  /// Sends a GET request for a URL and returns the response with its body in a file. The session removes the file when
  /// it is released, unless the client moves it.
  public func download(from url: URL) async throws -> (URL, URLResponse) {
    try await download(for: URLRequest(url: url))
  }

  /// Sends a GET request for a URL and returns the response with its body in a file. The delegate is not called.
  public func download(from url: URL, delegate: (any URLSessionTaskDelegate)?) async throws -> (URL, URLResponse) {
    try await download(from: url)
  }
}

extension URLRequest {
  func uploading(_ body: Data?) -> URLRequest {
    // On Linux, a change to a request without a URL ends the process. Such a request is not sent anyway.
    if url == nil { return self }
    var request = self
    request.httpBodyStream = nil
    request.httpBody = body
    return request
  }

  func uploading(contentsOf file: URL) throws(URLError) -> URLRequest {
    guard let body = try? Data(contentsOf: file) else {
      throw URLError(.fileDoesNotExist, userInfo: [NSURLErrorFailingURLErrorKey: file])
    }
    return uploading(body)
  }
}

extension Data {
  func writtenToTemporaryFile() throws -> URL {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("ContractKit-\(UUID().uuidString).tmp")
    try write(to: file)
    return file
  }
}
