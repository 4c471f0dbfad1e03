/// A request as the client sent it and its side of the transport saw it.
public struct CapturedRequest: Sendable, Equatable {
  public var method: String
  /// The whole address, as sent.
  public var url: String
  public var headers: Headers
  /// Nil where there is none.
  public var body: [UInt8]?
  /// URLRequest's time-out in seconds; nil where there is none, or nobody can see it.
  public var timeout: Double?
  /// What the client's side could not see, by the names of docs/driver-protocol.md: `body`, `timeout`, …
  public var unobserved: [String]

  public init(
    method: String, url: String, headers: Headers = Headers(), body: [UInt8]? = nil, timeout: Double? = nil,
    unobserved: [String] = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.unobserved = unobserved
  }
}

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
