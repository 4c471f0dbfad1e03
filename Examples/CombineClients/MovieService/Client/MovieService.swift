public import CombineAnywhere

/// The part of `URLSession` that `MovieService` needs, so that tests can pass another session.
public protocol MovieSession {
  /// Sends a request and publishes the response.
  func answer(to request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError>
}

extension URLSession: MovieSession {
  /// Sends a request and publishes the response.
  public func answer(to request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError> {
    dataTaskPublisher(for: request).eraseToAnyPublisher()
  }
}

/// The client of a movie database.
///
/// Its publishers deliver values on the main queue, because views need them there.
public struct MovieService {
  private let session: any MovieSession
  private let address: String
  private let key: String

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - session: The session that sends the requests; the shared session by default.
  ///   - address: The base URL of the service; `https://api.themoviedb.org/3` by default.
  ///   - key: The API key of the app.
  public init(
    session: any MovieSession = URLSession.shared, address: String = "https://api.themoviedb.org/3", key: String
  ) {
    self.session = session
    self.address = address
    self.key = key
  }

  /// Returns a publisher of the upcoming movies.
  public func upcoming() -> AnyPublisher<UpcomingMovies, MovieError> {
    guard let url = url("/movie/upcoming") else {
      return Fail(error: .invalidURL(address)).receive(on: DispatchQueue.main).eraseToAnyPublisher()
    }
    return session.answer(to: URLRequest(url: url))
      .tryMap { data, response in
        guard let response = response as? HTTPURLResponse else { throw MovieError.invalidResponse }
        switch response.statusCode {
        case 200..<300: return data
        case 401: throw MovieError.unauthorized
        case let status: throw MovieError.status(status)
        }
      }
      .decode(type: UpcomingMovies.self, decoder: JSONDecoder())
      .mapError(MovieError.init)
      .receive(on: DispatchQueue.main)
      .eraseToAnyPublisher()
  }

  private func url(_ path: String) -> URL? {
    guard var parts = URLComponents(string: address + path), parts.scheme != nil, parts.host != nil else { return nil }
    parts.queryItems = [URLQueryItem(name: "api_key", value: key)]
    // URLComponents does not encode a plus sign in a query item, but servers read it as a space.
    parts.percentEncodedQuery = parts.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    return parts.url
  }
}
