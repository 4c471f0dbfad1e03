// The values of tokens. They are made on demand.
extension JSON.Document {
  package func value(_ index: Int) -> JSON { JSON(self, index) }

  func kind(_ index: Int) -> JSON.Kind {
    switch tokens[index].kind {
    case .null: .null
    case .false: .bool(false)
    case .true: .bool(true)
    case .number: .number(bytes.number(tokens[index]))
    case .string, .escapedString: .string(bytes.string(tokens[index]))
    case .array: .array(elements(of: index))
    case .object: .object(JSON.Object(members(of: index)))
    }
  }

  /// Returns the number of a token if it is written as an integer with few digits, as nearly all numbers are; else nil.
  func plainInt(_ index: Int) -> Int? {
    let token = tokens[index]
    guard token.kind == .number, token.end - token.start < 19 else { return nil }
    let isNegative = bytes[token.start] == UInt8(ascii: "-")
    var value = 0
    for offset in token.start + (isNegative ? 1 : 0)..<token.end {
      guard bytes[offset].isDigit else { return nil }
      value = value * 10 + Int(bytes[offset] - UInt8(ascii: "0"))
    }
    // Int has no minus zero.
    return !isNegative ? value : value == 0 ? nil : -value
  }

  func range(_ index: Int) -> SourceRange {
    let token = tokens[index]
    return SourceRange(source: source, start: token.start, end: token.isContainer ? tokens[index + 1].end : token.end)
  }

  /// Returns the number of elements or members of an array or object.
  func count(_ index: Int) -> Int { tokens[index + 1].start }

  private func elements(of array: Int) -> [JSON] {
    let tokens = tokens
    var elements: [JSON] = []
    elements.reserveCapacity(tokens[array + 1].start)
    var index = array + 2
    let end = tokens[array].end
    while index < end {
      elements.append(value(index))
      index = tokens.after(index)
    }
    return elements
  }

  private func members(of object: Int) -> [JSON.Object.Member] {
    let tokens = tokens
    var members: [JSON.Object.Member] = []
    members.reserveCapacity(tokens[object + 1].start)
    var index = object + 2
    let end = tokens[object].end
    while index < end {
      let name = tokens[index]
      let range = SourceRange(source: source, start: name.start, end: name.end)
      members.append(JSON.Object.Member(name: bytes.string(name), nameRange: range, value: value(index + 1)))
      index = tokens.after(index + 1)
    }
    return members
  }
}

extension [UInt8] {
  /// Returns the number of a token that is known to be a number.
  func number(_ token: JSON.Document.Token) -> JSON.Number {
    JSON.Number(validated: String(decoding: self[token.start..<token.end], as: UTF8.self))
  }

  /// Returns the string of a token that is known to be a string.
  package func string(_ token: JSON.Document.Token) -> String {
    token.kind == .escapedString
      ? String(decoding: unescaped(token.content), as: UTF8.self)
      : String(decoding: self[token.content], as: UTF8.self)
  }
}
