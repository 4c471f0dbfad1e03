extension PhotosClient {
  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  /// Returns a request to the service, without the token.
  ///
  /// - Parameters:
  ///   - path: The segments of the path, not encoded. An ID stays in its segment, whatever characters it contains.
  ///   - query: The names with their values. A name may occur more than once.
  func request(_ method: String, _ path: [String], query: [(String, String)] = []) throws -> URLRequest {
    let base = baseURL.absoluteString
    var address = base.hasSuffix("/") ? String(base.dropLast()) : base
    for segment in path { address += "/" + segment.encoded }
    if !query.isEmpty {
      address += "?" + query.map { "\($0.0.encoded)=\($0.1.encoded)" }.joined(separator: "&")
    }
    guard let url = URL(string: address) else { throw PhotosError.invalidURL(address) }
    return request(method, url)
  }

  func request(_ method: String, _ path: [String], json body: some Encodable) throws -> URLRequest {
    var request = try request(method, path)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(body)
    return request
  }

  func request(_ method: String, _ url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = method
    // Set on the request, because the timeout of the initializer has no effect on Linux.
    request.timeoutInterval = 10
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    return request
  }

  func decoded<Answer: Decodable>(_ request: URLRequest) async throws -> Answer {
    try Self.decoder.decode(Answer.self, from: await send(request).0)
  }

  /// Sends a request with the token. If the service no longer accepts the token, sends it once more with a new token.
  func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let token = await credentials.access
    var (data, response) = try await deliver(request.authorized(by: token))
    if response.statusCode == 401 {
      let token = try await credentials.renewed(insteadOf: token, over: network)
      (data, response) = try await deliver(request.authorized(by: token))
    }
    guard (200..<300).contains(response.statusCode) else { throw PhotosError.status(response.statusCode) }
    return (data, response)
  }

  /// Sends a request without changes.
  ///
  /// If the service is busy and names a time to wait, sends the request again after that time. If the connection is
  /// lost and the request has a key by which the service recognizes it, sends it once more.
  func deliver(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    var (waits, losses) = (0, 0)
    while true {
      do {
        let (data, response) = try await network.send(request)
        guard let response = response as? HTTPURLResponse else { throw PhotosError.notHTTP }
        guard let wait = RetryPolicy.wait(response, now: Date()) else { return (data, response) }
        guard waits < retries.limit, wait <= retries.longestWait else {
          throw PhotosError.busy(response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"))
        }
        waits += 1
        try await network.sleep(wait)
      } catch let error as URLError where error.code == .networkConnectionLost {
        losses += 1
        if losses > 1 || request.value(forHTTPHeaderField: "Idempotency-Key") == nil { throw error }
      }
    }
  }
}

extension URLRequest {
  func authorized(by token: String) -> URLRequest {
    var request = self
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    return request
  }
}

extension URL {
  func hasOrigin(of other: URL) -> Bool { scheme == other.scheme && host == other.host && port == other.port }
}

extension String {
  /// The text, percent-encoded for a segment of a path, a form or a query.
  ///
  /// Only the characters that RFC 3986 calls unreserved stay unchanged. A plus sign is encoded too, because servers
  /// would read it as a space.
  var encoded: String {
    let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return addingPercentEncoding(withAllowedCharacters: unreserved) ?? self
  }
}
