/// A number that stands for some bytes, the same on every machine and in every version: FNV-1a with 64 bits.
///
/// It finds changes. Somebody who wants two texts with the same number can find them, so nothing secret depends on it.
enum Digest {
  /// Returns the digest of bytes.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// Returns the digest of a value as text. White space between its parts does not matter.
  static func text(of json: JSON) -> String { String(of(json.utf8), radix: 16) }
}
