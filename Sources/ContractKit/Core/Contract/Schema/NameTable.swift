/// A rule with the index of the place where it was written.
package struct Ranged<Value: Sendable>: Sendable {
  let value: Value
  let rangeIndex: Int
}

/// A table of names that finds them by their bytes. It first tries an index that the caller guesses, and then a hash.
struct NameTable: Sendable {
  let names: [String]
  /// The indexes of the names by hash, with open addressing; -1 for a free slot.
  private var slots: [Int32]

  /// Makes a table. A repeated name is kept once.
  init(_ names: [String]) {
    var unique: [String] = []
    var size = 4
    while size < names.count * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for name in names {
      var slot = Self.hash(name) & (size - 1)
      while slots[slot] >= 0, !unique[Int(slots[slot])].isExactly(name) { slot = (slot + 1) & (size - 1) }
      if slots[slot] >= 0 { continue }
      slots[slot] = Int32(unique.count)
      unique.append(name)
    }
    self.names = unique
  }

  /// Returns the index of a name; nil if the table does not have it.
  ///
  /// - Parameter guess: An index to try first. Most objects have their members in the order in which they were
  ///   described.
  package func index(of name: String, guess: Int = .max) -> Int? {
    if guess < names.count, names[guess].isExactly(name) { return guess }
    if names.isEmpty { return nil }
    var slot = Self.hash(name) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if names[index].isExactly(name) { return index }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// FNV-1a. The names come from the schema, so nobody else can choose them so that they collide.
  private static func hash(_ name: String) -> Int {
    var name = name
    return name.withUTF8 { bytes in
      var hash: UInt32 = 2_166_136_261
      for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      return Int(hash ^ hash >> 15) & 0x7FFF_FFFF
    }
  }
}
