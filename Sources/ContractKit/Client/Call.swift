import Synchronization

/// One run of an operation: what the driver was handed, and the doors that lead its client to the runner.
///
/// The doors do not depend on the transport: on `memory` they lead to a double inside this process, on `loopback` to
/// plain sessions, and only `baseURL` differs.
public struct Call: Sendable {
  /// The operation's name.
  public let operation: String
  /// How the client's requests travel.
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
  ///   - responder: What answers the client's requests on `memory`; nil on `loopback`, where a server does.
  public init(
    operation: String, transport: Transport = .memory, baseURL: URL, baseURLs: [String: URL] = [:], input: JSON = nil,
    responder: (any Responder)?
  ) {
    self.operation = operation
    self.transport = transport
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
}

/// What stands behind a call's doors, made when first asked for.
private final class Doors: Sendable {
  private struct Made: Sendable {
    var slot: MemorySlot?
    var session: URLSession?
  }

  private let responder: (any Responder)?
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

  private func configuration(_ made: inout Made) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    guard let responder else { return configuration }
    let slot = made.slot ?? MemorySlot.ring.claim(for: responder)
    made.slot = slot
    configuration.protocolClasses = [slot.protocolClass]
    // On Linux a cache is asked on a concurrent queue before a request starts, which shuffles requests sent at once.
    configuration.urlCache = nil
    return configuration
  }
}
