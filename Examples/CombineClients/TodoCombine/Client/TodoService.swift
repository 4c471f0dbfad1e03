public import CombineAnywhere

/// A publisher of one response.
public typealias Answer<Value> = AnyPublisher<Value, any Error>

/// The client of the to-do API, for apps that use Combine.
///
/// A publisher sends its request when it gets a subscriber. Network errors are `URLError`s. JSON that cannot be decoded
/// is a `DecodingError`. Every other error is an `APIError`.
public final class TodoService {
  private let session: URLSession
  private let baseURL: String

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - session: The session that sends the requests; the shared one by default.
  ///   - baseURL: The base URL of the API; `http://localhost:8080` by default.
  public init(session: URLSession = .shared, baseURL: String = "http://localhost:8080") {
    self.session = session
    self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
  }

  /// Registers a user.
  public func createUser(_ registration: Registration) -> Answer<User> {
    publisher { try self.request("POST", "/users", body: JSONEncoder().encode(registration)) }
  }

  /// Logs a user in. The token authorizes the other requests.
  public func login(email: String, password: String) -> Answer<Token> {
    let credentials = Data("\(email):\(password)".utf8).base64EncodedString()
    return publisher { try self.request("POST", "/login", authorization: "Basic \(credentials)") }
  }

  /// Creates a to-do.
  public func create(_ todo: Todo, token: String) -> Answer<Todo> {
    publisher {
      try self.request("POST", "/todos", authorization: "Bearer \(token)", body: JSONEncoder().encode(todo))
    }
  }

  /// Returns all to-dos of the token's user.
  public func todos(token: String) -> Answer<[Todo]> {
    publisher { try self.request("GET", "/todos", authorization: "Bearer \(token)") }
  }

  /// Deletes a to-do, and returns the deleted to-do.
  public func delete(id: String, token: String) -> Answer<Todo> {
    // A slash in an ID must not begin another segment.
    let segment = id.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(["/"])) ?? id
    return publisher { try self.request("DELETE", "/todos/\(segment)", authorization: "Bearer \(token)") }
  }

  private func publisher<Value: Decodable>(_ request: @escaping () throws -> URLRequest) -> Answer<Value> {
    Result.Publisher(Result(catching: request))
      .flatMap { [session] in session.dataTaskPublisher(for: $0).mapError { $0 } }
      .tryMap { data, response in
        guard let response = response as? HTTPURLResponse else { throw APIError.invalidResponse }
        guard (200..<300).contains(response.statusCode) else { throw APIError.statusCode(response.statusCode) }
        guard !data.isEmpty else { throw APIError.emptyData }
        return data
      }
      .decode(type: Value.self, decoder: JSONDecoder())
      .eraseToAnyPublisher()
  }

  private func request(
    _ method: String, _ path: String, authorization: String? = nil, body: Data? = nil
  ) throws -> URLRequest {
    guard let url = URL(string: baseURL + path) else { throw APIError.invalidURL(baseURL + path) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.timeoutInterval = 10
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("no-cache", forHTTPHeaderField: "cache-control")
    request.setValue(authorization, forHTTPHeaderField: "Authorization")
    request.httpBody = body
    return request
  }
}
