extension JSON {
  /// The value as JSON text on one line. Numbers keep their digits, and members keep their order.
  public var text: String { String(decoding: utf8, as: UTF8.self) }

  /// The value as UTF-8 JSON text on one line. Numbers keep their digits, and members keep their order.
  package var utf8: [UInt8] {
    var bytes: [UInt8] = []
    // Most of what is written is a message of the driver protocol.
    bytes.reserveCapacity(512)
    write(to: &bytes)
    return bytes
  }

  /// The value as JSON text that is easy to read: two spaces for each level, and each member or element on its own
  /// line. Empty arrays and objects stay on one line.
  package var prettyText: String {
    var bytes: [UInt8] = []
    write(to: &bytes, depth: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value's text: on one line, or so that it is easy to read.
  ///
  /// - Parameter depth: How many levels its lines are indented, after the first one; nil, as by default, for one line.
  package func write(to bytes: inout [UInt8], depth: Int? = nil) {
    if depth == nil || isScalar, case .read(let document, let index) = storage {
      return document.write(Int(index), to: &bytes)
    }
    let inner = depth.map { $0 + 1 }
    switch kind {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .number(let number): bytes.append(textOf: number.literal)
    case .string(let string): JSON.write(string, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSON.writeLine(inner, to: &bytes)
        element.write(to: &bytes, depth: inner)
      }
      if !elements.isEmpty { JSON.writeLine(depth, to: &bytes) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSON.writeLine(inner, to: &bytes)
        JSON.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        if depth != nil { bytes.append(UInt8(ascii: " ")) }
        member.value.write(to: &bytes, depth: inner)
      }
      if !object.members.isEmpty { JSON.writeLine(depth, to: &bytes) }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Begins a line that is indented by some levels; does nothing if all is on one line.
  private static func writeLine(_ depth: Int?, to bytes: inout [UInt8]) {
    guard let depth else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }

  /// Appends a string in quotes, with only the escapes that RFC 8259 requires.
  package static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    // The string is copied whole and scanned afterwards: most strings need no escape, and a copy costs almost nothing.
    bytes.append(textOf: string)
    let plain = bytes.escapeStart(from: start)
    if plain < bytes.count {
      let rest = Array(bytes[plain...])
      bytes.removeSubrange(plain...)
      write(escaping: rest, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a string's UTF-8 with its escapes. Stretches without escapes are copied whole.
  private static func write(escaping text: [UInt8], to bytes: inout [UInt8]) {
    var index = 0
    while true {
      let end = text.escapeStart(from: index)
      bytes.append(contentsOf: text[index..<end])
      if end == text.count { return }
      write(escaping: text[end], to: &bytes)
      index = end + 1
    }
  }

  /// Appends the escape of a byte that must be escaped.
  private static func write(escaping byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    case 0..<0x20:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(contentsOf: [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]])
    default: bytes.append(byte)
    }
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
}

extension JSON.Document {
  /// Appends a token's text on one line. The source is copied without white space and without unnecessary escapes.
  fileprivate func write(_ index: Int, to output: inout [UInt8]) {
    let (tokens, bytes) = (tokens, bytes)
    let token = tokens[index]
    switch token.kind {
    case .null, .false, .true, .number, .string: output.append(contentsOf: bytes[token.start..<token.end])
    case .escapedString: JSON.write(String(decoding: bytes.unescaped(token.content), as: UTF8.self), to: &output)
    case .array, .object:
      let isObject = token.kind == .object
      output.append(UInt8(ascii: isObject ? "{" : "["))
      var next = index + 2
      while next < token.end {
        if next > index + 2 { output.append(UInt8(ascii: ",")) }
        write(next, to: &output)
        if isObject {
          output.append(UInt8(ascii: ":"))
          next += 1
          write(next, to: &output)
        }
        next = tokens.after(next)
      }
      output.append(UInt8(ascii: isObject ? "}" : "]"))
    }
  }
}
