extension JSON {
  /// Which names an object may have, as one bit of 64 for each: most members that a reader asks for are not there, and this
  /// says so in a tenth of the time that looking for one takes.
  ///
  /// Two names may have the same bit; then the object is looked into.
  struct NameBits {
    /// Any name may be there.
    static var all: NameBits { NameBits(bits: .max) }

    private var bits: UInt64 = 0

    /// No name is there.
    init() {}

    private init(bits: UInt64) { self.bits = bits }

    /// Adds a name.
    ///
    /// - Parameters:
    ///   - first: Its first byte; any where it is empty.
    ///   - count: How many bytes it has.
    mutating func add(first: UInt8, count: Int) { bits |= Self.bit(first, count) }

    /// Whether there may be a name.
    func mayHave(_ name: String) -> Bool {
      guard let first = name.utf8.first else { return true }
      return bits & Self.bit(first, name.utf8.count) != 0
    }

    /// The names of contracts begin with 20 letters, and few of one object share letter and length.
    private static func bit(_ first: UInt8, _ count: Int) -> UInt64 {
      1 << ((UInt64(first) &* 11 &+ UInt64(count)) & 63)
    }
  }
}
