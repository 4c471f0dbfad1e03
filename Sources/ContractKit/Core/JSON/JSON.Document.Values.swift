// What a token stands for, made when somebody asks.
extension JSON.Document {
  func value(_ index: Int) -> JSON { JSON(self, index) }

  /// The value with everything in it made.
  func unfolded(_ index: Int) -> JSON {
    let kind: JSON.Kind =
      switch tokens[index].kind {
      case .array: .array(elements(of: index, unfolded))
      case .object: .object(JSONObject(members(of: index, unfolded)))
      default: kind(index)
      }
    return JSON(kind, range: range(index))
  }

  func kind(_ index: Int) -> JSON.Kind {
    switch tokens[index].kind {
    case .null: .null
    case .false: .bool(false)
    case .true: .bool(true)
    case .number: .number(number(tokens[index]))
    case .string, .escapedString: .string(string(tokens[index]))
    case .array: .array(elements(of: index, value))
    case .object: .object(JSONObject(members(of: index, value)))
    }
  }

  func number(_ token: Token) -> JSONNumber {
    JSONNumber(validated: String(decoding: bytes[token.start..<token.end], as: UTF8.self))
  }

  func string(_ token: Token) -> String {
    token.kind == .escapedString
      ? String(decoding: bytes.unescaped(token.content), as: UTF8.self)
      : String(decoding: bytes[token.content], as: UTF8.self)
  }

  func range(_ index: Int) -> SourceRange {
    let token = tokens[index]
    return SourceRange(source: source, start: token.start, end: token.isContainer ? tokens[index + 1].end : token.end)
  }

  /// How many elements or members an array or object has.
  func count(_ index: Int) -> Int { tokens[index + 1].start }

  private func elements(of array: Int, _ value: (Int) -> JSON) -> [JSON] {
    var elements: [JSON] = []
    elements.reserveCapacity(count(array))
    var index = array + 2
    while index < tokens[array].end {
      elements.append(value(index))
      index = tokens.after(index)
    }
    return elements
  }

  private func members(of object: Int, _ value: (Int) -> JSON) -> [JSONObject.Member] {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(count(object))
    var index = object + 2
    while index < tokens[object].end {
      let name = string(tokens[index])
      members.append(JSONObject.Member(name: name, nameRange: range(index), value: value(index + 1)))
      index = tokens.after(index + 1)
    }
    return members
  }

  /// The token of a member's name; nil where there is none of that name, or the value is no object.
  func member(_ name: String, of object: Int) -> Int? {
    guard tokens[object].kind == .object else { return nil }
    let wanted = name.utf8
    var index = object + 2
    while index < tokens[object].end {
      let token = tokens[index]
      if token.kind == .escapedString {
        if string(token).isExactly(name) { return index }
      } else if token.content.count == wanted.count, bytes[token.content].elementsEqual(wanted) {
        return index
      }
      index = tokens.after(index + 1)
    }
    return nil
  }
}
