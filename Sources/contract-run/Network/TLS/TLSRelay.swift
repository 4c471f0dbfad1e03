import ContractCore
import ContractLoopback
import Dispatch
import Foundation
import Synchronization

/// TLS for one connection of a client: the program `openssl s_server`, which stands between it and a connection without
/// TLS.
///
/// What the client sends goes to the program unchanged. What the program decrypts comes on a connection of its own: only
/// application data, and never a part of a handshake.
final class TLSRelay: TLSConnection {
  /// The connection to the program on which TLS is spoken.
  private let encrypted: Connection
  private let decrypted: Connection
  private let server: pid_t
  private let processes: Processes
  private let hasEnded = Atomic(false)

  /// How many seconds the program may take until it accepts a connection.
  private static let startLimit = 20.0
  /// How many seconds the program has, after the client's end, to pass on what it still has.
  private static let endLimit = 5.0

  /// Starts the program, and connects to it.
  init(_ authority: CertificateAuthority, _ certificate: String) throws(SocketError) {
    guard let pair = Sockets.pair() else { throw SocketError("socketpair") }
    let other = Descriptor(pair.1)
    (decrypted, processes) = (Connection(pair.0), authority.processes)
    let name = String(UUID().uuidString.prefix(8))
    let started = try other.use { socket throws(SocketError) in
      try authority.startServer(at: name, with: certificate, socket)
    }
    other.close()
    guard let server = started else { throw SocketError("socketpair", EBADF) }
    do throws(SocketError) {
      encrypted = try Self.connect(to: name, of: server, authority)
      self.server = server
    } catch {
      kill(-server, SIGKILL)
      _ = authority.processes.reap(server)
      throw error
    }
  }

  deinit { end() }

  /// Connects to the program as soon as it listens.
  private static func connect(
    to name: String, of server: pid_t, _ authority: CertificateAuthority
  ) throws(SocketError) -> Connection {
    defer { unlink(authority.folder.appendingPathComponent(name).path) }
    let end = MonotonicTime.now + startLimit
    while true {
      let result = Sockets.connect(to: name, in: authority.folder.path)
      if let socket = result.socket { return Connection(socket) }
      guard [ENOENT, ECONNREFUSED, EINTR, EAGAIN].contains(result.error) else {
        throw SocketError("cannot connect to openssl", result.error)
      }
      if authority.isStopped { throw SocketError("openssl s_server was ended with the run", 0) }
      if Platform.hasEnded(server) { throw SocketError("openssl s_server ended before it listened", 0) }
      if MonotonicTime.now >= end {
        throw SocketError("openssl s_server did not listen within \(Int(startLimit)) s and was killed", 0)
      }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  func serve(
    _ client: Connection, on threads: ThreadGroup, onAnswer: @escaping @Sendable () -> Void,
    _ serve: @escaping @Sendable (Connection) -> Void
  ) throws(SocketError) {
    let passing = DispatchGroup()
    // The end of the program and of its connections ends each thread, so nothing is left that uses the client's.
    defer {
      end()
      passing.wait()
    }
    func start(_ body: @escaping ThreadGroup.Body) throws(SocketError) {
      passing.enter()
      do throws(SocketError) {
        try threads.start {
          body()
          passing.leave()
        }
      } catch {
        passing.leave()
        throw error
      }
    }
    try start { [self] in
      encrypted.pass(to: client, onBytes: onAnswer)
      client.shutDown()
    }
    try start { [self] in
      serve(decrypted)
      decrypted.close()
    }
    client.pass(to: encrypted, within: Self.startLimit)
    encrypted.endSending()
    _ = passing.wait(timeout: .now() + Self.endLimit)
  }

  /// Ends the program, if it has not ended by itself, and shuts its connections down.
  private func end() {
    if hasEnded.exchange(true, ordering: .relaxed) { return }
    kill(-server, SIGKILL)
    _ = processes.reap(server)
    for connection in [encrypted, decrypted] { connection.shutDown() }
  }
}
