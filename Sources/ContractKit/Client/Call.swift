public import Foundation
import Synchronization

/// One run of an operation: what the driver was handed, and the doors that lead its client to the runner.
///
/// The doors do not depend on the transport: on `memory` they lead to a double inside this process, on `loopback` to
/// plain sessions, and only `baseURL` differs.
public struct Call: Sendable {
  /// The operation's name.
  public let operation: String
  /// How the client's requests travel in this run.
  public let transport: Transport
  /// The address that the client must use.
  public let baseURL: URL
  /// Further addresses by name; none where the contract has none.
  public let baseURLs: [String: URL]
  /// What the contract hands to the driver; null where it hands nothing.
  public let input: JSON

  private let doors: Doors

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - transport: How the client's requests travel; `memory` by default.
  ///   - responder: What answers the client's requests on `memory`; nil on `loopback`, where a server does.
  package init(
    operation: String, transport: ContractCore.Transport = .memory, baseURL: URL, baseURLs: [String: URL] = [:],
    input: JSON = nil,
    responder: (any Responder)?
  ) {
    self.operation = operation
    self.transport = Transport(transport)
    self.baseURL = baseURL
    self.baseURLs = baseURLs
    self.input = input
    doors = Doors(responder: responder)
  }

  /// A real `URLSession` that leads to the runner: the same one each time that a call is asked for it.
  ///
  /// The session has no delegate. It must not be invalidated: on Linux a later request on it would end the process.
  public var session: URLSession { doors.session }

  /// An ephemeral configuration that leads to the runner, for clients that make their own session; a new one each time.
  ///
  /// Whatever the client sets on it holds, but for `protocolClasses`: those must stay first.
  public var configuration: URLSessionConfiguration { doors.configuration }

  /// The classes that lead a configuration of the client's own to the runner: set them, or put them before its others.
  public var protocolClasses: [AnyClass] { doors.protocolClasses }

  /// A `MockSession`, which has URLSession's methods and leads to the runner: the same one each time.
  ///
  /// It calls handlers on a queue of its own. It sees the bodies of upload tasks, which on Linux no session shows.
  public var mock: MockSession { doors.mock }

  /// A new `MockSession` that calls handlers where the client needs them called.
  ///
  /// - Parameter handlers: The queue that completion handlers run on.
  public func mock(handlersOn handlers: MockSession.Handlers) -> MockSession { doors.mock(handlersOn: handlers) }

  /// Sends a request and returns its response, for clients on an HTTP stack of their own.
  ///
  /// - Parameter request: The request, with its body in `httpBody` or `httpBodyStream`.
  /// - Throws: What `URLSession.data(for:)` would throw.
  public func send(_ request: URLRequest) async throws -> (Data, URLResponse) { try await doors.carrier.send(request) }

  /// A request as it must be sent in this run, for a library whose address is fixed: scheme, host and port are exchanged
  /// for `baseURL`'s, and a path prefix for its.
  ///
  /// On `memory`, where the runner sees the address, the request stays as it is.
  ///
  /// - Parameters:
  ///   - request: What the library is about to send.
  ///   - base: The library's own address. A request that goes elsewhere stays as it is, so that it is caught. By default
  ///     every request is redirected, and keeps its path.
  public func redirect(_ request: URLRequest, from base: URL? = nil) -> URLRequest {
    guard transport == .loopback, let url = request.url, let target = url.redirected(from: base, to: baseURL) else {
      return request
    }
    var request = request
    request.url = target
    return request
  }

  /// Whether the last thing that the client did with a mock was to let go of a task that it had not resumed.
  var hasForgottenTask: Bool { doors.unresumed.isLast }

  /// What answers on `memory`; nil on `loopback`.
  var responder: (any Responder)? { doors.responder }
}

extension URL {
  /// The address with the origin and path prefix of one base exchanged for another's; nil where it is not below it.
  fileprivate func redirected(from base: URL?, to target: URL) -> URL? {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
      let new = URLComponents(url: target, resolvingAgainstBaseURL: true)
    else { return nil }
    if let base {
      guard let old = URLComponents(url: base, resolvingAgainstBaseURL: true), parts.hasOrigin(of: old) else {
        return nil
      }
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

  fileprivate func hasOrigin(of other: URLComponents) -> Bool {
    func port(_ parts: URLComponents) -> Int? { parts.port ?? (parts.scheme?.lowercased() == "https" ? 443 : 80) }
    return scheme?.lowercased() == other.scheme?.lowercased()
      && percentEncodedHost?.lowercased() == other.percentEncodedHost?.lowercased() && port(self) == port(other)
  }
}

extension Call {
  /// How a client's requests travel to the runner.
  public struct Transport: Sendable, Hashable, CustomStringConvertible {
    /// Through a test double inside this process.
    public static let memory = Transport(.memory)
    /// Over a socket on 127.0.0.1.
    public static let loopback = Transport(.loopback)

    private let kind: ContractCore.Transport

    init(_ kind: ContractCore.Transport) { self.kind = kind }

    /// The name that contracts use: `memory` or `loopback`.
    public var description: String { kind.rawValue }
  }
}

/// What stands behind a call's doors, made when first asked for.
private final class Doors: Sendable {
  private struct Made: Sendable {
    var slot: MemorySlot?
    var session: URLSession?
    var mock: MockSession?
  }

  /// Tells of the tasks of the call's mocks that were never resumed.
  let unresumed = UnresumedTasks()
  let responder: (any Responder)?
  private let made = Mutex(Made())

  init(responder: (any Responder)?) { self.responder = responder }

  deinit {
    if let slot = made.withLock({ $0.slot }) { MemorySlot.ring.takeBack(slot) }
  }

  var session: URLSession {
    made.withLock { made in
      if let session = made.session { return session }
      let session = URLSession(configuration: configuration(&made))
      made.session = session
      return session
    }
  }

  var configuration: URLSessionConfiguration { made.withLock { configuration(&$0) } }

  var protocolClasses: [AnyClass] { configuration.protocolClasses ?? [] }

  var carrier: Carrier { responder.map(Carrier.responder) ?? .session(session) }

  var mock: MockSession {
    if let mock = made.withLock({ $0.mock }) { return mock }
    let mock = mock(handlersOn: .ownQueue)
    return made.withLock { made in
      // Another thread may have been faster.
      made.mock = made.mock ?? mock
      return made.mock ?? mock
    }
  }

  func mock(handlersOn handlers: MockSession.Handlers) -> MockSession {
    MockSession(carrier: carrier, handlers: handlers, unresumed: unresumed)
  }

  private func configuration(_ made: inout Made) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    // On Linux a cache is asked on a concurrent queue before a request starts, which shuffles requests sent at once.
    configuration.urlCache = nil
    guard let responder else { return configuration }
    let slot = made.slot ?? MemorySlot.ring.claim(for: responder)
    made.slot = slot
    configuration.protocolClasses = [slot.protocolClass]
    return configuration
  }
}
