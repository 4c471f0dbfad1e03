/// An error that is neither a network error nor a `DecodingError`.
public enum PhotosError: Error, Equatable, Sendable {
  /// The response is not HTTP.
  case notHTTP
  /// The status is outside 200..<300.
  case status(Int)
  /// The service is still busy after the last try, or asks for a longer wait than the client allows.
  case busy(Int, retryAfter: String?)
  /// The auth server does not renew the token. The user must sign in again.
  case signedOut
  /// The auth server answered with an unexpected status.
  case authStatus(Int)
  /// A page names a next page that was loaded already.
  case pagesRepeat
  /// The next page is not on this service.
  case foreignPage(String)
  /// The server that stores the bytes did not accept them.
  case uploadRefused(Int)
  /// A stream ended in the middle of an event.
  case cutOff
  /// The base URL and the path do not make a URL.
  case invalidURL(String)
}
