import ContractCore
import Foundation
import Synchronization

@testable import ContractLoopback
@testable import contract_run

/// What a driver must not reach: ports of this machine that count what comes.
final class Target: Sendable {
  private let connections = Mutex(0)
  private let listener: Listener
  /// UDP on the same port.
  private let datagrams: Int32

  init() throws {
    listener = try Listener()
    datagrams = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(listener.port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(datagrams, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try listener.start { [self] connection in
      connections.withLock { $0 += 1 }
      connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
    }
  }

  deinit { close(datagrams) }

  var port: Int { listener.port }

  /// How many connections came.
  var count: Int { connections.withLock(\.self) }

  /// Whether data came without a connection.
  var hasDatagram: Bool {
    var byte: UInt8 = 0
    return recv(datagrams, &byte, 1, Int32(MSG_DONTWAIT)) >= 0
  }
}
