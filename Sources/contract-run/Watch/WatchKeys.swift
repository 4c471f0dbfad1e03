/// The keys that people press while `--watch` waits or runs, and the text of a filter that they type.
struct WatchKeys {
  enum Command: Equatable {
    case all, failed, again, quit, help
    case filter(String)
  }

  /// The text that is being typed, in UTF-8; nil if no text is being typed.
  private(set) var typed: [UInt8]?

  /// The text that is being typed, for people; nil if none is.
  var text: String? { typed.map { String(decoding: $0, as: UTF8.self) } }

  mutating func consume(_ bytes: [UInt8]) -> [Command] {
    var commands: [Command] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == Self.escape, let next = rest.first, next == UInt8(ascii: "[") || next == UInt8(ascii: "O") {
        // A key without a character, for example an arrow: it ends with a byte from @ to ~ (ECMA-48, section 5.4).
        rest = rest.dropFirst().drop { !(0x40...0x7E).contains($0) }.dropFirst()
      } else if typed != nil {
        if let command = edit(byte) { commands.append(command) }
      } else {
        switch Character(Unicode.Scalar(byte)) {
        case "a": commands.append(.all)
        case "f": commands.append(.failed)
        case "r", "\n", "\r": commands.append(.again)
        case "t", "/": typed = []
        case "q": commands.append(.quit)
        case "h", "?": commands.append(.help)
        default: break
        }
      }
    }
    return commands
  }

  private static let escape: UInt8 = 0x1B

  private mutating func edit(_ byte: UInt8) -> Command? {
    switch byte {
    case Self.escape: typed = nil
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      let text = text ?? ""
      typed = nil
      return .filter(text)
    case 0x7F, 0x08: typed = text.map { Array($0.dropLast().utf8) }
    // Ctrl-U clears the line.
    case 0x15: typed = []
    case 0..<0x20: break
    default: typed?.append(byte)
    }
    return nil
  }
}
