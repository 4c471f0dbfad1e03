/// What a request must look like, part by part.
package final class RequestShape: Sendable {
  /// Whether what the shape does not name may still be there.
  package enum Others: String, Sendable, CaseIterable {
    case forbidden, allowed

    static let names = allCases.map(\.rawValue)
  }

  /// A header, query item, form field or path parameter with what its values must be: one pattern, or one for each
  /// repetition in order; a path parameter has one.
  package struct Named: Sendable {
    /// The name as written.
    package var name: String
    /// Where the name was written.
    package var range: SourceRange
    /// One pattern each value. A lone `$absent` or `$optional` speaks of the whole name.
    package var patterns: [Pattern]
  }

  /// What the body must be.
  package enum Body: Sendable {
    /// The body, parsed as JSON whatever its Content-Type, matches.
    case json(Pattern)
    /// The body, read as UTF-8, matches.
    case text(Pattern)
    /// The body is exactly these bytes; from `file` where a file holds them.
    case bytes([UInt8], file: String?)
    /// Anything or nothing.
    case any
    /// The body, read as a form (WHATWG URL, section 5.1) whatever its Content-Type, has exactly these fields.
    case form([Named])
    /// The body, taken apart at the boundary that the request's Content-Type names (RFC 2046), has exactly these parts.
    case multipart([Part])
    /// The body's lines, each parsed as JSON, match one by one.
    case jsonLines([Pattern])
  }

  /// What one part of a multipart body must be.
  package struct Part: Sendable {
    /// Over the name of its Content-Disposition; nil means that there is none.
    package var name: Pattern?
    /// Over the file name of its Content-Disposition; nil means that there is none.
    package var filename: Pattern?
    /// Over its Content-Type; nil where the contract does not say.
    package var contentType: Pattern?
    /// Never a form, multipart or JSON lines. Nil means none; an empty one is none.
    package var body: Located<Body>?
    /// Where the part was written.
    package var range: SourceRange
  }

  /// The method, compared exactly.
  package let method: Located<String>
  /// The name of the address that it goes to; nil for the contract's `baseURL`.
  package let base: Located<String>?
  /// Percent-encoded, beginning with a slash, below the base URL; perhaps with names in braces.
  package let path: Located<String>
  /// What the names in the path stand for, decoded: each of them once.
  package let pathParameters: [Named]
  /// By name; none means that the request has no query unless `otherQuery` allows one.
  package let query: [Named]
  /// Whether query items that `query` does not name are allowed; forbidden by default.
  package let otherQuery: Others
  /// By name, which is compared without regard to case.
  package let headers: [Named]
  /// Whether headers that `headers` does not name are allowed, as they are by default. Those that HTTP stacks add
  /// by themselves always are.
  package let otherHeaders: Others
  /// Over URLRequest's time-out in seconds; nil where the contract does not say.
  package let timeout: Pattern?
  /// Nil means none; an empty one is none.
  package let body: Located<Body>?
  /// Where the shape was written.
  package let range: SourceRange

  init(
    method: Located<String>, base: Located<String>? = nil, path: Located<String>, pathParameters: [Named] = [],
    query: [Named] = [], otherQuery: Others = .forbidden,
    headers: [Named] = [], otherHeaders: Others = .allowed, timeout: Pattern? = nil, body: Located<Body>? = nil,
    range: SourceRange
  ) {
    (self.method, self.base, self.path, self.pathParameters) = (method, base, path, pathParameters)
    (self.query, self.otherQuery, self.headers, self.otherHeaders) = (query, otherQuery, headers, otherHeaders)
    (self.timeout, self.body, self.range) = (timeout, body, range)
  }
}
