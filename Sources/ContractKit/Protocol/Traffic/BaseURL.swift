import Foundation

/// The base URL of a contract's requests: scheme, host, port, and a path prefix before every request path.
package struct BaseURL: Sendable {
  /// The URL as written, without a slash at its end.
  package var text: String
  /// The scheme, in lower case.
  package var scheme: String
  /// The host, in lower case.
  package var host: String
  /// The port, or the scheme's default port if none is written.
  package var port: Int
  /// The percent-encoded path prefix. It is empty or begins with a slash, and never ends with one.
  package var pathPrefix = ""
  /// Where it was written; nil for the default.
  package var range: SourceRange?

  /// Returns the base URL with another origin and the same path prefix.
  ///
  /// - Parameters:
  ///   - origin: Scheme, host and perhaps port, such as `http://127.0.0.1:40123`.
  /// - Returns: The new base URL, with the source range of this one, or nil if the text is not an origin.
  package func moved(to origin: String) -> BaseURL? { BaseURL(origin + pathPrefix, range: range) }

  /// Returns the base URL with another host and port, and the same path prefix. Nothing has to be parsed for it.
  package func moved(to host: String, port: Int, scheme: String) -> BaseURL {
    var url = self
    url.text = "\(scheme)://\(host):\(port)\(pathPrefix)"
    (url.scheme, url.host, url.port) = (scheme, host, port)
    return url
  }

  /// Returns the base URL with a path after its own.
  package func adding(path: String) -> BaseURL {
    var url = self
    url.text += path
    url.pathPrefix += path
    return url
  }

  /// Whether its host is this machine for everybody.
  package var isOfThisMachine: Bool { host == "localhost" || host == "[::1]" || host.hasPrefix("127.") }

  /// Returns whether scheme, host and port are those of another base URL.
  package func hasOrigin(of other: BaseURL) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// The base URL of a contract that names none.
  package static let localhost = BaseURL(text: "http://localhost", scheme: "http", host: "localhost", port: 80)
}

extension BaseURL {
  /// Reads a base URL: `http` or `https`, a host, and perhaps a port and a path. Returns nil if the text is not a URL
  /// or has other parts.
  package init?(_ text: String, range: SourceRange? = nil) {
    guard let parts = URLComponents(string: text, encodingInvalidCharacters: false),
      let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = parts.encodedHost?.lowercased(), !host.isEmpty,
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

/// How requests travel between client and runner.
package enum Transport: String, Sendable, CaseIterable, Hashable {
  case memory, loopback
}
