public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// The client of the to-do API, built on SwiftNIO for servers, which do not use URLSession.
///
/// Network errors are the errors of AsyncHTTPClient and NIO. JSON that cannot be decoded is a `DecodingError`. Every
/// other error is an `APIError`.
public struct TodoClient: Sendable {
  private let client: HTTPClient
  private let baseURL: String

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - client: The HTTP client that sends the requests; by default the one that the process shares.
  ///   - baseURL: The base URL of the API; `http://localhost:8080` by default.
  public init(client: HTTPClient = .shared, baseURL: String = "http://localhost:8080") {
    self.client = client
    self.baseURL = baseURL
  }

  /// Registers a user.
  public func createUser(_ registration: Registration) async throws -> User {
    try await send(.POST, "/users", body: registration)
  }

  /// Logs a user in. The token authorizes the other requests.
  public func login(email: String, password: String) async throws -> Token {
    let credentials = Data("\(email):\(password)".utf8).base64EncodedString()
    return try await send(.POST, "/login", authorization: "Basic \(credentials)")
  }

  /// Creates a to-do.
  public func createTodo(_ todo: Todo, token: String) async throws -> Todo {
    try await send(.POST, "/todos", authorization: "Bearer \(token)", body: todo)
  }

  /// Returns all to-dos of the token's user.
  public func todos(token: String) async throws -> [Todo] {
    try await send(.GET, "/todos", authorization: "Bearer \(token)")
  }

  /// Deletes a to-do, and returns the deleted to-do.
  public func deleteTodo(id: String, token: String) async throws -> Todo {
    // .urlPathAllowed contains the slash, but a slash in an ID must not begin another segment.
    let segment = id.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(["/"])) ?? id
    return try await send(.DELETE, "/todos/\(segment)", authorization: "Bearer \(token)")
  }

  private func send<Answer: Decodable>(
    _ method: HTTPMethod, _ path: String, authorization: String? = nil, body: (some Encodable)? = nil as Never?
  ) async throws -> Answer {
    let address = (baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL) + path
    var request = HTTPClientRequest(url: address)
    request.method = method
    request.headers.add(name: "Content-Type", value: "application/json")
    request.headers.add(name: "cache-control", value: "no-cache")
    if let authorization { request.headers.add(name: "Authorization", value: authorization) }
    if let body { request.body = .bytes(try JSONEncoder().encode(body)) }

    let response = try await client.execute(request, timeout: .seconds(10))
    guard (200..<300).contains(response.status.code) else { throw APIError.statusCode(Int(response.status.code)) }
    let data = try await response.body.collect(upTo: 1 << 20)
    guard data.readableBytes > 0 else { throw APIError.emptyData }
    return try JSONDecoder().decode(Answer.self, from: Data(data.readableBytesView))
  }
}
