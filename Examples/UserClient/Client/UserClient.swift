public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Loads users by a data task, and completes by a handler.
public final class UserClient: Sendable {
  private let session: any UserSession
  private let baseURL: URL
  private let loaded = Mutex<Data?>(nil)

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - session: What requests go through; the shared session by default.
  ///   - baseURL: Where the API lives.
  public init(session: any UserSession = URLSession.shared, baseURL: URL) {
    self.session = session
    self.baseURL = baseURL
  }

  /// The user that was loaded last; nil before the first one.
  public var latest: Data? { loaded.withLock { $0 } }

  /// Loads a user's record, as the server has it.
  ///
  /// - Parameters:
  ///   - id: The user's number.
  ///   - completion: Called once, with the data or why there is none.
  public func user(id: Int, completion: @escaping @Sendable (Result<Data, UserError>) -> Void) {
    var request = URLRequest(url: baseURL.appendingPathComponent("users").appendingPathComponent("\(id)"))
    request.timeoutInterval = 10
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let task = session.dataTask(with: request) { [weak self] data, response, error in
      let result = Self.result(data, response, error)
      // The client may be gone by now; its caller is told all the same.
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

/// What the client asks of a session: one of `URLSession`'s methods, so that a test can give it something else.
public protocol UserSession: Sendable {
  /// Makes a task that sends a request once it is resumed, and calls the handler with what comes of it.
  func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask
}

extension URLSession: UserSession {}
