import Foundation

// Secrets within texts, such as a token in a URL.
extension Secrets {
  /// Returns the places of the secrets in a text, in order, as offsets in its UTF-8:
  ///
  /// - JSON Web Tokens, and the other forms of tokens;
  /// - what follows a scheme of HTTP authentication: `Bearer …`;
  /// - values after a secret name: `?token=…`, `token%3D…`, `"password": "…"`, `<secret>…`, also with a scheme in
  ///   between, as in `Authorization: Bearer …`, and whole arrays and objects of JSON;
  /// - a member `value` and the second element of a pair, with a secret name beside them;
  /// - the content of a multipart body's part with a secret name;
  /// - the user and password of a URL.
  ///
  /// A name, what follows it, and a URL can be percent-encoded any number of times.
  package func ranges(in text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    let canBegin = Self.canBegin
    var ranges: [Range<Int>] = []
    var index = 0
    // The end of the base64url text around the index, found once for all letters of it.
    var end = 0
    // Up to where the key may begin that belongs to an id.
    var keyLimit = 0
    while index < bytes.count {
      guard canBegin[Int(bytes[index])] || index < keyLimit else {
        index += 1
        continue
      }
      if index >= end, bytes[index] == UInt8(ascii: "e") { end = bytes.base64End(from: index) }
      let known = Self.token(at: index, in: bytes)
      if let known, Self.isKeyID(bytes[known]) { keyLimit = known.upperBound + Self.keyDistance }
      let range: Range<Int>? =
        known ?? (index < keyLimit ? Self.keyAfterID(at: index, in: bytes) : nil)
        ?? bytes.namedSecret(at: index, base64End: end, by: self)
      // What already stands in place of a secret stays.
      if let range, !bytes[range].starts(with: "…".utf8) { ranges.append(range) }
      index = range?.upperBound ?? index + 1
    }
    return ranges
  }

  /// Whether a secret can begin at a byte, or after it: where `token(at:in:)` and `namedSecret` look for one. Most bytes
  /// of a long text are others.
  private static let canBegin: [Bool] = {
    var canBegin = tokenCanBegin
    for byte in "- e=:>%,".utf8 { canBegin[Int(byte)] = true }
    return canBegin
  }()

  /// How far a key may be from its id.
  private static let keyDistance = 256
}

extension [UInt8] {
  /// Returns the secret that follows the byte at an index, or is a JSON Web Token there; nil if there is none.
  fileprivate func namedSecret(at index: Int, base64End end: Int, by secrets: Secrets) -> Range<Int>? {
    switch self[index] {
    case UInt8(ascii: "e"): token(at: index, headerEnd: end)
    case 0x20: credentials(after: index)
    case UInt8(ascii: "="): content(ofPartNamedAt: index, by: secrets) ?? secret(inItemAt: index, by: secrets)
    case UInt8(ascii: ":"):
      secret(under: name(before: index), from: index + 1, by: secrets) ?? secret(ofMemberAt: index, by: secrets)
        ?? user(at: index) ?? encodedUser(at: index)
    case UInt8(ascii: ","): secret(inPairAt: index, by: secrets)
    case UInt8(ascii: ">"): content(ofElementWithTagEnd: index, by: secrets)
    case UInt8(ascii: "%"):
      endOfEscapedSeparator(at: index).flatMap { end in
        secret(under: name(before: index), from: end, by: secrets) ?? encodedUser(at: index)
      }
    default: nil
    }
  }

  /// The longest header of a token that is decoded. The search would otherwise take quadratic time.
  private static let headerLimit = 4096
  /// The longest name, and the longest start tag of XML, that are looked at.
  private static let (nameLimit, tagLimit) = (64, 512)
  /// The longest beginning of a value that is looked at.
  private static let valueLimit = 512
  /// More than the longest scheme that is looked for in texts.
  private static let schemeLimit = 7

  /// Returns the JSON Web Token that begins at an index (RFC 7515, section 3.1): parts in base64url, of which the first
  /// is an object with `alg` or `typ`. An encrypted token has more parts.
  ///
  /// - Parameter end: The end of its first part.
  fileprivate func token(at start: Int, headerEnd end: Int) -> Range<Int>? {
    // Every JSON object begins with these letters when it is encoded.
    guard start + 1 < count, self[start + 1] == UInt8(ascii: "y") || self[start + 1] == UInt8(ascii: "w") else {
      return nil
    }
    guard end < count, self[end] == UInt8(ascii: "."), end - start <= Self.headerLimit else { return nil }
    let second = base64End(from: end + 1)
    guard second > end + 1, second < count, self[second] == UInt8(ascii: ".") else { return nil }
    var text = self[start..<end].map { byte in
      byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
    }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    guard let data = Data(base64Encoded: Data(text)), let header = JSON.parse([UInt8](data)),
      header["alg"] != nil || header["typ"] != nil
    else { return nil }
    var last = base64End(from: second + 1)
    while last + 1 < count, self[last] == UInt8(ascii: "."), base64End(from: last + 1) > last + 1 {
      last = base64End(from: last + 1)
    }
    return start..<last
  }

  fileprivate func base64End(from start: Int) -> Int {
    var index = start
    while index < count, self[index].isLetter || self[index].isDigit || "-_".utf8.contains(self[index]) { index += 1 }
    return index
  }

  // MARK: Named values

  /// Returns the name before a separator, perhaps in quotes.
  func name(before separator: Int) -> ArraySlice<UInt8> {
    var end = separator
    while end > 0, self[end - 1] == 0x20 { end -= 1 }
    if end > 0, Self.isQuote(self[end - 1]) { end -= 1 }
    // `{\"password\":\"…\"}` is JSON in a string.
    if end > 0, self[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    var begin = end
    while begin > 0, end - begin < Self.nameLimit {
      if Self.isInName(self[begin - 1]) {
        begin -= 1
      } else if isEscape(at: begin - 1) {
        // The name of an escape begins with `%` or `\`: `user%5Bpassword%5D`, `\u0070assword`.
        begin -= 1
      } else {
        break
      }
    }
    // What is escaped before a name is not a part of it: `%3Fpin%3D`.
    if begin > 0, self[begin - 1] == UInt8(ascii: "%") { begin = Swift.min(character(at: begin - 1).end, end) }
    return self[begin..<end]
  }

  /// Returns whether an escaped bracket or letter of a form, or an escaped letter of JSON begins at an index.
  private func isEscape(at index: Int) -> Bool {
    let next = self[index...].prefix(6)
    if next.first == UInt8(ascii: "%") {
      let byte = character(at: index).byte
      return byte >= 0x80 || "[]".utf8.contains(byte)
    }
    return next.count == 6 && next.starts(with: "\\u00".utf8) && next.suffix(2).allSatisfy(\.isHexDigit)
  }

  static func unescaped(_ name: ArraySlice<UInt8>) -> String {
    let text = String(decoding: name, as: UTF8.self)
    if name.contains(UInt8(ascii: "\\")) { return JSON.parse(Array("\"\(text)\"".utf8))?.string ?? text }
    return text.withoutPercentEncoding
  }

  /// Returns the text after the start tag of an XML element that ends at an index; nil if its name is not secret.
  fileprivate func content(ofElementWithTagEnd end: Int, by secrets: Secrets) -> Range<Int>? {
    let tag = self[Swift.max(0, end - Self.tagLimit)..<end]
    guard let start = tag.lastIndex(of: UInt8(ascii: "<")) else { return nil }
    let name = tag[(start + 1)...].prefix { Self.isInName($0) || $0 == UInt8(ascii: ":") }
    return secret(under: name, by: secrets) {
      let content = self[(end + 1)...].prefix { $0 != UInt8(ascii: "<") }
      return content.allSatisfy(Self.isSpace) ? nil : content.indices
    }
  }

  /// Returns the end of the percent-encoded `=` or `:` at an index; nil if neither is there.
  fileprivate func endOfEscapedSeparator(at index: Int) -> Int? {
    let (byte, depth, end) = character(at: index)
    return depth > 0 && "=:".utf8.contains(byte) ? end : nil
  }

  /// Returns the secret that begins at an index, or after white space; nil if what is there is not secret under its
  /// name.
  func secret(under name: ArraySlice<UInt8>, from start: Int, by secrets: Secrets) -> Range<Int>? {
    secret(under: name, by: secrets) { value(from: start) }
  }

  /// Returns the secret after an equals sign. In a query, it ends with its item.
  fileprivate func secret(inItemAt equals: Int, by secrets: Secrets) -> Range<Int>? {
    let name = name(before: equals)
    guard name.startIndex > 0, "?&".utf8.contains(self[name.startIndex - 1]) else {
      return secret(under: name, from: equals + 1, by: secrets)
    }
    return secret(under: name, by: secrets) { range(from: equals + 1) { " &#\"<>\\".utf8.contains($0) } }
  }

  /// - Parameter find: Returns the place of the value. Most names make this unnecessary.
  private func secret(under name: ArraySlice<UInt8>, by secrets: Secrets, find: () -> Range<Int>?) -> Range<Int>? {
    let name = Self.unescaped(name)
    guard secrets.canBeSecret(name: name), let range = find() else { return nil }
    if "{[".utf8.contains(self[range.lowerBound]), let json = JSON.parse(Array(self[range])) {
      return secrets.isSecret(name: name, of: json) ? range : nil
    }
    // The beginning is enough. The search would otherwise take quadratic time.
    let beginning = trimmed(range.prefix(Self.valueLimit))
    let text = String(decoding: self[beginning], as: UTF8.self)
    if Secrets.plainTexts.contains(text) { return nil }
    if ["cookie", "authorization"].contains(where: name.lowercased().hasSuffix), isFirst(range) {
      // A header with more than one word. A known scheme before it stays visible.
      return range.lowerBound..<(self[range.lowerBound...].firstIndex { $0 < 0x20 || Self.isQuote($0) } ?? count)
    }
    return secrets.isSecret(text, under: name) ? range : nil
  }

  /// Returns whether nothing but spaces stands between a separator and a range.
  private func isFirst(_ range: Range<Int>) -> Bool {
    self[..<range.lowerBound].last { $0 != 0x20 }.map { ":=".utf8.contains($0) } ?? false
  }

  /// Returns the value that begins at an index, or after white space; nil if there is none.
  func value(from start: Int) -> Range<Int>? {
    var start = start
    while start < count, Self.isSpace(self[start]) { start += 1 }
    if let block = block(at: start) { return block }
    let isNested = start < count && self[start] == UInt8(ascii: "\\")
    if isNested { start += 1 }
    if start < count, Self.isQuote(self[start]) { return quoted(by: self[start], from: start + 1, isNested: isNested) }
    if start < count, "{[".utf8.contains(self[start]) { return container(from: start) }
    let word = range(from: start, to: Self.endsValue)
    guard let word, Self.isScheme(self[word]), word.upperBound < count, self[word.upperBound] == 0x20 else {
      return word
    }
    return credentials(after: word.upperBound) ?? range(from: word.upperBound + 1, to: Self.endsValue) ?? word
  }

  /// Returns the text in the block string of GraphQL that begins at an index; nil if none does.
  private func block(at start: Int) -> Range<Int>? {
    for quotes in ["\"\"\"", "\\\"\\\"\\\""].map({ Array($0.utf8) }) where self[start...].starts(with: quotes) {
      let begin = start + quotes.count
      let end = self[begin...].firstRange(of: quotes)?.lowerBound ?? count
      return end > begin ? begin..<end : nil
    }
    return nil
  }

  /// Returns the array or object of JSON that begins at an index; everything to the end if it does not end.
  private func container(from start: Int) -> Range<Int> {
    var depth = 0
    var isQuoted = false
    var index = start
    while index < count {
      switch self[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "{") where !isQuoted, UInt8(ascii: "[") where !isQuoted: depth += 1
      case UInt8(ascii: "}") where !isQuoted, UInt8(ascii: "]") where !isQuoted:
        depth -= 1
        if depth == 0 { return start..<(index + 1) }
      default: break
      }
      index += 1
    }
    return start..<count
  }

  /// Returns what follows a scheme and a space; nil if that is a word, as in `Bearer authentication`.
  fileprivate func credentials(after space: Int) -> Range<Int>? {
    var begin = space
    while begin > 0, space - begin < Self.schemeLimit, self[begin - 1].isLetter || self[begin - 1].isDigit {
      begin -= 1
    }
    // A `<` begins an element of XML.
    guard Self.isScheme(self[begin..<space]), begin == 0 || self[begin - 1] != UInt8(ascii: "<") else { return nil }
    let start = self[space...].firstIndex { $0 != 0x20 } ?? count
    guard let word = range(from: start, to: Self.endsValue) else { return nil }
    // Parameters, as in `Digest username="a", response="b"`.
    if let equals = self[word].firstIndex(of: UInt8(ascii: "=")), equals + 1 < count,
      equals + 1 < word.upperBound ? self[equals + 1] != self[equals] : "\"'\\".utf8.contains(self[equals + 1])
    {
      return range(from: start) { _ in false }
    }
    let value = trimmed(word)
    return value.count >= 8 && !Self.isWord(self[value]) ? value : nil
  }

  /// Returns a range without the punctuation at its end.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let end = self[range].lastIndex { !".!?:)]}".utf8.contains($0) }
    return range.lowerBound..<(end.map { $0 + 1 } ?? range.lowerBound)
  }

  /// Returns the text before a closing quote. If it contains escapes, everything to the end counts as secret: nobody
  /// knows what they mean there.
  private func quoted(by quote: UInt8, from start: Int, isNested: Bool) -> Range<Int>? {
    guard let end = self[start...].firstIndex(where: { $0 == quote || $0 == UInt8(ascii: "\\") }) else {
      return start < count ? start..<count : nil
    }
    let isClosed = isNested ? end + 1 < count && self[end + 1] == quote : self[end] == quote
    return isClosed ? (end > start ? start..<end : nil) : start..<count
  }

  /// Returns the user and password between the `://` at an index and an `@`.
  fileprivate func user(at colon: Int) -> Range<Int>? {
    guard self[colon...].starts(with: "://".utf8) else { return nil }
    let authority = range(from: colon + 3) { "/?#\"'<>".utf8.contains($0) || $0 <= 0x20 }
    guard let authority else { return nil }
    if let end = self[authority].lastIndex(of: UInt8(ascii: "@")), end > authority.lowerBound {
      return authority.lowerBound..<end
    }
    // A password with a slash that was not escaped. What is between a colon and a slash is a port otherwise.
    guard authority.upperBound < count, self[authority.upperBound] == UInt8(ascii: "/"),
      let colon = self[authority].firstIndex(of: UInt8(ascii: ":")), self[authority].first != UInt8(ascii: "["),
      !self[authority][(colon + 1)...].allSatisfy(\.isDigit),
      let rest = range(from: colon, to: { "?#\"'<>".utf8.contains($0) || $0 <= 0x20 }, limit: Self.valueLimit),
      let end = self[rest].lastIndex(of: UInt8(ascii: "@"))
    else { return nil }
    return authority.lowerBound..<end
  }

  /// Returns the bytes before the first one that ends them, or before a control character; nil if there are none.
  private func range(from start: Int, to isEnd: (UInt8) -> Bool, limit: Int = .max) -> Range<Int>? {
    var end = start
    while end < count, end - start < limit, !isEnd(self[end]), self[end] >= 0x20 { end += 1 }
    return end > start ? start..<end : nil
  }

  static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
  static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
  private static func isInName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte >= 0x80 || "-_.[]".utf8.contains(byte)
  }
  private static func endsValue(_ byte: UInt8) -> Bool { byte == 0x20 || "\"'&;,<>\\".utf8.contains(byte) }
  /// Returns whether some bytes have the shape of a word in prose: letters, of which only the first may be a capital.
  private static func isWord(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first.isLetter || first >= 0x80 else { return false }
    return bytes.dropFirst().allSatisfy { $0 >= 0x80 || $0.isLetter && $0 & 0x20 != 0 }
  }
  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return ["Bearer", "Basic", "Digest", "Token"].contains { text.isSameName($0) }
  }
}
