import Foundation

/// Writes a message as one line of JSON, member by member. Values made only to be written take three times as long.
struct MessageWriter {
  private var utf8: [UInt8] = []

  /// Writes a message: an object with one member, which is itself an object.
  static func message(_ name: String, _ members: (inout MessageWriter) -> Void) -> [UInt8] {
    var writer = MessageWriter()
    writer.utf8.reserveCapacity(512)
    writer.utf8.append(UInt8(ascii: "{"))
    writer.object(name, members)
    writer.utf8.append(UInt8(ascii: "}"))
    return writer.utf8
  }

  mutating func object(_ name: String, _ members: (inout MessageWriter) -> Void) {
    self.name(name)
    utf8.append(UInt8(ascii: "{"))
    members(&self)
    utf8.append(UInt8(ascii: "}"))
  }

  mutating func add(_ name: String, _ value: JSON) {
    self.name(name)
    value.write(to: &utf8)
  }

  mutating func add(_ name: String, _ value: Int) {
    self.name(name)
    utf8.append(textOf: String(value))
  }

  mutating func add(_ name: String, _ value: String) {
    self.name(name)
    JSON.write(value, to: &utf8)
  }

  mutating func add(_ name: String, _ values: [String]) {
    self.name(name)
    utf8.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { utf8.append(UInt8(ascii: ",")) }
      JSON.write(value, to: &utf8)
    }
    utf8.append(UInt8(ascii: "]"))
  }

  /// Adds seconds, unless JSON has no such number.
  mutating func add(_ name: String, seconds: Double) {
    if let number = JSON.Number(seconds) { add(name, JSON(.number(number))) }
  }

  /// Adds a string for each name, or a list for a name that is there several times.
  mutating func add(_ headers: Headers) {
    object("headers") { writer in
      for (name, values) in headers.byName {
        if values.count == 1 { writer.add(name, values[0]) } else { writer.add(name, values) }
      }
    }
  }

  /// Adds a body: text if it is UTF-8, else base64.
  mutating func add(body: [UInt8]) {
    object("body") { writer in
      if let text = String(validating: body, as: UTF8.self) {
        writer.add("text", text)
      } else {
        writer.add("base64", Data(body).base64EncodedString())
      }
    }
  }

  private mutating func name(_ name: String) {
    if utf8.last != UInt8(ascii: "{") { utf8.append(UInt8(ascii: ",")) }
    JSON.write(name, to: &utf8)
    utf8.append(UInt8(ascii: ":"))
  }
}
