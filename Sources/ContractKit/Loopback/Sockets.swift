import ContractCore
import Foundation

// Differences between platforms in sockets. No other file of the loopback server has an #if.

/// The system calls that the server makes. Each returns what the system returns, and sets `errno`.
package enum Sockets {
  #if canImport(Glibc)
    static let streamType = Int32(SOCK_STREAM.rawValue)
  #else
    static let streamType = SOCK_STREAM
  #endif
  #if canImport(Darwin)
    private static let noSignal: Int32 = 0
  #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
  private static let tcp = Int32(IPPROTO_TCP)
  private static let noWaiting = Int32(MSG_DONTWAIT)
  private static let peeking = Int32(MSG_PEEK)

  /// The event with which `poll` reports that the peer has hung up, regardless of what it sent before.
  #if os(Linux)
    // POLLRDHUP, which the C library's module does not have.
    static let hangUp: Int16 = 0x2000
  #else
    static let hangUp: Int16 = 0
  #endif

  /// Creates a socket for IPv4 streams that child processes do not inherit. Returns a negative number if that fails.
  static func stream() -> Int32 { keptFromChildren(socket(AF_INET, streamType, 0)) }

  private static func keptFromChildren(_ descriptor: Int32) -> Int32 {
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }

  /// Binds a socket. Returns its port, or nil if that fails.
  static func bind(_ descriptor: Int32, to host: in_addr, port: Int) -> Int? {
    var address = address(host, port)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }

  /// Connects to a port of this machine. Returns the connection, or nil if nothing listens there.
  static func connect(to host: in_addr, port: Int) -> Int32? {
    let descriptor = stream()
    if descriptor < 0 { return nil }
    var address = address(host, port)
    if connect(descriptor, to: &address) { return descriptor }
    close(descriptor)
    return nil
  }

  private static func connect(_ descriptor: Int32, to address: inout sockaddr_in) -> Bool {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func address(_ host: in_addr, _ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr = host
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    return address
  }

  /// The two ends of a connection. IP addresses are as they are sent.
  struct Ends {
    var own: UInt32
    var port: UInt16
    var peer: UInt32
    var peerPort: UInt16
  }

  /// Returns the ends of a connection; nil if it is lost.
  static func ends(_ descriptor: Int32) -> Ends? {
    guard let own = end(descriptor, getsockname), let peer = end(descriptor, getpeername) else { return nil }
    return Ends(own: own.address, port: own.port, peer: peer.address, peerPort: peer.port)
  }

  private static func end(
    _ descriptor: Int32, _ read: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> (address: UInt32, port: UInt16)? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { read(descriptor, $0, &length) == 0 }
    }
    return isKnown ? (address.sin_addr.s_addr, UInt16(bigEndian: address.sin_port)) : nil
  }

  /// Opens a socket that answers questions about other sockets. Returns a negative number if there is none here.
  static func diagnostics() -> Int32 {
    #if os(Linux)
      // AF_NETLINK, raw, NETLINK_SOCK_DIAG, with the flag that child processes do not inherit it.
      socket(16, 3 | 0x80000, 4)
    #else
      -1
    #endif
  }

  static func set(_ option: Int32, _ isOn: Bool, on descriptor: Int32) {
    var value: Int32 = isOn ? 1 : 0
    setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Makes calls return at once instead of blocking, or makes them block again.
  static func setBlocking(_ isBlocking: Bool, _ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, isBlocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK)
  }

  /// Accepts a connection from a non-blocking listener. Child processes do not inherit it. Returns a negative number if
  /// there is none.
  static func accept(_ listener: Int32) -> Int32 { keptFromChildren(Foundation.accept(listener, nil, nil)) }

  /// Prepares an accepted connection: it blocks, it sends small pieces at once, and a send never causes a signal.
  static func prepare(_ descriptor: Int32) {
    var one: Int32 = 1
    setsockopt(descriptor, tcp, TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      // On this platform, an accepted socket blocks only if its listener does, and sends have no flag against SIGPIPE.
      setBlocking(true, descriptor)
      set(SO_NOSIGPIPE, true, on: descriptor)
    #endif
  }

  /// Acknowledges at once what has come, where the system waits for more otherwise (tcp(7), TCP_QUICKACK). A client that
  /// has not turned off Nagle's algorithm sends nothing more until then: for 40 ms.
  static func acknowledge(_ descriptor: Int32) {
    #if os(Linux)
      var one: Int32 = 1
      setsockopt(descriptor, tcp, TCP_QUICKACK, &one, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Waits until a descriptor has one of some events, or an event that is always reported.
  ///
  /// - Parameter milliseconds: How long to wait; forever if it is negative.
  /// - Returns: The events, or 0 if the time is over. Interruptions by signals are not reported.
  static func wait(_ descriptor: Int32, for events: Int16, milliseconds: Int32 = -1) -> Int16 {
    var item = pollfd(fd: descriptor, events: events, revents: 0)
    let end = ContinuousClock.now + .milliseconds(Int(milliseconds))
    var left = milliseconds
    while poll(&item, 1, left) < 0, errno == EINTR {
      if milliseconds >= 0 { left = Int32(max(0, (end - .now) / .milliseconds(1))) }
    }
    return item.revents
  }

  /// Reads what has come. Returns 0 at the end, and a negative number if it fails.
  static func receive(_ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer, waits: Bool = true) -> Int {
    uninterrupted { recv(descriptor, bytes.baseAddress, bytes.count, waits ? 0 : noWaiting) }
  }

  /// Copies the first bytes that can be read, without reading them. Returns their number, 0 at the end, and a negative
  /// number if it fails.
  static func peek(_ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer) -> Int {
    uninterrupted { recv(descriptor, bytes.baseAddress, bytes.count, peeking | noWaiting) }
  }

  /// Writes some of the bytes. Returns a negative number if it fails, or if nothing can be written now.
  static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    uninterrupted { Foundation.send(descriptor, bytes.baseAddress, bytes.count, noSignal | noWaiting) }
  }

  /// Makes a system call again as long as a signal interrupts it.
  private static func uninterrupted(_ call: () -> Int) -> Int {
    while true {
      let count = call()
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Returns how many bytes are not sent yet, because the other side has no room for them.
  static func unsent(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    #if canImport(Darwin)
      var length = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 ? Int(count) : 0
    #else
      // SIOCOUTQNSD, which the C library's module does not have. On 127.0.0.1, bytes that were sent have arrived.
      return ioctl(descriptor, 0x894B, &count) == 0 ? Int(count) : 0
    #endif
  }

  /// Ends reading, or ends sending, which the other side reads as the end of the data.
  static func shutDown(_ descriptor: Int32, _ how: some BinaryInteger) { _ = shutdown(descriptor, Int32(how)) }

  static func resetOnClose(_ descriptor: Int32) {
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }

  /// Makes a listener refuse connections, and wakes the thread that waits on it.
  static func stopListening(_ listener: Int32, host: in_addr, port: Int) {
    #if os(Linux)
      // A port that was requested by number stays with the socket until the socket is closed.
      shutDown(listener, SHUT_RDWR)
    #else
      // On this platform, a listener cannot be shut down. A connection wakes the thread.
      let caller = stream()
      guard caller >= 0 else { return }
      setBlocking(false, caller)
      var address = address(host, port)
      _ = connect(caller, to: &address)
      close(caller)
    #endif
  }

  /// Whether a stopped listener still reserves its port.
  #if os(Linux)
    static let stoppedListenersKeepTheirPort = true
  #else
    static let stoppedListenersKeepTheirPort = false
  #endif
}
