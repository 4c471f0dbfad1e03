/// Long values cut for people: around the first difference of two, or at the end of one, with the length said.
enum Excerpt {
  /// How many characters of a value are shown.
  static let limit = 240
  /// How many of them stand before the first difference.
  static let lead = 60

  /// Both texts, cut around their first difference where one of them is long.
  static func pair(_ a: String, _ b: String) -> (String, String) {
    let (left, right) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    if left.count <= limit, right.count <= limit { return (visible(a), visible(b)) }
    let same = zip(left, right).prefix { $0 == $1 }.count
    let start = same <= lead * 2 ? 0 : same - lead
    return (cut(left, from: start), cut(right, from: start))
  }

  /// Both texts on few characters, as they are: cut around their first difference, without saying how long they are.
  static func window(_ a: String, _ b: String, _ limit: Int) -> (String, String) {
    if a.utf8.count <= limit, b.utf8.count <= limit { return (a, b) }
    let (left, right) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    let same = left.elementsEqual(right) ? 0 : zip(left, right).prefix { $0 == $1 }.count
    let start = same <= limit / 2 ? 0 : same - limit / 4
    func cut(_ scalars: [UnicodeScalar]) -> String {
      if scalars.count <= limit { return String(String.UnicodeScalarView(scalars)) }
      // A text that ends before the window shows its end.
      let start = min(start, scalars.count - limit / 4)
      let end = min(scalars.count, start + limit)
      let text = String(String.UnicodeScalarView(scalars[start..<end]))
      return (start > 0 ? "…" : "") + text + (end < scalars.count ? "…" : "")
    }
    return (cut(left), cut(right))
  }

  /// The beginning of a text, with its length where there is more.
  static func beginning(of text: String, limit: Int = limit, keepsLines: Bool = false) -> String {
    if text.utf8.count <= limit { return visible(text, keepsLines: keepsLines) }
    return cut(Array(text.unicodeScalars), from: 0, limit: limit, keepsLines: keepsLines)
  }

  private static func cut(
    _ scalars: [UnicodeScalar], from start: Int, limit: Int = limit, keepsLines: Bool = false
  ) -> String {
    // A text that ends before the window shows its end, so that it is seen where it ends.
    let start = min(start, max(0, scalars.count - lead))
    let end = min(scalars.count, start + limit)
    let text = visible(String(String.UnicodeScalarView(scalars[start..<end])), keepsLines: keepsLines)
    if start == 0, end == scalars.count { return text }
    return (start > 0 ? "…" : "") + text + (end < scalars.count ? "…" : "") + " (\(scalars.count) characters)"
  }

  /// Bytes for people: as a JSON string where they are UTF-8, else in hexadecimal.
  static func bytes(_ bytes: [UInt8], limit: Int = limit) -> String {
    if let text = String(validating: bytes, as: UTF8.self) {
      return beginning(of: JSON.string(text).text, limit: limit)
    }
    return hexadecimal(bytes, from: 0)
  }

  /// A body for people: JSON as it is, anything else as bytes.
  static func body(_ body: [UInt8]) -> String {
    guard body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "["),
      let text = String(validating: body, as: UTF8.self)
    else { return bytes(body) }
    return beginning(of: text)
  }

  /// Two byte sequences, cut around their first difference.
  static func pair(_ a: [UInt8], _ b: [UInt8]) -> (String, String) {
    if let left = String(validating: a, as: UTF8.self), let right = String(validating: b, as: UTF8.self) {
      return pair(JSON.string(left).text, JSON.string(right).text)
    }
    let same = zip(a, b).prefix { $0 == $1 }.count
    let start = same <= 24 ? 0 : same - 8
    return (hexadecimal(a, from: start), hexadecimal(b, from: start))
  }

  private static func hexadecimal(_ bytes: [UInt8], from start: Int) -> String {
    let start = min(start, bytes.count)
    let end = min(bytes.count, start + 32)
    let shown = bytes[start..<end].map { Hexadecimal.text(UInt32($0), width: 2) }.joined(separator: " ")
    return (start > 0 ? "… " : "") + shown + (end < bytes.count ? " …" : "") + " (\(bytes.count) bytes)"
  }

  /// The text with every character that cannot be seen, or that a terminal would obey, as a JSON escape.
  static func visible(_ text: String, keepsLines: Bool = false) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where keepsLines: result += "\n"
      case 0..<0x20, 0x7F...0xA0, 0xAD, 0x061C, 0x200B...0x200F, 0x2028...0x202F, 0x2060...0x206F, 0xFEFF,
        0xFFF9...0xFFFB,
        0xFFFE, 0xFFFF:
        result += "\\u" + Hexadecimal.text(scalar.value, width: 4)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
