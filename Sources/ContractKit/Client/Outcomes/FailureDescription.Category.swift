extension FailureDescription {
  /// The kind of a failure, independent of the client's types.
  public struct Category: Sendable, Hashable, CustomStringConvertible {
    /// A failure of the network.
    public static let network = Category(.network)
    /// A status that the client does not accept.
    public static let status = Category(.status)
    /// A body that cannot be decoded.
    public static let decoding = Category(.decoding)
    /// A response that the client cannot use, for example because it is not HTTP.
    public static let invalidResponse = Category(.invalidResponse)
    /// A request that the client could not create.
    public static let invalidRequest = Category(.invalidRequest)
    /// Work that was canceled.
    public static let cancelled = Category(.cancelled)
    /// Any other failure.
    public static let other = Category(.other)

    private let kind: Failure.Category

    private init(_ kind: Failure.Category) { self.kind = kind }

    /// The name that contracts use.
    public var description: String { kind.rawValue }
  }
}
