import Foundation

/// Functions that write to descriptors, without Foundation's `FileHandle`, which ends the process if a write fails.
package enum Descriptor {
  /// Writes all bytes to a blocking descriptor, in as many pieces as necessary.
  ///
  /// - Returns: Whether all bytes were written. If not, `errno` has the reason.
  @discardableResult
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = writeSome(descriptor, rest)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// Calls the system's `write`. Inside `Descriptor`, that name means its own method.
private func writeSome(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}
