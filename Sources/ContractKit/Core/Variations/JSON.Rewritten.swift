// The same value, written in another way.
extension JSON {
  /// The text of the value with the members of each object in reverse order.
  var withMembersReversed: [UInt8] { reversed.utf8 }

  private var reversed: JSON {
    isObject ? .object(members.reversed().map { ($0.name, $0.value.reversed) }) : mapChildren(\.reversed)
  }

  /// The text of the value with each character of its strings, and of the names of its members, as `\u` escapes.
  var withEscapedStrings: [UInt8] { Array(escaped.utf8) }

  private var escaped: String {
    func escaped(_ text: String) -> String {
      let digits = text.utf16.map { String($0, radix: 16) }
      return "\"" + digits.reduce(into: "") { $0 += "\\u" + String(repeating: "0", count: 4 - $1.count) + $1 } + "\""
    }
    return switch kind {
    case .string(let text): escaped(text)
    case .array(let elements): "[" + elements.map(\.escaped).joined(separator: ",") + "]"
    case .object(let object):
      "{" + object.members.map { escaped($0.name) + ":" + $0.value.escaped }.joined(separator: ",") + "}"
    case .null, .bool, .number: text
    }
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
