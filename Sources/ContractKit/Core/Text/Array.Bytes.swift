import Foundation

extension [UInt8] {
  /// Appends a string's UTF-8.
  mutating func append(textOf string: String) {
    var string = string
    // Appending the UTF-8 view as a collection takes three times as long.
    string.withUTF8 { append(contentsOf: $0) }
  }

  /// Returns the first index of a byte within a range; nil if there is none. By default the range extends to the end.
  package func firstIndex(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
    withUnsafeBytes { bytes in
      let end = end ?? bytes.count
      guard start < end, let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
