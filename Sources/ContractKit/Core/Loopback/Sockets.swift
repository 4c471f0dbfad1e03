// What platforms name or do differently with sockets. No other file of the loopback server has an #if.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls that the server makes; each returns what the system does, with `errno`.
enum Sockets {
  #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
  #else
    private static let streamType = SOCK_STREAM
  #endif
  #if canImport(Darwin)
    private static let noSignal: Int32 = 0
  #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
  private static let tcp = Int32(IPPROTO_TCP)
  private static let noWaiting = Int32(MSG_DONTWAIT)
  private static let peeking = Int32(MSG_PEEK)

  /// What `poll` is to watch so that it tells of a peer that is gone, whatever it has sent before.
  #if os(Linux)
    // POLLRDHUP, which the C library's module leaves out.
    static let hangUp: Int16 = 0x2000
  #else
    static let hangUp: Int16 = 0
  #endif

  /// Makes a socket for IPv4 streams that no child process inherits; negative where that fails.
  static func stream() -> Int32 {
    let descriptor = socket(AF_INET, streamType, 0)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }

  /// Binds a socket; nil, or the port that it was given.
  static func bind(_ descriptor: Int32, to host: in_addr, port: Int) -> Int? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr = host
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        systemBind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }

  /// The port at the other end of a connection; 0 if the connection is lost.
  static func peerPort(_ descriptor: Int32) -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) == 0 }
    }
    return isKnown ? Int(UInt16(bigEndian: address.sin_port)) : 0
  }

  /// Sets an option of the socket itself.
  static func set(_ option: Int32, _ isOn: Bool, on descriptor: Int32) {
    var value: Int32 = isOn ? 1 : 0
    setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Makes calls return at once where they would block, or block again.
  static func setBlocking(_ isBlocking: Bool, _ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, isBlocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK)
  }

  /// Takes a connection off a listener that does not block, for no child process to inherit; negative where there is none.
  static func accept(_ listener: Int32) -> Int32 {
    let descriptor = systemAccept(listener)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }

  /// Prepares an accepted connection: it blocks, it sends small pieces at once, and no send to it is a signal.
  static func prepare(_ descriptor: Int32) {
    var one: Int32 = 1
    setsockopt(descriptor, tcp, TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      // There an accepted socket is as blocking as its listener, and sends have no flag against SIGPIPE.
      setBlocking(true, descriptor)
      set(SO_NOSIGPIPE, true, on: descriptor)
    #endif
  }

  /// Waits until a descriptor has one of some events, or something happened to it that none asked for.
  ///
  /// - Parameter milliseconds: How long; for ever where it is negative.
  /// - Returns: What happened; nothing where the time is over. Interruptions by signals are not told.
  static func wait(_ descriptor: Int32, for events: Int16, milliseconds: Int32 = -1) -> Int16 {
    var item = pollfd(fd: descriptor, events: events, revents: 0)
    let end = ContinuousClock.now + .milliseconds(Int(milliseconds))
    var left = milliseconds
    while poll(&item, 1, left) < 0, errno == EINTR {
      if milliseconds >= 0 { left = Int32(max(0, (end - .now) / .milliseconds(1))) }
    }
    return item.revents
  }

  /// Reads what has come; 0 at the end, negative where that fails.
  static func receive(_ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer, waits: Bool = true) -> Int {
    while true {
      let count = recv(descriptor, bytes.baseAddress, bytes.count, waits ? 0 : noWaiting)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Whether there is something to read, without reading it: 1; 0 at the end, negative where that fails.
  static func peek(_ descriptor: Int32) -> Int {
    var byte: UInt8 = 0
    return peek(descriptor, &byte)
  }

  /// Looks at the first byte that there is to read, without reading it: 1; 0 at the end, negative where that fails.
  static func peek(_ descriptor: Int32, _ byte: inout UInt8) -> Int {
    while true {
      let count = recv(descriptor, &byte, 1, peeking | noWaiting)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Writes some of the bytes; negative where that fails, or where nothing can be written now.
  static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    while true {
      let count = systemSend(descriptor, bytes, noSignal | noWaiting)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// How many bytes have not gone out yet, because the other side has no room for them.
  static func unsent(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    #if canImport(Darwin)
      var length = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 ? Int(count) : 0
    #else
      // SIOCOUTQNSD, which the C library's module leaves out. What has gone out on 127.0.0.1 has arrived.
      return ioctl(descriptor, 0x894B, &count) == 0 ? Int(count) : 0
    #endif
  }

  /// Ends what is read here, or what is sent, which the other side reads as the end.
  static func shutDown(_ descriptor: Int32, _ how: some BinaryInteger) { _ = shutdown(descriptor, Int32(how)) }

  /// Makes the coming close a reset.
  static func resetOnClose(_ descriptor: Int32) {
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }

  /// Makes a listener refuse what comes, and wakes the thread that waits on it.
  static func stopListening(_ listener: Int32, host: in_addr, port: Int) {
    #if os(Linux)
      // A port that was asked for by number stays with the socket until that is closed.
      shutDown(listener, SHUT_RDWR)
    #else
      // A listener cannot be shut down there: the thread is woken by a connection.
      let caller = stream()
      guard caller >= 0 else { return }
      setBlocking(false, caller)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr = host
      address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
      _ = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(caller, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      close(caller)
    #endif
  }

  /// Whether a listener that was stopped still keeps its port from others.
  #if os(Linux)
    static let stoppedListenersKeepTheirPort = true
  #else
    static let stoppedListenersKeepTheirPort = false
  #endif
}

// The system's, out of reach by their names inside `Sockets`.
private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  bind(descriptor, address, length)
}
private func systemAccept(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, flags)
}
