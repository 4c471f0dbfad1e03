import ContractCore
import ContractLoopback
import Foundation

/// The proxy that a driver is started with. It forwards nothing, and reports which hosts a client tried to reach.
///
/// A visit is recorded before it is answered. So the runner knows the host before the client can notice the refusal.
final class EscapeProxy: Sendable {
  /// How many bytes of a request line are read before the connection is closed.
  private static let headLimit = 8192

  private let listener: Listener

  /// Listens on a free port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - visits: Where visits are recorded.
  ///   - isDriver: Returns whether the driver may have connected from a port of this machine.
  init(
    _ visits: NetworkVisits, isDriver: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) throws(SocketError) {
    listener = try Listener()
    try listener.start { connection in
      guard let visit = Self.visit(on: connection, isDriver) else { return }
      visits.append(visit.visit)
      if visit.isWholeLine { connection.send(Self.refusal) }
      connection.close(draining: visit.isWholeLine)
    }
  }

  /// The address of the proxy.
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

  /// Reads the first line that comes on a connection. Returns nil if nothing comes.
  private static func visit(
    on connection: Connection, _ isDriver: (Int) -> Bool
  ) -> (visit: NetworkVisit, isWholeLine: Bool)? {
    var head: [UInt8] = []
    var end: Int?
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while end == nil, head.count <= headLimit {
        let count = connection.read(into: buffer)
        if count <= 0 { return }
        head += buffer[..<count]
        end = head.firstIndex(of: 0x0A, from: 0)
      }
    }
    if head.isEmpty { return nil }
    var line = head[..<(end ?? head.count)]
    if end != nil, line.last == UInt8(ascii: "\r") { line.removeLast() }
    let text = String(decoding: line, as: UTF8.self)
    let peer = connection.peerPort
    let host = end == nil ? nil : host(ofRequestLine: text)
    if !isDriver(peer) { return (.stranger(line: nil, peer: peer), end != nil) }
    return (host.map { .escape(.proxied(host: $0, peer: peer)) } ?? .stranger(line: text, peer: peer), end != nil)
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
