import Foundation
import Testing

@testable import ContractCore
@testable import ContractLoopback

@Suite("A descriptor has one owner")
struct DescriptorTests {
  /// Returns whether the other end of a pipe or a socket is closed.
  private static func isAtEnd(_ reader: Int32) -> Bool {
    var byte: UInt8 = 0
    return Sockets.wait(reader, for: Int16(POLLIN), milliseconds: 0) != 0 && read(reader, &byte, 1) == 0
  }

  /// Calls a body with a descriptor, and with the other end of its connection.
  private static func withPair(_ body: (Descriptor, _ number: Int32, _ other: Int32) throws -> Void) throws {
    let pair = try SocketPair.ends()
    defer { close(pair.1) }
    try body(Descriptor(pair.0), pair.0, pair.1)
  }

  @Test("it is closed once: by its owner, or with it")
  func once() throws {
    try Self.withPair { descriptor, _, other in
      #expect(!Self.isAtEnd(other))
      descriptor.close()
      #expect(descriptor.isClosed && descriptor.isReleased && Self.isAtEnd(other))
      descriptor.close()
    }
    let pair = try SocketPair.ends()
    defer { close(pair.1) }
    do { #expect(Descriptor(pair.0).use { $0 } == pair.0) }
    #expect(Self.isAtEnd(pair.1))
  }

  @Test("it stays open to the end of each use, and cannot be used after a close")
  func uses() throws {
    try Self.withPair { descriptor, number, other in
      let result = descriptor.use { inner in
        descriptor.use { _ in descriptor.close() }
        #expect(inner == number && descriptor.isClosed && !descriptor.isReleased)
        #expect(descriptor.use { _ in true } == nil)
        // Another file has another number, because this one is still in use.
        let next = dup(other)
        defer { close(next) }
        return next != number && !Self.isAtEnd(other)
      }
      #expect(result == true)
      #expect(descriptor.isReleased && Self.isAtEnd(other))
    }
  }

  @Test("a wait on a socket that another thread closes ends with the shutdown, and the number is free after that")
  func waits() throws {
    try Self.withPair { descriptor, _, other in
      let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        descriptor.use { number in
          begun.signal()
          _ = Sockets.wait(number, for: Int16(POLLIN))
        }
        ended.signal()
      }
      begun.wait()
      descriptor.close()
      #expect(!Self.isAtEnd(other))
      // What another thread does to end the wait of this one: the peer ends here.
      shutdown(other, Int32(SHUT_WR))
      ended.wait()
      #expect(Self.isAtEnd(other))
    }
  }

  @Test("a connection that was closed writes nothing to the file that has its number now, and reads nothing from it")
  func numbers() throws {
    // Other tests open files, too. The number is not always free.
    for _ in 0..<1000 {
      let pair = try SocketPair.ends()
      let connection = Connection(pair.0)
      defer { close(pair.1) }
      let next = try SocketPair.ends()
      connection.close()
      let taken = fcntl(next.0, F_DUPFD, pair.0)
      defer { for number in [next.0, next.1, taken] { close(number) } }
      guard taken == pair.0 else { continue }
      write(next.1, "x", 1)
      #expect(!connection.send(Array("a record of TLS".utf8)))
      #expect(withUnsafeTemporaryAllocation(byteCount: 8, alignment: 1) { connection.read(into: $0) } <= 0)
      connection.endSending()
      connection.shutDown()
      connection.reset()
      #expect(connection.peerPort == 0 && !connection.hasNews)
      var bytes = [UInt8](repeating: 0, count: 64)
      #expect(recv(next.1, &bytes, bytes.count, Int32(MSG_DONTWAIT)) == -1, "\(bytes)")
      #expect(recv(taken, &bytes, bytes.count, Int32(MSG_DONTWAIT)) == 1)
      return
    }
    Issue.record("no number was free")
  }
}
