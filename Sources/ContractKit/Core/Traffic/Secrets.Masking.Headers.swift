// Headers and URLs, with what is shown in place of their secrets.
extension Secrets {
  /// Returns headers with their secrets hidden. Schemes, names of cookies and their attributes stay visible.
  package func masked(_ headers: Headers) -> Headers {
    Headers(headers.lines.map { .init($0.name, masked($0.value, of: $0.name)) })
  }

  /// Returns the value of a header in the form that may be shown.
  package func masked(_ value: String, of name: String) -> String {
    if decided(name) == false { return value }
    if name.isSameName("Authorization") || name.isSameName("Proxy-Authorization") {
      guard let space = value.firstIndex(of: " "), Self.isToken(value[..<space]) else { return Self.hidden(value) }
      return "\(value[..<space]) \(Self.hidden(value[space...].dropFirst()))"
    }
    if name.isSameName("Cookie") {
      return value.split(separator: ";", omittingEmptySubsequences: false).map(Self.pair).joined(separator: ";")
    }
    if name.isSameName("Set-Cookie") {
      let parts = value.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.enumerated().map { $0 == 0 ? Self.pair($1) : String($1) }.joined(separator: ";")
    }
    if isSecret(header: value, under: name) { return Self.hidden(value) }
    // A challenge has a scheme, and what follows is not a secret.
    return name.lowercased().hasSuffix("-authenticate") ? value : masked(value)
  }

  /// Returns a cookie's pair with its name visible, or completely hidden if it has no name.
  private static func pair(_ text: Substring) -> String {
    guard let equals = text.firstIndex(of: "=") else {
      let space = text.prefix { $0 == " " }
      return space + hidden(text.dropFirst(space.count))
    }
    return "\(text[...equals])\(hidden(text[equals...].dropFirst()))"
  }

  /// Returns whether a text can be the name of an authentication scheme (RFC 9110, section 11.1) and not a secret with
  /// a space in it.
  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count <= 20
      && text.utf8.allSatisfy {
        $0 == UInt8(ascii: "-") || ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z")
          || (0x30...0x39).contains($0)
      }
  }

  /// Returns a URL with its secrets hidden: a user's name and password, and query items.
  package func masked(url: String) -> String {
    var url = url
    if let start = url.firstRange(of: "://")?.upperBound {
      let authority = url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      if let at = authority.lastIndex(of: "@") { url = url[..<start] + "…" + url[at...] }
    }
    guard let mark = url.firstIndex(of: "?") else { return masked(url) }
    let query = url[mark...].dropFirst()
    let end = query.firstIndex(of: "#") ?? query.endIndex
    return masked(String(url[..<mark])) + "?" + masked(form: query[..<end]) + masked(String(query[end...]))
  }
}

extension CapturedRequest {
  /// The URL with its secrets hidden.
  package var shownURL: String { Secrets.standard.masked(url: url) }
}
