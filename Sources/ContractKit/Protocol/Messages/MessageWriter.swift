import Foundation

/// The writer of a message as one line of JSON, member by member. To make JSON values first and then write them would
/// take three times as long.
struct MessageWriter {
  private var utf8: [UInt8] = []

  /// Writes a message: an object with one member, which is itself an object.
  static func message(_ name: StaticString, _ members: (inout MessageWriter) -> Void) -> [UInt8] {
    var writer = MessageWriter()
    writer.utf8.reserveCapacity(512)
    writer.utf8.append(UInt8(ascii: "{"))
    writer.object(name, members)
    writer.utf8.append(UInt8(ascii: "}"))
    return writer.utf8
  }

  mutating func object(_ name: StaticString, _ members: (inout MessageWriter) -> Void) {
    self.name(name)
    utf8.append(UInt8(ascii: "{"))
    members(&self)
    utf8.append(UInt8(ascii: "}"))
  }

  /// Adds an array of objects.
  mutating func list<Element>(
    _ name: StaticString, _ elements: [Element], _ members: (inout MessageWriter, Element) -> Void
  ) {
    self.name(name)
    utf8.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { utf8.append(UInt8(ascii: ",")) }
      utf8.append(UInt8(ascii: "{"))
      members(&self, element)
      utf8.append(UInt8(ascii: "}"))
    }
    utf8.append(UInt8(ascii: "]"))
  }

  mutating func add(_ name: StaticString, _ value: JSON) {
    self.name(name)
    value.write(to: &utf8)
  }

  mutating func add(_ name: StaticString, _ value: Int) {
    self.name(name)
    utf8.append(textOf: String(value))
  }

  mutating func add(_ name: StaticString, _ value: String) {
    self.name(name)
    JSON.write(value, to: &utf8)
  }

  mutating func add(_ name: StaticString, _ values: [String]) {
    self.name(name)
    add(values)
  }

  private mutating func add(_ values: [String]) {
    utf8.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { utf8.append(UInt8(ascii: ",")) }
      JSON.write(value, to: &utf8)
    }
    utf8.append(UInt8(ascii: "]"))
  }

  /// Adds seconds, unless JSON cannot express the number.
  mutating func add(_ name: StaticString, seconds: Double) {
    if let number = JSON.Number(seconds) { add(name, JSON(.number(number))) }
  }

  /// Adds an object with a string for each name, or a list if a name has multiple values.
  mutating func add(_ name: StaticString, _ members: [(name: String, values: [String])]) {
    object(name) { writer in
      for (name, values) in members {
        writer.comma()
        JSON.write(name, to: &writer.utf8)
        writer.utf8.append(UInt8(ascii: ":"))
        if values.count == 1 { JSON.write(values[0], to: &writer.utf8) } else { writer.add(values) }
      }
    }
  }

  /// Adds a body, as text if it is UTF-8 and as base64 otherwise.
  mutating func add(body: [UInt8]) {
    // Most bodies are ASCII. To validate one as UTF-8 takes several times as long.
    let isASCII = body.allSatisfy { $0 < 0x80 }
    object("body") { writer in
      if let text = isASCII ? String(decoding: body, as: UTF8.self) : String(validating: body, as: UTF8.self) {
        writer.add("text", text)
      } else {
        writer.add("base64", Data(body).base64EncodedString())
      }
    }
  }

  /// Writes a name of the protocol, in which nothing needs an escape.
  private mutating func name(_ name: StaticString) {
    comma()
    utf8.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { utf8.append(contentsOf: $0) }
    utf8.append(UInt8(ascii: "\""))
    utf8.append(UInt8(ascii: ":"))
  }

  private mutating func comma() { if utf8.last != UInt8(ascii: "{") { utf8.append(UInt8(ascii: ",")) } }
}
