import Foundation

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

  /// When calls must be over, and handlers have been kept for too long.
  let deadlines = Deadlines()
  /// How long a handler that was called may be kept before the call is over (docs/driver-protocol.md, "Exactly once").
  var patience = Duration.milliseconds(50)
  /// In the order added.
  private(set) var names: [String] = []
  private var bodies: [String: Body] = [:]
  private var failureMap: @Sendable (any Error, inout FailureDescription) -> Void = { _, _ in }

  /// Runs a call, which tells how it ended: before this returns, or when its client's handler is called.
  private typealias Body = @Sendable (Call, CallHandlers) async -> Void

  /// What a call calls when it ends.
  private struct CallHandlers: Sendable {
    /// Called once, with how the call ended.
    var ended: @Sendable (CallEnd) -> Void
    /// Called for a completion after that.
    var completedAgain: @Sendable () -> Void
  }

  /// How a call ended.
  private enum CallEnd: Sendable {
    case returned(Returned, unobserved: [String] = [])
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
    add(name) { call in .success(try await body(call)) }
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
    add(name) { call in .success(try await body(call)) }
  }

  /// Adds an operation of a client that completes by a handler, which must call `Completion` exactly once.
  ///
  /// The call holds the client until it is over, so that a client which captures itself weakly is not lost.
  ///
  /// ```swift
  /// operations.on("upload", client: { UploadClient(session: $0.mock) }) { client, call, done in
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
    add(name) { [deadlines, patience] call, ending in
      let held: Held<Client>
      do {
        held = Held(try await client(call))
      } catch {
        return ending.ended(.returned(.failure(error, values: nil)))
      }
      let record = CallRecord(deadlines, patience, completedAgain: ending.completedAgain) { end in
        withExtendedLifetime(held) {}
        switch end {
        case .completed(let returned, let isHeld):
          ending.ended(.returned(returned, unobserved: isHeld ? ["exactlyOnce"] : []))
        case .twice: ending.ended(.broken(.completedTwice))
        case .never: ending.ended(.broken(call.hasForgottenTask ? .neverResumed : .neverCompleted))
        }
      }
      let completion = Completion(record)
      do {
        try await body(held.client, call, completion)
      } catch {
        completion.fail(error)
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

  /// Starts what `run` does, in a task of its own whose first steps are taken on the calling thread where Swift can.
  func start(
    _ call: Call, isLent: Bool = false, completedAgain: @escaping @Sendable () -> Void = {},
    ended: @escaping @Sendable (CallResult) -> Void
  ) {
    startDetachedTask { await run(call, isLent: isLent, completedAgain: completedAgain, ended: ended) }
  }

  /// Runs the operation that a call names; `unsupported` where there is none of that name, or where its input cannot
  /// be read or its result not be told.
  ///
  /// - Parameters:
  ///   - isLent: Whether the call has the shared session already, where the driver uses that; false by default.
  ///   - completedAgain: Told of a completion after the result.
  ///   - ended: Told the result, once, on whatever thread it comes about: before this returns, or when a handler is called.
  func run(
    _ call: Call, isLent: Bool = false, completedAgain: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable (CallResult) -> Void
  ) async {
    guard let body = bodies[call.operation] else { return ended(CallResult(outcome: .unsupported())) }
    let ending = CallHandlers(
      ended: { end in
        ended(result(end))
        // A call that is let go gives its slot back; the body may need no more of it than its session.
        withExtendedLifetime(call) {}
      }, completedAgain: completedAgain)
    guard usesSharedSession, !isLent else { return await body(call, ending) }
    if let why = await SharedSession.lend(to: call.responder, at: [call.baseURL] + call.baseURLs.values) {
      return ending.ended(.broken(.unsupported(why: why)))
    }
    let lent = CallHandlers(
      ended: { end in
        SharedSession.takeBack()
        ending.ended(end)
      }, completedAgain: completedAgain)
    await body(call, lent)
  }

  private func result(_ end: CallEnd) -> CallResult {
    switch end {
    case .returned(.success(let json), let unobserved): CallResult(outcome: .success(json), unobserved: unobserved)
    case .returned(.failure(let error, let values), let unobserved):
      CallResult(outcome: outcome(error, values), unobserved: unobserved)
    case .broken(let outcome): CallResult(outcome: outcome)
    }
  }

  private func outcome(_ error: any Error, _ values: JSON?) -> Outcome {
    // What most clients throw is asked for nothing else.
    if exactly(URLError.self, error) == nil {
      if let error = error as? Call.InputError { return .unsupported(why: error.description) }
      if let error = error as? ResultError { return .unsupported(why: error.description) }
    }
    return .failure(FailureDescription(error, map: failureMap).json, values: values)
  }

  /// Adds an operation that throws what the client throws.
  private mutating func add(_ name: String, body: @escaping @Sendable (Call) async throws -> Returned) {
    add(name) { call, ending in
      do {
        ending.ended(.returned(try await body(call)))
      } catch {
        ending.ended(.returned(.failure(error, values: nil)))
      }
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
