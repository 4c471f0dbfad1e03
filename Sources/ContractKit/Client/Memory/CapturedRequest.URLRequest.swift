extension CapturedRequest {
  /// Takes note of a request as a client made it.
  ///
  /// - Parameters:
  ///   - additional: Headers that a session adds where the request has none of the name; none by default.
  ///   - unobserved: What the double could not see; all is seen by default.
  init(_ request: URLRequest, adding additional: [String: String] = [:], unobserved: [String] = []) {
    var headers = request.allHTTPHeaderFields ?? [:]
    for (name, value) in additional
    where !headers.keys.contains(where: { $0.lowercased() == name.lowercased() }) {
      headers[name] = value
    }
    let body = request.httpBody ?? request.httpBodyStream.map { Data(draining: $0) }
    self.init(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "",
      headers: Headers(headers.sorted { $0.key < $1.key }.map { Headers.Line($0.key, $0.value) }),
      body: body.flatMap { $0.isEmpty ? nil : Array($0) }, timeout: request.timeoutInterval, unobserved: unobserved)
  }

  /// Takes note of a request as a session's `URLProtocol` sees it.
  init(_ request: URLRequest, task: URLSessionTask?, of session: SessionInsides) {
    var unobserved: [String] = []
    if request.httpBody == nil, request.httpBodyStream == nil, task is URLSessionUploadTask {
      unobserved.append("body")
    }
    if FoundationLimits.basicChallengeHangs { unobserved.append("basicChallenge") }
    self.init(request, adding: session.additionalHeaders, unobserved: unobserved)
  }
}

extension URLRequest {
  /// Whether a session sends the request at all. What is no address, like `URL(string: "Invalid URL")`, or one that
  /// Foundation has no protocol for, fails with `unsupportedURL`, and nothing goes out.
  var isForSessions: Bool { ["http", "https", "ftp"].contains(url?.scheme?.lowercased()) }
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
