/// The operations that a driver offers, by name.
public struct Operations: Sendable {
  /// The driver's name; the process's unless it is set.
  public var name = ProcessInfo.processInfo.processName
  /// How many calls may run at once; 1 unless it is set.
  ///
  /// With one, a crash and what was printed belong to one call for sure. More are useful where a client waits much:
  /// calls on `memory` do not disturb each other unless the client shares something between them.
  public var inFlight = 1

  /// In the order added.
  private(set) var names: [String] = []
  private var bodies: [String: @Sendable (Call) async throws -> Outcome] = [:]
  private var failureMap: @Sendable (any Error, inout FailureDescription) -> Void = { _, _ in }

  /// Makes a driver without operations.
  public init() {}

  /// Adds an operation whose result JSONEncoder encodes: ISO 8601 dates, NaN and the infinities as strings, Data in
  /// base64 (a result that is itself Data as `{"base64": …}`).
  ///
  /// A later operation of the same name replaces the one before.
  ///
  /// - Parameters:
  ///   - name: What contracts call it.
  ///   - body: Calls the client with what the call was handed; what it throws is the call's failure.
  public mutating func on<Value: Encodable & SendableMetatype>(
    _ name: String, body: @escaping @Sendable (Call) async throws -> sending Value
  ) {
    add(name) { call in try Self.success(try await body(call)) }
  }

  /// Adds an operation whose result is nothing, or is told by reflection: what is `Decodable` only, tuples,
  /// dictionaries of Any.
  ///
  /// - Parameters:
  ///   - name: What contracts call it.
  ///   - body: Calls the client with what the call was handed; what it throws is the call's failure.
  @_disfavoredOverload
  public mutating func on<Value: SendableMetatype>(
    _ name: String, body: @escaping @Sendable (Call) async throws -> sending Value
  ) {
    add(name) { call in try Self.success(try await body(call)) }
  }

  /// Lets the driver say more about errors than can be seen from outside, such as which case is a `status`.
  ///
  /// - Parameter map: Changes the description of an error; called for errors inside others first.
  public mutating func mapFailures(_ map: @escaping @Sendable (any Error, inout FailureDescription) -> Void) {
    failureMap = map
  }

  /// Runs the operation that a call names; `unsupported` where there is none of that name, or where its input cannot
  /// be read or its result not be told.
  public func run(_ call: Call) async -> Outcome {
    guard let body = bodies[call.operation] else { return .unsupported() }
    // A call that is let go gives its slot back; the body may need no more of it than its session.
    defer { withExtendedLifetime(call) {} }
    do {
      return try await body(call)
    } catch let error as Call.InputError {
      return .unsupported(why: error.description)
    } catch let error as ResultError {
      return .unsupported(why: error.description)
    } catch {
      return .failure(FailureDescription(error, map: failureMap).json, values: nil)
    }
  }

  private mutating func add(_ name: String, body: @escaping @Sendable (Call) async throws -> Outcome) {
    if bodies[name] == nil { names.append(name) }
    bodies[name] = body
  }

  private static func success<Value>(_ value: Value) throws(ResultError) -> Outcome {
    do {
      return .success(try JSON(result: value))
    } catch {
      throw ResultError(type: typeName(of: Value.self), why: "\(error)")
    }
  }
}

/// A result whose own `encode(to:)` throws.
private struct ResultError: Error, CustomStringConvertible {
  var type: String
  var why: String

  var description: String {
    "the client's result, \(type), cannot be encoded: \(why); return something else from the driver's operation"
  }
}
