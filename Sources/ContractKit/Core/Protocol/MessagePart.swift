import Foundation

/// A message's object, with the checks that its members need, and the forms that several messages share.
struct MessagePart {
  /// The path to the object, for faults.
  var name: String
  var json: JSON

  init(name: String, json: JSON) {
    self.name = name
    self.json = json
  }

  init(checking json: JSON, named name: String) throws(MessageFault) {
    guard json.isObject else { throw MessageFault("\(name) is \(json.typeName), expected an object") }
    self.init(name: name, json: json)
  }

  /// The one member of a line.
  static func only(_ line: JSON, of names: [String]) throws(MessageFault) -> (String, MessagePart) {
    // By looking for the names: what a line is made of is not asked for.
    for name in names where line.isObject && line.count == 1 {
      if let member = line[name] { return (name, try MessagePart(checking: member, named: name)) }
    }
    throw MessageFault("a message is an object with exactly one member, named \(names.joined(separator: ", "))")
  }

  /// A member's value; nil where it is not there, or null: for an optional member that is the same.
  func optional(_ member: String) -> JSON? {
    guard let value = json[member], !value.isNull else { return nil }
    return value
  }

  /// A member that may be left out or null where there is a fallback.
  private func value(_ member: String, isOptional: Bool) throws(MessageFault) -> JSON? {
    if isOptional { return optional(member) }
    guard let value = json[member] else { throw MessageFault("\(name) has no member \(member)") }
    return value
  }

  func int(_ member: String, default fallback: Int? = nil) throws(MessageFault) -> Int {
    guard let value = try value(member, isOptional: fallback != nil) else { return fallback ?? 0 }
    guard let number = value.number else {
      throw MessageFault("\(name).\(member) is \(value.typeName), expected a whole number")
    }
    guard let int = number.int else {
      let bits = number.isInteger ? " of 64 bits" : ""
      throw MessageFault("\(name).\(member) is \(number.literal.prefix(40)), expected a whole number\(bits)")
    }
    return int
  }

  func int(
    _ member: String, default fallback: Int? = nil, in range: some RangeExpression<Int>, or words: String
  ) throws(MessageFault) -> Int {
    let int = try int(member, default: fallback)
    if !range.contains(int) { throw MessageFault("\(name).\(member) is \(int), expected \(words)") }
    return int
  }

  func string(_ member: String, default fallback: String? = nil) throws(MessageFault) -> String {
    guard let value = try value(member, isOptional: fallback != nil) else { return fallback ?? "" }
    guard let string = value.string else {
      throw MessageFault("\(name).\(member) is \(value.typeName), expected a string")
    }
    return string
  }

  /// A duration in seconds; nil where the member is left out.
  func seconds(_ member: String) throws(MessageFault) -> Double? {
    guard let value = optional(member) else { return nil }
    guard let number = value.number else {
      throw MessageFault("\(name).\(member) is \(value.typeName), expected a number of seconds")
    }
    return number.double
  }

  func strings(_ member: String, default fallback: [String]? = nil) throws(MessageFault) -> [String] {
    guard let value = try value(member, isOptional: fallback != nil) else { return fallback ?? [] }
    guard let elements = value.array else {
      throw MessageFault("\(name).\(member) is \(value.typeName), expected an array of strings")
    }
    let strings = elements.compactMap(\.string)
    if strings.count != elements.count { throw MessageFault("\(name).\(member) holds a value that is no string") }
    return strings
  }

  /// The member `headers`: an object of strings or lists of strings; none where it is not there.
  func headers() throws(MessageFault) -> Headers {
    guard let value = optional("headers") else { return Headers() }
    guard let members = value.object?.members else {
      throw MessageFault("\(name).headers is \(value.typeName), expected an object")
    }
    var headers = Headers()
    for member in members {
      for value in member.value.array ?? [member.value] {
        guard let text = value.string else {
          throw MessageFault("\(name).headers[\"\(member.name)\"] is no string and no array of strings")
        }
        headers.lines.append(Headers.Line(member.name, text))
      }
    }
    return headers
  }

  /// The member `body`: `{"text": …}` or `{"base64": …}`; nil where it is not there.
  func bytes() throws(MessageFault) -> [UInt8]? {
    guard let value = optional("body") else { return nil }
    switch (value["text"]?.string, value["base64"]?.string) {
    case (let text?, nil) where value["base64"] == nil: return Array(text.utf8)
    case (nil, let base64?) where value["text"] == nil:
      // Foundation reads over padding that is too much.
      let padding = base64.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      guard base64.utf8.count % 4 == 0, padding <= 2, let data = Data(base64Encoded: base64) else {
        throw MessageFault("\(name).body.base64 is not base64 (RFC 4648, section 4, padded)")
      }
      return Array(data)
    default: throw MessageFault("\(name).body must be {\"text\": STRING} or {\"base64\": STRING}")
    }
  }
}
