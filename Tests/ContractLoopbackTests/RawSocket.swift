import Foundation

@testable import ContractCore
@testable import ContractLoopback

/// A client that is only a socket.
final class RawSocket: Sendable {
  let descriptor: Int32

  /// The way in which a read ended.
  enum End: Equatable {
    /// FIN.
    case end
    /// RST.
    case reset
    /// The requested number of bytes came.
    case enough
    /// Nothing came for minutes. Only a failing test sees this.
    case nothingCame
    case failed(Int32)
  }

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    Self.setTimeout(descriptor)
  }

  /// Connects to a port of 127.0.0.1.
  convenience init(port: Int) throws(SocketError) {
    let descriptor = Sockets.stream()
    guard descriptor >= 0 else { throw SocketError("socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let error = SocketError("connect")
      close(descriptor)
      throw error
    }
    self.init(descriptor)
  }

  deinit { close(descriptor) }

  /// Ends a failing test that would wait forever.
  static func setTimeout(_ descriptor: Int32) {
    var time = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Sockets.send(descriptor, $0) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EAGAIN || Sockets.wait(descriptor, for: Int16(POLLOUT), milliseconds: 300_000) == 0 {
        return
      }
    }
  }

  func endSending() { Sockets.shutDown(descriptor, SHUT_WR) }

  /// Reads a number of bytes, or all bytes. The text has no Date, which each response has and which is never the same.
  func read(_ count: Int = .max) -> (text: String, end: End) {
    var (bytes, end) = readBytes(count)
    if count < .max, let line = bytes.firstIndex(of: 0x0A), line + 1 < bytes.count,
      zip(bytes[(line + 1)...], "Date: ".utf8).allSatisfy(==)
    {
      // Date comes after the status line, and does not count.
      let date = readBytes(Self.date.utf8.count)
      (bytes, end) = (bytes + date.bytes, date.end)
    }
    return (Self.withoutDate(String(decoding: bytes, as: UTF8.self)), end)
  }

  private static let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

  /// Returns a text without the lines that are a Date as HTTP writes it (RFC 9110, section 5.6.7).
  static func withoutDate(_ text: String) -> String {
    text.replacing(/Date: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\r\n/, with: "")
  }

  /// Reads a number of bytes, or all bytes.
  func readBytes(_ count: Int = .max) -> (bytes: [UInt8], end: End) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count < count {
      let limit = min(buffer.count, count - bytes.count)
      let read = buffer.withUnsafeMutableBytes {
        Sockets.receive(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<limit]))
      }
      if read > 0 {
        bytes += buffer[..<read]
      } else if read == 0 {
        return (bytes, .end)
      } else {
        switch errno {
        case ECONNRESET: return (bytes, .reset)
        case EAGAIN: return (bytes, .nothingCame)
        default: return (bytes, .failed(errno))
        }
      }
    }
    return (bytes, .enough)
  }

  /// Returns whether bytes or an end arrive within a time.
  func hasNews(within seconds: Double) -> Bool {
    Sockets.wait(descriptor, for: Int16(POLLIN), milliseconds: Int32(seconds * 1000)) != 0
  }

  /// Reads up to a text. The result ends with that text.
  func read(upTo mark: String) -> String {
    var text = ""
    while !text.hasSuffix(mark) {
      let (more, end) = read(1)
      text += more
      if end != .enough { return Self.withoutDate(text) + " (\(end))" }
    }
    return Self.withoutDate(text)
  }
}
