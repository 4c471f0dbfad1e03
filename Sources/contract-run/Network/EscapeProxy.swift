import ContractCore
import ContractLoopback
import Dispatch
import Foundation
import Synchronization

/// The proxy that a driver is started with. It reports which hosts a client tried to reach, and forwards nothing to them.
///
/// A visit is recorded before it is answered. So the runner knows the host before the client can notice the refusal.
///
/// Some stacks know `HTTP_PROXY`, and not `NO_PROXY`. What they send to a host of their call is passed on to it.
final class EscapeProxy: Sendable {
  /// How many bytes of a request line are read before the connection is closed.
  private static let lineLimit = 8192

  private let listener: Listener
  private let threads: ThreadGroup

  /// Listens on a free port of 127.0.0.1.
  ///
  /// - Parameter networkGuard: What knows the hosts of the driver's calls and the ports that are the driver's.
  init(_ networkGuard: NetworkGuard) throws(SocketError) {
    let threads = ThreadGroup()
    let listener = try Listener(threads: threads)
    (self.threads, self.listener) = (threads, listener)
    let own = listener.port
    try listener.start { connection in
      var head: [UInt8] = []
      let end = Self.read(upTo: [0x0A], from: connection, Self.lineLimit, &head)
      if head.isEmpty { return }
      let isDriver = networkGuard.mayHaveConnected(from: connection.peerPort)
      if end != nil, isDriver, let request = ProxyRequest(head), request.port != own,
        request.isForUnknownHost || networkGuard.isOwn(request.host, request.port)
      {
        return Self.forward(request, head, connection, on: threads, networkGuard)
      }
      let line = isDriver ? head[..<(end ?? head.count)] : nil
      networkGuard.visits.append(Self.visit(line, isWhole: end != nil, from: connection.peerPort))
      if end != nil { connection.send(Self.refusal) }
      connection.close(draining: end != nil)
    }
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// Returns the variables that send a client's requests to this proxy, in upper and lower case. Requests to 127.0.0.1,
  /// to the hosts of calls, and to hosts below `.invalid` do not use it.
  func environment(_ hosts: LoopbackHosts) -> [String: String] {
    let proxy = url
    // Many stacks do not know ranges of addresses here.
    let direct = (["127.0.0.1", ".invalid"] + hosts.names).joined(separator: ",")
    return [
      "http_proxy": proxy, "https_proxy": proxy, "HTTP_PROXY": proxy, "HTTPS_PROXY": proxy,
      "no_proxy": direct, "NO_PROXY": direct,
    ]
  }

  var port: Int { listener.port }

  func close() { listener.stop() }

  // MARK: Connections

  /// Reads up to some bytes, or up to a limit. Returns their position; nil if they do not come.
  private static func read(
    upTo mark: [UInt8], from connection: Connection, _ limit: Int, _ bytes: inout [UInt8]
  ) -> Int? {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while true {
        if let end = bytes.firstRange(of: mark)?.lowerBound { return end }
        if bytes.count > limit { return nil }
        let count = connection.read(into: buffer)
        if count <= 0 { return nil }
        bytes += buffer[..<count]
      }
    }
  }

  /// Returns what came, by its first line; nil if it is not the driver's.
  private static func visit(_ line: ArraySlice<UInt8>?, isWhole: Bool, from peer: Int) -> NetworkVisit {
    guard var line else { return .stranger(line: nil, peer: peer) }
    if isWhole, line.last == UInt8(ascii: "\r") { line.removeLast() }
    let text = String(decoding: line, as: UTF8.self)
    let host = isWhole ? host(ofRequestLine: text) : nil
    return host.map { .escape(.proxied(host: $0, peer: peer)) } ?? .stranger(line: text, peer: peer)
  }

  /// Passes a request on to the host of the call, and what comes back to the client.
  ///
  /// - Parameter head: What has come of the request.
  private static func forward(
    _ request: ProxyRequest, _ head: [UInt8], _ client: Connection, on threads: ThreadGroup,
    _ networkGuard: NetworkGuard
  ) {
    var head = head
    let end = read(upTo: Array("\r\n\r\n".utf8), from: client, HTTPReader.headLimit, &head)
    // A proxy answers with an error, which clients take for the server's. Nothing is nearer to a refused connection.
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
  static func host(ofRequestLine line: String) -> String? {
    let words = line.split(separator: " ")
    guard words.count >= 2, !words[1].hasPrefix("/") else { return nil }
    let target = String(words[1])
    if words[0] == "CONNECT" { return target }
    guard target.contains("://") else { return nil }
    guard let parts = URLComponents(string: target), let host = parts.host, !host.isEmpty else { return target }
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
      parts.scheme?.lowercased() == scheme, let host = parts.host?.lowercased()
    else { return nil }
    self.host = host
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
