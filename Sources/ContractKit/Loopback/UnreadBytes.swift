import ContractCore
import Foundation

/// The bytes of a connection that came to the client's socket on this machine, and that the client has not read yet.
///
/// Linux has the numbers of both ends (sock_diag(7)). No other system shows them.
final class UnreadBytes {
  private let socket: Descriptor
  private let query: [UInt8]
  /// How many bytes had come to the client at the start.
  private let start: UInt64
  /// How many bytes were sent since.
  private var sent: UInt64 = 0

  /// Begins to count; nil if the system does not show the numbers.
  init?(of connection: Descriptor) {
    let number = Sockets.diagnostics()
    guard number >= 0 else { return nil }
    let socket = Descriptor(number)
    let query = (connection.use(Sockets.ends) ?? nil).map(Self.query) ?? []
    guard let counts = Self.counts(socket, query), counts.unread < .max else { return nil }
    (self.socket, self.query, start) = (socket, query, counts.received)
  }

  /// Whether a process still has the client's end of the connection.
  var isClientThere: Bool { (Self.counts(socket, query)?.file ?? 0) != 0 }

  func add(_ count: UInt64) { sent += count }

  /// Waits until the client has read all bytes that were sent.
  ///
  /// - Parameter end: When to stop waiting.
  /// - Returns: Whether it has read them.
  func wait(until end: ContinuousClock.Instant) -> Bool {
    var pause = 0.00005
    while true {
      // A connection that is not there any more has nobody who reads.
      guard let counts = Self.counts(socket, query) else { return true }
      if counts.unread == 0, counts.received &- start >= sent { return true }
      if ContinuousClock.now >= end { return false }
      Thread.sleep(forTimeInterval: pause)
      pause = min(pause * 1.5, 0.001)
    }
  }

  // MARK: The question and its answer (linux/netlink.h, linux/inet_diag.h, linux/tcp.h)

  /// Returns the question for the socket whose own end is the other end of a connection.
  private static func query(_ ends: Sockets.Ends) -> [UInt8] {
    let (request, byFamily, tcp, info) = (UInt16(1), UInt16(20), UInt8(6), UInt8(1 << 1))
    var bytes: [UInt8] = []
    bytes += raw(UInt32(72)) + raw(byFamily) + raw(request) + raw(UInt32(1)) + raw(UInt32(0))
    // AF_INET, all states, and TCP's counters in the answer.
    bytes += [2, tcp, info, 0] + raw(UInt32.max)
    bytes += raw(ends.peerPort.bigEndian) + raw(ends.port.bigEndian)
    bytes += raw(ends.peer) + [UInt8](repeating: 0, count: 12) + raw(ends.own) + [UInt8](repeating: 0, count: 12)
    // Any interface, and any cookie.
    return bytes + raw(UInt32(0)) + raw(UInt64.max)
  }

  private static func raw(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value, Array.init) }

  /// Returns how many bytes a socket has received, and how many of them were not read, which are very many if the system
  /// does not answer, and the number of its file, which is 0 if no process has it; nil if the socket is not there.
  private static func counts(
    _ socket: Descriptor, _ query: [UInt8]
  ) -> (unread: UInt32, received: UInt64, file: UInt32)? {
    let isSent = socket.use { socket in query.withUnsafeBytes { Sockets.send(socket, $0) } } == query.count
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      let count = isSent ? socket.use { Sockets.receive($0, into: buffer, waits: false) } ?? 0 : 0
      let (header, message, infoType) = (16, 72, UInt16(2))
      guard count >= header + 4 else { return (.max, 0, 0) }
      let type = buffer.load(fromByteOffset: 4, as: UInt16.self)
      if type == 2, buffer.load(fromByteOffset: header, as: Int32.self) == -ENOENT { return nil }
      guard type == 20, count >= header + message else { return (.max, 0, 0) }
      // idiag_rqueue
      let unread = buffer.load(fromByteOffset: header + 56, as: UInt32.self)
      // idiag_inode
      let file = buffer.load(fromByteOffset: header + 68, as: UInt32.self)
      var attribute = header + message
      while attribute + 4 <= count {
        let length = Int(buffer.load(fromByteOffset: attribute, as: UInt16.self))
        // tcpi_bytes_received
        let place = attribute + 4 + 128
        if buffer.load(fromByteOffset: attribute + 2, as: UInt16.self) == infoType, place + 8 <= count {
          return (unread, buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self), file)
        }
        if length < 4 { return nil }
        attribute += (length + 3) & ~3
      }
      return nil
    }
  }
}
