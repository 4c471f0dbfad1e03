// Secrets that are recognized by their form, under any name: the one list of these forms.

extension Secrets {
  /// A form of tokens: a beginning that nothing else has, and what follows.
  struct TokenForm: Sendable {
    /// How it begins.
    var prefix: [UInt8]
    /// How many characters follow at least.
    var least: Int
    /// Whether the beginning is that of a URL, which is not secret itself.
    var isURL = false
    /// Whether dots are between its parts.
    var hasDots = false

    fileprivate init(_ prefix: String, least: Int = 12, isURL: Bool = false, hasDots: Bool = false) {
      (self.prefix, self.least, self.isURL, self.hasDots) = (Array(prefix.utf8), least, isURL, hasDots)
    }
  }

  /// The forms of tokens. docs/configuration.md lists them.
  static let tokenForms: [TokenForm] = [
    // GitHub, GitLab
    .init("ghp_"), .init("gho_"), .init("ghu_"), .init("ghs_"), .init("ghr_"), .init("github_pat_"), .init("glpat-"),
    // Stripe
    .init("sk_live_"), .init("sk_test_"), .init("rk_live_"), .init("rk_test_"), .init("whsec_"),
    // Slack
    .init("xoxa-", least: 10), .init("xoxb-", least: 10), .init("xoxp-", least: 10), .init("xoxr-", least: 10),
    .init("xoxs-", least: 10),
    // OpenAI, Anthropic, Hugging Face, SendGrid
    .init("sk-proj-", least: 20), .init("sk-ant-", least: 20), .init("hf_", least: 20),
    .init("SG.", least: 20, hasDots: true),
    // Google, Amazon Web Services, npm
    .init("AIza", least: 30), .init("AKIA", least: 16), .init("ASIA", least: 16), .init("npm_", least: 30),
    // URLs of webhooks
    .init("hooks.slack.com/services/", least: 8, isURL: true),
    .init("discord.com/api/webhooks/", least: 8, isURL: true),
    .init("webhook.office.com/", least: 8, isURL: true),
  ]

  /// Whether a token can begin with a byte.
  static let tokenCanBegin: [Bool] = {
    var isFirst = [Bool](repeating: false, count: 256)
    for form in tokenForms { isFirst[Int(form.prefix[0])] = true }
    return isFirst
  }()

  /// Returns the place of the token that begins at an index; nil if none does.
  static func token(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    if bytes[start] == UInt8(ascii: "-") { return privateKey(at: start, in: bytes) }
    guard tokenCanBegin[Int(bytes[start])], start == 0 || !bytes[start - 1].isLetter && !bytes[start - 1].isDigit else {
      return nil
    }
    for form in tokenForms where bytes[start...].starts(with: form.prefix) {
      let begin = start + form.prefix.count
      // The beginning decides. The search would otherwise take quadratic time.
      let beginning = begin..<bytes.tokenEnd(from: begin, form, limit: 64)
      guard beginning.count >= form.least, form.isURL || isMadeByMachine(bytes[beginning]) else { return nil }
      return (form.isURL ? begin : start)..<bytes.tokenEnd(from: beginning.upperBound, form)
    }
    return nil
  }

  /// Returns whether a machine made the rest of a token: `npm_config_registry` is a name. Of the tokens of 20 characters,
  /// one in thirty has no digit.
  private static func isMadeByMachine(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.split { !$0.isLetter && !$0.isDigit }.contains {
      $0.count >= 16 || $0.count >= 8 && $0.contains(where: \.isDigit)
    }
  }

  /// Returns whether a token is the id of a key of Amazon Web Services, which often stands before the key.
  static func isKeyID(_ token: ArraySlice<UInt8>) -> Bool {
    token.count == 20 && (token.starts(with: "AKIA".utf8) || token.starts(with: "ASIA".utf8))
  }

  /// Returns the place of the key that begins at an index: 40 characters of base64, of all kinds.
  static func keyAfterID(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    func isBase64(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == 0x2B || byte == 0x2F }
    guard start == 0 || !isBase64(bytes[start - 1]) else { return nil }
    let key = bytes[start...].prefix(41).prefix(while: isBase64)
    guard key.count == 40, key.contains(where: \.isDigit),
      key.contains(where: { $0.isLetter && $0 & 0x20 == 0 }), key.contains(where: { $0.isLetter && $0 & 0x20 != 0 })
    else { return nil }
    return key.indices
  }

  /// Returns the place of the private key in the form of PEM that begins at an index.
  private static func privateKey(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    let (begin, end) = (Array("-----BEGIN ".utf8), Array("-----END ".utf8))
    guard bytes[start...].starts(with: begin),
      let label = bytes[(start + begin.count)...].prefix(64).firstRange(of: "PRIVATE KEY".utf8)
    else { return nil }
    guard let last = bytes[label.upperBound...].firstRange(of: end) else { return start..<bytes.count }
    let line = bytes[last.upperBound...].prefix(64)
    return start..<(line.firstRange(of: "-----".utf8)?.upperBound ?? line.endIndex)
  }

  /// Returns whether the value of a header is a key of 256 bits in hexadecimal. Under other names it is a checksum or the
  /// id of something.
  static func isHexKey(_ value: some StringProtocol, ofHeader name: String) -> Bool {
    let checks: Set = ["checksum", "commit", "content", "digest", "etag", "hash", "match", "sha", "tag", "trace"]
    return value.utf8.count == 64 && value.utf8.allSatisfy(\.isHexDigit)
      && checks.isDisjoint(with: words(of: name))
  }
}

extension [UInt8] {
  fileprivate func tokenEnd(from start: Int, _ form: Secrets.TokenForm, limit: Int = .max) -> Int {
    var index = start
    while index < count, index - start < limit,
      self[index].isLetter || self[index].isDigit || "-_".utf8.contains(self[index])
        || form.isURL && "/@.%".utf8.contains(self[index]) || form.hasDots && self[index] == UInt8(ascii: ".")
    {
      index += 1
    }
    return index
  }
}
