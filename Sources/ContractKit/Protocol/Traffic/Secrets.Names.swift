// What names say about their values: the one list of the words. docs/configuration.md has the same ones.

extension Secrets {
  /// What a name says about its value.
  enum NameKind {
    /// The value is a secret.
    case secret
    /// A text is a secret if it looks like a key. Others name a country, an error or a status.
    case secretIfKey
    /// The value is not a secret.
    case ordinary
  }

  /// Returns what a name says about its value. The last word decides: an `apiKey` is a key, and an `apiKeyVersion` is a
  /// version. If the last word says neither, the value decides.
  static func kind(ofName name: String) -> NameKind {
    var words = words(of: name)
    func endsInPhrase() -> Bool {
      guard let last = words.last, let phrases = phrasesByEnd[last] else { return false }
      return phrases.contains { words.suffix($0.count).elementsEqual($0) }
    }
    while words.count > 1, let last = words.last, neutral.contains(last), !endsInPhrase() { words.removeLast() }
    guard let last = words.last else { return .ordinary }
    let before = words.dropLast()
    if before.contains(where: counting.contains) { return .ordinary }
    if endsInPhrase() { return .secret }
    if ordinary.contains(last) || before.last.map({ qualifiers[last]?.contains($0) == true }) == true {
      return .ordinary
    }
    if isOfSecret(last) || words.contains(where: { word in passwords.contains(where: word.hasSuffix) }) {
      return .secret
    }
    return codes.contains(last) || words.contains(where: isOfSecret) ? .secretIfKey : .ordinary
  }

  private static func isOfSecret(_ word: String) -> Bool {
    secretWords.contains(word) || endings.contains { word.hasSuffix($0) }
  }

  // All words are in lower case and in the singular.

  /// Words that make a name secret as its last word.
  static let secretWords: Set<String> = [
    "appid", "assertion", "auth", "authorization", "bearer", "contraseña", "cookie", "csrf", "cvc", "cvv", "dsn",
    "hmac", "iban", "jwt", "key", "mnemonic", "nonce", "oauth", "otp", "pass", "passcode", "passkey", "passphrase",
    "pin", "pw", "pwd", "sid", "sig", "ssn", "totp", "verifier", "xsrf",
  ]

  /// Words that make a name secret at its end if they follow each other.
  static let phrases = [
    ["access", "key", "id"], ["auth", "code"], ["authorization", "code"], ["card", "number"], ["connection", "string"],
    ["mot", "de", "passe"], ["otp", "code"], ["pass", "code"], ["pin", "code"], ["saml", "response"],
    ["secret", "id"], ["seed", "phrase"], ["session", "id"], ["token", "code"], ["totp", "code"],
  ]

  /// The phrases by their last words, because each name is looked up in them.
  private static let phrasesByEnd = Dictionary(grouping: phrases) { $0[$0.count - 1] }

  /// Ends of a last word that make a name secret: `accesstoken`.
  static let endings = [
    "accesskey", "apikey", "authkey", "credential", "passwd", "passwort", "password", "privatekey", "secret",
    "secretkey", "sessid", "sessionid", "sessionkey", "signature", "token",
  ]

  /// Ends of words that make a name secret before any last word that is not ordinary: passwords do not look like keys.
  static let passwords = ["contraseña", "passphrase", "passwd", "passwort", "password", "pwd"]

  /// Last words that say nothing about what a value is: the word before them is the last one.
  static let neutral: Set<String> = [
    "again", "base", "binary", "confirm", "confirmation", "current", "data", "encrypted", "hash", "header", "hex",
    "list", "material", "new", "number", "old", "pem", "plain", "raw", "repeat", "repeated", "string", "text", "v",
    "value",
  ]

  /// Last words that make a name ordinary, whatever its value looks like.
  static let ordinary: Set<String> = [
    "agent", "alg", "algorithm", "at", "client", "count", "date", "endpoint", "expiration", "expire", "expiry", "id",
    "in",
    "kind", "length", "limit", "marker", "name", "scope", "sdk", "time", "type", "uri", "url", "user", "version",
  ]

  /// Words that make a name ordinary before its last word: it counts secrets, or says that there are some.
  static let counting: Set<String> = ["has", "max", "maximum", "min", "minimum", "num", "total"]

  /// Words that make a name ordinary if one of them stands before its last word: the key of a value in a cache or a
  /// table, and the token of a page.
  static let qualifiers: [String: Set<String>] = [
    "key": [
      "cache", "deduplication", "end", "evaluated", "foreign", "hash", "idempotency", "message", "object", "partition",
      "public", "range", "routing", "row", "shard", "socket", "sort", "start", "surrogate",
    ],
    "token": cursors,
  ]

  /// What stands before `token` in names of cursors: `nextPageToken`.
  static let cursors: Set<String> = ["continuation", "cursor", "delta", "next", "page", "resume", "skip", "sync"]

  /// Last words of names under which a text is a secret if it looks like a key.
  static let codes: Set<String> = ["code", "session", "ticket", "webhook"]

  /// Texts that are not secrets under any name. The last one is all that a header Cookie2 has (RFC 2965, section 3.3.5).
  static let plainTexts: Set<String> = ["false", "null", "true", "undefined", #"$Version="1""#]

  /// The schemes of Authorization that stay visible. Any other word may be the beginning of a secret.
  static let schemes = [
    "ApiKey", "AWS4-HMAC-SHA256", "Basic", "Bearer", "Digest", "DPoP", "GoogleLogin", "Hawk", "HOBA", "Key", "Mutual",
    "Negotiate", "NTLM", "OAuth", "SCRAM-SHA-1", "SCRAM-SHA-256", "Token", "vapid",
  ]
}
