/// A content coding that compresses (RFC 9110, section 8.4.1).
///
/// The compressed data is in stored blocks, which are as long as the body (RFC 1951, section 3.2.4; RFC 7932, section 9.2;
/// RFC 8878, section 3.1.1.2). Every reader of the coding reads them, and one that does not decode the body cannot read it.
package enum ContentCoding: String, Sendable, CaseIterable {
  /// RFC 1952.
  case gzip
  /// The zlib format (RFC 1950).
  case deflate
  /// RFC 7932.
  case br
  /// RFC 8878.
  case zstd

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
    case .gzip: Self.gzip(Self.blocks(bytes), check: Self.crc32(bytes), count: bytes.count)
    case .deflate:
      // The usual window, and a check that makes the two bytes a multiple of 31.
      [0x78, 0x01] + Self.blocks(bytes) + Self.littleEndian(Self.adler32(bytes)).reversed()
    case .br: Self.brotli(bytes)
    case .zstd:
      // One segment whose size is in four bytes, and no check.
      [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + Self.littleEndian(UInt32(truncatingIfNeeded: bytes.count))
        + Self.pieces(bytes).flatMap { piece in
          Self.littleEndian(UInt32(piece.count) << 3 | (piece.endIndex == bytes.count ? 1 : 0)).dropLast() + piece
        }
    }
  }

  /// Returns blocks in the format of RFC 1952, with the check and the number of the bytes that they become.
  private static func gzip(_ blocks: [UInt8], check: UInt32, count: Int) -> [UInt8] {
    // No name, no time, and an unknown system.
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + blocks + littleEndian(check)
      + littleEndian(UInt32(truncatingIfNeeded: count))
  }

  /// A gigabyte of spaces in gzip, which is about a thousandth of that (RFC 1951, section 3.2.7).
  package static let gzipOfSpaces: [UInt8] = {
    // Codes: 10 for a space, 0 for 258 bytes more (and 0 for their distance of one byte), 11 for the end of the block. From
    // the lowest bit of each byte: no last block, with codes of its own; 286 codes, one distance; 19 lengths of codes for
    // lengths: one for a run of zeros, and two each for a 1 and for a 2.
    let head =
      "0" + "01" + "10111" + "00000" + "1111" + (0..<19).map { [2: "100", 15: "010", 17: "010"][$0] ?? "000" }.joined()
    func zeros(_ count: Int) -> String { "0" + String((0..<7).map { (count - 11) >> $0 & 1 == 1 ? "1" : "0" }) }
    let (one, two) = ("10", "11")
    let lengths = zeros(32) + two + zeros(138) + zeros(85) + two + zeros(28) + one + one
    let bits =
      Array((head + lengths + "10").utf8) + Array(repeating: UInt8(ascii: "0"), count: 2 * 65001) + Array("11".utf8)
    let block = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reversed().reduce(UInt8(0)) { $0 << 1 | ($1 & 1) }
    }
    let all = (0..<64).flatMap { _ in block } + blocks([])
    return gzip(all, check: 0xC53C_9429, count: 64 * (1 + 258 * 65001))
  }()

  /// The longest stored block.
  private static let blockLimit = 65535

  /// The parts of a body that are a block each: at least one.
  private static func pieces(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.isEmpty
      ? [[]] : stride(from: 0, to: bytes.count, by: blockLimit).map { bytes[$0..<min($0 + blockLimit, bytes.count)] }
  }

  private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    pieces(bytes).flatMap { piece -> [UInt8] in
      let size = UInt16(piece.count)
      let sizes = [size, ~size].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      return [piece.endIndex == bytes.count ? 1 : 0] + sizes + piece
    }
  }

  /// The head of each block says, from its lowest bit: that it is not the last one, that its size has four digits, the size
  /// less one, and that it is not compressed. Before the first one is the smallest window, and an empty block is the last.
  private static func brotli(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.isEmpty { return [0b110] }
    let blocks = pieces(bytes).flatMap { piece -> [UInt8] in
      let head = UInt32(piece.count - 1) << 3 | 1 << 19
      return littleEndian(piece.startIndex == 0 ? head << 1 : head).dropLast() + piece
    }
    return blocks + [0b11]
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
