extension FailureDescription {
  /// The kind of a failure, independent of the client's types.
  public struct Category: Sendable, Hashable, CustomStringConvertible {
    /// The network failed.
    public static let network = Category(.network)
    /// The server answered with a status that the client does not accept.
    public static let status = Category(.status)
    /// The body cannot be decoded.
    public static let decoding = Category(.decoding)
    /// The client cannot use the response, for example because it is not HTTP.
    public static let invalidResponse = Category(.invalidResponse)
    /// The client could not create the request.
    public static let invalidRequest = Category(.invalidRequest)
    /// The work was canceled.
    public static let cancelled = Category(.cancelled)
    /// Anything else.
    public static let other = Category(.other)

    private let kind: Failure.Category

    private init(_ kind: Failure.Category) { self.kind = kind }

    /// The name that contracts use.
    public var description: String { kind.rawValue }
  }
}
