import Foundation

extension CapturedRequest {
  /// Captures a request as a client created it.
  ///
  /// - Parameters:
  ///   - body: The body, read by `withBodyRead`, or nil if there is none.
  ///   - additional: Headers that a session adds if the request has no header of the same name; none by default.
  ///   - unobserved: What the test double could not see; nothing by default.
  init(_ request: URLRequest, body: Data?, adding additional: [String: String] = [:], unobserved: [String] = []) {
    var headers = request.allHTTPHeaderFields ?? [:]
    for (name, value) in additional
    where !headers.keys.contains(where: { $0.lowercased() == name.lowercased() }) {
      headers[name] = value
    }
    self.init(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "",
      headers: Headers(headers.sorted { $0.key < $1.key }.map { Headers.Line($0.key, $0.value) }),
      body: body.flatMap { $0.isEmpty ? nil : $0.withUnsafeBytes { Array($0) } }, timeout: request.timeoutInterval,
      unobserved: unobserved)
  }

  /// Captures a request as a session's `URLProtocol` sees it.
  ///
  /// - Parameter unobserved: What the test double could not see, for reasons of its own; nothing by default.
  init(
    _ request: URLRequest, body: Data?, task: URLSessionTask?, of session: SessionInsides, unobserved: [String] = []
  ) {
    var unobserved = unobserved
    if request.httpBody == nil, request.httpBodyStream == nil, task is URLSessionUploadTask {
      unobserved.append("body")
    }
    if FoundationLimits.basicChallengeHangs { unobserved.append("basicChallenge") }
    var request = request
    if let cookies = session.cookies(for: request) { request.setValue(cookies, forHTTPHeaderField: "Cookie") }
    self.init(request, body: body, adding: session.additionalHeaders, unobserved: unobserved)
  }
}

extension URL {
  /// Whether a session sends requests to it at all. If a request has no valid URL, as with `URL(string: "Invalid URL")`,
  /// or one for which Foundation has no protocol, it fails with `unsupportedURL` and nothing is sent.
  var isForSessions: Bool { ["http", "https", "ftp"].contains(scheme?.lowercased()) }
}

extension URLRequest {
  /// How many bytes of a stream are read: 64 MiB. A stream that never ends must not fill the machine's memory.
  static let streamLimit = 64 << 20

  /// Reads the body and passes it on. A stream is read on another thread, because the code that fills the stream may be
  /// waiting for this one. Any other body is passed on before this returns.
  ///
  /// - Parameter read: Called once with the body, or with nil if there is none, and with what could not be observed. If
  ///   the stream cannot be read to its end, it gets the stream's own error or `dataLengthExceedsMaximum`.
  func withBodyRead(_ read: @escaping @Sendable (Result<(body: Data?, unobserved: [String]), any Error>) -> Void) {
    if httpBody != nil || httpBodyStream == nil { return read(.success((httpBody, []))) }
    do throws(SystemThread.Failure) {
      // A thread of its own and not one of a queue: it waits as long as the stream does.
      try SystemThread.start { [self] in
        guard let stream = httpBodyStream else { return read(.success((nil, []))) }
        read(Result { (try Data(draining: stream, atMost: Self.streamLimit), []) })
      }
    } catch {
      // The system has no more threads, which is not the client's mistake.
      read(.success((nil, ["body"])))
    }
  }
}

extension Data {
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
  init(_ error: any Error) {
    let error = error as NSError
    self.init(domain: error.domain, code: error.code)
  }
}
