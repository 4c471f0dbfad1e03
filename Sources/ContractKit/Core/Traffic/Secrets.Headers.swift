extension Secrets {
  /// Returns an expression for the value of a header that holds a secret; nil if the header does not.
  ///
  /// The scheme of Authorization and the names of cookies stay visible: `^Bearer .+$`, `^session=[^;]+$`.
  package static func expression(forHeader name: String, value: String) -> String? {
    if name.isSameName("Authorization") || name.isSameName("Proxy-Authorization") {
      guard let space = value.firstIndex(of: " "), Headers.isToken(value[..<space]) else { return anyText }
      return "^\(String(value[..<space]).expression) .+$"
    }
    if name.isSameName("Cookie") {
      return "^\(value.split(separator: ";", omittingEmptySubsequences: false).map(pair).joined(separator: ";"))$"
    }
    return isSecret(name: name) ? anyText : nil
  }

  /// Returns an expression for one cookie. Multiple headers are joined by commas, so what stands before `=` may not only
  /// be a name.
  private static func pair(_ text: Substring) -> String {
    let spaces = String(text.prefix { $0 == " " })
    let name = text.dropFirst(spaces.count).prefix { $0 != "=" }
    let isName = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
    guard name.endIndex < text.endIndex, isName else { return spaces + (name.isEmpty ? "" : "[^;]+") }
    let isEmpty = text.index(after: name.endIndex) == text.endIndex
    return spaces + String(name).expression + "=" + (isEmpty ? "" : "[^;]+")
  }

  /// An expression for any text on one line that is not empty.
  package static let anyText = "^.+$"
}
