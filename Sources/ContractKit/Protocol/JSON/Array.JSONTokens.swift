// The search for duplicate names in an object, while the text is read. For an object with few names, one bit per name
// separates them, and only names with the same bit are compared. For an object with many names, hashes are kept. The
// hashes are seeded, so that nobody can construct collisions.

extension [JSON.Document.Token] {
  package func after(_ index: Int) -> Int { self[index].isContainer ? self[index].end : index + 1 }

  /// Returns whether all names of an object are different. The object must be the last thing that was read.
  ///
  /// For an object with many names, the result may be false although only the hashes are equal.
  func namesDiffer(in object: Int, of bytes: [UInt8]) -> Bool {
    if self[object + 1].start > 32 { return manyDiffer(in: object, of: bytes) }
    var seen: UInt64 = 0
    var name = object + 2
    while name < count {
      let bit: UInt64 = 1 << (bytes.nameKey(self[name]) >> 58)
      if seen & bit != 0, isTwice(name, in: object, of: bytes) { return false }
      seen |= bit
      name = after(name + 1)
    }
    return true
  }

  /// Returns whether an earlier name of the object is the same.
  private func isTwice(_ last: Int, in object: Int, of bytes: [UInt8]) -> Bool {
    var name = object + 2
    while name < last {
      if bytes.isSameString(self[name], as: self[last], of: bytes) { return true }
      name = after(name + 1)
    }
    return false
  }

  private func manyDiffer(in object: Int, of bytes: [UInt8]) -> Bool {
    var hashes: Set<Int> = []
    hashes.reserveCapacity(self[object + 1].start)
    var name = object + 2
    while name < count {
      if !hashes.insert(bytes.nameHash(self[name])).inserted { return false }
      name = after(name + 1)
    }
    return true
  }
}

extension [UInt8] {
  /// Returns a key of a name. Equal names have equal keys.
  fileprivate func nameKey(_ token: JSON.Document.Token) -> UInt64 {
    guard token.kind == .escapedString else { return key(of: token.content) }
    let name = unescaped(token.content)
    return name.key(of: 0..<name.count)
  }

  private func key(of range: Range<Int>) -> UInt64 {
    var key = UInt64(range.count)
    if range.count < 8, let word = word(at: range.lowerBound) {
      key ^= word & ~(UInt64.max << UInt64(range.count * 8))
    } else if range.count >= 8, let first = word(at: range.lowerBound), let last = word(at: range.upperBound - 8) {
      key ^= first ^ last &* 3
    } else {
      // This is for names at the very end of the text, and for the few names whose escapes were decoded.
      for (place, index) in range.enumerated() { key ^= UInt64(self[index]) << UInt64(place * 8) }
    }
    // Fibonacci hashing: the high bits must depend on all bits.
    return key &* 0x9E37_79B9_7F4A_7C15
  }

  /// Returns whether a string of this text is the same as a string of another text.
  func isSameString(_ a: JSON.Document.Token, as b: JSON.Document.Token, of other: [UInt8]) -> Bool {
    if a.kind == .escapedString || b.kind == .escapedString {
      return unescaped(a.content) == other.unescaped(b.content)
    }
    return a.content.count == b.content.count && self[a.content].elementsEqual(other[b.content])
  }

  fileprivate func nameHash(_ token: JSON.Document.Token) -> Int {
    guard token.kind == .escapedString else { return hash(of: token.content) }
    let name = unescaped(token.content)
    return name.hash(of: 0..<name.count)
  }

  private func hash(of range: Range<Int>) -> Int {
    var hasher = Hasher()
    hasher.combine(range.count)
    var index = range.lowerBound
    while index + 8 <= range.upperBound, let word = word(at: index) {
      hasher.combine(word)
      index += 8
    }
    while index < range.upperBound {
      hasher.combine(self[index])
      index += 1
    }
    return hasher.finalize()
  }
}
