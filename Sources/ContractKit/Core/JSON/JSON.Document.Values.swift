// What a token stands for, made when somebody asks.
extension JSON.Document {
  func value(_ index: Int) -> JSON { JSON(self, index) }

  func kind(_ index: Int) -> JSON.Kind {
    switch tokens[index].kind {
    case .null: .null
    case .false: .bool(false)
    case .true: .bool(true)
    case .number: .number(number(tokens[index]))
    case .string, .escapedString: .string(string(tokens[index]))
    case .array: .array(elements(of: index))
    case .object: .object(JSON.Object(members(of: index)))
    }
  }

  /// The boolean of a token; nil where it is none.
  func bool(_ index: Int) -> Bool? {
    switch tokens[index].kind {
    case .false: false
    case .true: true
    default: nil
    }
  }

  /// The number of a token; nil where it is none.
  func number(_ index: Int) -> JSON.Number? {
    let token = tokens[index]
    return token.kind == .number ? number(token) : nil
  }

  /// The number of a token that is written as a whole one of few digits, as nearly all are; nil where it is not.
  func plainInt(_ index: Int) -> Int? {
    let token = tokens[index]
    guard token.kind == .number, token.end - token.start < 19 else { return nil }
    let isNegative = bytes[token.start] == UInt8(ascii: "-")
    var value = 0
    for place in token.start + (isNegative ? 1 : 0)..<token.end {
      guard bytes[place].isDigit else { return nil }
      value = value * 10 + Int(bytes[place] - UInt8(ascii: "0"))
    }
    // Minus zero is no whole number of a machine's.
    return !isNegative ? value : value == 0 ? nil : -value
  }

  /// The string of a token; nil where it is none.
  func string(_ index: Int) -> String? {
    let token = tokens[index]
    return token.kind == .string || token.kind == .escapedString ? string(token) : nil
  }

  /// The elements of an array's token; nil where it is none.
  func elements(_ index: Int) -> [JSON]? { tokens[index].kind == .array ? elements(of: index) : nil }

  /// The members of an object's token; nil where it is none.
  func object(_ index: Int) -> JSON.Object? {
    tokens[index].kind == .object ? JSON.Object(members(of: index)) : nil
  }

  private func number(_ token: Token) -> JSON.Number { bytes.number(token) }

  private func string(_ token: Token) -> String { bytes.string(token) }

  func range(_ index: Int) -> SourceRange {
    let token = tokens[index]
    return SourceRange(source: source, start: token.start, end: token.isContainer ? tokens[index + 1].end : token.end)
  }

  /// How many elements or members an array or object has.
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
      members.append(JSON.Object.Member(name: string(name), nameRange: range, value: value(index + 1)))
      index = tokens.after(index + 1)
    }
    return members
  }
}

extension [UInt8] {
  /// The number of a token that is one.
  func number(_ token: JSON.Document.Token) -> JSON.Number {
    JSON.Number(validated: String(decoding: self[token.start..<token.end], as: UTF8.self))
  }

  /// The string of a token that is one.
  func string(_ token: JSON.Document.Token) -> String {
    token.kind == .escapedString
      ? String(decoding: unescaped(token.content), as: UTF8.self)
      : String(decoding: self[token.content], as: UTF8.self)
  }
}
