import Foundation

/// Writing to descriptors, without Foundation's `FileHandle`, which ends the process where a write fails.
package enum Descriptor {
  /// Writes all bytes to a descriptor that blocks, in as many pieces as it takes.
  ///
  /// - Returns: Whether that was done; `errno` says why not.
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

/// The system's `write`: inside `Descriptor` the name means its own.
private func writeSome(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}
