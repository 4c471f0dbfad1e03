import ContractCore
import ContractLoopback
import Dispatch
import Foundation
import Synchronization

/// The proxy that a driver is started with. It serves the base URLs of a call whose client uses those of its contract, and
/// reports which other hosts a client tried to reach. It connects to no other machine.
///
/// A visit is recorded before it is answered. So the runner knows the host before the client can notice the refusal.
///
/// Some stacks know `HTTP_PROXY`, and not `NO_PROXY`. What they send to a host of their call is passed on to it.
final class DriverProxy: Sendable {
  /// What accepts its connections.
  let listener: Listener
  private let threads: ThreadGroup
  /// The call whose base URLs it serves; nil if clients use sockets of their calls.
  private let call = Mutex<LoopbackCall?>(nil)

  /// Listens on a free port of 127.0.0.1.
  ///
  /// - Parameter networkGuard: What knows the hosts of the driver's calls and the ports that are the driver's.
  init(_ networkGuard: NetworkGuard) throws(SocketError) {
    threads = ThreadGroup()
    listener = try Listener(host: "127.0.0.1", threads: threads)
    try listener.start(relieving: { [self] in call.withLock(\.self)?.makeRoom() }) { [self] connection in
      serve(connection, networkGuard)
    }
  }

  /// Serves the base URLs of a call from now on, and those of the call before it no longer.
  func serve(_ call: LoopbackCall) {
    let last = self.call.withLock { last in
      defer { last = call }
      return last
    }
    last?.endIdle()
  }

  private func serve(_ connection: Connection, _ networkGuard: NetworkGuard) {
    let (line, isWhole) = connection.peekLine(limit: HTTPReader.headLimit)
    if line.isEmpty, !isWhole { return }
    let isDriver = networkGuard.mayHaveConnected(from: connection.peerPort)
    let call = call.withLock(\.self)
    if isWhole, isDriver, let request = ProxyRequest(line) {
      let isServed = call?.serve(connection, to: request.host, port: request.port) {
        if request.isTunnel { Self.openTunnel(connection) }
      }
      if isServed == true { return }
      if request.port != port, request.isForUnknownHost || networkGuard.isOwn(request.host, request.port) {
        return Self.forward(request, connection, on: threads, networkGuard)
      }
    }
    networkGuard.visits.append(
      Self.visit(isDriver ? line : nil, isWhole: isWhole, serves: call != nil, from: connection.peerPort))
    if isWhole { connection.send(Self.refusal) }
    connection.close(draining: isWhole)
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// Adds the variables that send a client's requests to this proxy, in upper and lower case, and removes those that name
  /// another one.
  ///
  /// - Parameter hosts: The hosts of calls. Requests to them, to 127.0.0.1 and to hosts below `.invalid` do not use it. If it
  ///   is nil, all requests use it but those to this machine.
  func addVariables(to environment: inout [String: String], besides hosts: LoopbackHosts?) {
    for name in ["all_proxy", "ALL_PROXY"] { environment[name] = nil }
    for name in ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"] { environment[name] = url }
    // Many stacks do not know ranges of addresses here.
    let direct = hosts.map { ["127.0.0.1", ".invalid"] + $0.names } ?? ["127.0.0.1", "localhost", "::1"]
    for name in ["no_proxy", "NO_PROXY"] { environment[name] = direct.joined(separator: ",") }
    if hosts == nil {
      // Node.js reads the others only if this one is set.
      environment["NODE_USE_ENV_PROXY"] = "1"
      environment.addJavaOptions(
        ["http", "https"].map { "-D\($0).proxyHost=127.0.0.1 -D\($0).proxyPort=\(port)" }.joined(separator: " ")
          + " -Dhttp.nonProxyHosts=127.0.0.1|localhost|[::1]")
    }
  }

  var port: Int { listener.port }

  func close() { listener.stop() }

  // MARK: Connections

  /// Reads the head of a request, and perhaps more. Returns it with the end of its last line; nil if that does not come.
  ///
  /// - Parameter step: How many bytes are read at once. With 1, nothing more than the head is read.
  private static func readHead(of client: Connection, step: Int = 4096) -> (bytes: [UInt8], end: Int?) {
    let mark = Array("\r\n\r\n".utf8)
    var bytes: [UInt8] = []
    return withUnsafeTemporaryAllocation(byteCount: step, alignment: 1) { buffer in
      while bytes.count <= HTTPReader.headLimit {
        let count = client.read(into: buffer)
        if count <= 0 { break }
        bytes += buffer[..<count]
        if let end = bytes.suffix(count + 3).firstRange(of: mark)?.lowerBound { return (bytes, end) }
      }
      return (bytes, nil)
    }
  }

  /// Answers that a tunnel is open (RFC 9110, section 9.3.6).
  private static func openTunnel(_ client: Connection) {
    // Clients may send what is for the server before they have the answer.
    _ = readHead(of: client, step: 1)
    client.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
    client.awaits()
  }

  /// Returns what came, by its first line; nil if it is not the driver's.
  private static func visit(_ line: [UInt8]?, isWhole: Bool, serves: Bool, from peer: Int) -> NetworkVisit {
    guard var line else { return .stranger(line: nil, peer: peer) }
    if isWhole, line.last == UInt8(ascii: "\r") { line.removeLast() }
    let text = String(decoding: line, as: UTF8.self)
    let host = isWhole ? host(ofRequestLine: text, serves: serves) : nil
    return host.map { .escape(.proxied(host: $0, peer: peer)) } ?? .stranger(line: text, peer: peer)
  }

  /// Passes a request on to the host of the call, and what comes back to the client.
  private static func forward(
    _ request: ProxyRequest, _ client: Connection, on threads: ThreadGroup, _ networkGuard: NetworkGuard
  ) {
    let (head, end) = readHead(of: client)
    guard !request.isForUnknownHost, let server = Connection(to: request.host, port: request.port) else {
      return client.reset()
    }
    defer { server.close() }
    networkGuard.admit(server.ownPort)
    if request.isTunnel {
      client.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
      server.send(Array(head[((end ?? head.count - 4) + 4)...]))
    } else {
      server.send(ProxyRequest.forwarded(head, end: end))
    }
    let answering = DispatchGroup()
    let isLost = Atomic(false)
    answering.enter()
    do {
      try threads.start {
        if server.pass(to: client) {
          isLost.store(true, ordering: .relaxed)
          client.shutDown()
        } else {
          client.endSending()
        }
        answering.leave()
      }
    } catch {
      answering.leave()
      return client.reset()
    }
    client.pass(to: server)
    server.endSending()
    answering.wait()
    if isLost.load(ordering: .relaxed) { client.reset() }
  }

  private static let refusal =
    HTTPResponse(403, text: "contract-run: requests must not leave this machine\n").bytes(for: nil)

  /// Returns the host of `CONNECT host:443 HTTP/1.1` or `GET http://host/path HTTP/1.1`, or nil for a line that is not
  /// a request to a proxy (RFC 9112, section 3.2), such as `GET /path HTTP/1.1`.
  ///
  /// - Parameter serves: Whether the proxy serves hosts, so that the form of a request matters; false by default.
  static func host(ofRequestLine line: String, serves: Bool = false) -> String? {
    let words = line.split(separator: " ")
    guard words.count >= 2, !words[1].hasPrefix("/") else { return nil }
    let target = String(words[1])
    if words[0] == "CONNECT" { return target }
    guard target.contains("://") else { return nil }
    guard let parts = URLComponents(string: target), let host = parts.host, !host.isEmpty else { return target }
    // Some stacks ask for https like for http. Then the proxy would get what is only for the server.
    if serves, parts.scheme?.lowercased() == "https" { return "https://\(host), without a tunnel (CONNECT)" }
    return parts.port.map { "\(host):\($0)" } ?? host
  }
}

/// A request to a proxy, by its first line.
struct ProxyRequest {
  let host: String
  let port: Int
  /// Whether it asks for a connection, and not for an answer.
  let isTunnel: Bool

  /// Whether it is for the host that nobody finds.
  var isForUnknownHost: Bool { host == LoopbackHosts.unknown }

  /// Reads a request line; nil if it names no host.
  init?(_ head: [UInt8]) {
    let words = String(decoding: head.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self).split(separator: " ")
    guard words.count == 3 else { return nil }
    isTunnel = words[0] == "CONNECT"
    let scheme = isTunnel ? "https" : "http"
    guard let parts = URLComponents(string: isTunnel ? "https://\(words[1])" : String(words[1])),
      parts.scheme?.lowercased() == scheme, let host = parts.encodedHost?.lowercased()
    else { return nil }
    // A dot at the end is the root of all names (RFC 1034, section 3.1).
    self.host = host.hasSuffix(".") ? String(host.dropLast()) : host
    port = parts.port ?? (isTunnel ? 443 : 80)
  }

  /// Returns a head as the server gets it: without what is for the proxy, and without user information. Its target stays
  /// a whole URL, so that the server knows that the connection is for one request.
  ///
  /// - Parameter end: The end of its last line; nil if it is not complete.
  static func forwarded(_ bytes: [UInt8], end: Int?) -> [UInt8] {
    guard let end else { return bytes }
    let lineEnd = Array("\r\n".utf8)
    var lines = bytes[..<end].split(separator: lineEnd).map(Array.init)
    lines.removeAll { String(decoding: $0.prefix(17), as: UTF8.self).lowercased() == "proxy-connection:" }
    if let first = lines.first {
      lines[0] = Array(String(decoding: first, as: UTF8.self).replacing(#/^([^ ]+ [^:]+:\/\/)[^\/?@]*@/#) { $0.1 }.utf8)
    }
    return Array(lines.joined(separator: lineEnd)) + bytes[end...]
  }
}
