import Foundation

/// Where a contract's requests go: scheme, host, port, and a path prefix that every request path follows.
package struct BaseURL: Sendable {
  /// The address as written, without a slash at its end.
  package var text: String
  /// Lower case.
  package var scheme: String
  /// Lower case.
  package var host: String
  /// The port, the scheme's own where none is written.
  package var port: Int
  /// Percent-encoded, "" or beginning with a slash, never ending with one.
  package var pathPrefix: String
  /// Where it was written; nil for the default.
  package var range: SourceRange?

  /// The same path prefix at another place: where a run listens.
  ///
  /// - Parameters:
  ///   - origin: Scheme, host and perhaps port, such as `http://127.0.0.1:40123`.
  /// - Returns: The address, which keeps the place where this one was written; nil where that is no origin.
  package func moved(to origin: String) -> BaseURL? { BaseURL(origin + pathPrefix, range: range) }

  /// The same path prefix at a port of 127.0.0.1; nothing has to be read for that.
  func moved(toPort port: Int, scheme: String = "http") -> BaseURL {
    var url = self
    url.text = "\(scheme)://127.0.0.1:\(port)\(pathPrefix)"
    (url.scheme, url.host, url.port) = (scheme, "127.0.0.1", port)
    return url
  }

  /// The address of a contract that names none.
  package static let localhost = BaseURL(text: "http://localhost", scheme: "http", host: "localhost", port: 80)

  private init(text: String, scheme: String, host: String, port: Int) {
    (self.text, self.scheme, self.host, self.port) = (text, scheme, host, port)
    pathPrefix = ""
  }

  /// Reads an address: `http` or `https`, a host, perhaps a port and a path; nil where it is none or has more than that.
  package init?(_ text: String, range: SourceRange? = nil) {
    guard let parts = URLComponents(string: text, encodingInvalidCharacters: false),
      let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = parts.percentEncodedHost?.lowercased(), !host.isEmpty,
      parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil,
      parts.port.map({ (1...65535).contains($0) }) ?? true
    else { return nil }
    let path = parts.percentEncodedPath
    pathPrefix = path.hasSuffix("/") ? String(path.dropLast()) : path
    self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
    self.scheme = scheme
    self.host = host
    port = parts.port ?? (scheme == "https" ? 443 : 80)
    self.range = range
  }
}
