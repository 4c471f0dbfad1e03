import Foundation
import Testing

@testable import ContractCore
@testable import contract_run

/// A running `contract-run serve`, and raw requests to it.
struct ServeProcess: Sendable {
  let command: BuiltCommand
  let port: Int

  /// Calls a test with a server on a free port, which is ended afterwards.
  static func run<Result: Sendable>(
    _ arguments: [String] = ["specs"], in folder: URL, environment: [String: String?] = [:], files: URL? = nil,
    _ body: (ServeProcess) async throws -> Result
  ) async throws -> Result {
    let command = try BuiltCommand(
      ["serve", "--port", "0"] + arguments, in: folder, environment: environment, files: files)
    // Not by words, which may be about to be recorded.
    @Sendable func port() -> Int? {
      command.output.firstMatch(of: #/:(\d+)\/__contract\n/#).flatMap { Int($0.output.1) }
    }
    _ = await condition { port() != nil || !command.isRunning }
    do {
      let server = ServeProcess(
        command: command, port: try #require(port(), "\(command.output)\(command.errors)"))
      let result = try await body(server)
      command.send(SIGKILL)
      _ = await command.end()
      return result
    } catch {
      command.send(SIGKILL)
      throw error
    }
  }

  /// A free port that stays free between two servers: no system gives a port below 32,768 to somebody who asks for any, as
  /// hundreds of listeners in other tests do.
  static func lastingPort() throws -> Int {
    for port in (20_000..<32_768).shuffled() {
      let descriptor = Sockets.stream()
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      address.sin_port = UInt16(port).bigEndian
      let isFree = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      if isFree { return port }
    }
    throw SocketError("bind", EADDRINUSE)
  }

  var origin: String { "http://127.0.0.1:\(port)" }

  /// An answer, as far as tests look at one.
  struct Answer: Sendable {
    /// Everything that came, up to the connection's end.
    var text: String
    /// How reading ended: 0 is an orderly end, else an error's number.
    var error: Int32 = 0

    var status: Int? {
      text.hasPrefix("HTTP/1.1 ") ? Int(text.dropFirst(9).prefix(3)) : nil
    }
    var body: String { text.range(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "" }

    /// The value of a header; nil where it is not there.
    func header(_ name: String) -> String? {
      let head = text.range(of: "\r\n\r\n").map { text[..<$0.lowerBound] } ?? text[...]
      let start = name.lowercased() + ": "
      return head.components(separatedBy: "\r\n").dropFirst().first { $0.lowercased().hasPrefix(start) }
        .map { String($0.dropFirst(start.count)) }
    }
  }

  /// Sends a request on a connection of its own, and reads to that connection's end.
  func request(
    _ method: String, _ target: String, _ headers: [String] = [], body: String = "", host: String? = nil
  ) async throws -> Answer {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"] + headers
    if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
    return try await send((lines + ["", body]).joined(separator: "\r\n"))
  }

  /// Sends bytes on a connection of its own, and reads to that connection's end.
  func send(_ text: String) async throws -> Answer {
    let port = port
    return try await withCheckedThrowingContinuation { continuation in
      // A thread of its own: what blocks must not take one of Swift's few.
      Thread.detachNewThread { continuation.resume(with: Swift.Result { try Self.exchange(text, port: port) }) }
    }
  }

  /// A connection to the server that is held open.
  func connect() throws -> Int32 { try Self.connect(port) }

  private static func connect(_ port: Int) throws -> Int32 {
    let descriptor = Sockets.stream()
    try #require(descriptor >= 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    var limit = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Platform.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected, "\(Platform.message(errno))")
    return descriptor
  }

  static func exchange(_ text: String, port: Int) throws -> Answer {
    let descriptor = try connect(port)
    defer { close(descriptor) }
    Descriptor.write(Array(text.utf8), to: descriptor)
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count <= 0 { return Answer(text: String(decoding: all, as: UTF8.self), error: count < 0 ? errno : 0) }
      all += bytes.prefix(count)
    }
  }
}

extension Platform {
  /// The system call: `connect` is also the name of a method here.
  static func connect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    #if canImport(Glibc)
      Glibc.connect(descriptor, address, length)
    #elseif canImport(Musl)
      Musl.connect(descriptor, address, length)
    #else
      Darwin.connect(descriptor, address, length)
    #endif
  }
}
