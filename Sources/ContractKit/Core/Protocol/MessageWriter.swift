import Foundation

/// Writes a message as one line of JSON, member by member.
///
/// A run writes five messages a scenario: values made only to be written would cost more than the writing.
struct MessageWriter: ~Copyable {
  private(set) var utf8: [UInt8] = []
  /// Whether the innermost object or array that is open has nothing in it yet.
  private var isFirst = true

  /// Begins a message: an object with one member, itself an object.
  init(_ name: StaticString) {
    utf8.reserveCapacity(512)
    utf8.append(UInt8(ascii: "{"))
    self.name(name)
    open(UInt8(ascii: "{"))
  }

  /// The whole message, without a line's end.
  consuming func end() -> [UInt8] {
    utf8.append(UInt8(ascii: "}"))
    utf8.append(UInt8(ascii: "}"))
    return utf8
  }

  // MARK: Members

  mutating func add(_ name: StaticString, _ value: Int) {
    self.name(name)
    utf8.append(digitsOf: value)
  }

  mutating func add(_ name: StaticString, _ value: Bool) {
    self.name(name)
    utf8.append(contentsOf: (value ? "true" : "false").utf8)
  }

  mutating func add(_ name: StaticString, _ value: String) {
    self.name(name)
    JSON.write(value, to: &utf8)
  }

  mutating func add(_ name: StaticString, _ value: JSON) {
    self.name(name)
    value.write(to: &utf8)
  }

  /// Adds a list of strings.
  mutating func add(_ name: StaticString, _ values: [String]) {
    self.name(name)
    list(values)
  }

  /// Adds a number; nothing where JSON has no such number.
  mutating func add(_ name: StaticString, _ value: Double) {
    guard let number = JSON.Number(value) else { return }
    self.name(name)
    utf8.append(textOf: number.literal)
  }

  /// Adds an object.
  mutating func add(_ name: StaticString, _ members: (inout MessageWriter) -> Void) {
    self.name(name)
    open(UInt8(ascii: "{"))
    members(&self)
    close(UInt8(ascii: "}"))
  }

  /// Adds an object of strings.
  mutating func add(_ name: StaticString, _ members: [(name: String, text: String)]) {
    add(name) { writer in
      for (name, text) in members {
        writer.name(name)
        JSON.write(text, to: &writer.utf8)
      }
    }
  }

  /// Adds headers: a string each, a list where a name is there several times.
  mutating func add(_ name: StaticString, _ headers: Headers) {
    add(name) { writer in
      if headers.lines.count == 1 {
        writer.name(headers.lines[0].name)
        return JSON.write(headers.lines[0].value, to: &writer.utf8)
      }
      for (name, values) in headers.byName {
        writer.name(name)
        if values.count == 1 { JSON.write(values[0], to: &writer.utf8) } else { writer.list(values) }
      }
    }
  }

  /// Adds a body: text where it is UTF-8, else base64.
  mutating func add(_ name: StaticString, body: [UInt8]) {
    add(name) { writer in
      if body.isASCII {
        writer.name("text")
        JSON.write(utf8: body, to: &writer.utf8)
      } else if let text = String(validating: body, as: UTF8.self) {
        writer.add("text", text)
      } else {
        writer.add("base64", Data(body).base64EncodedString())
      }
    }
  }

  /// Adds an outcome: an object with its name, as `Outcome.json` has it.
  mutating func add(_ name: StaticString, _ outcome: Outcome) {
    add(name) { writer in
      switch outcome {
      case .success(let value): writer.add("success", value)
      case .failure(let failure, let values):
        writer.add("failure", failure)
        if let values { writer.add("values", values) }
      case .neverCompleted: writer.add("neverCompleted", true)
      case .completedTwice: writer.add("completedTwice", true)
      case .neverResumed: writer.add("neverResumed", true)
      case .unsupported(nil): writer.add("unsupported", true)
      case .unsupported(let why?): writer.add("unsupported", why)
      }
    }
  }

  // MARK: Punctuation

  private mutating func list(_ values: [String]) {
    open(UInt8(ascii: "["))
    for value in values {
      comma()
      JSON.write(value, to: &utf8)
    }
    close(UInt8(ascii: "]"))
  }

  private mutating func open(_ bracket: UInt8) {
    utf8.append(bracket)
    isFirst = true
  }

  private mutating func close(_ bracket: UInt8) {
    utf8.append(bracket)
    isFirst = false
  }

  private mutating func comma() {
    if !isFirst { utf8.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  /// A name of the protocol's own, in which nothing is to be escaped.
  private mutating func name(_ name: StaticString) {
    comma()
    utf8.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { utf8.append(contentsOf: $0) }
    utf8.append(UInt8(ascii: "\""))
    utf8.append(UInt8(ascii: ":"))
  }

  private mutating func name(_ name: String) {
    comma()
    JSON.write(name, to: &utf8)
    utf8.append(UInt8(ascii: ":"))
  }
}
