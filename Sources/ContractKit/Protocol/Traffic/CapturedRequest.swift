/// A request that the client sent, as its side of the transport saw it.
package struct CapturedRequest: Sendable, Equatable {
  /// The method, as sent.
  package var method: String
  /// The whole URL, as sent.
  package var url: String
  /// The header lines that can be seen.
  package var headers: Headers
  /// The body; nil if there is none.
  package var body: [UInt8]?
  /// URLRequest's timeout in seconds; nil if there is none, or if it cannot be seen.
  package var timeout: Double?
  /// What the client's side could not see, with the names of docs/driver-protocol.md: `body`, `timeout`, …
  package var unobserved: [String]

  /// What was not observed of a request whose client did not send all of its body after an early reply.
  package static let restOfBody = "the rest of the body"

  /// Creates a request. By default it has no headers, body or timeout.
  package init(
    method: String, url: String, headers: Headers = Headers(), body: [UInt8]? = nil, timeout: Double? = nil,
    unobserved: [String] = []
  ) {
    (self.method, self.url, self.headers, self.body, self.timeout) = (method, url, headers, body, timeout)
    self.unobserved = unobserved
  }

  /// Returns whether another request is the same except for the order of its headers, which some HTTP stacks choose at
  /// random.
  package func isRepeat(of other: CapturedRequest) -> Bool {
    var (one, two) = (self, other)
    (one.headers, two.headers) = (headers.sorted, other.headers.sorted)
    return one == two
  }

  /// The request in the usual form of HTTP: method and URL, headers, body. Secrets are hidden, and a long body is
  /// shortened.
  package var text: String {
    let shown = masked(by: .standard)
    var lines = [line]
    lines += shown.headers.sorted.lines.map { Excerpt.visible("\($0.name): \($0.value)") }
    if let body = shown.body, !body.isEmpty {
      lines.append("")
      if let text = String(validating: body, as: UTF8.self) {
        lines.append(Excerpt.beginning(of: text, limit: 1000, keepsLines: true))
      } else {
        lines.append(Excerpt.bytes(body))
      }
    } else if unobserved.contains("body") {
      lines += ["", "(a body that this injection point cannot observe)"]
    }
    return lines.joined(separator: "\n")
  }

  /// The method and the URL on one line.
  package var line: String { Excerpt.beginning(of: "\(method) \(shownURL)") }
}

// Parts of a request in the form that a server needs them and shows them.

extension CapturedRequest {
  /// Scheme, host and port of the URL as sent; nil if the URL is not valid.
  package var origin: String? { RequestURL(url)?.origin }

  /// The path of the URL as sent, with escapes in upper case; nil if the URL is not valid.
  package var path: String? { RequestURL(url).map { RequestURL.withUpperCaseEscapes($0.path) } }

  /// Path and query of the URL on one line, for people. The whole text if the URL is not valid.
  package var target: String {
    guard let parts = RequestURL(shownURL) else { return Excerpt.beginning(of: shownURL) }
    return Excerpt.beginning(of: parts.path + (parts.query.map { "?\($0)" } ?? ""))
  }
}

extension String {
  /// The text on one line without terminal control sequences, shortened if it is long.
  package var asLine: String { Excerpt.beginning(of: self) }
}
