/// The outcome of one call in the driver, as its result message reports it.
package struct CallResult: Sendable {
  package var outcome: Outcome
  /// What could not be observed about the call as a whole.
  package var unobserved: [String] = []
  /// The type of an error that neither the driver nor ContractKit describes; see `Undescribed`.
  package var undescribed: String?
}

/// What a client returned, before its errors are described.
enum Returned: Sendable {
  case success(JSON)
  /// An error. `values` is a JSON array of the values that came before it, or nil if there were none.
  case failure(any Error, values: JSON?)

  /// Sorts the argument of a completion handler: an error, a `Result`, or a value.
  static func of<Value>(_ result: Value) -> Returned {
    if let held = result as? any ResultLike { return held.returned }
    if let error = result as? any Error { return .failure(error, values: nil) }
    return success(result)
  }

  /// Returns a value as JSON.
  static func success<Value>(_ value: Value) -> Returned {
    do {
      return .success(try JSON(encoding: value))
    } catch {
      return .failure(ResultError(type: typeName(of: Value.self), why: "\(error)"), values: nil)
    }
  }

  /// Returns the values of a stream. A `Result` stands for the value or the error that it holds: the first error is the
  /// failure, and it has the values as its `values`.
  static func of<Value>(stream values: [Value]) -> Returned {
    guard Value.self is any ResultLike.Type else { return success(values) }
    var received: [JSON] = []
    var first: (any Error)?
    for value in values {
      switch of(value) {
      case .success(let json): received.append(json)
      case .failure(let error, _): first = first ?? error
      }
    }
    guard let first else { return .success(.array(received)) }
    return .failure(first, values: received.isEmpty ? nil : .array(received))
  }

  static func failure<Value>(_ error: any Error, after values: [Value]) -> Returned {
    var received: [JSON] = []
    for value in values {
      guard case .success(let json) = success(value) else { return success(value) }
      received.append(json)
    }
    return .failure(error, values: received.isEmpty ? nil : .array(received))
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

/// An error for a result whose own `encode(to:)` throws.
struct ResultError: Error, CustomStringConvertible {
  var type: String
  var why: String

  var description: String {
    "the client's result, \(type), cannot be encoded: \(why); return another value from the driver's operation"
  }
}
