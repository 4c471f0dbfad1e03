import Foundation

extension [UInt8] {
  /// Appends a string's UTF-8.
  mutating func append(textOf string: String) {
    var string = string
    // As a collection a string's UTF-8 view takes three times as long.
    string.withUTF8 { append(contentsOf: $0) }
  }

  /// The first index of a byte within a range, by default to the end; nil if there is none.
  package func firstIndex(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
    withUnsafeBytes { bytes in
      let end = end ?? bytes.count
      guard start < end, let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
