public import Foundation
import Synchronization

/// One run of an operation. It has the operation's input, and the injection points that connect the client to the
/// runner.
///
/// The injection points work on both transports. On `memory` they lead to a test double inside this process, on
/// `loopback` to plain sessions. Only the base URLs differ.
public struct Call: Sendable {
  /// The operation's name.
  public let operation: String
  /// The way in which the client's requests travel in this run.
  public let transport: Transport
  /// The base URL that the client must use.
  public let baseURL: URL
  /// The contract's other base URLs by name. Empty if it has none.
  public let baseURLs: [String: URL]
  /// The contract's input for the operation, or null if it has none.
  public let input: JSON
  /// Whether it shares its client with other calls.
  let isInGroup: Bool

  private let shared: SharedClient

  private let points: InjectionPoints

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - transport: How the client's requests travel; `memory` by default.
  ///   - responder: The responder that answers the client's requests on `memory`. Pass nil on `loopback`, where a
  ///     server answers.
  ///   - shared: The client of the call; by default, there is none.
  ///   - isInGroup: Whether other calls have the same client; false by default.
  package init(
    operation: String, transport: ContractProtocol.Transport = .memory, baseURL: URL, baseURLs: [String: URL] = [:],
    input: JSON = .null, responder: (any Responder)?, shared: SharedClient = .none, isInGroup: Bool = false
  ) {
    self.operation = operation
    self.transport = Transport(transport)
    self.baseURL = baseURL
    self.baseURLs = baseURLs
    self.input = input
    (self.shared, self.isInGroup) = (shared, isInGroup)
    points = InjectionPoints(responder: responder)
  }

  /// A real `URLSession` that is connected to the runner. A call always returns the same one.
  ///
  /// The session has no delegate. Do not invalidate it: on Linux a later request on it ends the process.
  public var session: URLSession { points.session }

  /// A new ephemeral configuration that is connected to the runner, for clients that create their own session.
  ///
  /// The client can change every setting except `protocolClasses`: the classes in it must stay first.
  public var configuration: URLSessionConfiguration { points.configuration }

  /// The classes that connect the client's own configuration to the runner. Set them as the configuration's
  /// `protocolClasses`. If it already has some, put these first.
  public var protocolClasses: [AnyClass] { configuration.protocolClasses ?? [] }

  /// A `MockSession`, which has the methods of URLSession and is connected to the runner. A call always returns the
  /// same one.
  ///
  /// It calls handlers on its own queue. Unlike a session on Linux, it sees the bodies of upload tasks.
  public var mock: MockSession { points.mock }

  /// Returns a new `MockSession`, for a client that needs its completion handlers on another queue.
  ///
  /// - Parameter queue: The queue on which completion handlers run.
  public func mock(callbacksOn queue: MockSession.CallbackQueue) -> MockSession { points.mock(callbacksOn: queue) }

  /// Sends a request and returns its response, for clients that have their own HTTP stack.
  ///
  /// - Parameter request: The request, with its body in `httpBody` or `httpBodyStream`.
  /// - Throws: The error that `URLSession.data(for:)` would throw.
  public func send(_ request: URLRequest) async throws -> (Data, URLResponse) { try await points.carrier.send(request) }

  /// Returns the request as it must be sent in this run, for a library whose base URL is fixed.
  ///
  /// On `loopback` it replaces the library's base URL, path prefix included, by `baseURL`. On `memory` the request
  /// stays as it is, because the runner sees its URL.
  ///
  /// - Parameters:
  ///   - request: The request that the library is about to send.
  ///   - base: The library's own base URL. A request that is not below it stays as it is, so that the runner can catch
  ///     it. If `base` is nil, which is the default, every request gets another scheme, host and port, and keeps its
  ///     path.
  public func redirect(_ request: URLRequest, from base: URL? = nil) -> URLRequest {
    guard transport == .loopback, let url = request.url, let target = url.redirected(from: base, to: baseURL) else {
      return request
    }
    var request = request
    request.url = target
    return request
  }

  /// Returns the client that `Operations.client` makes: one for this call, or one for all calls of a group, which the runner
  /// makes to see what happens between calls.
  ///
  /// - Parameter type: The type of the client; by default the type that the caller's context expects.
  /// - Throws: The error of what makes the client. Let the operation throw it. If the driver makes no client of this type,
  ///   the scenario is errored, not failed.
  public func client<Client: Sendable>(_ type: Client.Type = Client.self) async throws -> Client {
    points.use.withLock { $0.takesClient = true }
    let client = try await shared.client(of: self, keeping: points)
    guard let client = client as? Client else {
      let (made, wanted) = (typeName(of: Swift.type(of: client)), typeName(of: type))
      throw ClientError(why: "the driver's client is a \(made), not a \(wanted)")
    }
    return client
  }

  /// Sets how the call is canceled, for a client that has no task: `call.onCancel { task.cancel() }`.
  ///
  /// The task of an operation is canceled in any case. The closure runs on any thread, and at once if the call was canceled
  /// before.
  ///
  /// - Parameter cancel: Cancels the client's work.
  public func onCancel(_ cancel: @escaping @Sendable () -> Void) {
    let isLate = points.use.withLock { use in
      use.cancels.append(cancel)
      return use.isCanceled
    }
    if isLate { cancel() }
  }

  /// Runs what `onCancel` was given. Returns whether there is anything.
  func cancel() -> Bool {
    let cancels = points.use.withLock { use in
      use.isCanceled = true
      return use.cancels
    }
    for cancel in cancels { cancel() }
    return !cancels.isEmpty
  }

  /// Whether the operation has taken the client that it may share.
  var takesClient: Bool { points.use.withLock(\.takesClient) }

  /// Whether the client's last action with a mock was to release a task that it had not resumed.
  var hasForgottenTask: Bool { points.unresumed.isLast }

  /// Removes the cookies that the answers to the call's requests set, because the call is over.
  func removeCookies() { points.removeCookies() }

  /// The responder that answers on `memory`; nil on `loopback`.
  var responder: (any Responder)? { points.responder }
}

extension URL {
  /// Returns the URL with the origin and path prefix of one base URL replaced by those of another, or nil if the URL is
  /// not below the first one.
  fileprivate func redirected(from base: URL?, to target: URL) -> URL? {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
      let new = URLComponents(url: target, resolvingAgainstBaseURL: true)
    else { return nil }
    if let base {
      guard let old = URLComponents(url: base, resolvingAgainstBaseURL: true), origin == base.origin else { return nil }
      let prefix = old.pathPrefix
      guard parts.percentEncodedPath == prefix || parts.percentEncodedPath.hasPrefix(prefix + "/") else { return nil }
      parts.percentEncodedPath = new.pathPrefix + parts.percentEncodedPath.dropFirst(prefix.count)
    }
    parts.scheme = new.scheme
    parts.percentEncodedHost = new.percentEncodedHost
    parts.port = new.port
    return parts.url
  }
}

extension URLComponents {
  fileprivate var pathPrefix: String {
    percentEncodedPath.hasSuffix("/") ? String(percentEncodedPath.dropLast()) : percentEncodedPath
  }
}

extension Call {
  /// The way in which a client's requests travel to the runner.
  public struct Transport: Sendable, Hashable, CustomStringConvertible {
    /// Requests go to a test double inside this process.
    public static let memory = Transport(.memory)
    /// Requests go over a socket to 127.0.0.1.
    public static let loopback = Transport(.loopback)

    private let kind: ContractProtocol.Transport

    init(_ kind: ContractProtocol.Transport) { self.kind = kind }

    /// The name that contracts use: `memory` or `loopback`.
    public var description: String { kind.rawValue }
  }
}

/// The objects behind a call's injection points. Each is created on first use.
private final class InjectionPoints: Sendable {
  private struct Made: Sendable {
    var slot: MemorySlot?
    var session: URLSession?
    var mock: MockSession?
  }

  /// What the operation uses of its call.
  struct Use: Sendable {
    var takesClient = false
    var isCanceled = false
    var cancels: [@Sendable () -> Void] = []
  }

  let use = Mutex(Use())
  /// The record of mocks' tasks that were released without being resumed.
  let unresumed = UnresumedTasks()
  let responder: (any Responder)?
  private let made = Mutex(Made())

  init(responder: (any Responder)?) { self.responder = responder }

  deinit {
    guard let slot = made.withLock({ $0.slot }) else { return }
    // Those of a group are kept until here.
    slot.call.removeCookies()
    MemorySlot.ring.release(slot)
  }

  func removeCookies() { made.withLock(\.slot)?.call.removeCookies() }

  var session: URLSession {
    made.withLock { made in
      let session = made.session ?? URLSession(configuration: configuration(&made))
      made.session = session
      return session
    }
  }

  var configuration: URLSessionConfiguration { made.withLock { configuration(&$0) } }

  var carrier: RequestSender { responder.map(RequestSender.responder) ?? .session(session) }

  var mock: MockSession {
    if let mock = made.withLock({ $0.mock }) { return mock }
    let mock = mock(callbacksOn: .ownQueue)
    return made.withLock { made in
      // Another thread may have been faster.
      made.mock = made.mock ?? mock
      return made.mock ?? mock
    }
  }

  func mock(callbacksOn queue: MockSession.CallbackQueue) -> MockSession {
    MockSession(carrier: carrier, callbackQueue: queue, unresumed: unresumed)
  }

  private func configuration(_ made: inout Made) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    // On Linux, a concurrent queue asks the cache before a request starts, so requests sent at once would change their
    // order.
    configuration.urlCache = nil
    guard let responder else { return configuration }
    let slot = made.slot ?? MemorySlot.ring.claim(for: responder)
    made.slot = slot
    configuration.protocolClasses = [slot.protocolClass]
    return configuration
  }
}

/// The type that answers the requests of one call. It is the only seam between test doubles and whoever plays the
/// network.
///
/// A driver's responder asks the runner over the connection. In a test process, the scenario's `Script` is the responder.
/// Test doubles know only this protocol.
package protocol Responder: Sendable {
  /// Receives a request as the client sent it, and passes the reply to `answer` exactly once.
  ///
  /// This function takes a closure instead of being async. A test double asks in the middle of work that Foundation or
  /// the client does, so a reply that is known at once must not cost a change of threads.
  ///
  /// - Parameters:
  ///   - request: The request. Test doubles pass requests in the order in which the client sent them.
  ///   - answer: The closure to call once: before this function returns, or later from any thread. It does not run the
  ///     client's code.
  func respond(to request: CapturedRequest, _ answer: @escaping @Sendable (Reply) -> Void)
}
