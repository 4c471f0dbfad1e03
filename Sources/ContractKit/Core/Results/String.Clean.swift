// Text from clients and contracts, cleaned before it is shown. Escape sequences would color or clear a reader's
// terminal, hidden characters would make it look like another text, and XML 1.0 does not allow most control characters.
extension String {
  /// The text without terminal escape sequences and without commands of CI systems. Control characters and hidden ones
  /// become visible, and line ends become `\n`.
  ///
  /// The result is valid XML 1.0 text: tabs, line feeds, and the characters that its production `Char` allows.
  package var cleaned: String {
    var text = self
    // To read a string's UTF-8 view byte by byte takes several times as long as to read its buffer.
    let isClean = text.withUTF8 { bytes in
      // The last four conditions hold for the first bytes of every hidden character.
      !bytes.contains {
        $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xCD || $0 == 0xD8 || $0 >= 0xE1
      }
    }
    if isClean { return withoutCommands }
    var cleaner = Cleaner(rest: unicodeScalars[...])
    return String(cleaner.clean()).withoutCommands
  }

  /// The cleaned text on one line: line ends and tabs become spaces.
  package var cleanedLine: String {
    let text = cleaned
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x09 }) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\t" ? " " : $0 }))
  }

  /// The cleaned text on one line, without white space at its ends and without double spaces: an `xs:token`.
  package var cleanedToken: String {
    let line = cleanedLine
    // Most names have no space at the ends and no two together.
    var last: UInt8 = 0x20
    let isToken = line.utf8.allSatisfy { byte in
      defer { last = byte }
      return byte != 0x20 || last != 0x20
    }
    if isToken, last != 0x20 { return line }
    return line.split(separator: " ").joined(separator: " ")
  }

  /// Returns the text. If it is too long, returns its first and last parts, cut at line ends if some are near.
  ///
  /// - Parameters:
  ///   - head: How many bytes of the beginning are kept.
  ///   - tail: How many bytes of the end are kept.
  /// - Returns: The text. A line in place of the removed part reports how many bytes were removed.
  package func capped(head: Int, tail: Int) -> String {
    let all = utf8
    guard all.count > head + tail else { return self }
    var first = all.index(all.startIndex, offsetBy: head)
    while first > all.startIndex, all[first] & 0xC0 == 0x80 { first = all.index(before: first) }
    if let end = all[..<first].suffix(1024).lastIndex(of: 0x0A) { first = end }
    var last = all.index(all.endIndex, offsetBy: -tail)
    while last < all.endIndex, all[last] & 0xC0 == 0x80 { last = all.index(after: last) }
    if let end = all[last...].prefix(1024).firstIndex(of: 0x0A) { last = all.index(after: end) }
    let left = all.distance(from: first, to: last)
    return "\(self[..<first])\n… \(left) bytes omitted …\n\(self[last...])"
  }
}

private struct Cleaner {
  var rest: Substring.UnicodeScalarView

  mutating func clean() -> String.UnicodeScalarView {
    var clean = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar.value {
      case 0x0A, 0x09: clean.append(scalar)
      case 0x0D:
        // A progress bar's lone carriage return ends a line, like `\r\n`.
        if rest.first == "\n" { rest.removeFirst() }
        clean.append("\n")
      case 0x1B: skipSequence()
      case 0x9B: skipControlSequence()
      case 0x90, 0x98, 0x9D, 0x9E, 0x9F: skipString()
      case 0..<0x20: clean.append(UnicodeScalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: clean.append("\u{2421}")
      case 0x80..<0xA0, 0xFFFE, 0xFFFF: clean.append("\u{FFFD}")
      default: if scalar.isHidden { clean += scalar.escape().unicodeScalars } else { clean.append(scalar) }
      }
    }
    return clean
  }

  /// Skips what follows an escape character (ECMA-48).
  private mutating func skipSequence() {
    switch rest.first?.value {
    case 0x5B?:
      rest.removeFirst()
      skipControlSequence()
    case 0x50?, 0x58?, 0x5D?, 0x5E?, 0x5F?:
      rest.removeFirst()
      skipString()
    default:
      while let next = rest.first?.value, (0x20..<0x30).contains(next) { rest.removeFirst() }
      if let next = rest.first?.value, (0x30..<0x7F).contains(next) { rest.removeFirst() }
    }
  }

  /// Skips parameters, intermediates and the final character. An unfinished sequence ends at the first character that
  /// does not belong to it.
  private mutating func skipControlSequence() {
    while let next = rest.first?.value, (0x20..<0x40).contains(next) { rest.removeFirst() }
    if let next = rest.first?.value, (0x40..<0x7F).contains(next) { rest.removeFirst() }
  }

  /// Skips a title, a link or another string up to its end. A string without an end stops at the end of the line.
  private mutating func skipString() {
    while let next = rest.first?.value, next != 0x0A, next != 0x0D {
      rest.removeFirst()
      if next == 0x07 || next == 0x9C { return }
      if next == 0x1B {
        if rest.first == "\\" { rest.removeFirst() } else { skipSequence() }
        return
      }
    }
  }
}
