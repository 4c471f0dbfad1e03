import ContractCore
import Foundation

/// The proxy that drivers are started with: it lets nothing through, and reports which hosts a client reached for.
///
/// It lives on its worker's thread, as a part of that thread's `poll`: a client can only be told of the refusal after
/// the runner knows the host.
struct EscapeProxy {
  let port: Int
  private let listener: Int32
  /// By descriptor: the port at the other end, and what came from there.
  private var connections: [Int32: (peer: Int, head: [UInt8])] = [:]

  /// How much of a request line is read before the connection is closed.
  private static let headLimit = 8192

  /// What somebody asked of the proxy.
  enum Visit: Equatable {
    /// A proxy request for a host, from a port of this machine: most likely the client's.
    case escape(host: String, peer: Int)
    /// Anything else, by its first line: no client asks a proxy so, but any process of this machine may.
    case stranger(line: String, peer: Int)
  }

  /// Listens on a free port of 127.0.0.1; nil, with `errno`, where that fails.
  init?() {
    let listener = Platform.streamSocket()
    guard listener >= 0 else { return nil }
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    Pipe.stopBlocking(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard bound else {
      close(listener)
      return nil
    }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  /// The variables that send a client's requests here, in both cases, and everything else nowhere.
  var environment: [String: String] {
    let proxy = "http://127.0.0.1:\(port)"
    let direct = "127.0.0.1,.invalid"
    return [
      "http_proxy": proxy, "https_proxy": proxy, "HTTP_PROXY": proxy, "HTTPS_PROXY": proxy,
      "no_proxy": direct, "NO_PROXY": direct,
    ]
  }

  /// The descriptors to poll for reading.
  var descriptors: [Int32] { [listener] + connections.keys }

  /// Adds what `poll` is to wait for.
  func addPolls(to polls: inout [pollfd]) {
    polls.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
    for connection in connections.keys { polls.append(pollfd(fd: connection, events: Int16(POLLIN), revents: 0)) }
  }

  /// Takes what came in on a descriptor; returns what was asked for, once that is known.
  mutating func handle(_ descriptor: Int32) -> Visit? {
    if descriptor == listener {
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let connection = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept(listener, $0, &length) }
      }
      guard connection >= 0 else { return nil }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      Pipe.stopBlocking(connection)
      connections[connection] = (Int(UInt16(bigEndian: address.sin_port)), [])
      return nil
    }
    guard let (peer, begun) = connections[descriptor] else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return nil }
    let head = begun + bytes.prefix(max(0, count))
    let line = head.firstIndex(of: UInt8(ascii: "\n"))
    guard line != nil || count <= 0 || head.count > Self.headLimit else {
      connections[descriptor] = (peer, head)
      return nil
    }
    connections[descriptor] = nil
    defer { close(descriptor) }
    if head.isEmpty { return nil }
    if line != nil { refuse(descriptor) }
    let end = line.map { $0 > 0 && head[$0 - 1] == UInt8(ascii: "\r") ? $0 - 1 : $0 }
    let text = String(decoding: head[..<(end ?? head.endIndex)], as: UTF8.self)
    if line != nil, let host = Self.host(ofRequestLine: text) { return .escape(host: host, peer: peer) }
    return .stranger(line: text, peer: peer)
  }

  private func refuse(_ connection: Int32) {
    let text = "contract-run: no request may leave the machine\n"
    let answer =
      "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
    let bytes = Array(answer.utf8)
    _ = send(connection, bytes, bytes.count, Platform.noSignal)
    shutdown(connection, Int32(SHUT_WR))
  }

  /// The host of `CONNECT host:443 HTTP/1.1` or `GET http://host/path HTTP/1.1`; nil for what is not asked of a proxy
  /// (RFC 9112, section 3.2), such as `GET /path HTTP/1.1`.
  static func host(ofRequestLine line: String) -> String? {
    let words = line.split(separator: " ")
    guard words.count >= 2, !words[1].hasPrefix("/") else { return nil }
    let target = String(words[1])
    if words[0] == "CONNECT" { return target }
    guard target.contains("://") else { return nil }
    guard let parts = URLComponents(string: target), let host = parts.host, !host.isEmpty else { return target }
    return parts.port.map { "\(host):\($0)" } ?? host
  }

  func closeAll() {
    close(listener)
    for connection in connections.keys { close(connection) }
  }
}
