extension PhotosClient {
  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  /// A request to the service, without the token.
  ///
  /// - Parameters:
  ///   - path: The path's segments, as they are: whatever stands in an id stays within its segment.
  ///   - query: Names with their values; a name may come more than once.
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
    // Set on the request: the initialiser's time-out does not fire on Linux.
    request.timeoutInterval = 10
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    return request
  }

  func decoded<Answer: Decodable>(_ request: URLRequest) async throws -> Answer {
    try Self.decoder.decode(Answer.self, from: await send(request).0)
  }

  /// Sends a request with the token: once more with a new one where the service no longer takes it.
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

  /// Sends a request as it is, again where the service is busy and says when to come back, and once more where the
  /// connection is lost under a request that the service knows again by its key.
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
  /// Percent-encoded for a segment of a path, a form or a query: only what RFC 3986 calls unreserved stays. A plus sign
  /// would be read as a space.
  var encoded: String {
    let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return addingPercentEncoding(withAllowedCharacters: unreserved) ?? self
  }
}
