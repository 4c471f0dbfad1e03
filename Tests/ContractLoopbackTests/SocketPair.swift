import Foundation

@testable import ContractCore
@testable import ContractLoopback

/// A connection whose other end the test holds, in one thread.
struct SocketPair {
  let connection: Connection
  let client: RawSocket

  init() throws {
    let ends = try Self.ends()
    RawSocket.setTimeout(ends.0)
    connection = Connection(ends.0)
    client = RawSocket(ends.1)
  }

  /// Returns two sockets that are connected to each other.
  static func ends() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SocketError("socketpair") }
    return (ends[0], ends[1])
  }

  /// Returns what a reader finds in bytes: requests, until the end or a fault.
  ///
  /// - Parameter ends: Whether the client ends the stream. If it does not, the reader must know the result without the
  ///   end.
  static func read(
    _ bytes: [UInt8], ends: Bool = true, count: Int = .max
  ) throws -> [Result<HTTPRequest, MalformedRequest>] {
    let pair = try SocketPair()
    pair.client.send(bytes)
    if ends { pair.client.endSending() }
    var reader = HTTPReader(pair.connection)
    var results: [Result<HTTPRequest, MalformedRequest>] = []
    do throws(MalformedRequest) {
      while results.count < count, let request = try reader.next() { results.append(.success(request)) }
    } catch {
      results.append(.failure(error))
    }
    return results
  }

  static func read(
    _ text: String, ends: Bool = true, count: Int = .max
  ) throws -> [Result<HTTPRequest, MalformedRequest>] {
    try read(Array(text.utf8), ends: ends, count: count)
  }
}
