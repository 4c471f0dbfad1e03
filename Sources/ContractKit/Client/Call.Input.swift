import Foundation

extension Call {
  /// The input, or a part of it, decoded: dates are ISO 8601, Data is base64, NaN and the infinities are strings. An
  /// optional is nil where there is nothing.
  ///
  /// - Parameters:
  ///   - type: What to decode; by default what the place of the call asks for.
  ///   - path: The name of a member, or an RFC 6901 pointer, which begins with a slash; the whole input unless given.
  /// - Throws: `InputError` where the input is not so. Let it through: it is reported as errored, because the contract
  ///   or the driver is wrong, and never as the client's failure.
  public func input<Value: Decodable>(_ type: Value.Type = Value.self, at path: String = "") throws(InputError) -> Value
  {
    let isName = !path.isEmpty && !path.hasPrefix("/")
    var pointer: String { isName ? JSONPointer.step(path) : path }
    // Most often it is an object's member, and no pointer has to be followed.
    let found = (isName ? input[path] : nil) ?? input.value(at: pointer)
    guard let json = found ?? (type is any OptionalType.Type ? JSON(.null) : Optional<JSON>.none) else {
      throw InputError(operation: operation, pointer: pointer, expected: typeName(of: type), found: nil)
    }
    if let value = json.plain(type) { return value }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do {
      return try decoder.decode(type, from: Data(json.utf8))
    } catch {
      throw InputError(error, operation: operation, pointer: pointer, in: input, expected: typeName(of: type))
    }
  }

  /// An input that is not what the driver asked for.
  public struct InputError: Error, Sendable, CustomStringConvertible {
    /// The operation whose input it is.
    public var operation: String
    /// Where in the input (RFC 6901); "" is the whole.
    public var pointer: String
    /// What the driver asked for there.
    public var expected: String
    /// What is there; nil where nothing is.
    public var found: String?

    /// Makes the error.
    public init(operation: String, pointer: String, expected: String, found: String?) {
      (self.operation, self.pointer, self.expected, self.found) = (operation, pointer, expected, found)
    }

    /// What is wrong; the runner adds the operation, and what to do.
    public var description: String {
      "\(pointer.isEmpty ? "the input" : "the input at \(pointer)") is \(found ?? "not there"), expected \(expected)"
    }
  }
}

extension JSON {
  /// The value as a string, a boolean or a whole number, which needs no decoder; nil where only that can say what it is.
  fileprivate func plain<Value>(_ type: Value.Type) -> Value? {
    if type == String.self { return string as? Value }
    if type == Bool.self { return bool as? Value }
    if type == Int.self { return plainInt as? Value }
    return nil
  }
}

/// `Optional`, whatever it holds.
private protocol OptionalType {}

extension Optional: OptionalType {}

extension Call.InputError {
  /// Makes the error of what a decoder threw.
  fileprivate init(_ error: any Error, operation: String, pointer: String, in input: JSON, expected: String) {
    var (pointer, expected) = (pointer, expected)
    var why: String?
    func wanted(_ type: Any.Type) -> String {
      type == [String: Any].self ? "an object" : type == [Any].self ? "an array" : typeName(of: type)
    }
    func descend(_ path: [any CodingKey]) {
      for key in path { pointer += key.intValue.map { "/\($0)" } ?? JSONPointer.step(key.stringValue) }
    }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      descend(context.codingPath + [key])
      expected = "the member \"\(key.stringValue)\" of \(expected)"
    case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
      descend(context.codingPath)
      if !context.codingPath.isEmpty { expected = wanted(type) }
    case DecodingError.dataCorrupted(let context):
      descend(context.codingPath)
      why = context.debugDescription
    default: why = "\(error)"
    }
    let found = input.value(at: pointer).map { json in
      var text = json.text
      if text.count > 60 { text = text.prefix(59) + "…" }
      return "\(text)\(why.map { " (\($0))" } ?? "")"
    }
    self.init(operation: operation, pointer: pointer, expected: expected, found: found)
  }
}

extension JSON {
  /// The value that an RFC 6901 pointer leads to; nil where it leads nowhere.
  fileprivate func value(at pointer: String) -> JSON? {
    var json = self
    guard let steps = try? JSONPointer.steps(pointer) else { return nil }
    for name in steps {
      if let elements = json.array {
        guard let index = JSONPointer.index(name), elements.indices.contains(index) else { return nil }
        json = elements[index]
      } else {
        guard let member = json[name] else { return nil }
        json = member
      }
    }
    return json
  }
}
