import ContractCore
import Foundation
import Synchronization

/// A port that accepts connections. One thread accepts them, and each connection has a blocking thread of its own.
package final class Listener: Sendable {
  package let port: Int
  private let host: in_addr
  private let socket: Descriptor
  private let threads: ThreadGroup
  private let limits: Limits
  private let state = Mutex(State())

  /// After this many failed attempts to accept a connection, nobody waits for it any longer.
  private static let mostRefusals = 5
  /// How many connections may wait to be accepted.
  private static let backlog: Int32 = 128

  /// What clients may take. Without limits, a client may keep as many connections as the system allows, forever.
  package struct Limits: Sendable {
    /// How many connections may be open. Further ones wait as if the system had no descriptors left.
    var connections = Int.max
    /// For how many seconds a connection stays open while a request is awaited and nothing comes; nil for any time.
    var idle: Double?

    package init(connections: Int = .max, idle: Double? = nil) { (self.connections, self.idle) = (connections, idle) }
  }

  private struct State {
    var isListening = true
    /// Whether a thread waits for connections.
    var isAccepting = false
    /// How many connections may have been accepted that are not in `connections` yet.
    var takings = 0
    var connections: [ObjectIdentifier: Connection] = [:]
    /// The closure that serves connections, from the start to the end.
    var serve: (@Sendable (Connection) -> Void)?
    /// Why a connection waits to be accepted; nil if none does.
    var exhaustion: SocketError?
    /// How many times in a row it could not be accepted.
    var refusals = 0
    /// Why a connection was not served.
    var trouble: SocketError?
  }

  /// Opens the port. Connections wait until `start`.
  ///
  /// - Parameters:
  ///   - host: The numeric IP address to listen on; 127.0.0.1 by default.
  ///   - port: The port; a free one by default.
  ///   - reusesAddress: Whether to accept a port that still has connections of an earlier listener; false by default.
  ///   - keepsPort: Whether the port stays reserved after `refuse()` until `close()`; false by default.
  ///   - limits: What clients may take; anything by default.
  ///   - threads: The group that the threads belong to; by default a group of the listener's own.
  package convenience init(
    host: String = "127.0.0.1", port: Int = 0, reusesAddress: Bool = false, keepsPort: Bool = false,
    limits: Limits = Limits(), threads: ThreadGroup = ThreadGroup()
  ) throws(SocketError) {
    let socket = try BoundSocket(BoundSocket.address(host), port, reusesAddress: reusesAddress)
    try self.init(socket, keepsPort: keepsPort && port == 0, limits: limits, threads: threads)
  }

  init(
    _ bound: BoundSocket, keepsPort: Bool = false, limits: Limits = Limits(), threads: ThreadGroup
  ) throws(SocketError) {
    // Only a port that was requested by number stays reserved after the listening ends.
    let bound = keepsPort ? try bound.boundByNumber() : bound
    (port, socket) = (bound.port, bound.descriptor)
    (host, self.threads, self.limits) = (bound.host, threads, limits)
    let failure = socket.use { socket -> SocketError? in
      if listen(socket, Self.backlog) != 0 { return SocketError("listen") }
      Sockets.setBlocking(false, socket)
      return nil
    }
    if let error = failure ?? nil { throw error }
  }

  /// Creates a listener without a port. It serves only what it is given.
  init(threads: ThreadGroup) {
    socket = Descriptor(-1)
    socket.close()
    (port, host, self.threads, limits) = (0, in_addr(), threads, Limits())
  }

  deinit { stop() }

  /// Why the last connection could not be accepted or served; nil if there was no problem.
  package var trouble: SocketError? { state.withLock { $0.trouble ?? $0.exhaustion } }

  /// Whether a connection waits, after an answer that falls silent or before a part of one.
  var isInWait: Bool { connections.contains(where: \.isInWait) }

  var connectionCount: Int { state.withLock(\.connections.count) }

  private var connections: [Connection] { state.withLock { Array($0.connections.values) } }

  /// Takes the incomplete requests that have come so far, so that the caller reports them.
  func takeParts() -> [MalformedRequest] { connections.compactMap { $0.takePart() } }

  /// Whether a connection has come, or bytes on a connection, that will be read at once.
  var hasNews: Bool {
    let (isPending, connections) = state.withLock { state in
      (
        state.takings > 0
          || state.isListening && state.refusals < Self.mostRefusals
            && socket.use { Sockets.wait($0, for: Int16(POLLIN), milliseconds: 0) != 0 } == true,
        Array(state.connections.values)
      )
    }
    return isPending || connections.contains(where: \.hasNews)
  }

  /// Begins to accept connections.
  ///
  /// - Parameters:
  ///   - relieve: Called before the next attempt if no descriptor is left for a connection. By default it does nothing.
  ///   - serve: Called with each connection on a thread of its own. The connection is closed when it returns.
  package func start(
    relieving relieve: @escaping @Sendable () -> Void = {}, _ serve: @escaping @Sendable (Connection) -> Void
  ) throws(SocketError) {
    let begins = state.withLock { state in
      if !state.isListening || state.isAccepting { return false }
      state.isAccepting = !socket.isClosed
      state.serve = serve
      return state.isAccepting
    }
    if !begins { return }
    do {
      try threads.start { [self] in
        acceptAll(relieve, serve)
        state.withLock { $0.isAccepting = false }
        // A socket that only reserves a port is kept. If the platform cannot do that, it would continue to listen.
        if !Sockets.stoppedListenersKeepTheirPort { socket.close() }
      }
    } catch {
      state.withLock { $0.isAccepting = false }
      throw error
    }
  }

  /// Refuses new connections from now on, and shuts down all connections but one.
  ///
  /// If the listener keeps its port, no other process can use it.
  package func refuse(except served: Connection? = nil) {
    let connections = state.withLock { state -> [Connection] in
      if state.isListening { socket.use { Sockets.stopListening($0, host: host, port: port) } }
      state.isListening = false
      return Array(state.connections.values)
    }
    for connection in connections where connection !== served { connection.shutDown() }
  }

  /// Shuts down the connections whose clients have sent nothing for some time while a request of them is awaited.
  package func shutDownIdle(for time: Duration) {
    for connection in connections where connection.isIdle(for: time) { connection.shutDown() }
  }

  package func endWaits() {
    for connection in connections { connection.endWaits() }
  }

  /// Releases the port and shuts down all connections, so that their threads end. It does not wait for them.
  ///
  /// What clients have sent so far is still read, because the clients may have ended right after they sent it.
  package func stop() {
    takeWaiting()
    refuse()
    socket.close()
    let serve = state.withLock { $0.serve.take() }
    // What it holds may hold the listener. It is released after the lock.
    withExtendedLifetime(serve) {}
  }

  /// Whether the listener was stopped and has neither a descriptor nor a connection left.
  var isReleased: Bool { socket.isReleased && state.withLock { $0.takings == 0 && $0.connections.isEmpty } }

  /// Accepts the connections that still wait. Otherwise the listener's end would reset them, and their bytes would be
  /// lost.
  private func takeWaiting() {
    for _ in 0..<Self.backlog {
      let serve = state.withLock { $0.isListening ? $0.serve : nil }
      guard let serve, let connection = try? accept() else { return }
      begin(connection, serve)
    }
  }

  /// Stops, and waits until no thread of the listener's group is left.
  package func close() {
    stop()
    threads.wait()
  }

  private func acceptAll(_ relieve: () -> Void, _ serve: @escaping @Sendable (Connection) -> Void) {
    var pause: Int32 = 0
    while true {
      if pause > 0 { socket.use { _ = Sockets.wait($0, for: 0, milliseconds: pause) } }
      socket.use { _ = Sockets.wait($0, for: Int16(POLLIN)) }
      do throws(SocketError) {
        if connectionCount >= limits.connections { throw SocketError("accept", EMFILE) }
        guard let connection = try accept() else { return }
        // A connection that had to wait only for a short time has lost nothing.
        if pause > 0 { state.withLock { ($0.exhaustion, $0.refusals) = (nil, 0) } }
        pause = 0
        begin(connection, serve)
      } catch {
        guard error.isExhaustion else { continue }
        // The connection continues to wait, and `poll` would report it again at once.
        state.withLock { state in
          state.exhaustion = error
          state.refusals += 1
        }
        pause = min(max(10, pause * 2), 100)
        relieve()
      }
    }
  }

  /// Accepts a connection, and adds it to the open ones. Returns nil if the listener was stopped.
  private func accept() throws(SocketError) -> Connection? {
    let isListening = state.withLock { state in
      if state.isListening { state.takings += 1 }
      return state.isListening
    }
    guard isListening else { return nil }
    defer { state.withLock { $0.takings -= 1 } }
    let accepted = socket.use { (socket: Sockets.accept($0), error: errno) } ?? (-1, EBADF)
    guard accepted.socket >= 0 else { throw SocketError("accept", accepted.error) }
    let connection = Connection(accepted.socket, idleLimit: limits.idle)
    let stillListens = state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = connection
      return state.isListening
    }
    // Its bytes are still read, like those of the connections that were open before.
    if !stillListens { connection.shutDown() }
    return connection
  }

  /// Serves a connection that another listener accepted, on this thread. It is reset if nothing is accepted any more.
  ///
  /// - Parameter begin: Called before it is served.
  func serve(_ connection: Connection, beginning begin: () -> Void) {
    let serve = state.withLock { state in
      if state.isListening { state.connections[ObjectIdentifier(connection)] = connection }
      return state.isListening ? state.serve : nil
    }
    guard let serve else { return connection.reset() }
    begin()
    self.serve(connection, serve)
  }

  private func serve(_ connection: Connection, _ serve: (Connection) -> Void) {
    serve(connection)
    connection.close()
    state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  private func begin(_ connection: Connection, _ serve: @escaping @Sendable (Connection) -> Void) {
    do {
      try threads.start { [self] in self.serve(connection, serve) }
    } catch {
      // Set before the connection is reset and removed, so that `hasNews` or `trouble` shows the connection at any
      // time.
      state.withLock { state in
        state.trouble = error
        state.connections[ObjectIdentifier(connection)] = nil
      }
      connection.reset()
    }
  }
}
