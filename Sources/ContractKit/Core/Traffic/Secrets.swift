/// What must not be written to files: passwords, tokens and the like, recognized by their names or by their form.
///
/// A name is compared word by word, so `monkey` and `author` are not secrets, but `apiKey` and `X-Auth-Token` are. A
/// value that is taken for a secret by mistake only becomes a looser pattern.
package enum Secrets {
  /// Words that make a name secret, in the singular.
  private static let words: Set<String> = [
    "assertion", "auth", "authorization", "bearer", "cookie", "csrf", "cvc", "cvv", "hmac", "jwt", "key", "oauth",
    "otp",
    "pass", "passcode", "passkey", "passphrase", "pin", "pwd", "sid", "sig", "verifier", "xsrf",
  ]
  /// Words that make a name secret even at the end of another word: `accesstoken`.
  private static let endings = [
    "accesskey", "apikey", "authkey", "credential", "passwd", "password", "privatekey", "secret", "secretkey", "sessid",
    "sessionid", "sessionkey", "signature", "token",
  ]

  /// Returns whether the value under a name is probably a secret: the name of a header, a query item, a field or a
  /// member.
  package static func isSecret(name: String) -> Bool {
    let words = words(of: name)
    return words.contains { word in Self.words.contains(word) || endings.contains { word.hasSuffix($0) } }
      || zip(words, words.dropFirst()).contains { $0 == "session" && $1 == "id" }
  }

  /// Returns whether the value of a JSON object's member is probably a secret. A member that is called only `key` often
  /// holds a name, as in `{"key": "home"}`.
  package static func isSecret(name: String, of value: JSON) -> Bool {
    isSecret(name: name) && !(words(of: name) == ["key"] && isWord(value))
  }

  /// Returns whether a value is something that people name things with: words, or a small number.
  private static func isWord(_ value: JSON) -> Bool {
    switch value.kind {
    case .null, .bool: true
    case .number(let number): number.literal.utf8.count < 6
    case .string(let text): text.utf8.count <= 24 && text.utf8.allSatisfy { $0.isLetter || " ._-/".utf8.contains($0) }
    case .array(let elements): elements.allSatisfy(isWord)
    case .object: false
    }
  }

  /// Returns the words of a name in lower case and in the singular: `X-API-Keys`, `x_api_key` and `xAPIKey` have the
  /// same words.
  package static func words(of name: String) -> [String] {
    var words: [String] = []
    var word: [Unicode.Scalar] = []
    func isUpper(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isUppercase }
    func finish() {
      var text = ""
      text.unicodeScalars.append(contentsOf: word)
      word = []
      if text.isEmpty { return }
      text = text.lowercased()
      words.append(text.hasSuffix("s") && !text.hasSuffix("ss") ? String(text.dropLast()) : text)
    }
    for scalar in name.unicodeScalars {
      if !scalar.properties.isAlphabetic {
        finish()
        continue
      }
      if let last = word.last {
        if isUpper(scalar), !isUpper(last) {
          finish()
        } else if !isUpper(scalar), isUpper(last), word.count > 1 {
          // The last capital of `APIKey` begins a word.
          word.removeLast()
          finish()
          word = [last]
        }
      }
      word.append(scalar)
    }
    finish()
    return words
  }

  /// Returns whether a text has a stretch that was probably made by a machine: at least 16 letters and digits of both
  /// kinds. Most keys have one, and names for people do not.
  package static func isRandom(_ text: String) -> Bool {
    text.utf8.split { !$0.isLetter && !$0.isDigit }.contains { stretch in
      stretch.count >= 16 && stretch.contains(where: \.isDigit) && stretch.contains(where: \.isLetter)
    }
  }
}
