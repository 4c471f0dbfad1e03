/// An error of an upload that is neither a network error nor a `DecodingError`.
public enum UploadError: Error, Equatable, Sendable {
  /// The server answered that it did not accept the user.
  case refused
  /// The status is in 200..<300, but there is no body.
  case noData
  /// The status is outside 200..<300. The body does not matter.
  case statusCode(Int)
  /// The response is not HTTP.
  case invalidResponse
  /// The base URL and the path do not make a URL.
  case invalidURL(String)
}
