/// The description of a request, part by part.
package final class RequestShape: Sendable {
  /// Whether a request may have items that its shape does not name.
  package enum Others: String, Sendable, CaseIterable {
    case forbidden, allowed
  }

  /// A header, query item, form field or path parameter with its expected values. It has one pattern, or one pattern
  /// for each repetition in order; a path parameter always has one, and so has a list that is one text.
  package struct Named: Sendable {
    /// The name as written.
    package var name: String
    /// The place where the name was written.
    package var range: SourceRange
    /// One pattern for each value. A lone `$absent` or `$optional` applies to the whole name. A lone object of the header
    /// Cookie describes cookies by name.
    package var patterns: [Pattern]
    /// What the names begin with that variations give texts in a path.
    static let carried = "hostile value"
    /// Whether there may be any number of values, and the only pattern is for each of them.
    package var isRepeated = false
    /// How each value is read, in a query or a form.
    package var notation = Notation.decoded
    /// Whether a variation gave a text in the path this name.
    var isCarried = false
  }

  package indirect enum Body: Sendable {
    /// A body that matches when parsed as JSON, whatever its Content-Type.
    case json(Pattern)
    /// A body that matches when read as UTF-8.
    case text(Pattern)
    /// A body of exactly these bytes. `file` names the file that holds them, if one does.
    case bytes([UInt8], file: String?)
    /// Any body, or none.
    case any
    /// A body that has these fields when read as a form (WHATWG URL, section 5.1), whatever its Content-Type. No contract
    /// allows others.
    case form([Named], others: Others = .forbidden)
    /// A body that has exactly these parts when split at the boundary that the request's Content-Type names (RFC 2046).
    case multipart([Part])
    /// A body whose lines, each parsed as JSON, match these patterns one by one.
    case jsonLines([Pattern])
    /// `$optional`: no body, or one that matches. Without a body, the headers that describe it are not compared.
    case optional(Body)

    package var whenSent: Body { if case .optional(let inner) = self { inner } else { self } }

    /// Whether a request without a body matches, whatever a body would have to be.
    var allowsAbsence: Bool {
      switch self {
      case .any, .optional: true
      default: false
      }
    }
  }

  /// The description of one part of a multipart body.
  package struct Part: Sendable {
    /// The pattern for the name in its Content-Disposition; nil means that there must be no name.
    package var name: Pattern?
    /// The pattern for the file name in its Content-Disposition; nil means that there must be no file name.
    package var filename: Pattern?
    /// The pattern for its Content-Type; nil if the contract does not describe it.
    package var contentType: Pattern?
    /// The description of its body, which is never a form, multipart or JSON lines. nil means that there must be no
    /// body; an empty body counts as none.
    package var body: SourceLocated<Body>?
    package var isOptional = false
    package var range: SourceRange
  }

  /// The method, which is compared exactly.
  package let method: SourceLocated<String>
  /// The name of the base URL that the request goes to; nil for the contract's `baseURL`.
  package let base: SourceLocated<String>?
  /// The path below the base URL: percent-encoded, beginning with a slash, possibly with names in braces.
  package let path: SourceLocated<String>
  /// The decoded values that the names in the path stand for. Each name appears once.
  package let pathParameters: [Named]
  /// The query items by name. If there are none, the request must have no query unless `otherQuery` allows it.
  package let query: [Named]
  /// Whether the request may have query items that `query` does not name; forbidden by default.
  package let otherQuery: Others
  /// The headers by name. Names are case-insensitive.
  package let headers: [Named]
  /// Whether the request may have headers that `headers` does not name; allowed by default. Headers that HTTP stacks
  /// add by themselves are always allowed.
  package let otherHeaders: Others
  /// The pattern for URLRequest's timeout in seconds; nil if the contract does not describe it.
  package let timeout: Pattern?
  /// The description of the body. nil means that there must be no body; an empty body counts as none.
  package let body: SourceLocated<Body>?
  package let range: SourceRange

  init(
    method: SourceLocated<String>, base: SourceLocated<String>? = nil, path: SourceLocated<String>,
    pathParameters: [Named] = [], query: [Named] = [], otherQuery: Others = .forbidden, headers: [Named] = [],
    otherHeaders: Others = .allowed, timeout: Pattern? = nil, body: SourceLocated<Body>? = nil, range: SourceRange
  ) {
    (self.method, self.base, self.path, self.pathParameters) = (method, base, path, pathParameters)
    (self.query, self.otherQuery, self.headers, self.otherHeaders) = (query, otherQuery, headers, otherHeaders)
    (self.timeout, self.body, self.range) = (timeout, body, range)
  }

  /// Returns a shape that differs only in the given parts.
  func with(
    path: SourceLocated<String>? = nil, pathParameters: [Named]? = nil, query: [Named]? = nil,
    otherQuery: Others? = nil, headers: [Named]? = nil, body: SourceLocated<Body>?? = nil
  ) -> RequestShape {
    RequestShape(
      method: method, base: base, path: path ?? self.path, pathParameters: pathParameters ?? self.pathParameters,
      query: query ?? self.query, otherQuery: otherQuery ?? self.otherQuery, headers: headers ?? self.headers,
      otherHeaders: otherHeaders, timeout: timeout, body: body ?? self.body, range: range)
  }

  /// Returns whether the header Cookie is described with a cookie of a name.
  package func needs(cookie name: String) -> Bool {
    headers.filter { $0.name.isSameName("Cookie") }.flatMap(\.patterns).contains { pattern in
      if let text = pattern.json.string { return HeaderValue.namedCookies(text).contains { $0.name.isExactly(name) } }
      guard case .object(let cookies) = pattern.kind else { return pattern.json.text.contains("\(name)=") }
      return cookies.contains { cookie in
        if case .absent = cookie.pattern.kind { false } else { cookie.name.isExactly(name) }
      }
    }
  }

  /// The method and the path as the contract has them: `POST /orders/{id}`.
  package var name: String { "\(method.value) \(path.value)" }
}
