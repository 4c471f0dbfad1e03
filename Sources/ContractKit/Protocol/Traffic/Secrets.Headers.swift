extension Secrets {
  /// Returns an expression for the value of a header that holds a secret; nil if the header does not.
  ///
  /// A known scheme of Authorization and the names of cookies stay visible: `^Bearer .+$`, `^session=[^;]+$`. So does a
  /// known value between delimiters: `^Key KEY:.+$`.
  ///
  /// - Parameter isKnown: Returns whether a secret stays as it is.
  package func expression(
    forHeader name: String, value: String, isKnown: (String) -> Bool = { _ in false }
  ) -> String? {
    let (isCookie, isAuthorization) = (name.isSameName("Cookie"), Self.isAuthorization(name))
    // To look for a value in a contract takes longer than to see that it is not a secret.
    guard isCookie || isAuthorization || isSecret(header: value, under: name), !isKnown(value) else { return nil }
    if !isCookie, let expression = Self.expression(ofParts: value, isKnown: isKnown) {
      return Self.isMade(value, of: isKnown) ? nil : expression
    }
    if isAuthorization {
      guard let (scheme, secret) = Self.split(value, at: " "), Self.isScheme(scheme) else { return Self.anyText }
      return isKnown(String(secret)) ? nil : "^\(String(scheme).expression) .+$"
    }
    if isCookie {
      let cookies = value.split(separator: ";", omittingEmptySubsequences: false)
      func isKnownPair(_ cookie: Substring) -> Bool {
        Self.split(cookie, at: "=").map { isKnown(String($0.secret)) } ?? false
      }
      if cookies.allSatisfy(isKnownPair) { return nil }
      return "^\(cookies.map { isKnownPair($0) ? String($0).expression : Self.pair($0) }.joined(separator: ";"))$"
    }
    return Self.anyText
  }

  static func isAuthorization(_ name: String) -> Bool {
    name.isSameName("Authorization") || name.isSameName("Proxy-Authorization")
  }

  /// Returns what may stand before a secret, and the secret: the scheme of Authorization, or the name of a cookie. nil if
  /// the mark between them is missing.
  static func split<Text: StringProtocol>(
    _ text: Text, at mark: Character
  ) -> (label: Text.SubSequence, secret: Text.SubSequence)? {
    text.firstIndex(of: mark).map { (text[..<$0], text[$0...].dropFirst()) }
  }

  package func isSecret(header value: String, under name: String) -> Bool {
    isSecret(value, under: name) || decided(name) == nil && Self.isHexKey(value, ofHeader: name)
  }

  /// Returns whether the value of a cookie is a secret. Sessions are often kept under names that do not say so.
  package func isSecret(cookie value: String, under name: String) -> Bool {
    isSecret(value, under: name) || decided(name) == nil && Self.isRandom(value)
  }

  /// Returns the value of a header without a scheme such as `Bearer`.
  static func withoutScheme(_ value: String) -> String {
    guard let (scheme, secret) = split(value, at: " "), isScheme(scheme) else { return value }
    return String(secret)
  }

  static func isScheme(_ text: some StringProtocol) -> Bool { schemes.contains { text.isSameName($0) } }

  /// Returns whether an expression has words, which may be a secret, and not only a scheme, names, classes and
  /// quantifiers.
  package static func hasText(expression: String) -> Bool {
    let rest = expression.replacing(/\\.|\[[^\]]*\]|\{[^}]*\}|\(\?[a-z:=!<-]*|[A-Za-z0-9_.-]+=(?=[^=])/, with: " ")
    return rest.split { !$0.isLetter && !$0.isNumber }.contains { $0.count > 3 && !isScheme($0) }
  }

  /// Returns an expression for one cookie.
  private static func pair(_ text: Substring) -> String {
    let spaces = String(text.prefix { $0 == " " })
    let pair = text.dropFirst(spaces.count)
    if pair.isEmpty { return spaces }
    return spaces + (isNamed(pair) ? String(pair.prefix { $0 != "=" }).expression + "=[^;]+" : "[^;]+")
  }

  /// Returns whether a pair of a header Cookie has a name that may be shown, and a value. Multiple headers are joined by
  /// commas, so what stands before `=` may not only be a name.
  package static func isNamed(_ pair: Substring) -> Bool {
    let name = pair.prefix { $0 != "=" }
    // What has nothing but `=` after it may be base64.
    return name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) } && !isRandom(String(name))
      && pair[name.endIndex...].contains { $0 != "=" }
  }

  /// An expression for any text on one line that is not empty.
  package static let anyText = "^.+$"
}
