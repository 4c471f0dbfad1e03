public import CombineAnywhere

/// Publishes what an address holds.
public struct FetchClient: Sendable {
  private let session: URLSession

  /// Makes a client.
  ///
  /// - Parameter session: What requests go through; the shared one by default.
  public init(session: URLSession = .shared) { self.session = session }

  /// The bytes at an address, whatever they are.
  ///
  /// Fails with `badURL`, and sends nothing, where the address is none; with `badServerResponse` where the status is outside
  /// 200..<300 or the answer is not HTTP; and else with the network's own error.
  public func fetch(_ address: String) -> AnyPublisher<Data, URLError> {
    // Foundation takes almost any text for a URL: "no address" is one, with a path and nothing else.
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
