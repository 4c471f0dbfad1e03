/// What the runner answers to one request.
public struct Reply: Sendable, Equatable {
  /// What an answer is.
  public enum Kind: Sendable, Equatable {
    /// An HTTP response.
    case status(Int)
    /// A response that is not HTTP: in memory a plain `URLResponse`.
    case nonHTTP
    /// The network fails, after the body's bytes where there are any.
    case networkError(NetworkError)
  }

  /// What the answer is.
  public var kind: Kind
  /// The header lines, in order; none by default.
  public var headers: Headers
  /// Nil where there is none.
  public var body: [UInt8]?
  /// Seconds before the first byte.
  public var delay: Double

  /// Makes an answer; what is left out is none, and it goes out at once.
  public init(_ kind: Kind, headers: Headers = Headers(), body: [UInt8]? = nil, delay: Double = 0) {
    self.kind = kind
    self.headers = headers
    self.body = body
    self.delay = delay
  }
}
