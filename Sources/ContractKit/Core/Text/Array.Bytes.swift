// What messages are written with and lines are found with: a scenario's messages do each of these dozens of times, and the
// library's ways through a String's view or a slice take several times as long.

extension [UInt8] {
  /// Appends a string's UTF-8.
  mutating func append(textOf string: String) {
    var string = string
    // As a collection a string's UTF-8 view takes three times as long.
    string.withUTF8 { append(contentsOf: $0) }
  }

  /// Appends a number in decimal.
  mutating func append(digitsOf value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    var place: UInt = 1
    while rest / place > 9 { place *= 10 }
    while place > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / place))
      rest %= place
      place /= 10
    }
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

  /// Whether all bytes are ASCII.
  var isASCII: Bool {
    var index = 0
    while let word = word(at: index) {
      if word & 0x8080_8080_8080_8080 != 0 { return false }
      index += 8
    }
    while index < count {
      if self[index] >= 0x80 { return false }
      index += 1
    }
    return true
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
