extension JSON {
  /// The value as JSON text on one line, numbers and order kept.
  public var text: String { String(decoding: utf8, as: UTF8.self) }

  /// The value as UTF-8 JSON text on one line, numbers and order kept.
  public var utf8: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// The value as JSON text for people: two spaces a level, one member or element a line, empty ones closed at once.
  public var prettyText: String {
    var bytes: [UInt8] = []
    writePretty(to: &bytes, depth: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value's text on one line.
  public func write(to bytes: inout [UInt8]) {
    switch kind {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: number.literal.utf8)
    case .string(let string): JSON.write(string, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSON.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private func writePretty(to bytes: inout [UInt8], depth: Int) {
    func line(_ depth: Int) {
      bytes.append(UInt8(ascii: "\n"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }
    switch kind {
    case .array(let elements) where !elements.isEmpty:
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        line(depth + 1)
        element.writePretty(to: &bytes, depth: depth + 1)
      }
      line(depth)
      bytes.append(UInt8(ascii: "]"))
    case .object(let object) where !object.members.isEmpty:
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        line(depth + 1)
        JSON.write(member.name, to: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        member.value.writePretty(to: &bytes, depth: depth + 1)
      }
      line(depth)
      bytes.append(UInt8(ascii: "}"))
    default: write(to: &bytes)
    }
  }

  /// Appends a string in quotes, with the escapes that RFC 8259 asks for and no others.
  static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
      case UInt8(ascii: "\n"): bytes.append(contentsOf: #"\n"#.utf8)
      case UInt8(ascii: "\r"): bytes.append(contentsOf: #"\r"#.utf8)
      case UInt8(ascii: "\t"): bytes.append(contentsOf: #"\t"#.utf8)
      case 0..<0x20:
        bytes.append(contentsOf: #"\u00"#.utf8)
        bytes.append(contentsOf: [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
}
