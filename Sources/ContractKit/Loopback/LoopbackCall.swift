package import ContractCore
import Foundation
import Synchronization

/// The base URLs of one call, and the sockets behind them.
///
/// Each call has its own listeners. So no request can be mistaken for another call's, however late it comes or however
/// long a client keeps its connections, and no call waits for the previous one. A listener costs about 60 µs, so a pool
/// of listeners would save nothing.
package final class LoopbackCall: Sendable {
  /// The base URLs for the client: those of the contract, on ports of the call's own.
  package let addresses: Addresses
  /// The hosts of this machine that it has.
  package let hosts: LoopbackHosts.Lease

  /// The sockets of all base URLs.
  private let all: [LoopbackAddress]
  /// What cookies are on the way; nil if they are as in the contract.
  private let cookies: LoopbackCookies?
  /// The path of a file that exists as long as the call; nil if there is none.
  private let file: String?
  private let calls: LoopbackServer.Calls
  /// The listeners that refuse connections after the answer to a request. The key is the request's number among the
  /// requests that can be read.
  private let refusals: [Int: Listener]
  /// Whether a connection ends before an answer. Then each answer ends its connection too: HTTP stacks send a request
  /// again by themselves if a connection that they used before ends (RFC 9112, section 9.3.1).
  private let breaksConnections: Bool
  /// Whether a response does not wait for the body of its request.
  private let answersEarly: Bool
  /// The proxy that clients use; nil if they connect to the sockets of the call.
  private let proxy: Listener?
  private let state = Mutex(State())
  /// How many requests were read.
  private let count = Atomic(0)

  private struct State {
    var script: Script?
    /// Returns whether the connection from a port is the client's.
    var isClient: @Sendable (Int) -> Bool = { _ in true }
    var isClosed = false
    /// The listeners that refuse connections by now.
    var refusing: Set<ObjectIdentifier> = []
    /// Why a connection got no TLS.
    var tlsError: SocketError?
  }

  init(
    _ scenario: Scenario, of contract: Contract, in lease: LoopbackHosts.Lease, by route: LoopbackServer.Route,
    calls: LoopbackServer.Calls, tls: (any TLSServer)?, threads: ThreadGroup
  ) throws(SocketError) {
    func identity(_ kind: Certificate?, _ host: String) throws(SocketError) -> (any TLSIdentity)? {
      guard let kind else { return nil }
      guard let tls else { throw SocketError("no TLS here", 0) }
      return try tls.identity(kind, for: host)
    }
    var all: [LoopbackAddress] = []
    func open(_ base: BaseURL, _ faults: [SocketFault?]) throws(SocketError) -> LoopbackAddress {
      let wrong = scenario.certificate ?? faults.first??.wrongCertificate
      let faults = wrong == nil ? faults : []
      let host = lease.host(for: base)
      let address =
        switch route {
        case .http, .https:
          try LoopbackAddress(
            base, on: host, faults, identity: identity(wrong ?? (route.isHTTPS ? .valid : nil), host),
            unlike: calls.ports, threads: threads)
        case .proxy:
          LoopbackAddress(
            proxied: base, faults, identity: try identity(base.scheme == "https" ? wrong ?? .valid : nil, base.host),
            threads: threads)
        }
      all.append(address)
      return address
    }
    var opened: [String?: LoopbackAddress] = [:]
    var another: LoopbackAddress?
    do throws(SocketError) {
      for name in [nil] + contract.addresses.named.keys.map(Optional.some) {
        let base = contract.addresses[name] ?? contract.addresses.base
        // Through a proxy, base URLs with one host and port have one server, as in the world.
        if route.isProxy, let shared = all.first(where: { $0.written.hasOrigin(of: base) }) {
          opened[name] = shared
          continue
        }
        let exchanges = scenario.exchanges.filter { exchange in
          route.isProxy
            ? contract.addresses.base(of: exchange).hasOrigin(of: base) : exchange.request?.base?.value == name
        }
        opened[name] = try open(base, exchanges.map(\.response.socketFault))
      }
      if scenario.leadsToAnotherHost {
        let own = contract.addresses.base
        another = try open(route.isProxy ? AnotherHost.baseURL(beside: own) : AnotherHost.baseURL, [])
      }
      if let file = scenario.variant?.sequel?.file { try Self.write(file) }
    } catch {
      for address in all { address.close() }
      throw error
    }
    var addresses = contract.addresses
    if !route.isProxy {
      addresses.base = opened[nil]?.url ?? addresses.base
      for (name, url) in addresses.named { addresses.named[name] = opened[name]?.url ?? url }
    }
    addresses.anotherHost = another?.url
    self.addresses = addresses.of(scenario)
    self.calls = calls
    file = scenario.variant?.sequel?.file?.path
    hosts = lease
    cookies = route.isProxy ? nil : LoopbackCookies(scenario, isSecure: route.isHTTPS)
    self.all = all
    proxy = route.proxy
    refusals = Self.refusals(scenario) { opened[$0]?.listener }
    breaksConnections = scenario.exchanges.contains { [.reset, .closed, .cut].contains($0.response.socketFault) }
    answersEarly = scenario.exchanges.contains(where: \.response.isEarly)
    do throws(SocketError) {
      for address in all { try accept(address) }
    } catch {
      close()
      throw error
    }
  }

  private static func write(_ file: Sequel.File) throws(SocketError) {
    let descriptor = Foundation.open(file.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw SocketError("open \(file.path)") }
    defer { Foundation.close(descriptor) }
    if Foundation.write(descriptor, file.bytes, file.bytes.count) != file.bytes.count {
      unlink(file.path)
      throw SocketError("write \(file.path)")
    }
  }

  /// Returns which listeners refuse, and after which request: the last readable request on the same base URL before the
  /// refusal.
  private static func refusals(_ scenario: Scenario, _ listener: (String?) -> Listener?) -> [Int: Listener] {
    var refusals: [Int: Listener] = [:]
    var last: [String?: Int] = [:]
    var count = 0
    for exchange in scenario.exchanges {
      let name = exchange.request?.base?.value
      let fault = exchange.response.socketFault
      if fault?.hidesRequest != true {
        count += 1
        last[name] = count
      } else if fault == .refused, let number = last[name] {
        refusals[number] = listener(name)
      }
    }
    return refusals
  }

  /// Whether the host of a base URL is one that nobody finds.
  package var hasUnknownHost: Bool { all.contains(where: \.isUnknown) }

  /// The hosts and ports of this machine that its base URLs have. Those that refuse connections are included.
  package var origins: [(host: String, port: Int)] {
    proxy != nil ? [] : all.filter { !$0.isUnknown }.map { ($0.url.host, $0.url.port) }
  }

  /// Passes requests to a script from now on.
  ///
  /// - Parameter isClient: Returns whether a connection from a port of this machine is the client's; by default, each
  ///   is. It is called when something has come on the connection. Other connections are reset.
  package func start(_ script: Script, for isClient: @escaping @Sendable (Int) -> Bool = { _ in true }) {
    state.withLock { ($0.script, $0.isClient) = (script, isClient) }
  }

  /// Records that the result has come. Silences and pauses end. The script still receives later requests, as long as
  /// the call is among the newest ended calls.
  package func retire() {
    for address in all { address.listener?.endWaits() }
    calls.retire(self)
  }

  /// What this machine did not do for the client, in words; nil if it did everything.
  package var trouble: String? {
    if let error = proxy?.trouble ?? all.lazy.compactMap({ $0.listener?.trouble }).first {
      return "some connections to 127.0.0.1 could not be accepted: \(error.advised)"
    }
    return state.withLock(\.tlsError).map { "a connection got no TLS: \($0.advised)" }
  }

  /// Waits until everything that came before the result was read, but only for a limited time. A client that does not
  /// wait for an answer has sent its request before its result, and the two travel on different paths.
  package func settle() {
    // Turns are counted instead of seconds. If the machine stops this process for a while, the threads that read
    // continue first.
    for _ in 0..<Self.settlingTurns {
      guard proxy?.hasNews == true || all.contains(where: { $0.listener?.hasNews == true }) else { return }
      Thread.sleep(forTimeInterval: 0.0005)
    }
  }

  /// How many times `settle` checks: for at least five seconds, if the client continues to send.
  private static let settlingTurns = 10_000

  /// Reports incomplete requests to the script, because the client has sent something.
  package func reportParts() {
    guard let script = state.withLock(\.script) else { return }
    for address in all { address.listener?.takeParts().forEach(script.reject) }
  }

  /// Waits until few of its connections are open, but only for a limited time.
  package func waitForConnections(atMost count: Int, seconds: Double) {
    _ = wait(seconds: seconds) { connectionCount <= count }
  }

  /// Waits until no client waits for more of an answer that falls silent, but only for a limited time. Returns whether that
  /// is so.
  package func waitForSilenceToEnd(seconds: Double) -> Bool {
    wait(seconds: seconds) { !all.contains { $0.listener?.isInWait == true } }
  }

  /// Ends its connections as a server does after a while, and waits until they have ended. What is still read or answered
  /// after a limited time goes on.
  package func endConnections(seconds: Double) {
    _ = wait(seconds: seconds) {
      endIdle()
      return connectionCount == 0
    }
  }

  /// Checks a condition again and again, for a limited time. Returns whether it was met.
  private func wait(seconds: Double, until isMet: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isMet() {
      if ContinuousClock.now >= end { return false }
      Thread.sleep(forTimeInterval: 0.005)
    }
    return true
  }

  /// How many of its connections are open.
  package var connectionCount: Int { all.reduce(0) { $0 + ($1.listener?.connectionCount ?? 0) } }

  /// Whether the call was closed and its threads have released every descriptor.
  var isReleased: Bool { state.withLock(\.isClosed) && all.allSatisfy { $0.listener?.isReleased ?? true } }

  /// Releases the ports and ends all connections. It does not wait for their threads.
  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    if !isFirst { return }
    for address in all { address.close() }
    if let file { unlink(file) }
  }

  // MARK: Connections

  /// Releases the descriptors of ended calls, because none is left for a connection.
  package func makeRoom() { calls.closeRetired() }

  /// Ends the connections on which a request is awaited, because the proxy serves another call from now on. Otherwise a
  /// client that opens connections ahead would use them for its next call.
  package func endIdle() {
    for address in all { address.listener?.shutDownIdle(for: .zero) }
  }

  /// Serves a connection that came to the proxy, if the request on it is for a base URL of the call.
  ///
  /// - Parameters:
  ///   - host: The host that the request names, in lower case.
  ///   - begin: Called before it is served.
  /// - Returns: Whether it was for a base URL of the call. Otherwise nothing was done.
  package func serve(_ connection: Connection, to host: String, port: Int, beginning begin: () -> Void) -> Bool {
    guard let address = all.first(where: { $0.written.host == host && $0.written.port == port }) else { return false }
    // A proxy answers with an error, which clients take for the server's. Nothing is nearer to a refused connection.
    address.listener?.serve(connection, beginning: begin) ?? connection.reset()
    return true
  }

  private func accept(_ address: LoopbackAddress) throws(SocketError) {
    guard let listener = address.listener else { return }
    let calls = calls
    try listener.start(relieving: { calls.closeRetired() }) { [self] connection in
      // The call lives until it is closed, because a request may be read when nothing else holds the call any more.
      let (script, isClient) = state.withLock { ($0.script, $0.isClient) }
      guard let script else { return connection.reset() }
      // A client can send only after it knows that it is connected, and before that its port is known.
      let first = connection.waitForByte()
      if first != nil, !isClient(connection.peerPort) { return connection.reset() }
      // A request without TLS is unexpected. A TLS hello is answered with bytes that are not TLS.
      if address.breaksTLS, first == HTTPReader.tlsHandshake {
        script.sawAttempt(at: address.written)
        connection.send(Array("contract-run: no TLS here\r\n".utf8))
        return
      }
      // What does not begin TLS is a request to a URL that the client did not get.
      guard let identity = address.identity, first == HTTPReader.tlsHandshake else {
        return serve(connection, of: address, script)
      }
      script.sawAttempt(at: address.written)
      do throws(SocketError) {
        connection.begin(try identity.begin())
      } catch {
        return state.withLock { $0.tlsError = error }
      }
      serve(connection, of: address, script)
    }
  }

  private func serve(_ connection: Connection, of address: LoopbackAddress, _ script: Script) {
    var reader = HTTPReader(connection)
    var early: Int?
    do throws(MalformedRequest) {
      while let request = try reader.next(answering: { head in
        early = answerEarly(head, on: connection, of: address, script)
        return early != nil
      }) {
        if let early { return script.complete(early, captured(request, on: connection, of: address)) }
        // A stack can have a second connection, and send on it before it sees its end.
        if isRefusing(address.listener) { return connection.reset() }
        let number = count.add(1, ordering: .relaxed).newValue
        let reply = script.reply(to: captured(request, on: connection, of: address))
        var writer = writer(reply, to: request, on: connection, of: address, script)
        connection.answers()
        let refuses = refuse(after: number, except: connection) === address.listener
        // A connection through a proxy that the client keeps would bring the requests of its next call.
        if refuses || breaksConnections || request.isToProxy || proxy != nil { writer.isLast = true }
        if !writer.write() { return }
      }
    } catch {
      script.reject(error)
      connection.answers()
      connection.refuse(error)
    }
  }

  private func writer(
    _ reply: Reply, to request: HTTPRequest, on connection: Connection, of address: LoopbackAddress, _ script: Script
  ) -> ReplyWriter {
    var reply = reply
    if let cookies { reply.headers = cookies.sent(reply.headers, from: address.written) }
    return ReplyWriter(
      request: request, reply: reply, connection: connection, leavesOut: script.leaveOut, exceeds: script.exceed)
  }

  /// Answers a request of which only the head was read, if its response does not wait for more. Nothing may come after
  /// the body.
  ///
  /// - Returns: What the script takes with the whole request; nil if it was not answered.
  private func answerEarly(
    _ head: HTTPRequest, on connection: Connection, of address: LoopbackAddress, _ script: Script
  ) -> Int? {
    guard answersEarly, let (reply, index) = script.earlyReply(to: captured(head, on: connection, of: address))
    else { return nil }
    _ = refuse(after: count.add(1, ordering: .relaxed).newValue, except: connection)
    var writer = writer(reply, to: head, on: connection, of: address, script)
    writer.isLast = true
    // A client that waits for the end of the connection sees it before it has sent its body.
    if !writer.write() { connection.endSending() }
    return index
  }

  /// Makes the listener that refuses connections after a request do so, and returns it; nil if there is none.
  private func refuse(after number: Int, except connection: Connection) -> Listener? {
    guard let refusing = refusals[number] else { return nil }
    _ = state.withLock { $0.refusing.insert(ObjectIdentifier(refusing)) }
    refusing.refuse(except: connection)
    return refusing
  }

  private func isRefusing(_ listener: Listener?) -> Bool {
    guard !refusals.isEmpty, let listener else { return false }
    return state.withLock { $0.refusing.contains(ObjectIdentifier(listener)) }
  }

  /// Returns a request in the form that a script receives.
  private func captured(
    _ request: HTTPRequest, on connection: Connection, of address: LoopbackAddress
  ) -> CapturedRequest {
    let request = proxy == nil ? request : request.passedOn
    let scheme = connection.isSecure ? "https" : "http"
    let isUsual = address.url.port == (connection.isSecure ? 443 : 80)
    let origin = "\(scheme)://\(address.url.host)" + (isUsual ? "" : ":\(address.url.port)")
    let url =
      switch request.target.utf8.first {
      case UInt8(ascii: "/"): origin + request.target
      case UInt8(ascii: "*"): origin
      default: request.method == "CONNECT" ? "http://\(request.target)" : request.target
      }
    return CapturedRequest(
      method: request.method, url: url, headers: cookies?.received(request.headers) ?? request.headers,
      body: request.body)
  }
}
