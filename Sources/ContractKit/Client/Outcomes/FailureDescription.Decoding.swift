// What JSONDecoder throws is the failure that contracts describe most often. Its contents are known, so it is described
// without reflection, which would look for errors in all of it and test each part for a dozen protocols.

extension DecodingError {
  /// The name of the case, its values besides the context under the names that reflection uses, and the context; nil
  /// for a case that was added later.
  fileprivate var contents: (case: String, other: JSON?, context: Context)? {
    switch self {
    case .typeMismatch(let type, let context): ("typeMismatch", .string(typeName(of: type)), context)
    case .valueNotFound(let type, let context): ("valueNotFound", .string(typeName(of: type)), context)
    case .keyNotFound(let key, let context): ("keyNotFound", JSON(key), context)
    case .dataCorrupted(let context): ("dataCorrupted", nil, context)
    @unknown default: nil
    }
  }

  /// The context that every case has; nil for a case that was added later.
  var context: Context? { contents?.context }
}

extension FailureDescription {
  /// Returns the case of a decoding error with its values, in the same form as by reflection, or nil if reflection has
  /// to describe it.
  static func contents(
    of error: DecodingError, in reflection: Reflection, depth: Int
  ) -> (case: String?, payload: JSON?)? {
    guard let (name, other, context) = error.contents else { return nil }
    var members: [(String, JSON)] = [
      ("codingPath", .array(context.codingPath.map { JSON($0) })),
      ("debugDescription", .string(context.debugDescription)),
    ]
    let inside = depth + (other == nil ? 1 : 2)
    if let underlying = context.underlyingError, let json = reflection.json(underlying, depth: inside) {
      members.append(("underlyingError", json))
    }
    guard let other else { return (name, .object(members)) }
    return (name, .object([("_0", other), ("_1", .object(members))]))
  }
}

extension JSON {
  /// Creates a step into a value: an index or a name.
  fileprivate init(_ key: any CodingKey) { self = key.intValue.map { .number($0) } ?? .string(key.stringValue) }
}
