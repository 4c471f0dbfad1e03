// The same value, written in another way.
extension JSON {
  /// The text of the value with the members of each object in reverse order.
  var withMembersReversed: [UInt8] { reversed.utf8 }

  private var reversed: JSON {
    switch kind {
    case .array(let elements): JSON(.array(elements.map(\.reversed)))
    case .object(let object):
      JSON(.object(JSON.Object(object.members.reversed().map { .init(name: $0.name, value: $0.value.reversed) })))
    case .null, .bool, .number, .string: self
    }
  }

  /// The text of the value with each character of its strings, and of the names of its members, as `\u` escapes.
  var withEscapedStrings: [UInt8] {
    var bytes: [UInt8] = []
    writeEscaped(to: &bytes)
    return bytes
  }

  private func writeEscaped(to bytes: inout [UInt8]) {
    switch kind {
    case .string(let text): Self.writeEscaped(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.writeEscaped(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.writeEscaped(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.writeEscaped(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .null, .bool, .number: write(to: &bytes)
    }
  }

  private static func writeEscaped(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for unit in text.utf16 {
      let digits = String(unit, radix: 16)
      bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The text of the value with a byte in its first string that UTF-8 never has (RFC 3629, section 1).
  var withInvalidUTF8: [UInt8] {
    var bytes = utf8
    let quote = bytes.firstIndex(of: UInt8(ascii: "\""))
    bytes.insert(0xFF, at: quote.map { $0 + 1 } ?? bytes.count)
    return bytes
  }
}
