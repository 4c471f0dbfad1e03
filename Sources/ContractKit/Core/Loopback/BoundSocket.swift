/// A socket with a port that nobody listens on: connecting to it is refused, and nobody else can have the port.
struct BoundSocket: Sendable {
  let descriptor: Int32
  let port: Int
  private let host: in_addr
  private let guarding: Listener.Guard

  /// How often a port may be lost to somebody else before it is bound by number.
  private static let attempts = 20

  /// Binds a socket.
  ///
  /// - Parameter port: The port; 0 for a free one.
  init(
    _ host: in_addr, _ port: Int, reusesAddress: Bool = false, _ guarding: @escaping Listener.Guard
  ) throws(SocketError) {
    var descriptor: Int32 = -1
    var number: Int32 = 0
    guarding {
      descriptor = Sockets.stream()
      number = errno
    }
    guard descriptor >= 0 else { throw SocketError("socket", number) }
    if reusesAddress { Sockets.set(SO_REUSEADDR, true, on: descriptor) }
    guard let bound = Sockets.bind(descriptor, to: host, port: port) else {
      let error = SocketError("bind")
      Foundation.close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.port = bound
    self.host = host
    self.guarding = guarding
  }

  /// Binds a socket to a free port of 127.0.0.1.
  init(_ guarding: @escaping Listener.Guard) throws(SocketError) {
    try self.init(in_addr(s_addr: UInt32(0x7F00_0001).bigEndian), 0, guarding)
  }

  /// Lets the port go and binds it again by its number, or another one where somebody was faster.
  func boundByNumber() throws(SocketError) -> BoundSocket {
    var free = self
    var attempt = 1
    while true {
      free.close()
      do throws(SocketError) {
        return try BoundSocket(host, free.port, guarding)
      } catch {
        guard error.number == EADDRINUSE, attempt < Self.attempts else { throw error }
      }
      attempt += 1
      free = try BoundSocket(host, 0, guarding)
    }
  }

  func close() { Foundation.close(descriptor) }
}
