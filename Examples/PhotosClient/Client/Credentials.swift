/// A user's tokens. The auth server renews them.
public actor Credentials {
  /// The access token for the next request.
  private(set) var access: String
  private var refresh: String
  private let authURL: URL
  private var renewal: Task<String, any Error>?

  /// Creates the credentials of a user who is signed in.
  ///
  /// - Parameters:
  ///   - access: The access token, which requests carry.
  ///   - refresh: The refresh token, which gets a new access token.
  ///   - authURL: The base URL of the auth server, which is not the server of the service.
  public init(access: String, refresh: String, authURL: URL) {
    self.access = access
    self.refresh = refresh
    self.authURL = authURL
  }

  /// Returns a token that replaces a refused one. If multiple requests were refused, one of them renews the token for
  /// all.
  func renewed(insteadOf refused: String, over network: Network) async throws -> String {
    if access != refused { return access }
    if let renewal { return try await renewal.value }
    let renewal = Task { try await renew(over: network) }
    self.renewal = renewal
    defer { self.renewal = nil }
    return try await renewal.value
  }

  private struct Tokens: Decodable {
    var access_token: String
    var refresh_token: String?
  }

  /// Requests new tokens (RFC 6749, section 6).
  private func renew(over network: Network) async throws -> String {
    let base = authURL.absoluteString
    let address = (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/token"
    guard let url = URL(string: address) else { throw PhotosError.invalidURL(address) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.timeoutInterval = 10
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data("grant_type=refresh_token&refresh_token=\(refresh.encoded)".utf8)
    let (data, response) = try await network.send(request)
    guard let response = response as? HTTPURLResponse else { throw PhotosError.notHTTP }
    switch response.statusCode {
    case 200..<300: break
    case 400, 401, 403: throw PhotosError.signedOut
    case let status: throw PhotosError.authStatus(status)
    }
    let tokens = try JSONDecoder().decode(Tokens.self, from: data)
    access = tokens.access_token
    // A server may keep the old refresh token, or replace it at each use.
    refresh = tokens.refresh_token ?? refresh
    return access
  }
}
