import Foundation

extension CapturedRequest {
  /// Takes note of a request as a client made it.
  ///
  /// - Parameters:
  ///   - body: The body, read by `withBodyRead`; nil where there is none.
  ///   - additional: Headers that a session adds where the request has none of the name; none by default.
  ///   - unobserved: What the double could not see; all is seen by default.
  init(
    _ request: URLRequest, body: Data?, adding additional: [String: String] = [:], unobserved: [String] = []
  ) {
    var headers = request.allHTTPHeaderFields ?? [:]
    for (name, value) in additional
    where !headers.keys.contains(where: { $0.lowercased() == name.lowercased() }) {
      headers[name] = value
    }
    self.init(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "",
      headers: Headers(headers.sorted { $0.key < $1.key }.map { Headers.Line($0.key, $0.value) }),
      body: body.flatMap { $0.isEmpty ? nil : Array($0) }, timeout: request.timeoutInterval, unobserved: unobserved)
  }

  /// Takes note of a request as a session's `URLProtocol` sees it.
  init(_ request: URLRequest, body: Data?, task: URLSessionTask?, of session: SessionInsides) {
    var unobserved: [String] = []
    if request.httpBody == nil, request.httpBodyStream == nil, task is URLSessionUploadTask {
      unobserved.append("body")
    }
    if FoundationLimits.basicChallengeHangs { unobserved.append("basicChallenge") }
    self.init(request, body: body, adding: session.additionalHeaders, unobserved: unobserved)
  }
}

extension URLRequest {
  /// Whether a session sends the request at all. What is no address, like `URL(string: "Invalid URL")`, or one that
  /// Foundation has no protocol for, fails with `unsupportedURL`, and nothing goes out.
  var isForSessions: Bool { url?.isForSessions ?? false }
}

extension URL {
  /// Whether a session sends a request to the address.
  var isForSessions: Bool {
    switch scheme?.lowercased() {
    case "http", "https", "ftp": true
    default: false
    }
  }
}

extension URLRequest {
  /// How many bytes of a stream are read: 64 MiB. One that never ends must not fill the machine's memory.
  static let streamLimit = 64 << 20

  /// Reads the body and hands it on: here and now, but where it is a stream on another thread, because whoever fills the
  /// stream may be waiting for this one.
  ///
  /// - Parameter read: Called once, with nil where there is no body; with the stream's own error, or `dataLengthExceedsMaximum`,
  ///   where it cannot be read to its end.
  func withBodyRead(_ read: @escaping @Sendable (Result<Data?, any Error>) -> Void) {
    if httpBody != nil || httpBodyStream == nil { return read(.success(httpBody)) }
    // A thread of its own, not a queue's: it waits for as long as the stream does.
    Thread.detachNewThread { [self] in
      guard let stream = httpBodyStream else { return read(.success(nil)) }
      read(Result { try Data(draining: stream, atMost: Self.streamLimit) })
    }
  }
}

extension Data {
  /// Reads a stream to its end.
  fileprivate init(draining stream: InputStream, atMost limit: Int) throws {
    self.init()
    stream.open()
    defer { stream.close() }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = stream.read(&buffer, maxLength: buffer.count)
      if count == 0 { return }
      if count < 0 { throw stream.streamError ?? URLError(.requestBodyStreamExhausted) }
      append(contentsOf: buffer[..<count])
      if self.count > limit { throw URLError(.dataLengthExceedsMaximum) }
    }
  }
}

extension NetworkError {
  /// An error of Foundation's by its domain and code.
  init(_ error: any Error) {
    let error = error as NSError
    self.init(domain: error.domain, code: error.code)
  }
}
