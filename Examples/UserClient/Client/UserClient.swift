public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A client that loads users with a data task and completes through a handler.
public final class UserClient: Sendable {
  private let session: any UserSession
  private let baseURL: URL
  private let loaded = Mutex<Data?>(nil)

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - session: The session that sends the requests; the shared session by default.
  ///   - baseURL: The base URL of the API.
  public init(session: any UserSession = URLSession.shared, baseURL: URL) {
    self.session = session
    self.baseURL = baseURL
  }

  /// The user that was loaded last; nil if no user was loaded yet.
  public var latest: Data? { loaded.withLock { $0 } }

  /// Loads a user's record, in the form in which the server sends it.
  ///
  /// - Parameters:
  ///   - id: The user's ID.
  ///   - completion: Called once, with the data or the reason why there is none.
  public func user(id: Int, completion: @escaping @Sendable (Result<Data, UserError>) -> Void) {
    var request = URLRequest(url: baseURL.appendingPathComponent("users").appendingPathComponent("\(id)"))
    request.timeoutInterval = 10
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let task = session.dataTask(with: request) { [weak self] data, response, error in
      let result = Self.result(data, response, error)
      // The client may be gone by now, but its caller still gets the result.
      if case .success(let data) = result { self?.loaded.withLock { $0 = data } }
      completion(result)
    }
    task.resume()
  }

  private static func result(
    _ data: Data?, _ response: URLResponse?, _ error: (any Error)?
  ) -> Result<Data, UserError> {
    guard error == nil, let response = response as? HTTPURLResponse else { return .failure(.unknownError) }
    guard (200..<300).contains(response.statusCode) else { return .failure(.statusCodeError(response.statusCode)) }
    guard let data, !data.isEmpty else { return .failure(.unknownError) }
    return .success(data)
  }
}

/// The part of `URLSession` that the client uses: one method, which a test can replace.
public protocol UserSession: Sendable {
  /// Creates a task that sends a request when it is resumed, and calls the handler with the result.
  func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask
}

extension URLSession: UserSession {}
