import Foundation

extension Call {
  /// Decodes the input, or a part of it.
  ///
  /// Dates are ISO 8601, Data is base64, and NaN and the infinities are strings. An optional is nil if the input has
  /// nothing at the path.
  ///
  /// - Parameters:
  ///   - type: The type to decode; by default the type that the caller's context expects.
  ///   - path: The name of a member, or an RFC 6901 pointer, which begins with a slash. By default it is the whole
  ///     input.
  /// - Throws: `InputError` if the input does not have this form. Let the operation throw it. The scenario is then
  ///   errored, not failed, because the contract or the driver is wrong, not the client.
  public func input<Value: Decodable>(_ type: Value.Type = Value.self, at path: String = "") throws(InputError) -> Value
  {
    let isName = !path.isEmpty && !path.hasPrefix("/")
    var pointer: String { isName ? JSONPointer.step(path) : path }
    // Usually the path names an object's member, so there is no pointer to follow.
    let found = (isName ? input[path] : nil) ?? input.value(at: pointer)
    guard let json = found ?? (isOptional(type) ? JSON.null : nil) else {
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

  /// The error of an input that does not have the form that the driver asked for.
  public struct InputError: Error, Sendable, CustomStringConvertible {
    /// The operation that has this input.
    public var operation: String
    /// The RFC 6901 pointer to the part that is wrong. An empty string means the whole input.
    public var pointer: String
    /// A description of the value that the driver asked for.
    public var expected: String
    /// A description of the value at the pointer, or nil if nothing is there.
    public var found: String?

    /// Creates the error.
    public init(operation: String, pointer: String, expected: String, found: String?) {
      (self.operation, self.pointer, self.expected, self.found) = (operation, pointer, expected, found)
    }

    /// The text of the error. The runner adds the operation, and what to do.
    public var description: String {
      "\(pointer.isEmpty ? "the input" : "the input at \(pointer)") is \(found ?? "missing"), expected \(expected)"
    }
  }
}

extension JSON {
  /// Returns the value as a string, a boolean or a whole number, which needs no decoder, or nil if only a decoder can
  /// decide.
  fileprivate func plain<Value>(_ type: Value.Type) -> Value? {
    if type == String.self { return string as? Value }
    if type == Bool.self { return bool as? Value }
    if type == Int.self { return int as? Value }
    return nil
  }
}

extension Call.InputError {
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
