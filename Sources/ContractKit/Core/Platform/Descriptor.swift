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

  /// Writes pieces to a blocking descriptor. After a failure, the other pieces are left out.
  ///
  /// - Parameter body: Passes each piece to its argument.
  /// - Returns: The system's number of the failure; nil if all pieces were written.
  package static func write(_ body: (_ put: ([UInt8]) -> Void) -> Void, to descriptor: Int32) -> Int32? {
    var code: Int32?
    body { bytes in
      if code == nil, !write(bytes, to: descriptor) { code = errno }
    }
    return code
  }
}

/// Calls the system's `write`. Inside `Descriptor`, that name means its own method.
private func writeSome(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}
