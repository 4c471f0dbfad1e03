/// A content coding that compresses (RFC 9110, section 8.4.1).
///
/// The compressed data is in stored blocks (RFC 1951, section 3.2.4), which are as long as the body. Every reader of the
/// coding reads them, and one that does not decode the body cannot read it.
package enum ContentCoding: String, Sendable, CaseIterable {
  /// RFC 1952.
  case gzip
  /// The zlib format (RFC 1950).
  case deflate

  /// Returns whether a request accepts the coding: its Accept-Encoding names it (RFC 9110, section 12.5.3).
  package func isAccepted(by headers: Headers) -> Bool {
    headers.lines.filter { $0.name.isSameName("Accept-Encoding") }.contains { line in
      HeaderValue.split(line.value, at: UInt8(ascii: ",")).contains { element in
        let parts = HeaderValue.split(element, at: UInt8(ascii: ";"))
        guard parts.first?.isSameName(rawValue) == true else { return false }
        let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }?.dropFirst(2)
        return weight.flatMap { Double($0) } != 0
      }
    }
  }

  /// Returns bytes in the coding.
  package func encoded(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .gzip:
      // No name, no time, and an unknown system.
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + Self.blocks(bytes) + Self.littleEndian(Self.crc32(bytes))
        + Self.littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    case .deflate:
      // The usual window, and a check that makes the two bytes a multiple of 31.
      [0x78, 0x01] + Self.blocks(bytes) + Self.littleEndian(Self.adler32(bytes)).reversed()
    }
  }

  /// The longest stored block.
  private static let blockLimit = 65535

  private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    var start = 0
    repeat {
      let end = min(start + Self.blockLimit, bytes.count)
      let size = UInt16(end - start)
      blocks.append(end == bytes.count ? 1 : 0)
      for half in [size, ~size] { blocks += [UInt8(truncatingIfNeeded: half), UInt8(half >> 8)] }
      blocks += bytes[start..<end]
      start = end
    } while start < bytes.count
    return blocks
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// The check of RFC 1952, section 8.
  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
  }

  /// What eight steps of the check make of each byte.
  private static let table = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
  }

  /// The check of RFC 1950, section 8.2.
  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    let (low, high) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
      let low = (sums.0 + UInt32(byte)) % 65521
      return (low, (sums.1 + low) % 65521)
    }
    return high << 16 | low
  }
}
