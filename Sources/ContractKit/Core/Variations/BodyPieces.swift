/// The division of a body into pieces that a client must not read alone.
///
/// A body of more than `limit` bytes is divided at places of all kinds, as far as it has them, and for the rest evenly.
enum BodyPieces {
  /// The maximum number of pieces. A body of as many bytes is sent byte by byte.
  static let limit = 32

  static func divided(_ bytes: [UInt8]) -> [[UInt8]] {
    if bytes.count <= limit { return bytes.map { [$0] } }
    let kinds = places(in: bytes)
    let share = (limit - 1) / kinds.count
    var cuts = Set(kinds.flatMap { sample($0, share) })
    for cut in sample(1..<bytes.count, limit - 1) where cuts.count < limit - 1 { cuts.insert(cut) }
    return pieces(of: bytes, cuts)
  }

  /// Returns the pieces of a body in order: each of the first ones ends between CR and LF.
  static func dividedWithinLineEnds(_ bytes: [UInt8]) -> [[UInt8]] {
    let cuts = bytes.indices.dropFirst().lazy.filter { bytes[$0 - 1] == 0x0D && bytes[$0] == 0x0A }
    return pieces(of: bytes, Set(cuts.prefix(limit - 1)))
  }

  private static func pieces(of bytes: [UInt8], _ cuts: Set<Int>) -> [[UInt8]] {
    let ends = cuts.sorted() + [bytes.count]
    return zip([0] + ends, ends).map { Array(bytes[$0..<$1]) }
  }

  /// Returns the places in a body, by their kinds: within a character, between CR and LF, within an escape, within a
  /// number, between lines, and within the first word of a line.
  private static func places(in bytes: [UInt8]) -> [[Int]] {
    let (carriageReturn, lineFeed, backslash) = (UInt8(0x0D), UInt8(0x0A), UInt8(0x5C))
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
    func all(_ isPlace: (_ before: UInt8, _ after: UInt8) -> Bool) -> [Int] {
      (1..<bytes.count).filter { isPlace(bytes[$0 - 1], bytes[$0]) }
    }
    let lines = all { before, after in before == lineFeed || before == carriageReturn && after != lineFeed }
    return [
      all { $1 & 0xC0 == 0x80 },
      all { $0 == carriageReturn && $1 == lineFeed },
      all { before, _ in before == backslash },
      all { isDigit($0) && isDigit($1) },
      lines,
      lines.map { $0 + 1 }.filter { $0 < bytes.count && isLetter(bytes[$0 - 1]) && isLetter(bytes[$0]) },
    ]
  }

  /// Returns as many places as a share allows, evenly chosen.
  private static func sample(_ places: some RandomAccessCollection<Int>, _ share: Int) -> [Int] {
    if places.count <= share { return Array(places) }
    return (0..<share).map { places[places.index(places.startIndex, offsetBy: $0 * places.count / share)] }
  }
}
