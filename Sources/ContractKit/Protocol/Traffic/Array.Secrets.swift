// Secrets in texts whose structure is written in more than one way: as it is, percent-encoded, or as a JSON string.

extension [UInt8] {
  // MARK: Percent-encoding

  /// Returns the character at an index, how many times it is percent-encoded, and where it ends: `%252F` is a slash that
  /// is encoded twice.
  func character(at index: Int) -> (byte: UInt8, depth: Int, end: Int) {
    func escaped(at index: Int) -> UInt8? {
      guard index + 1 < count, let high = Hexadecimal.value(ofDigit: self[index]) else { return nil }
      return Hexadecimal.value(ofDigit: self[index + 1]).map { high << 4 | $0 }
    }
    guard self[index] == UInt8(ascii: "%"), var byte = escaped(at: index + 1) else {
      return (self[index], 0, index + 1)
    }
    var (depth, end) = (1, index + 3)
    while byte == UInt8(ascii: "%"), let inner = escaped(at: end) { (byte, depth, end) = (inner, depth + 1, end + 2) }
    return (byte, depth, end)
  }

  /// Returns the user and password of a percent-encoded URL whose `://` begins at an index, as in
  /// `?u=https%3A%2F%2Fann%3Apw%40host`. What is encoded more often than the `://` belongs to them.
  func encodedUser(at colon: Int) -> Range<Int>? {
    var (start, depth) = (colon, 0)
    for byte in "://".utf8 {
      guard start < count else { return nil }
      let next = character(at: start)
      if next.byte != byte { return nil }
      (start, depth) = (next.end, Swift.max(depth, next.depth))
    }
    if depth == 0 { return nil }
    var end = start
    var at: Int?
    while end < count, self[end] > 0x20, !"&/?#\"'<>".utf8.contains(self[end]) {
      let next = character(at: end)
      if next.depth <= depth {
        if "/?#".utf8.contains(next.byte) { break }
        if next.byte == UInt8(ascii: "@") { at = end }
      }
      end = next.end
    }
    guard let at, at > start else { return nil }
    return start..<at
  }

  // MARK: Names beside values

  /// How far from a value its name is looked for.
  private static let shapeLimit = 512

  /// Returns the value of a member whose colon is at an index, if a member beside it says that it is a secret:
  /// `"name": "password", "value": "…"`.
  ///
  /// - Parameter member: The name of the member; by default `value`.
  func secret(ofMemberAt colon: Int, called member: String = "value", by secrets: Secrets) -> Range<Int>? {
    let name = name(before: colon)
    guard name.count == member.utf8.count, String(decoding: name, as: UTF8.self).isSameName(member),
      hasQuote(before: name.startIndex)
    else { return nil }
    let before = self[..<name.startIndex].suffix(Self.shapeLimit).indices.reversed()
    let after = self[(colon + 1)...].prefix(Self.shapeLimit).indices
    let given = (colons(at: before, end: "{[") + colons(at: after, end: "}]")).compactMap(nameOfValue)
    return given.lazy.compactMap { secret(under: Array($0.utf8)[...], from: colon + 1, by: secrets) }.first
  }

  /// Returns the name that the member with a colon at an index gives to the member `value` beside it.
  private func nameOfValue(givenAt colon: Int) -> String? {
    let name = name(before: colon)
    guard name.count <= 4, hasQuote(before: name.startIndex), let text = value(from: colon + 1) else { return nil }
    return Secrets.nameOfValue(
      beside: String(decoding: name, as: UTF8.self), Self.unescaped(self[text.prefix(Self.shapeLimit)]))
  }

  /// Returns the second element of a pair in a list of pairs, whose comma is at an index: `[["password", "…"]]`.
  func secret(inPairAt comma: Int, by secrets: Secrets) -> Range<Int>? {
    guard let last = mark(before: comma), Self.isQuote(self[last]) else { return nil }
    let name = name(before: comma)
    guard !name.isEmpty, hasQuote(before: name.startIndex) else { return nil }
    var quote = name.startIndex - 1
    if quote > 0, self[quote - 1] == UInt8(ascii: "\\") { quote -= 1 }
    guard let open = mark(before: quote), self[open] == UInt8(ascii: "["), let outer = mark(before: open) else {
      return nil
    }
    let isInList =
      switch self[outer] {
      case UInt8(ascii: "["): true
      case UInt8(ascii: ","): mark(before: outer).map { self[$0] == UInt8(ascii: "]") } ?? false
      // In prose, a list can follow a colon. In JSON, quotes are before that.
      case UInt8(ascii: ":"): mark(before: outer).map { self[$0].isLetter } ?? false
      default: false
      }
    guard isInList, let found = secret(under: name, from: comma + 1, by: secrets) else { return nil }
    let rest = self[found.upperBound...].prefix(8).drop {
      Self.isSpace($0) || Self.isQuote($0) || $0 == UInt8(ascii: "\\")
    }
    return rest.first == UInt8(ascii: ",") ? nil : found
  }

  private func hasQuote(before index: Int) -> Bool { index > 0 && Self.isQuote(self[index - 1]) }

  /// Returns the index of the last byte before another one that is not white space.
  private func mark(before index: Int) -> Int? {
    self[..<index].suffix(64).lastIndex { !Self.isSpace($0) }
  }

  /// Returns the indexes of the colons after quotes at some indexes, up to a bracket that ends the object around them.
  /// Those within other brackets are left out.
  private func colons(at indexes: some Sequence<Int>, end: String) -> [Int] {
    var colons: [Int] = []
    var depth = 0
    for index in indexes {
      let byte = self[index]
      if "{[}]".utf8.contains(byte) { depth += end.utf8.contains(byte) ? -1 : 1 }
      if depth < 0 { break }
      let isColon = depth == 0 && byte == UInt8(ascii: ":")
      if isColon, mark(before: index).map({ Self.isQuote(self[$0]) }) == true { colons.append(index) }
    }
    return colons
  }

  // MARK: Lines of contracts

  /// Returns the places of the texts in a contract's line that are secrets by a rule, in order. A part of a multipart
  /// body has its name beside its `body`.
  func secrets(inSourceBy secrets: Secrets) -> [Range<Int>] {
    let named = secrets.ranges(in: String(decoding: self, as: UTF8.self))
    let parts = indices.filter { self[$0] == UInt8(ascii: ":") }
      .compactMap { secret(ofMemberAt: $0, called: "body", by: secrets) }
      .filter { part in !named.contains { $0.overlaps(part) } }
    return texts(in: (named + parts).sorted { $0.lowerBound < $1.lowerBound })
  }

  /// Returns the places of the texts in secrets of a contract's line: a secret itself, or the strings in an object or an
  /// array, except for names, what a matcher such as `$regex` has, unless that is a text itself, and the names that a
  /// configuration has in `secrets`.
  private func texts(in secrets: [Range<Int>]) -> [Range<Int>] {
    secrets.flatMap { secret -> [Range<Int>] in
      guard "{[".utf8.contains(self[secret.lowerBound]) else { return [secret] }
      let colon = mark(before: secret.lowerBound)
      if colon.map({ String(decoding: name(before: $0), as: UTF8.self) }) == "secrets" { return [] }
      var texts: [Range<Int>] = []
      var index = secret.lowerBound
      while let start = self[index..<secret.upperBound].firstIndex(of: UInt8(ascii: "\"")) {
        var end = start + 1
        while end < secret.upperBound, self[end] != UInt8(ascii: "\"") {
          end += self[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        end = Swift.min(end, secret.upperBound)
        let isName = self[end...].dropFirst().first { !Self.isSpace($0) } == UInt8(ascii: ":")
        if !isName, end > start + 1, !isInMatcher(start..<end) { texts.append((start + 1)..<end) }
        index = Swift.min(end + 1, secret.upperBound)
      }
      return texts
    }
  }

  /// Returns whether a string, with its first quotes, is what `$type` or `$format` has, or `$regex` without a text.
  private func isInMatcher(_ string: Range<Int>) -> Bool {
    guard let colon = mark(before: string.lowerBound), self[colon] == UInt8(ascii: ":") else { return false }
    let name = String(decoding: name(before: colon), as: UTF8.self)
    let text = String(decoding: self[string].dropFirst(), as: UTF8.self)
    return name == "regex" ? !Secrets.hasText(expression: text) : ["type", "format", "same"].contains(name)
  }

  // MARK: Parts of multipart bodies

  /// The longest head of a part that is looked at.
  private static let partHeadLimit = 1024

  /// Returns the content of a multipart body's part, of which `name="…"` has its `=` at an index; nil if the name is not
  /// secret. The line ends may be written as in a JSON string.
  func content(ofPartNamedAt equals: Int, by secrets: Secrets) -> Range<Int>? {
    guard equals >= 5, self[(equals - 4)..<equals].elementsEqual("name".utf8), "; ".utf8.contains(self[equals - 5])
    else {
      return nil
    }
    let isQuote: (UInt8) -> Bool = { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    let start = self[(equals + 1)...].prefix(2).prefix(while: isQuote).endIndex
    let name = self[start...].prefix { !isQuote($0) && $0 != UInt8(ascii: ";") && $0 >= 0x20 }
    let text = String(decoding: name, as: UTF8.self)
    guard secrets.canBeSecret(name: text), let first = emptyLineEnd(from: name.endIndex) else { return nil }
    var last = first
    while last < count, lineEnd(at: last).map({ self[$0...].starts(with: "--".utf8) }) != true { last += 1 }
    return last > first && secrets.isSecret(String(decoding: self[first..<last], as: UTF8.self), under: text)
      ? first..<last : nil
  }

  /// Returns the end of the empty line after a part's headers.
  private func emptyLineEnd(from start: Int) -> Int? {
    for index in start..<Swift.min(count, start + Self.partHeadLimit) {
      if let end = lineEnd(at: index).flatMap({ lineEnd(at: $0) }) { return end }
    }
    return nil
  }

  /// Returns the end of the line end at an index: CRLF or LF, each as a byte or as an escape.
  private func lineEnd(at index: Int) -> Int? {
    func end(of character: UInt8, _ letter: UInt8, at index: Int) -> Int? {
      guard index < count else { return nil }
      if self[index] == character { return index + 1 }
      return self[index] == UInt8(ascii: "\\") && index + 1 < count && self[index + 1] == letter ? index + 2 : nil
    }
    let lf = end(of: 0x0D, UInt8(ascii: "r"), at: index) ?? index
    return end(of: 0x0A, UInt8(ascii: "n"), at: lf)
  }
}
