// Credentials that are made of what the contract has: `Token token="KEY"`, `sso-key KEY:SECRET`.

extension Secrets {
  /// A part of a credential.
  private enum Part {
    /// A delimiter, a value of the contract, or a label such as a scheme.
    case written(Substring)
    /// A single character, which is not a secret.
    case short(Substring)
    /// Anything else. It may be a secret.
    case unknown(Substring)
  }

  /// What can stand around a value in a credential.
  private static let delimiters: Set<Character> = [" ", ":", "=", ",", ";", "\"", "'", "&", "|"]
  /// How many delimiters a credential may have. Each value between them is searched in the contract.
  private static let delimiterLimit = 24
  /// The shortest part that counts as a value of the contract. Shorter ones are in it by chance.
  private static let shortestPart = 3

  /// Returns whether a text has a value of the contract between delimiters, and no other value that may be a secret.
  package static func isMade(_ text: String, of isKnown: (String) -> Bool) -> Bool {
    guard let parts = parts(of: text, isKnown) else { return false }
    return parts.allSatisfy { if case .unknown = $0 { false } else { true } }
  }

  /// Returns an expression for a text that has a value of the contract between delimiters, with that value and without
  /// what may be a secret: `^sso-key KEY:.+$`; nil if it has none.
  package static func expression(ofParts text: String, isKnown: (String) -> Bool) -> String? {
    guard let parts = parts(of: text, isKnown) else { return nil }
    let pieces = parts.indices.map { index in
      switch parts[index] {
      case .written(let text): return String(text).expression
      case .short, .unknown:
        guard index + 1 < parts.count, case .written(let next) = parts[index + 1], let mark = next.first else {
          return ".+"
        }
        return "[^\(mark)]+"
      }
    }
    return "^\(pieces.joined())$"
  }

  /// Returns the parts of a text; nil if none of them is a value of the contract.
  private static func parts(of text: String, _ isKnown: (String) -> Bool) -> [Part]? {
    guard text.count(where: delimiters.contains) <= delimiterLimit else { return nil }
    var parts: [Part] = []
    var hasValue = false
    var rest = text[...]
    while let first = rest.first {
      var part = rest.prefix(1)
      if delimiters.contains(first) {
        parts.append(.written(part))
      } else if let value = beginning(of: rest, isKnown) {
        (part, hasValue) = (value, true)
        parts.append(.written(part))
      } else {
        part = rest.prefix { !delimiters.contains($0) }
        let isLabel = isLabel(part, in: text)
        parts.append(isLabel ? .written(part) : part.count == 1 ? .short(part) : .unknown(part))
      }
      rest = rest[part.endIndex...]
    }
    return hasValue ? parts : nil
  }

  /// Returns the longest value of the contract with which a text begins and after which it ends or has a delimiter.
  private static func beginning(of text: Substring, _ isKnown: (String) -> Bool) -> Substring? {
    let ends = [text.endIndex] + text.indices.reversed().filter { delimiters.contains(text[$0]) }
    return ends.lazy.map { text[..<$0] }.first { $0.count >= shortestPart && isKnown(String($0)) }
  }

  /// Returns whether a part of a text is a scheme, the name of a parameter, or a word such as `token` before a value.
  private static func isLabel(_ part: Substring, in text: String) -> Bool {
    guard part.endIndex < text.endIndex, isScheme(part) || isLabel(part) else { return false }
    switch text[part.endIndex] {
    case " ": return part.startIndex == text.startIndex || standard.canBeSecret(name: String(part))
    case ":": return standard.canBeSecret(name: String(part))
    // What has nothing but `=` after it may be base64.
    case "=": return text[part.endIndex...].contains { $0 != "=" }
    default: return false
    }
  }

  /// Returns whether a text can be a label: words of letters.
  private static func isLabel(_ text: Substring) -> Bool {
    text.count <= 24 && text.utf8.allSatisfy { $0.isLetter || "-_.".utf8.contains($0) }
  }

  /// Returns whether a name and a password, as `Basic` has them, are made of what the contract has: one of them is in it,
  /// and the other one is in it or is not a secret.
  package static func isMade(user: Substring, password: Substring, of isKnown: (String) -> Bool) -> Bool {
    let known = [user, password].map { isKnown(String($0)) }
    if known == [true, true] { return true }
    func isValue(_ text: Substring, _ isKnown: Bool) -> Bool { isKnown && text.count >= shortestPart }
    // What APIs want in place of a password, after a key as the name.
    func isPlain(_ text: Substring) -> Bool { text.count < 2 || text == "api_token" }
    // What stands before the password is a name.
    let isName = user.utf8.allSatisfy { $0.isLetter || "-_.@/+".utf8.contains($0) }
    return isValue(password, known[1]) && (isPlain(user) || isName) || isValue(user, known[0]) && isPlain(password)
  }
}
