/// What the runner answers to one request.
public struct Reply: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// An HTTP response.
    case status(Int)
    /// A response that is not HTTP: in memory a plain `URLResponse`.
    case nonHTTP
    /// The network fails, after the body's bytes where there are any.
    case networkError(NetworkError)
  }

  public var kind: Kind
  public var headers: Headers
  /// Nil where there is none.
  public var body: [UInt8]?
  /// Seconds before the first byte.
  public var delay: Double

  public init(_ kind: Kind, headers: Headers = Headers(), body: [UInt8]? = nil, delay: Double = 0) {
    self.kind = kind
    self.headers = headers
    self.body = body
    self.delay = delay
  }
}
