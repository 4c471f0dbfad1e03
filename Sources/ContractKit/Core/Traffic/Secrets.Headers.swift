extension Secrets {
  /// Returns an expression for the value of a header that holds a secret; nil if the header does not.
  ///
  /// A known scheme of Authorization and the names of cookies stay visible: `^Bearer .+$`, `^session=[^;]+$`.
  ///
  /// - Parameter isKnown: Returns whether a secret stays as it is.
  package func expression(
    forHeader name: String, value: String, isKnown: (String) -> Bool = { _ in false }
  ) -> String? {
    if isKnown(value) { return nil }
    if name.isSameName("Authorization") || name.isSameName("Proxy-Authorization") {
      guard let space = value.firstIndex(of: " "), Self.isScheme(value[..<space]) else { return Self.anyText }
      return isKnown(String(value[space...].dropFirst())) ? nil : "^\(String(value[..<space]).expression) .+$"
    }
    if name.isSameName("Cookie") {
      let cookies = value.split(separator: ";", omittingEmptySubsequences: false)
      func isKnownPair(_ cookie: Substring) -> Bool {
        cookie.firstIndex(of: "=").map { isKnown(String(cookie[$0...].dropFirst())) } ?? false
      }
      if cookies.allSatisfy(isKnownPair) { return nil }
      return "^\(cookies.map { isKnownPair($0) ? String($0).expression : Self.pair($0) }.joined(separator: ";"))$"
    }
    return isSecret(header: value, under: name) ? Self.anyText : nil
  }

  /// Returns whether the value of a header is a secret.
  package func isSecret(header value: String, under name: String) -> Bool {
    isSecret(value, under: name) || decided(name) == nil && Self.isHexKey(value, ofHeader: name)
  }

  /// The schemes that stay visible. Any other word may be the beginning of a secret.
  private static let schemes = [
    "ApiKey", "AWS4-HMAC-SHA256", "Basic", "Bearer", "Digest", "DPoP", "GoogleLogin", "Hawk", "HOBA", "Key", "Mutual",
    "Negotiate", "NTLM", "OAuth", "SCRAM-SHA-1", "SCRAM-SHA-256", "Token", "vapid",
  ]

  private static func isScheme(_ text: some StringProtocol) -> Bool { schemes.contains { text.isSameName($0) } }

  /// Returns whether an expression has words, which may be a secret, and not only a scheme, names, classes and
  /// quantifiers.
  package static func hasText(expression: String) -> Bool {
    let rest = expression.replacing(/\\.|\[[^\]]*\]|\{[^}]*\}|\(\?[a-z:=!<-]*|[A-Za-z0-9_.-]+=(?=[^=])/, with: " ")
    return rest.split { !$0.isLetter && !$0.isNumber }.contains { $0.count > 3 && !isScheme($0) }
  }

  /// Returns an expression for one cookie. Multiple headers are joined by commas, so what stands before `=` may not only
  /// be a name.
  private static func pair(_ text: Substring) -> String {
    let spaces = String(text.prefix { $0 == " " })
    let name = text.dropFirst(spaces.count).prefix { $0 != "=" }
    if name.startIndex == text.endIndex { return spaces }
    let isName =
      name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) } && !isRandom(String(name))
    // What has nothing but `=` after it may be base64.
    let hasValue = text[name.endIndex...].contains { $0 != "=" }
    return spaces + (isName && hasValue ? String(name).expression + "=[^;]+" : "[^;]+")
  }

  /// An expression for any text on one line that is not empty.
  package static let anyText = "^.+$"
}
