/// What can go wrong with an upload besides the network's errors and JSON that does not decode.
public enum UploadError: Error, Equatable, Sendable {
  /// The server says that it did not take the user.
  case refused
  /// The status is fine and there is no body.
  case noData
  /// The status is outside 200..<300, whatever the body says.
  case statusCode(Int)
  /// The response is not HTTP.
  case invalidResponse
  /// The base URL and the path do not make an address.
  case invalidURL(String)
}
