import ContractCore
import Foundation
import Synchronization

/// The proxy that a driver is started with. It forwards nothing, and reports which hosts a client tried to reach.
///
/// A visit is recorded before it is answered. So the runner knows the host before the client can notice the refusal.
final class EscapeProxy: Sendable {
  /// A connection to the proxy.
  enum Visit: Sendable, Equatable {
    /// A proxy request for a host, from a port of this machine. It is most likely the client's.
    case escape(host: String, peer: Int)
    /// Anything else, with its first line. No client asks a proxy in this way, but any process of this machine may.
    case stranger(line: String, peer: Int)
  }

  /// How many bytes of a request line are read before the connection is closed.
  private static let headLimit = 8192

  private let listener: Listener
  private let visits = Mutex<[Visit]>([])

  /// Listens on a free port of 127.0.0.1.
  ///
  /// - Parameter wake: The pipe to wake after each visit.
  init(_ processes: Processes, wake: WakePipe) throws(SocketError) {
    listener = try Listener { processes.withoutSpawning($0) }
    try listener.start { [self] connection in
      guard let visit = Self.visit(on: connection) else { return }
      visits.withLock { $0.append(visit.visit) }
      wake.wake()
      if visit.isWholeLine { connection.send(Self.refusal) }
      connection.close(draining: visit.isWholeLine)
    }
  }

  /// The variables that send a client's requests to this proxy, in upper and lower case. Requests to 127.0.0.1 and to
  /// hosts below `.invalid` do not use it.
  var environment: [String: String] {
    let proxy = "http://127.0.0.1:\(listener.port)"
    let direct = "127.0.0.1,.invalid"
    return [
      "http_proxy": proxy, "https_proxy": proxy, "HTTP_PROXY": proxy, "HTTPS_PROXY": proxy,
      "no_proxy": direct, "NO_PROXY": direct,
    ]
  }

  /// Returns the visits since the last call, and removes them.
  func takeVisits() -> [Visit] {
    visits.withLock { visits in
      defer { visits = [] }
      return visits
    }
  }

  func close() { listener.stop() }

  // MARK: Connections

  /// Reads the first line that comes on a connection. Returns nil if nothing comes.
  private static func visit(on connection: Connection) -> (visit: Visit, isWholeLine: Bool)? {
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
    let host = end == nil ? nil : host(ofRequestLine: text)
    let visit = host.map { Visit.escape(host: $0, peer: connection.peerPort) }
    return (visit ?? .stranger(line: text, peer: connection.peerPort), end != nil)
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
