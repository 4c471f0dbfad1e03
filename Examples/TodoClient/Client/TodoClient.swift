public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The client of the to-do API.
///
/// Network errors are `URLError`s. JSON that cannot be decoded is a `DecodingError`. Every other error is an
/// `APIError`.
public struct TodoClient: Sendable {
  private let session: URLSession
  private let baseURL: String

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - session: The session that sends the requests.
  ///   - baseURL: The base URL of the API; `http://localhost:8080` by default.
  public init(session: URLSession = .shared, baseURL: URL? = nil) {
    self.session = session
    self.baseURL = baseURL?.absoluteString ?? "http://localhost:8080"
  }

  /// Registers a user.
  public func createUser(_ registration: Registration) async throws -> User {
    try await send("POST", "/users", body: registration)
  }

  /// Logs a user in. The token authorizes the other requests.
  public func login(email: String, password: String) async throws -> Token {
    let credentials = Data("\(email):\(password)".utf8).base64EncodedString()
    return try await send("POST", "/login", authorization: "Basic \(credentials)")
  }

  /// Creates a to-do.
  public func createTodo(_ todo: Todo, token: String) async throws -> Todo {
    try await send("POST", "/todos", authorization: "Bearer \(token)", body: todo)
  }

  /// Returns all to-dos of the token's user.
  public func todos(token: String) async throws -> [Todo] {
    try await send("GET", "/todos", authorization: "Bearer \(token)")
  }

  /// Deletes a to-do, and returns the deleted to-do.
  public func deleteTodo(id: String, token: String) async throws -> Todo {
    // .urlPathAllowed contains the slash, but a slash in an ID must not begin another segment.
    let segment = id.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(["/"])) ?? id
    return try await send("DELETE", "/todos/\(segment)", authorization: "Bearer \(token)")
  }

  private func send<Answer: Decodable>(
    _ method: String, _ path: String, authorization: String? = nil, body: (some Encodable)? = nil as Never?
  ) async throws -> Answer {
    let address = (baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL) + path
    guard let url = URL(string: address) else { throw APIError.invalidURL(address) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    // Set on the request, because the timeout of the initializer has no effect on Linux.
    request.timeoutInterval = 10
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("no-cache", forHTTPHeaderField: "cache-control")
    request.setValue(authorization, forHTTPHeaderField: "Authorization")
    if let body { request.httpBody = try JSONEncoder().encode(body) }

    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw APIError.invalidResponse }
    guard (200..<300).contains(response.statusCode) else { throw APIError.statusCode(response.statusCode) }
    guard !data.isEmpty else { throw APIError.emptyData }
    return try JSONDecoder().decode(Answer.self, from: data)
  }
}
