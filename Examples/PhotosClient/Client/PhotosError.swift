/// What can go wrong besides the network's errors and JSON that does not decode.
public enum PhotosError: Error, Equatable, Sendable {
  /// The response is not HTTP.
  case notHTTP
  /// The status is outside 200..<300.
  case status(Int)
  /// The service is still busy after the last try, or asks for a longer wait than the client agrees to.
  case busy(Int, retryAfter: String?)
  /// The auth server does not renew the token: the user must sign in again.
  case signedOut
  /// The auth server answered with another status than it should.
  case authStatus(Int)
  /// A page names as the next one that was there already.
  case pagesRepeat
  /// The next page is not on this service.
  case foreignPage(String)
  /// What holds the bytes did not take them.
  case uploadRefused(Int)
  /// A stream ended in the middle of an event.
  case cutOff
  /// The base URL and the path do not make an address.
  case invalidURL(String)
}
