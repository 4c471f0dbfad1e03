// The same value, written in another way.
extension JSON {
  /// The value with the members of each object in reverse order.
  var withMembersReversed: JSON {
    isObject
      ? .object(members.reversed().map { ($0.name, $0.value.withMembersReversed) })
      : mapChildren(\.withMembersReversed)
  }

  /// Returns the text that the value was read from with a byte that UTF-8 never has (RFC 3629, section 1): in the name of
  /// one more member of the first object. A decoder that replaces such bytes only sees a member that it does not know,
  /// and one that reads only the values that it needs still reads all names. Without an object, the byte is in the first
  /// string, or at the end.
  func withInvalidUTF8(in text: [UInt8]) -> [UInt8] {
    var bytes = text
    if let object = first(where: \.isObject), let range = object.range {
      let comma = object.count > 0 ? [UInt8(ascii: ",")] : []
      bytes.insert(contentsOf: comma + Array("\"".utf8) + [0xFF] + Array("\":0".utf8), at: range.end - 1)
    } else {
      bytes.insert(0xFF, at: first { $0.string != nil }?.range.map { $0.start + 1 } ?? bytes.count)
    }
    return bytes
  }

  /// Returns the value, or the first one inside of arrays, that fulfills a condition; nil if there is none.
  private func first(where isSuch: (JSON) -> Bool) -> JSON? {
    if isSuch(self) { return self }
    for element in elements { if let found = element.first(where: isSuch) { return found } }
    return nil
  }
}

// The same value, with a change at one place.
extension JSON {
  /// Returns the value with a change at an RFC 6901 pointer.
  ///
  /// - Parameter change: Takes what is there, which is nil if the object before has no such member. Returns what is there
  ///   afterwards; nil if that is nothing.
  func changing(at pointer: String, _ change: (JSON?) -> JSON?) -> JSON {
    (try? JSONPointer.steps(pointer)).map { changing(at: $0[...], change) } ?? self
  }

  private func changing(at steps: ArraySlice<String>, _ change: (JSON?) -> JSON?) -> JSON {
    guard let step = steps.first else { return change(self) ?? self }
    let rest = steps.dropFirst()
    if let elements = array {
      return .array(elements.enumerated().map { $0 == JSONPointer.index(step) ? $1.changing(at: rest, change) : $1 })
    }
    guard let object else { return self }
    let index = object.members.firstIndex { $0.name.isExactly(step) }
    let old = index.map { object.members[$0].value }
    guard let new = rest.isEmpty ? change(old) : old?.changing(at: rest, change) else {
      return rest.isEmpty
        ? .object(object.members.filter { !$0.name.isExactly(step) }.map { ($0.name, $0.value) }) : self
    }
    var members = object.members.map { ($0.name, $0.value) }
    if let index { members[index].1 = new } else { members.append((step, new)) }
    return .object(members)
  }
}

// JSON text with another notation for the characters of its strings and names.
extension [UInt8] {
  private static let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))

  /// The text with a `\u` escape for each character that has none, and without the escape of each one that has one.
  ///
  /// - Parameter onlyASCII: Whether only characters of ASCII lose their escapes.
  func withOtherNotations(onlyASCII: Bool) -> [UInt8] {
    mappingCharacters { scalar, isEscaped in
      if isEscaped { return onlyASCII && !scalar.isASCII ? nil : Array(String(scalar).utf8) }
      return Self.escape(of: scalar)
    }
  }

  /// The text with a `\u` escape for each character that is not of ASCII.
  var withEscapesBeyondASCII: [UInt8] {
    mappingCharacters { scalar, isEscaped in isEscaped || scalar.isASCII ? nil : Self.escape(of: scalar) }
  }

  private static func escape(of scalar: Unicode.Scalar) -> [UInt8] {
    scalar.utf16.flatMap { Array("\\u\(Hexadecimal.text(UInt32($0), width: 4, uppercase: false))".utf8) }
  }

  /// The text without the escapes of characters that end a line of text. They do not end one of JSON lines or events.
  var withRawLineSeparators: [UInt8] {
    mappingCharacters { scalar, isEscaped in
      isEscaped && [0x85, 0x2028, 0x2029].contains(scalar.value) ? Array(String(scalar).utf8) : nil
    }
  }

  /// - Parameter written: Returns what is written in place of a character; nil to keep what is there. It is not called
  ///   for characters that JSON must escape.
  private func mappingCharacters(_ written: (_ scalar: Unicode.Scalar, _ isEscaped: Bool) -> [UInt8]?) -> [UInt8] {
    var (result, index, isInString) = ([UInt8](), startIndex, false)
    while index < endIndex {
      if !isInString || self[index] == Self.quote {
        if self[index] == Self.quote { isInString.toggle() }
        result.append(self[index])
        index += 1
        continue
      }
      let isEscaped = self[index] == Self.backslash
      let (scalar, length) = isEscaped ? escape(at: index) : character(at: index)
      let end = Swift.min(index + length, endIndex)
      result += scalar.flatMap { written($0, isEscaped) } ?? Array(self[index..<end])
      index = end
    }
    return result
  }

  private func character(at index: Int) -> (Unicode.Scalar?, length: Int) {
    let length = 1 + self[(index + 1)...].prefix { $0 & 0xC0 == 0x80 }.count
    return (String(decoding: self[index..<(index + length)], as: UTF8.self).unicodeScalars.first, length)
  }

  /// Returns the character that an escape stands for, nil if JSON must escape it, and the length of the escape.
  private func escape(at index: Int) -> (Unicode.Scalar?, length: Int) {
    guard index + 1 < endIndex else { return (nil, 1) }
    if self[index + 1] == UInt8(ascii: "/") { return ("/", 2) }
    guard let (scalar, end) = unicodeEscape(at: index) else { return (nil, 2) }
    let mustStay = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
    return (mustStay ? nil : scalar, end - index)
  }
}
