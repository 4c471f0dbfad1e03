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

  /// Returns the text that the value was read from with a byte that UTF-8 never has (RFC 3629, section 1): in the name of
  /// one more member of the first object. A decoder that replaces such bytes only sees a member that it does not know,
  /// and one that reads only the values that it needs still reads all names. Without an object, the byte is in the first
  /// string, or at the end.
  func withInvalidUTF8(in text: [UInt8]) -> [UInt8] {
    var bytes = text
    if let object = firstObject, let range = object.range {
      let comma = object.count > 0 ? [UInt8(ascii: ",")] : []
      bytes.insert(contentsOf: comma + Array("\"".utf8) + [0xFF] + Array("\":0".utf8), at: range.end - 1)
    } else {
      bytes.insert(0xFF, at: firstString.map { $0.start + 1 } ?? bytes.count)
    }
    return bytes
  }

  private var firstObject: JSON? {
    switch kind {
    case .object: self
    case .array(let elements): elements.lazy.compactMap(\.firstObject).first
    case .null, .bool, .number, .string: nil
    }
  }

  /// The place of the first string in a value without objects.
  private var firstString: SourceRange? {
    switch kind {
    case .string: range
    case .array(let elements): elements.lazy.compactMap(\.firstString).first
    case .null, .bool, .number, .object: nil
    }
  }
}
