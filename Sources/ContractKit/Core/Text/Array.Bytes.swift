// What messages are written with and lines are found with. To append through a String's view takes several times as long.

extension [UInt8] {
  /// Appends a string's UTF-8.
  mutating func append(textOf string: String) {
    var string = string
    // As a collection a string's UTF-8 view takes three times as long.
    string.withUTF8 { append(contentsOf: $0) }
  }

  /// The index of the first line feed from one on; nil where there is none.
  package func lineEnd(from start: Int) -> Int? {
    start < count ? self[start...].firstIndex(of: 0x0A) : nil
  }
}

