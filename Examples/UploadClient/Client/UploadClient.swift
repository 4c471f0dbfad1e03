public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A client that uploads users with an upload task and completes through a handler.
public struct UploadClient: Sendable {
  private let session: any UploadSession
  private let baseURL: String

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - session: The session that sends the requests; the shared session by default.
  ///   - baseURL: The base URL of the API; `http://example.com` by default.
  public init(session: any UploadSession = URLSession.shared, baseURL: URL? = nil) {
    self.session = session
    self.baseURL = baseURL?.absoluteString ?? "http://example.com"
  }

  /// Uploads a user.
  ///
  /// - Parameters:
  ///   - user: The user to upload.
  ///   - completion: Called once, with nil if the server accepted the user. Otherwise the error is the unchanged
  ///     network error, a `DecodingError` if the response is not the expected JSON, or an `UploadError`.
  public func upload(_ user: User, completion: @escaping @Sendable ((any Error)?) -> Void) {
    let address = (baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL) + "/user"
    guard let url = URL(string: address) else { return completion(UploadError.invalidURL(address)) }
    let body: Data
    do {
      body = try JSONEncoder().encode(user)
    } catch {
      return completion(error)
    }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.timeoutInterval = 10
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let task = session.uploadTask(with: request, from: body) { data, response, error in
      do {
        if let error { throw error }
        try Self.check(data, response)
        completion(nil)
      } catch {
        completion(error)
      }
    }
    task.resume()
  }

  private struct Answer: Decodable {
    var success: Bool
  }

  private static func check(_ data: Data?, _ response: URLResponse?) throws {
    guard let response = response as? HTTPURLResponse else { throw UploadError.invalidResponse }
    guard (200..<300).contains(response.statusCode) else { throw UploadError.statusCode(response.statusCode) }
    guard let data, !data.isEmpty else { throw UploadError.noData }
    guard try JSONDecoder().decode(Answer.self, from: data).success else { throw UploadError.refused }
  }
}

/// The part of `URLSession` that the client uses: one method, which a test can replace.
public protocol UploadSession: Sendable {
  /// Creates a task that sends a request with a body when it is resumed, and calls the handler with the result.
  func uploadTask(
    with request: URLRequest, from bodyData: Data?,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask
}

extension URLSession: UploadSession {}
