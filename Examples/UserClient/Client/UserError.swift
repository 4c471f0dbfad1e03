/// The reason why there is no user.
public enum UserError: Error, Equatable, Sendable {
  /// The status is outside 200..<300.
  case statusCodeError(Int)
  /// Any other reason: the network failed, the response is not HTTP, or there is no body.
  case unknownError
}
