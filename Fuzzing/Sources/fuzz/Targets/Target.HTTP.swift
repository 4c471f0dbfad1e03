import Foundation

@testable import ContractCore
@testable import ContractLoopback

extension Target {
  /// The requests on a connection are the same, and so is what is wrong with them, whether all bytes arrive at once or
  /// one by one.
  static func checkHTTP(_ bytes: [UInt8]) {
    let (whole, single) = (requests(in: bytes, oneByOne: false), requests(in: bytes, oneByOne: true))
    require(
      whole.requests == single.requests, "at once, the bytes are \(whole.requests); one by one, \(single.requests)")
    require(
      whole.error?.why == single.error?.why && whole.error?.status == single.error?.status,
      "at once, the error is \(whole.error?.why ?? "none"); one by one, \(single.error?.why ?? "none")")
    require(
      (whole.error?.bytes ?? []).starts(with: single.error?.bytes ?? []),
      "at once, the malformed request is \(shown(whole.error?.bytes ?? [])); one by one, "
        + shown(single.error?.bytes ?? []))
    if let error = whole.error { require(!error.why.isEmpty && !error.text.isEmpty, "the error has no description") }
  }

  private static func requests(
    in bytes: [UInt8], oneByOne: Bool
  ) -> (requests: [HTTPRequest], error: MalformedRequest?) {
    var ends: [Int32] = [-1, -1]
    // A packet is read alone, even if more have come.
    let type = oneByOne ? SOCK_SEQPACKET : SOCK_STREAM
    guard socketpair(AF_UNIX, Int32(type.rawValue), 0, &ends) == 0 else { return ([], nil) }
    let (connection, client) = (Connection(ends[0]), ends[1])
    let writer = ThreadGroup()
    // The system stores only some hundred packets.
    try? writer.start {
      let size = oneByOne ? 1 : max(1, bytes.count)
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = Array(bytes[start..<(start + size)])
        if send(client, piece, size, Int32(MSG_NOSIGNAL)) != size { break }
      }
      shutdown(client, Int32(SHUT_WR))
    }
    var reader = HTTPReader(connection)
    var result: (requests: [HTTPRequest], error: MalformedRequest?) = ([], nil)
    do throws(MalformedRequest) {
      while let request = try reader.next() { result.requests.append(request) }
    } catch {
      result.error = error
    }
    connection.close()
    writer.wait()
    close(client)
    return result
  }
}
