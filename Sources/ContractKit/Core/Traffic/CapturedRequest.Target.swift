// Parts of a request as a server asks for them, and as it shows them.

extension CapturedRequest {
  /// Scheme, host and port of the address as sent; nil where the address is none.
  package var origin: String? { RequestURL(url)?.origin }

  /// The path of the address as sent, escapes in upper case; nil where the address is none.
  package var path: String? { RequestURL(url).map { RequestURL.withUpperCaseEscapes($0.path) } }

  /// Path and query of the address on one line, for people; the address where it is none.
  package var target: String {
    guard let parts = RequestURL(url) else { return Excerpt.beginning(of: masked.url) }
    return Excerpt.beginning(of: parts.path + (parts.query.map { "?\($0)" } ?? ""))
  }
}

extension MalformedRequest {
  /// What came, as people read it, secrets hidden.
  package var shown: String { text }
}

extension String {
  /// The text on one line that no terminal obeys, cut where it is long.
  package var asLine: String { Excerpt.beginning(of: self) }
}
