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
