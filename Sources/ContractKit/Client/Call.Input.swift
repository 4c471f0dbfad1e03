extension Call {
  /// The input, or a member of it, decoded.
  ///
  /// - Parameters:
  ///   - type: What to decode.
  ///   - path: The member's name, or several joined by slashes; the whole input unless given.
  public func input<Value: Decodable>(_ type: Value.Type = Value.self, at path: String = "") throws -> Value {
    var json = input
    for name in path.split(separator: "/") { json = json[String(name)] ?? nil }
    return try JSONDecoder().decode(type, from: Data(json.utf8))
  }
}
