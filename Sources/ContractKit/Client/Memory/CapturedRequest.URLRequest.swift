extension CapturedRequest {
  /// Takes note of a request as a session's `URLProtocol` sees it.
  init(_ request: URLRequest, task: URLSessionTask?, of session: SessionInsides) {
    var headers = request.allHTTPHeaderFields ?? [:]
    for (name, value) in session.additionalHeaders
    where !headers.keys.contains(where: { $0.lowercased() == name.lowercased() }) {
      headers[name] = value
    }
    let body = request.httpBody ?? request.httpBodyStream.map { Data(draining: $0) }
    var unobserved: [String] = []
    if body == nil, task is URLSessionUploadTask { unobserved.append("body") }
    if FoundationLimits.basicChallengeHangs { unobserved.append("basicChallenge") }
    self.init(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "",
      headers: Headers(headers.sorted { $0.key < $1.key }.map { Headers.Line($0.key, $0.value) }),
      body: body.flatMap { $0.isEmpty ? nil : Array($0) }, timeout: request.timeoutInterval, unobserved: unobserved)
  }
}

extension Data {
  /// Reads a stream to its end.
  fileprivate init(draining stream: InputStream) {
    self.init()
    stream.open()
    defer { stream.close() }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = stream.read(&buffer, maxLength: buffer.count)
      if count <= 0 { return }
      append(contentsOf: buffer[..<count])
    }
  }
}

extension NetworkError {
  /// The error as Foundation would hand it to a client: a URLError where it has the code, else an NSError.
  func foundationError(url: URL) -> any Error {
    var userInfo: [String: Any] = [NSURLErrorFailingURLErrorKey: url]
    if domain != NSURLErrorDomain { userInfo = [:] }
    if let message { userInfo[NSLocalizedDescriptionKey] = message }
    // The initialiser is failable on Linux and not on Apple platforms.
    let known: URLError.Code? = URLError.Code(rawValue: code)
    if domain == NSURLErrorDomain, let known { return URLError(known, userInfo: userInfo) }
    return NSError(domain: domain, code: code, userInfo: userInfo)
  }
}
