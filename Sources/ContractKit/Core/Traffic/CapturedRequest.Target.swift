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

extension MalformedRequest {
  /// The received bytes in readable form, with secrets hidden.
  package var shown: String { text }
}

extension String {
  /// The text on one line without terminal control sequences, shortened if it is long.
  package var asLine: String { Excerpt.beginning(of: self) }
}
