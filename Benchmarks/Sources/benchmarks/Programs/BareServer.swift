import Foundation

/// A server that does as little as possible: a blocking thread for each connection, and one read and one write for each
/// request.
final class BareServer: Sendable {
  let port: Int
  private let listener: Int32

  /// - Parameter answer: The answer to every read, or nil to echo what was read.
  init(answering answer: [UInt8]?) throws {
    listener = BareSocket.make()
    var address = BareSocket.address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw Wrong("no bare server") }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        BareSocket.stopDelaying(connection)
        Thread.detachNewThread { Self.serve(connection, answer) }
      }
    }
  }

  private static func serve(_ connection: Int32, _ answer: [UInt8]?) {
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = recv(connection, &bytes, bytes.count, 0), count > 0 {
      if let answer { _ = send(connection, answer, answer.count, 0) } else { _ = send(connection, bytes, count, 0) }
    }
    close(connection)
  }
}

/// A client that consists only of a socket.
enum BareSocket {
  /// Sends a request repeatedly over a number of connections, each on its own thread, and reads the answers.
  static func load(port: Int, connections: Int, requests: Int, request: [UInt8], answerSize: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<connections {
        group.addTask {
          try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
              continuation.resume(
                with: Result { try one(port, requests: requests / connections, request, answerSize) })
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func one(_ port: Int, requests: Int, _ request: [UInt8], _ answerSize: Int) throws {
    let connection = make()
    defer { close(connection) }
    var address = address(port: port)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw Wrong("no connection") }
    stopDelaying(connection)
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    for _ in 0..<requests {
      _ = send(connection, request, request.count, 0)
      var left = answerSize
      while left > 0 {
        let count = recv(connection, &bytes, bytes.count, 0)
        if count <= 0 { throw Wrong("no answer") }
        left -= count
      }
    }
  }

  static func make() -> Int32 { Platform.streamSocket() }

  static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    return address
  }

  static func stopDelaying(_ connection: Int32) {
    var one: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
  }
}
