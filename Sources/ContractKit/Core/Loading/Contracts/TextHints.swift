/// What may stand somewhere in a JSON text, found in one look at its bytes: a contract of two kilobytes has neither, most of
/// the time, and need not be gone through value by value for it.
///
/// Eight bytes are looked at as one number (Anderson, "Determine if a word has a byte equal to n"): one by one it would be a
/// twelfth of the time that `check` takes.
struct TextHints {
  /// Whether a `$ref` may stand in it, perhaps in data.
  private(set) var mayRefer = false
  /// Whether `{{baseURL}}`, or a further address, may stand in a string.
  private(set) var mayNameAddresses = false

  init(_ text: [UInt8]) {
    var index = 0
    while index < text.count {
      if let word = text.word(at: index), !Self.isWorthALook(word) {
        index += 8
        continue
      }
      for place in index..<min(index + 8, text.count) { look(at: place, in: text) }
      index += 8
    }
  }

  private mutating func look(at place: Int, in text: [UInt8]) {
    switch text[place] {
    case UInt8(ascii: "$"): if text[place...].starts(with: #"$ref""#.utf8) { mayRefer = true }
    case UInt8(ascii: "U"):
      // Of the letters in `{{baseURL` one that is seldom met; braces are everywhere.
      if place >= 6, text[(place - 6)...].starts(with: "{{baseURL".utf8) { mayNameAddresses = true }
    case UInt8(ascii: "\\"):
      // With escapes the words can be written in many ways, and all their characters are ASCII.
      if text[place...].starts(with: #"\u00"#.utf8) { (mayRefer, mayNameAddresses) = (true, true) }
    default: break
    }
  }

  /// Whether one of eight bytes is `$`, `U` or a backslash.
  private static func isWorthALook(_ word: UInt64) -> Bool {
    has(UInt8(ascii: "$"), word) || has(UInt8(ascii: "U"), word) || has(UInt8(ascii: "\\"), word)
  }

  private static func has(_ byte: UInt8, _ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let rest = word ^ (ones &* UInt64(byte))
    return (rest &- ones) & ~rest & (ones << 7) != 0
  }
}
