// What messages are written with and lines are found with: a scenario's messages do each of these dozens of times, and the
// library's ways through a String's view or a slice take several times as long.

extension [UInt8] {
  /// Appends a string's UTF-8.
  mutating func append(textOf string: String) {
    var string = string
    // As a collection a string's UTF-8 view takes three times as long.
    string.withUTF8 { append(contentsOf: $0) }
  }

  /// The index of the first line feed from one on; nil where there is none.
  package func lineEnd(from start: Int) -> Int? {
    var index = start
    while let ends = word(at: index)?.lineEnds {
      if ends != 0 { return index + ends.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count {
      if self[index] == 0x0A { return index }
      index += 1
    }
    return nil
  }
}

extension UInt64 {
  /// Of eight bytes, the high bit of each that is a line feed, and no other bit.
  var lineEnds: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let others = self ^ 0x0A0A_0A0A_0A0A_0A0A
    return ~(((others & low) &+ low) | others | low)
  }
}
