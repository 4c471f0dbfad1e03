/// What became of one call in the driver, as its result message says it.
struct CallResult: Sendable {
  var outcome: Outcome
  /// What of the call as a whole could not be seen.
  var unobserved: [String] = []
}

/// What a client gave back, before its errors are described.
enum Returned: Sendable {
  case success(JSON)
  /// An error, and what came before it as a JSON array where anything did.
  case failure(any Error, values: JSON?)

  /// Sorts what a completion handler was called with: an error, a `Result`, or a value.
  static func of<Value>(_ result: Value) -> Returned {
    if let held = result as? any ResultLike { return held.returned }
    if let error = result as? any Error { return .failure(error, values: nil) }
    return success(result)
  }

  /// A value as JSON.
  static func success<Value>(_ value: Value) -> Returned {
    do {
      return .success(try JSON(result: value))
    } catch {
      return .failure(ResultError(type: typeName(of: Value.self), why: "\(error)"), values: nil)
    }
  }

  /// An error after values.
  static func failure<Value>(_ error: any Error, after values: [Value]) -> Returned {
    if values.isEmpty { return .failure(error, values: nil) }
    var told: [JSON] = []
    for value in values {
      guard case .success(let json) = success(value) else { return success(value) }
      told.append(json)
    }
    return .failure(error, values: .array(told))
  }
}

/// `Result`, whatever it holds.
private protocol ResultLike {
  var returned: Returned { get }
}

extension Result: ResultLike {
  fileprivate var returned: Returned {
    switch self {
    case .success(let value): .success(value)
    case .failure(let error): .failure(error, values: nil)
    }
  }
}

/// A result whose own `encode(to:)` throws.
struct ResultError: Error, CustomStringConvertible {
  var type: String
  var why: String

  var description: String {
    "the client's result, \(type), cannot be encoded: \(why); return something else from the driver's operation"
  }
}
