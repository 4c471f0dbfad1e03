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
  private var bodies: [String: @Sendable (Call) async -> Outcome] = [:]

  public init() {}

  /// Runs the operation that a call names; `unsupported` where there is none of that name.
  public func run(_ call: Call) async -> Outcome {
    guard let body = bodies[call.operation] else { return .unsupported }
    return await body(call)
  }

  /// Adds an operation whose result is encoded by JSONEncoder.
  ///
  /// A later operation of the same name replaces the one before.
  ///
  /// - Parameters:
  ///   - name: What contracts call it.
  ///   - body: Calls the client with what the call was handed; what it throws is the call's failure.
  public mutating func on<Value: Encodable & SendableMetatype>(
    _ name: String, body: @escaping @Sendable (Call) async throws -> sending Value
  ) {
    add(name) { call in .success(try JSON(encoding: try await body(call))) }
  }

  private mutating func add(_ name: String, body: @escaping @Sendable (Call) async throws -> Outcome) {
    if bodies[name] == nil { names.append(name) }
    bodies[name] = { call in
      do {
        return try await body(call)
      } catch {
        return .failure(FailureDescription(error).json, values: nil)
      }
    }
  }
}
