/// What the API can answer that is neither a network error nor JSON that does not decode.
public enum APIError: Error, Equatable, Sendable {
  /// The response is not HTTP.
  case invalidResponse
  /// The status is outside 200..<300.
  case statusCode(Int)
  /// The status is fine and there is no body.
  case emptyData
  /// The base URL and the path do not make an address.
  case invalidURL(String)
}
