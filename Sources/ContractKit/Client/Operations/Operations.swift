/// The operations that a driver offers, by name.
public struct Operations: Sendable {
  /// The driver's name; the process's unless it is set.
  public var name = ProcessInfo.processInfo.processName
  /// How many calls may run at once; 1 unless it is set.
  ///
  /// With one, a crash and what was printed belong to one call for sure. More are useful where a client waits much:
  /// calls on `memory` do not disturb each other unless the client shares something between them.
  public var inFlight = 1
  /// Whether `URLSession.shared` leads to the call in flight, for clients that can be given nothing; false unless it is set.
  ///
  /// Only one call runs at a time then, whatever `inFlight` says. On Linux it must be set before the process first touches
  /// `URLSession.shared`.
  public var usesSharedSession = false {
    didSet { if usesSharedSession { SharedSession.register() } }
  }

  /// In the order added.
  private(set) var names: [String] = []
  private var bodies: [String: Body] = [:]
  private var failureMap: @Sendable (any Error, inout FailureDescription) -> Void = { _, _ in }

  /// What an operation does with a call; it throws what the client throws.
  private typealias Body = @Sendable (Call, @escaping @Sendable () -> Void) async throws -> CallEnd

  /// How an operation ended.
  private enum CallEnd: Sendable {
    case returned(Returned, unobserved: [String])
    case broken(Outcome)
  }

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
    add(name) { call, _ in .returned(.success(try await body(call)), unobserved: []) }
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
    add(name) { call, _ in .returned(.success(try await body(call)), unobserved: []) }
  }

  /// Adds an operation of a client that completes by a handler, which must call `Completion` exactly once.
  ///
  /// The call holds the client until it is over, so that a client which captures itself weakly is not lost.
  ///
  /// ```swift
  /// driver.on("upload", client: { UploadClient(session: $0.mock) }) { client, call, done in
  ///   client.upload(try call.input(User.self)) { done($0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What contracts call it.
  ///   - client: Makes the client.
  ///   - body: Calls the client, and hands its handler the completion; what it throws completes the call.
  public mutating func on<Client>(
    _ name: String, client: @escaping @Sendable (Call) async throws -> sending Client,
    body: @escaping @Sendable (Client, Call, Completion) async throws -> Void
  ) {
    add(name) { call, completedAgain in
      let record = CallRecord(completedAgain: completedAgain)
      let held = Held(try await client(call))
      // A body that goes on after the completion does not keep the call from its end.
      Task { [completion = Completion(record)] in
        do {
          try await body(held.client, call, completion)
        } catch {
          record.completed(.failure(error, values: nil))
        }
      }
      let end = await record.end()
      withExtendedLifetime(held) {}
      switch end {
      case .completed(let returned, let isHeld): return .returned(returned, unobserved: isHeld ? ["exactlyOnce"] : [])
      case .twice: return .broken(.completedTwice)
      case .never: return .broken(call.hasUnresumedTask ? .neverResumed : .neverCompleted)
      }
    }
  }

  /// Lets the driver say more about errors than can be seen from outside, such as which case is a `status`.
  ///
  /// - Parameter map: Changes the description of an error; called for errors inside others first.
  public mutating func mapFailures(_ map: @escaping @Sendable (any Error, inout FailureDescription) -> Void) {
    failureMap = map
  }

  /// How many calls may run at once, and are told so in hello.
  var limit: Int { usesSharedSession ? 1 : max(1, inFlight) }

  /// Runs the operation that a call names; `unsupported` where there is none of that name, or where its input cannot
  /// be read or its result not be told.
  ///
  /// - Parameters:
  ///   - isLent: Whether the call has the shared session already, where the driver uses that; false by default.
  ///   - completedAgain: Told of a completion after the result; nothing by default.
  func run(
    _ call: Call, isLent: Bool = false, completedAgain: @escaping @Sendable () -> Void = {}
  ) async -> CallResult {
    guard let body = bodies[call.operation] else { return CallResult(outcome: .unsupported()) }
    // A call that is let go gives its slot back; the body may need no more of it than its session.
    defer { withExtendedLifetime(call) {} }
    guard usesSharedSession, !isLent, let responder = call.responder else {
      return await run(call, body, completedAgain)
    }
    if let why = await SharedSession.lend(to: responder) { return CallResult(outcome: .unsupported(why: why)) }
    defer { SharedSession.takeBack() }
    return await run(call, body, completedAgain)
  }

  private func run(
    _ call: Call, _ body: Body, _ completedAgain: @escaping @Sendable () -> Void
  ) async -> CallResult {
    do {
      switch try await body(call, completedAgain) {
      case .returned(.success(let json), let unobserved):
        return CallResult(outcome: .success(json), unobserved: unobserved)
      case .returned(.failure(let error, let values), let unobserved):
        return CallResult(outcome: outcome(error, values), unobserved: unobserved)
      case .broken(let outcome): return CallResult(outcome: outcome)
      }
    } catch {
      return CallResult(outcome: outcome(error, nil))
    }
  }

  private func outcome(_ error: any Error, _ values: JSON?) -> Outcome {
    switch error {
    case let error as Call.InputError: .unsupported(why: error.description)
    case let error as ResultError: .unsupported(why: error.description)
    default: .failure(FailureDescription(error, map: failureMap).json, values: values)
    }
  }

  private mutating func add(_ name: String, body: @escaping Body) {
    if bodies[name] == nil { names.append(name) }
    bodies[name] = body
  }
}

/// A client on its way to the body that alone uses it.
private final class Held<Client>: @unchecked Sendable {
  // Whoever holds this besides the body only lets it go.
  let client: Client

  init(_ client: sending Client) { self.client = client }
}
