import Foundation

/// The operations that a driver offers, by name.
public struct Operations: Sendable {
  /// The driver's name. By default the name of the process.
  public var driverName = ProcessInfo.processInfo.processName
  /// The number of calls that may run at the same time; 1 by default.
  ///
  /// With 1, a crash or printed output always belongs to exactly one call. More calls are faster if the client spends
  /// much time waiting. Calls on `memory` do not affect each other unless the client shares something between them.
  public var maxConcurrentCalls = 1
  /// Whether `URLSession.shared` is connected to the running call, for clients that accept no session; false by
  /// default.
  ///
  /// If true, only one call runs at a time, whatever `maxConcurrentCalls` is. On Linux, set it before the process first uses
  /// `URLSession.shared`.
  public var usesSharedSession = false {
    didSet { if usesSharedSession { SharedSession.register() } }
  }

  /// The deadlines of calls, and of handlers that the client keeps after it called them.
  package let deadlines = Deadlines()
  /// How long a client may keep a handler that it called before the call is over (docs/driver-protocol.md, "Exactly
  /// once").
  var patience = Duration.milliseconds(50)
  /// The operations' names, in the order in which they were added.
  package private(set) var names: [String] = []
  private var bodies: [String: Body] = [:]
  private var makeClient: SharedClient.Make?
  private var failureMap: @Sendable (any Error, inout FailureDescription) -> Void = { _, _ in }

  /// Runs a call. It reports how the call ended once, before this returns or when the client calls its handler, and
  /// then whether a completion comes after that.
  private typealias Body =
    @Sendable (
      Call, _ completedAgain: @escaping @Sendable () -> Void, _ ended: @escaping @Sendable (CallRecord.End) -> Void
    ) async -> Void

  /// Creates an empty set of operations.
  public init() {}

  /// Adds an operation whose result is `Encodable`. `JSONEncoder` encodes it.
  ///
  /// Dates are ISO 8601, NaN and the infinities are strings, and Data is base64. A result that is itself Data becomes
  /// `{"base64": …}`. A later operation with the same name replaces the earlier one.
  ///
  /// - Parameters:
  ///   - name: The name that contracts use.
  ///   - body: Uses the call to run the client. An error that it throws is the call's failure.
  public mutating func on<Value: Encodable & SendableMetatype>(
    _ name: String, body: @escaping @Sendable (Call) async throws -> sending Value
  ) {
    register(name) { call in .success(try await body(call)) }
  }

  /// Adds an operation that returns nothing, or whose result is not `Encodable`: a type that is only `Decodable`, a
  /// tuple, or a dictionary of Any. Reflection describes such a result.
  ///
  /// - Parameters:
  ///   - name: The name that contracts use.
  ///   - body: Uses the call to run the client. An error that it throws is the call's failure.
  @_disfavoredOverload
  public mutating func on<Value: SendableMetatype>(
    _ name: String, body: @escaping @Sendable (Call) async throws -> sending Value
  ) {
    register(name) { call in .success(try await body(call)) }
  }

  /// Adds an operation of a client that uses a completion handler. The handler must call `Completion` exactly once.
  ///
  /// The call holds the client until the call is over, so a client that captures itself weakly is not released too
  /// early.
  ///
  /// ```swift
  /// operations.on("upload", client: { UploadClient(session: $0.mock) }) { client, call, done in
  ///   client.upload(try call.input(User.self)) { done($0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name that contracts use.
  ///   - client: Creates the client.
  ///   - body: Runs the client, and calls the completion in the client's handler. An error that it throws completes the
  ///     call.
  public mutating func on<Client>(
    _ name: String, client: @escaping @Sendable (Call) async throws -> sending Client,
    body: @escaping @Sendable (Client, Call, Completion) async throws -> Void
  ) {
    register(name) { [deadlines, patience] call, completedAgain, ended in
      let held: Held<Client>
      do {
        held = Held(try await client(call))
      } catch {
        return ended(.completed(.failure(error, values: nil), isHeld: false))
      }
      let record = CallRecord(deadlines, patience, completedAgain: completedAgain) { end in
        withExtendedLifetime(held) {}
        ended(end)
      }
      let completion = Completion(record)
      do {
        try await body(held.client, call, completion)
      } catch {
        completion.fail(error)
      }
    }
  }

  /// Adds an operation of a client that returns its values one after another, as an `AsyncSequence`.
  ///
  /// The result is the array of the values. If the sequence fails after some values, the failure has them as its
  /// `values`. A `Result` stands for the value or the error that it holds.
  ///
  /// ```swift
  /// operations.on("events") { call in
  ///   try PhotosClient(session: call.session, baseURL: call.baseURL).events(in: call.input(at: "album"))
  /// }
  /// ```
  ///
  /// If the sequence never ends, the call times out. Use `prefix` in the driver to end it.
  ///
  /// - Parameters:
  ///   - name: The name that contracts use.
  ///   - values: Uses the call to run the client. An error that the closure or the sequence throws is the call's
  ///     failure.
  public mutating func on<Values: AsyncSequence & SendableMetatype>(
    _ name: String, values: @escaping @Sendable (Call) async throws -> sending Values
  ) {
    on(name, client: { $0 }) { call, _, done in
      var received: [Values.Element] = []
      do {
        for try await value in try await values(call) { received.append(value) }
        done(values: received)
      } catch {
        done(failure: error, after: received)
      }
    }
  }

  /// Sets how the client is made, which operations then take from `Call.client`.
  ///
  /// Each call gets a new one, except for the calls of a group: those share one, so that the runner sees what happens
  /// between calls. Without this, the driver makes no groups of calls.
  ///
  /// ```swift
  /// operations.client { TodoClient(session: $0.session, baseURL: $0.baseURL) }
  /// operations.on("todos") { try await $0.client(TodoClient.self).todos() }
  /// ```
  ///
  /// - Parameter make: Makes the client for a call. Calls of a group use it at the same time.
  public mutating func client<Client: Sendable>(_ make: @escaping @Sendable (Call) async throws -> Client) {
    makeClient = make
  }

  /// Whether calls can share a client. The shared session belongs to one call at a time.
  package var makesGroups: Bool { makeClient != nil && !usesSharedSession }

  /// Returns a client that is not made yet.
  package func newClient() -> SharedClient { makeClient == nil ? .none : SharedClient(makeClient) }

  /// Sets a function that adds what only the driver knows about errors, such as which enum case is a `status`.
  ///
  /// - Parameter map: Changes the description of an error. It is called for inner errors first.
  public mutating func mapFailures(_ map: @escaping @Sendable (any Error, inout FailureDescription) -> Void) {
    failureMap = map
  }

  /// How many calls may run at the same time, as the driver's `hello` message announces it.
  var limit: Int { usesSharedSession ? 1 : max(1, maxConcurrentCalls) }

  /// Starts `run` in a task of its own. If Swift supports it, the task's first steps run on the calling thread.
  package func start(
    _ call: Call, isLeased: Bool = false, completedAgain: @escaping @Sendable () -> Void = {},
    ended: @escaping @Sendable (CallResult) -> Void
  ) {
    startDetachedTask { await run(call, isLeased: isLeased, completedAgain: completedAgain, ended: ended) }
  }

  /// Runs the operation that a call names.
  ///
  /// The outcome is `unsupported` if no operation has this name, if the input cannot be decoded, or if the result
  /// cannot be encoded.
  ///
  /// - Parameters:
  ///   - isLeased: Whether the call already has the shared session, if the driver uses it; false by default.
  ///   - completedAgain: Called for a completion after the result.
  ///   - ended: Called once with the result, on any thread: before this returns, or when the client calls its handler.
  func run(
    _ call: Call, isLeased: Bool = false, completedAgain: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable (CallResult) -> Void
  ) async {
    guard let body = bodies[call.operation] else { return ended(CallResult(outcome: .unsupported())) }
    let leases = usesSharedSession && !isLeased
    if leases, let why = await SharedSession.lease(to: call.responder, at: [call.baseURL] + call.baseURLs.values) {
      return ended(CallResult(outcome: .unsupported(why: why)))
    }
    await body(call, completedAgain) { end in
      if leases { SharedSession.release() }
      // The client of a group keeps its cookies.
      if !call.isInGroup { call.removeCookies() }
      ended(result(end, of: call))
      // A call returns its slot when it is released, and the body may need only its session.
      withExtendedLifetime(call) {}
    }
  }

  private func result(_ end: CallRecord.End, of call: Call) -> CallResult {
    if call.isInGroup, !call.takesClient, case .completed(.success, _) = end {
      let why = "the operation \(call.operation) does not take `call.client`, so its calls share nothing"
      return CallResult(outcome: .unsupported(why: why))
    }
    switch end {
    case .completed(let returned, let isHeld):
      return copy(of: ended(returned)) { if isHeld { $0.unobserved = ["exactlyOnce"] } }
    case .twice: return CallResult(outcome: .completedTwice)
    case .never: return CallResult(outcome: call.hasForgottenTask ? .neverResumed : .neverCompleted)
    }
  }

  private func ended(_ returned: Returned) -> CallResult {
    switch returned {
    case .success(let json): return CallResult(outcome: .success(json))
    case .failure(let error, let values):
      // Most clients throw a plain URLError, which is neither of these.
      if type(of: error) != URLError.self {
        if let error = error as? Call.InputError { return CallResult(outcome: .unsupported(why: error.description)) }
        if let error = error as? ResultError { return CallResult(outcome: .unsupported(why: error.description)) }
        if let error = error as? ClientError { return CallResult(outcome: .unsupported(why: error.description)) }
      }
      let failure = FailureDescription(error, map: failureMap)
      return CallResult(outcome: .failure(failure.json, values: values), undescribed: failure.undescribed)
    }
  }

  /// Adds an operation that throws the client's errors.
  private mutating func register(_ name: String, body: @escaping @Sendable (Call) async throws -> Returned) {
    register(name) { call, _, ended in
      let returned: Returned
      do {
        returned = try await body(call)
      } catch {
        returned = .failure(error, values: nil)
      }
      ended(.completed(returned, isHeld: false))
    }
  }

  private mutating func register(_ name: String, body: @escaping Body) {
    if bodies[name] == nil { names.append(name) }
    bodies[name] = body
  }
}

/// A client that is passed to the only body that uses it.
private final class Held<Client>: @unchecked Sendable {
  // The body is the only user. Every other holder only releases it.
  let client: Client

  init(_ client: sending Client) { self.client = client }
}
