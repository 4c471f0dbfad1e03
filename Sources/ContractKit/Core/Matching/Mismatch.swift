/// One part of a request or an outcome that is not as described.
public struct Mismatch: Sendable {
  /// What was compared.
  public enum Part: Sendable, Equatable {
    case method, origin, path, timeout, body, outcome
    /// The address of that name in the contract's `baseURLs`.
    case namedOrigin(String)
    /// The base URL's own path, which every request path follows.
    case pathPrefix
    case query(String)
    case header(String)
    /// A described request that never came.
    case missingRequest
    /// What stands in the path for a name in braces.
    case pathParameter(String)
    case formField(String)
    /// A part of a multipart body, by its number from 1 and the name that was sent, or something of it.
    case multipart(Int, name: String?, of: PartOf)
    /// A line of a body of JSON lines, from 1.
    case line(Int)
    /// A request that came too soon after the one before.
    case notBefore
  }

  /// What of a part of a multipart body was compared.
  public enum PartOf: String, Sendable, Equatable { case whole, name, filename, contentType, body }

  /// What is not as described.
  public var part: Part
  /// Which request, from 1; nil where the mismatch is not about one.
  public var request: Int?
  /// The pointer of the value inside the body or the outcome (RFC 6901); "" is the whole.
  public var pointer: String
  /// What the contract describes, as text on one or several lines.
  public var expected: String
  /// What came; nil where nothing did.
  public var actual: String?
  /// What else helps: the category an error belongs to, the bytes around the difference.
  public var note: String?
  /// The line of the contract that was broken.
  public var range: SourceRange?
  /// Where requests and exchanges do not go together: what the request, or the missing one, is nearest to.
  public var nearest: NearestRequest?

  /// Makes a mismatch.
  public init(
    _ part: Part, request: Int? = nil, pointer: String = "", expected: String, actual: String?, note: String? = nil,
    range: SourceRange?
  ) {
    self.part = part
    self.request = request
    self.pointer = pointer
    self.expected = expected
    self.actual = actual
    self.note = note
    self.range = range
  }
}
