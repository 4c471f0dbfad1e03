/// Long values cut for people: around the first difference of two values, or at the end of one, with the full length.
package enum Excerpt {
  /// The number of characters of a value that are shown.
  package static let limit = 240
  /// The number of characters that are shown before the first difference.
  static let lead = 60

  /// Returns both texts, cut around their first difference if one of them is long.
  package static func pair(_ a: String, _ b: String) -> (String, String) {
    let (left, right) = (a.unicodeScalars, b.unicodeScalars)
    if left.count <= limit, right.count <= limit { return (visible(a), visible(b)) }
    let same = commonCount(left, right)
    let start = same <= lead * 2 ? 0 : same - lead
    return (cut(left, from: start), cut(right, from: start))
  }

  /// Returns both texts within a few characters: cut around their first difference, without their lengths.
  package static func window(_ a: String, _ b: String, _ limit: Int) -> (String, String) {
    if a.utf8.count <= limit, b.utf8.count <= limit { return (a, b) }
    let (left, right) = (a.unicodeScalars, b.unicodeScalars)
    let same = left.elementsEqual(right) ? 0 : commonCount(left, right)
    let start = same <= limit / 2 ? 0 : same - limit / 4
    func cut(_ scalars: String.UnicodeScalarView) -> String {
      let count = scalars.count
      if count <= limit { return String(scalars) }
      // If a text ends before the window, its end is shown.
      let start = min(start, count - limit / 4)
      let end = min(count, start + limit)
      return (start > 0 ? "…" : "") + Self.part(scalars, start, end) + (end < count ? "…" : "")
    }
    return (cut(left), cut(right))
  }

  /// Returns the beginning of a text, with its length if there is more.
  package static func beginning(of text: String, limit: Int = limit, keepsLines: Bool = false) -> String {
    if text.utf8.count <= limit { return visible(text, keepsLines: keepsLines) }
    return cut(text.unicodeScalars, from: 0, limit: limit, keepsLines: keepsLines)
  }

  /// Returns the first line of a text, with its length if it is long.
  package static func firstLine(of text: String) -> String {
    beginning(of: String(decoding: text.utf8.prefix { $0 != 0x0A }, as: UTF8.self))
  }

  private static func cut(
    _ scalars: String.UnicodeScalarView, from start: Int, limit: Int = limit, keepsLines: Bool = false
  ) -> String {
    let count = scalars.count
    // If a text ends before the window, its end is shown, so that you see where it ends.
    let start = min(start, max(0, count - lead))
    let end = min(count, start + limit)
    let text = visible(part(scalars, start, end), keepsLines: keepsLines)
    if start == 0, end == count { return text }
    return (start > 0 ? "…" : "") + text + (end < count ? "…" : "") + " (\(count) characters)"
  }

  // A text may have many megabytes, so it is read in place: a list of its characters takes four times as much memory.

  private static func part(_ scalars: String.UnicodeScalarView, _ start: Int, _ end: Int) -> String {
    let first = scalars.index(scalars.startIndex, offsetBy: start)
    return String(scalars[first..<scalars.index(first, offsetBy: end - start)])
  }

  /// Returns how many elements at the beginning of two sequences are the same.
  package static func commonCount<Element: Equatable>(_ a: some Sequence<Element>, _ b: some Sequence<Element>) -> Int {
    zip(a, b).lazy.prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
  }

  /// Returns bytes for people: as a JSON string if they are UTF-8, otherwise in hexadecimal.
  package static func bytes(_ bytes: [UInt8], limit: Int = limit) -> String {
    if bytes.count > longLimit { return beginning(of: bytes) }
    if let text = String(validating: bytes, as: UTF8.self) {
      return beginning(of: JSON.string(text).text, limit: limit)
    }
    return hexadecimal(bytes, from: 0)
  }

  /// Returns a body for people: JSON as it is, anything else as bytes.
  package static func body(_ body: [UInt8]) -> String {
    guard body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "["),
      body.count <= longLimit, let text = String(validating: body, as: UTF8.self)
    else { return bytes(body) }
    return beginning(of: text)
  }

  /// If there are more bytes than this, only the beginning is shown, with the number of bytes instead of characters.
  static let longLimit = 1 << 20

  /// Returns the beginning of bytes that may be many megabytes.
  package static func beginning(of bytes: [UInt8]) -> String {
    var beginning = Array(bytes.prefix(limit))
    // Do not cut inside a character, which would make another one of it.
    while let last = beginning.last, last >= 0x80, beginning.count > limit - 4 { beginning.removeLast() }
    return "\(bytes.count) bytes, beginning with \(Self.bytes(beginning))"
  }

  /// Returns two byte sequences, cut around their first difference.
  package static func pair(_ a: [UInt8], _ b: [UInt8]) -> (String, String) {
    if max(a.count, b.count) <= longLimit, let left = String(validating: a, as: UTF8.self),
      let right = String(validating: b, as: UTF8.self)
    {
      return pair(JSON.string(left).text, JSON.string(right).text)
    }
    let same = commonCount(a, b)
    let start = same <= 24 ? 0 : same - 8
    return (hexadecimal(a, from: start), hexadecimal(b, from: start))
  }

  private static func hexadecimal(_ bytes: [UInt8], from start: Int) -> String {
    let start = min(start, bytes.count)
    let end = min(bytes.count, start + 32)
    let shown = bytes[start..<end].map { Hexadecimal.text(UInt32($0), width: 2) }.joined(separator: " ")
    return (start > 0 ? "… " : "") + shown + (end < bytes.count ? " …" : "") + " (\(bytes.count) bytes)"
  }

  /// Returns a JSON pointer as ids show it, or the name of the whole value.
  package static func place(of pointer: String, else whole: String = "input") -> String {
    pointer.isEmpty ? whole : visible(pointer)
  }

  /// Returns a text with a JSON escape for every character that is invisible or that a terminal would interpret.
  package static func visible(_ text: String, keepsLines: Bool = false) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where keepsLines: result += "\n"
      case 0..<0x20, 0x7F...0xA0, 0x200C, 0x200D, 0x202F, 0xFFFE, 0xFFFF: result += scalar.escape()
      default: if scalar.isHidden { result += scalar.escape() } else { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
