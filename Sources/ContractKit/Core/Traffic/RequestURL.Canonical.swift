import Foundation

extension RequestURL {
  /// Returns a URL in a spelling that all URLs have that are compared as equal: query items in the order of their names,
  /// with the same escapes, without a fragment. A text that is not an absolute URL stays as it is.
  package static func canonical(_ text: String) -> String {
    guard let url = RequestURL(text) else { return text }
    let port = url.port.map { ":\($0)" } ?? ""
    let user = url.hasUser ? "…@" : ""
    let origin = "\(url.scheme.lowercased())://\(user)\(url.host.lowercased())\(port)"
    let path = withUpperCaseEscapes(url.path)
    guard let query = url.query, !query.isEmpty else { return origin + path }
    let items = query.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(respelled)
      return (name: parts[0], value: parts.count > 1 ? parts[1] : "")
    }
    // Sorting may change the order of equal names, which means something.
    let ordered = items.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
    return "\(origin)\(path)?" + ordered.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "&")
  }

  /// Returns a part of a query in which everything is escaped that needs it somewhere.
  private static func respelled(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    guard let plain = spaced.removingPercentEncoding else { return String(text) }
    return Hexadecimal.percentEncoded(plain) { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }
  }
}
