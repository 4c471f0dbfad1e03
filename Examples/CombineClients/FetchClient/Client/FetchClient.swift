public import CombineAnywhere

/// A client that publishes the bytes at a URL.
public struct FetchClient: Sendable {
  private let session: URLSession

  /// Creates a client.
  ///
  /// - Parameter session: The session that sends the requests; the shared one by default.
  public init(session: URLSession = .shared) { self.session = session }

  /// Returns a publisher of the bytes at a URL. The bytes can be anything.
  ///
  /// If the text is not a URL, fails with `badURL` and sends nothing. If the status is outside 200..<300, or the
  /// response is not HTTP, fails with `badServerResponse`. Otherwise the error is the network's own error.
  public func fetch(_ address: String) -> AnyPublisher<Data, URLError> {
    // Foundation accepts almost any text as a URL, even a text that is only a path.
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
      return Fail(error: URLError(.badURL)).eraseToAnyPublisher()
    }
    return session.dataTaskPublisher(for: url)
      .tryMap { data, response in
        guard let status = (response as? HTTPURLResponse)?.statusCode, (200..<300).contains(status) else {
          throw URLError(.badServerResponse)
        }
        return data
      }
      .mapError { $0 as? URLError ?? URLError(.unknown) }
      .eraseToAnyPublisher()
  }
}
