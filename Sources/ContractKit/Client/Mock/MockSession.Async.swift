public import Foundation

// The shapes with and without `delegate` are two, because a default argument does not meet a protocol's requirement.
extension MockSession {
  /// Sends a request and gives the body with its response.
  ///
  /// - Throws: What `URLSession.data(for:)` would: a `URLError`, or the contract's own error.
  public func data(for request: URLRequest) async throws -> (Data, URLResponse) { try await carrier.send(request) }

  /// Sends a request and gives the body with its response; the delegate is not told anything.
  public func data(for request: URLRequest, delegate: (any URLSessionTaskDelegate)?) async throws -> (Data, URLResponse)
  {
    try await data(for: request)
  }

  /// Gets an address and gives the body with its response.
  public func data(from url: URL) async throws -> (Data, URLResponse) { try await data(for: URLRequest(url: url)) }

  /// Gets an address and gives the body with its response; the delegate is not told anything.
  public func data(from url: URL, delegate: (any URLSessionTaskDelegate)?) async throws -> (Data, URLResponse) {
    try await data(from: url)
  }

  /// Sends a request with a body, in place of what body it has, and gives the answer's body with its response.
  public func upload(for request: URLRequest, from bodyData: Data) async throws -> (Data, URLResponse) {
    try await carrier.send(request.uploading(bodyData))
  }

  /// Sends a request with a body, and gives the answer's body with its response; the delegate is not told anything.
  public func upload(
    for request: URLRequest, from bodyData: Data, delegate: (any URLSessionTaskDelegate)?
  ) async throws -> (Data, URLResponse) {
    try await upload(for: request, from: bodyData)
  }

  /// Sends a request with a file as its body, and gives the answer's body with its response.
  ///
  /// - Throws: `URLError.fileDoesNotExist` where the file cannot be read; nothing is sent then.
  public func upload(for request: URLRequest, fromFile fileURL: URL) async throws -> (Data, URLResponse) {
    try await carrier.send(request.uploading(contentsOf: fileURL))
  }

  /// Sends a request with a file as its body, and gives the answer's body with its response; the delegate is not told
  /// anything.
  public func upload(
    for request: URLRequest, fromFile fileURL: URL, delegate: (any URLSessionTaskDelegate)?
  ) async throws -> (Data, URLResponse) {
    try await upload(for: request, fromFile: fileURL)
  }

  /// Sends a request and gives a file with the answer's body; it is removed with the session unless the client moves it.
  public func download(for request: URLRequest) async throws -> (URL, URLResponse) {
    let (data, response) = try await carrier.send(request)
    let file = try data.writtenToTemporaryFile()
    keep(file)
    return (file, response)
  }

  /// Sends a request and gives a file with the answer's body; the delegate is not told anything.
  public func download(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)?
  ) async throws -> (URL, URLResponse) {
    try await download(for: request)
  }

  /// Gets an address and gives a file with the answer's body; it is removed with the session unless the client moves it.
  public func download(from url: URL) async throws -> (URL, URLResponse) {
    try await download(for: URLRequest(url: url))
  }

  /// Gets an address and gives a file with the answer's body; the delegate is not told anything.
  public func download(from url: URL, delegate: (any URLSessionTaskDelegate)?) async throws -> (URL, URLResponse) {
    try await download(from: url)
  }
}

extension URLRequest {
  /// The request with an upload's body.
  func uploading(_ body: Data?) -> URLRequest {
    // On Linux changing a request without an address ends the process; it is not sent anyway.
    if url == nil { return self }
    var request = self
    request.httpBodyStream = nil
    request.httpBody = body
    return request
  }

  /// The request with a file as its body.
  func uploading(contentsOf file: URL) throws(URLError) -> URLRequest {
    guard let body = try? Data(contentsOf: file) else {
      throw URLError(.fileDoesNotExist, userInfo: [NSURLErrorFailingURLErrorKey: file])
    }
    return uploading(body)
  }
}

extension Data {
  /// Writes the data to a new file in the system's temporary folder.
  func writtenToTemporaryFile() throws -> URL {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("ContractKit-\(UUID().uuidString).tmp")
    try write(to: file)
    return file
  }
}
