extension Headers {
  /// The headers with the secrets in Authorization, Proxy-Authorization, Cookie and Set-Cookie hidden.
  ///
  /// Schemes, names of cookies and their attributes stay visible. Only the length of a secret is shown. All code that
  /// shows headers to people or writes them to a report uses these. Only a mismatch shows the values that differ.
  package var masked: Headers { masked(except: []) }

  /// Returns the headers with their secrets hidden, except for the names in `shown`, which a mismatch is about.
  package func masked(except shown: some Collection<String>) -> Headers {
    Headers(
      lines.map { line in
        shown.contains { $0.isSameName(line.name) } ? line : Line(line.name, Self.masked(line.value, of: line.name))
      })
  }

  /// Returns the value of a header in the form that may be shown.
  static func masked(_ value: String, of name: String) -> String {
    if name.isSameName("Authorization") || name.isSameName("Proxy-Authorization") {
      guard let space = value.firstIndex(of: " "), isToken(value[..<space]) else { return hidden(value) }
      return "\(value[..<space]) \(hidden(value[space...].dropFirst()))"
    }
    if name.isSameName("Cookie") {
      return value.split(separator: ";", omittingEmptySubsequences: false).map(pair).joined(separator: ";")
    }
    if name.isSameName("Set-Cookie") {
      let parts = value.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.enumerated().map { $0 == 0 ? pair($1) : String($1) }.joined(separator: ";")
    }
    return value
  }

  /// Returns a cookie's pair with its name visible, or completely hidden if it has no name.
  private static func pair(_ text: Substring) -> String {
    guard let equals = text.firstIndex(of: "=") else {
      let space = text.prefix { $0 == " " }
      return space + hidden(text.dropFirst(space.count))
    }
    return "\(text[...equals])\(hidden(text[equals...].dropFirst()))"
  }

  private static func hidden(_ secret: some StringProtocol) -> String {
    secret.isEmpty ? "" : secret.count == 1 ? "…(1 character)" : "…(\(secret.count) characters)"
  }

  /// Returns whether a text can be the name of an authentication scheme (RFC 9110, section 11.1) and not a secret with
  /// a space in it.
  static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count <= 20
      && text.utf8.allSatisfy {
        $0 == UInt8(ascii: "-") || ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z")
          || (0x30...0x39).contains($0)
      }
  }
}

extension CapturedRequest {
  /// The request with its secrets hidden: those in headers, and a user's name and password in the URL.
  package var masked: CapturedRequest {
    var request = self
    request.headers = headers.masked
    guard let start = url.firstRange(of: "://")?.upperBound else { return request }
    let authority = url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if let at = authority.lastIndex(of: "@") { request.url = url[..<start] + "…" + url[at...] }
    return request
  }
}
