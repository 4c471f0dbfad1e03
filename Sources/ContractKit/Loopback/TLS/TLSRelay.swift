import ContractCore
import Foundation

/// A TLS server between a client and a connection without TLS: the program `openssl s_server`.
///
/// What the client sends goes to the program unchanged. What the program decrypts comes on a connection of its own: only
/// application data, and never a part of a handshake.
final class TLSRelay: Sendable {
  /// The connection with the decrypted data.
  let decrypted: Connection
  private let encrypted: Int32
  private let process: Process
  private let socket: String

  /// Starts a server.
  ///
  /// - Returns: Nil if that is not possible, for example because the process has too many files.
  init?(_ certificate: String, _ authority: CertificateAuthority) {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Sockets.streamType, 0, &pair) == 0 else { return nil }
    for descriptor in pair { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let (ours, theirs) = (pair[0], FileHandle(fileDescriptor: pair[1], closeOnDealloc: true))
    let name = String(UUID().uuidString.prefix(8))
    socket = authority.folder.appendingPathComponent(name).path
    process = Process()
    // The program refuses paths of sockets with more than 31 characters, so it gets the name alone.
    (process.executableURL, process.currentDirectoryURL) = (CertificateAuthority.program, authority.folder)
    process.arguments = [
      "openssl", "s_server", "-quiet", "-unix", name, "-naccept", "1", "-cert", certificate, "-key", authority.key,
    ]
    (process.standardInput, process.standardOutput, process.standardError) = (theirs, theirs, FileHandle.nullDevice)
    decrypted = Connection(ours)
    do {
      try process.run()
    } catch {
      decrypted.close()
      return nil
    }
    try? theirs.close()
    guard let encrypted = Self.connect(to: socket, of: process) else {
      process.terminate()
      decrypted.close()
      return nil
    }
    self.encrypted = encrypted
  }

  deinit {
    close(encrypted)
    unlink(socket)
    if process.isRunning { process.terminate() }
  }

  /// Connects as soon as the server listens. Returns nil if it ends before.
  private static func connect(to socket: String, of process: Process) -> Int32? {
    while process.isRunning {
      let descriptor = Foundation.socket(AF_UNIX, Sockets.streamType, 0)
      guard descriptor >= 0 else { return nil }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let size = MemoryLayout.size(ofValue: address.sun_path)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(socket.utf8).prefix(size - 1)) }
      let length = socklen_t(MemoryLayout<sockaddr_un>.size)
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.connect(descriptor, $0, length) }
      }
      if status == 0 { return descriptor }
      Foundation.close(descriptor)
      Thread.sleep(forTimeInterval: 0.002)
    }
    return nil
  }

  /// Passes on what the client sends, until it ends.
  func passRequests(of client: Connection) {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
      while true {
        let count = client.read(into: buffer)
        guard count > 0, Self.write(buffer[..<count], to: encrypted) else { break }
        client.answers()
      }
    }
    Sockets.shutDown(encrypted, SHUT_WR)
  }

  /// Passes on what the server answers, until it ends. Call it on a thread of its own.
  func passAnswers(to client: Connection) {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
      while true {
        let count = Foundation.read(encrypted, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0, client.send(Array(buffer[..<count])) else { break }
      }
    }
    client.shutDown()
  }

  private static func write(_ bytes: Slice<UnsafeMutableRawBufferPointer>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
