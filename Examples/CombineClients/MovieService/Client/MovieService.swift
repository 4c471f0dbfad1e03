public import CombineAnywhere

/// What `MovieService` needs of a session, so that tests can hand it another one.
public protocol MovieSession {
  /// Sends a request and publishes the answer.
  func answer(to request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError>
}

extension URLSession: MovieSession {
  /// Sends a request and publishes the answer.
  public func answer(to request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError> {
    dataTaskPublisher(for: request).eraseToAnyPublisher()
  }
}

/// The client of a movie database.
///
/// What is published arrives on the main queue, where views want it.
public struct MovieService {
  private let session: any MovieSession
  private let address: String
  private let key: String

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - session: What requests go through; the shared session by default.
  ///   - address: Where the service lives; `https://api.themoviedb.org/3` by default.
  ///   - key: The key of the app.
  public init(
    session: any MovieSession = URLSession.shared, address: String = "https://api.themoviedb.org/3", key: String
  ) {
    self.session = session
    self.address = address
    self.key = key
  }

  /// The movies that will be shown.
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
    // A plus stays as it is in a query item, and a server reads it as a space.
    parts.percentEncodedQuery = parts.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    return parts.url
  }
}
