import Foundation

/// An object of a message, with the checks that its members need and the forms that multiple messages share.
///
/// Reading continues after an error, so that one error does not hide the next. A getter then returns its fallback, and
/// the caller discards the message.
package struct MessagePart {
  /// The path to the object, for errors.
  package let name: String
  package let errors: MessageErrors
  private let members: JSON.Members

  var json: JSON { members.json }

  /// Notes an error and returns nil if a value is not an object.
  package init?(_ json: JSON, named name: String, _ errors: MessageErrors) {
    (self.name, self.errors, members) = (name, errors, JSON.Members(json))
    guard json.isObject else {
      errors.note("\(name) is \(json.phrase), expected an object")
      return nil
    }
  }

  package func note(_ description: String) { errors.note(description) }

  /// The value of a member; nil if the member does not exist.
  package subscript(member: StaticString) -> JSON? { members[member] }

  /// Returns the value of an optional member, or nil if it does not exist or is null, which mean the same.
  package func optional(_ member: StaticString) -> JSON? {
    guard let value = self[member], !value.isNull else { return nil }
    return value
  }

  /// Returns the value of a member. If the member is optional, it may be left out or null.
  private func value(_ member: StaticString, isOptional: Bool) -> JSON? {
    if isOptional { return optional(member) }
    let value = self[member]
    if value == nil { note("\(name) has no member \(member)") }
    return value
  }

  /// Returns a whole number in a range, which `words` describes.
  package func int(
    _ member: StaticString, default fallback: Int? = nil, in range: ClosedRange<Int> = .min ... .max,
    or words: String = ""
  ) -> Int {
    guard let value = value(member, isOptional: fallback != nil) else { return fallback ?? 0 }
    if let int = value.int {
      if !range.contains(int) { note("\(name).\(member) is \(int), expected \(words)") }
      return int
    }
    guard let number = value.number else {
      note("\(name).\(member) is \(value.phrase), expected a whole number")
      return 0
    }
    let bits = number.isInteger ? " of 64 bits" : ""
    note("\(name).\(member) is \(number.literal.prefix(40)), expected a whole number\(bits)")
    return 0
  }

  /// Returns whether an optional member is true; false if it does not exist.
  package func flag(_ member: StaticString) -> Bool {
    guard let value = optional(member) else { return false }
    if value.bool == nil { note("\(name).\(member) is \(value.phrase), expected true or false") }
    return value.bool == true
  }

  package func string(_ member: StaticString, default fallback: String? = nil) -> String {
    text(member, isOptional: fallback != nil) ?? fallback ?? ""
  }

  /// Returns a string that is one of a few values, which `words` describes.
  package func choice<Value>(
    _ member: StaticString, or words: @autoclosure () -> String, _ value: (String) -> Value?
  ) -> Value? {
    guard let text = text(member, isOptional: false) else { return nil }
    let value = value(text)
    if value == nil { note("\(name).\(member) is \"\(text)\", expected \(words())") }
    return value
  }

  private func text(_ member: StaticString, isOptional: Bool) -> String? {
    value(member, isOptional: isOptional).flatMap { string(in: $0, "\(member)") }
  }

  /// Returns the string that a member's value is; nil and an error if it is not one.
  package func string(in value: JSON, _ member: @autoclosure () -> String) -> String? {
    let string = value.string
    if string == nil { note("\(name).\(member()) is \(value.phrase), expected a string") }
    return string
  }

  /// Returns a duration in seconds, or nil if the member is left out.
  package func seconds(_ member: StaticString) -> Double? {
    guard let value = optional(member) else { return nil }
    let seconds = value.double
    if seconds == nil { note("\(name).\(member) is \(value.phrase), expected a number of seconds") }
    return seconds
  }

  /// Returns a list of strings. Notes an error and returns nil if it is not one, or if it is required and does not
  /// exist.
  package func strings(_ member: StaticString, default fallback: [String]? = nil) -> [String]? {
    guard let value = value(member, isOptional: fallback != nil) else { return fallback }
    guard let elements = value.array else {
      note("\(name).\(member) is \(value.phrase), expected an array of strings")
      return nil
    }
    let strings = elements.compactMap(\.string)
    if strings.count == elements.count { return strings }
    note("\(name).\(member) has an element that is not a string")
    return nil
  }

  /// Returns the member `headers`, an object of strings or lists of strings. Returns no headers if it does not exist.
  func headers() -> Headers {
    guard let value = optional("headers") else { return Headers() }
    guard let members = value.object?.members else {
      note("\(name).headers is \(value.phrase), expected an object")
      return Headers()
    }
    var headers = Headers()
    for member in members {
      for value in member.value.array ?? [member.value] {
        guard let text = value.string else {
          note("\(name).headers[\"\(member.name)\"] is neither a string nor an array of strings")
          return Headers()
        }
        headers.lines.append(Headers.Line(member.name, text))
      }
    }
    return headers
  }

  /// Returns the member `body`, `{"text": …}` or `{"base64": …}`, or nil if it does not exist.
  func bytes() -> [UInt8]? {
    optional("body").flatMap { bytes(of: $0, at: ".body") }
  }

  /// Returns the bytes of a value, `{"text": …}` or `{"base64": …}`; nil, and an error, if it is not one.
  ///
  /// - Parameter place: The place of the value after the part's name; empty, as by default, for the part itself.
  func bytes(of value: JSON, at place: String = "") -> [UInt8]? {
    let (text, base64) = (value["text"], value["base64"])
    switch (text?.utf8OfString, base64?.string) {
    case (let text?, nil) where base64 == nil: return text
    case (nil, let base64?) where text == nil:
      // Foundation accepts too much padding.
      let padding = base64.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      if base64.utf8.count % 4 == 0, padding <= 2, let data = Data(base64Encoded: base64) { return Array(data) }
      note("\(name)\(place).base64 is not base64 (RFC 4648, section 4, padded)")
    default: note("\(name)\(place) must be {\"text\": STRING} or {\"base64\": STRING}")
    }
    return nil
  }
}

/// An error in a protocol message, in words for the author of the driver.
package struct MessageError: Error, Sendable, CustomStringConvertible {
  package var description: String

  package init(_ description: String) { self.description = description }
}

/// The errors of one message, in the order in which they were found.
package final class MessageErrors {
  package private(set) var list: [MessageError] = []

  package init() {}

  package func note(_ description: String) { list.append(MessageError(description)) }
}
