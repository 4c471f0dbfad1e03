import Foundation
import TestSupport
import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import contract_run

/// A running `contract-run serve`, to which tests send raw requests.
struct ServeProcess: Sendable {
  let command: BuiltCommand
  let port: Int

  /// Calls a test with a server on a free port, and stops the server afterwards.
  ///
  /// - Parameter descriptors: How many descriptors the server may have; by default as many as the test.
  static func run<Result: Sendable>(
    _ arguments: [String] = ["specs"], in folder: URL, environment: [String: String?] = [:], files: URL? = nil,
    descriptors: Int? = nil, _ body: (ServeProcess) async throws -> Result
  ) async throws -> Result {
    let limit = descriptors.map { "ulimit -n \($0); " } ?? ""
    let command = try BuiltCommand(
      ["-c", limit + #"exec "$0" "$@""#, TestFolder.products.appendingPathComponent("contract-run").path]
        + ["serve", "--port", "0"] + arguments,
      program: "/bin/sh", in: folder, environment: environment, files: files)
    // This does not depend on the printed words, which another job may be recording.
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

  /// Returns a free port that stays free between two servers. If a program asks for any port, as hundreds of listeners
  /// in other tests do, no system gives out a port below 32,768.
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

  /// The parts of an answer that tests look at.
  struct Answer: Sendable {
    /// Everything that arrived until the connection closed.
    var text: String
    /// How reading ended: 0 for an orderly close, otherwise an error's number.
    var error: Int32 = 0

    var status: Int? {
      text.hasPrefix("HTTP/1.1 ") ? Int(text.dropFirst(9).prefix(3)) : nil
    }
    var body: String { text.range(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "" }

    /// Returns the value of a header, or nil if there is no such header.
    func header(_ name: String) -> String? {
      let head = text.range(of: "\r\n\r\n").map { text[..<$0.lowerBound] } ?? text[...]
      let start = name.lowercased() + ": "
      return head.components(separatedBy: "\r\n").dropFirst().first { $0.lowercased().hasPrefix(start) }
        .map { String($0.dropFirst(start.count)) }
    }
  }

  /// Sends a request on its own connection, and reads until the connection closes.
  func request(
    _ method: String, _ target: String, _ headers: [String] = [], body: String = "", host: String? = nil
  ) async throws -> Answer {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"] + headers
    if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
    return try await send((lines + ["", body]).joined(separator: "\r\n"))
  }

  /// Sends bytes on its own connection, and reads until the connection closes.
  func send(_ text: String) async throws -> Answer {
    let port = port
    return try await withCheckedThrowingContinuation { continuation in
      // Blocking work must not occupy one of Swift's few threads, so it gets its own.
      Thread.detachNewThread { continuation.resume(with: Swift.Result { try Self.exchange(text, port: port) }) }
    }
  }

  /// Opens a connection to the server and keeps it open.
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
  /// The system call. A method here is also named `connect`.
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
