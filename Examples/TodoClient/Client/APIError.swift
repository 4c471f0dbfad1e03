/// An error that is neither a network error nor a `DecodingError`.
public enum APIError: Error, Equatable, Sendable {
  /// The response is not HTTP.
  case invalidResponse
  /// The status is outside 200..<300.
  case statusCode(Int)
  /// The status is in 200..<300, but there is no body.
  case emptyData
  /// The base URL and the path do not make a URL.
  case invalidURL(String)
}
