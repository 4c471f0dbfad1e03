import Foundation
import Synchronization

/// An open file of the system, such as a socket or a pipe. It is closed once, and only while nobody uses it.
///
/// The system gives the number of a closed file to the next file that any thread opens. A thread that still had the
/// number would then read and write another connection. So the number is known only during a use, and a close waits for
/// the end of all uses.
package final class Descriptor: Sendable {
  private struct State {
    var uses = 0
    var isClosed = false
  }

  private let number: Int32
  private let state = Mutex(State())

  /// Takes over an open file. From now on, nothing else may close it.
  package init(_ number: Int32) { self.number = number }

  // Each use holds the object, so there is none left.
  deinit { if !state.withLock(\.isClosed) { closeFile(number) } }

  /// Calls a function with the number, which belongs to this file until the function returns.
  ///
  /// A function that waits keeps the file open. Shut a socket down to end the wait.
  ///
  /// - Returns: The result of the function; nil if the file was closed, and the function not called.
  @discardableResult
  package func use<Result, Failure>(_ body: (Int32) throws(Failure) -> Result) throws(Failure) -> Result? {
    let isOpen = state.withLock { state in
      if !state.isClosed { state.uses += 1 }
      return !state.isClosed
    }
    guard isOpen else { return nil }
    defer {
      let isLast = state.withLock { state in
        state.uses -= 1
        return state.isClosed && state.uses == 0
      }
      if isLast { closeFile(number) }
    }
    return try body(number)
  }

  /// Closes the file, at once or at the end of the last use. Nothing can begin to use it any more.
  package func close() {
    let isUnused = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed && state.uses == 0
    }
    if isUnused { closeFile(number) }
  }

  package var isClosed: Bool { state.withLock(\.isClosed) }

  /// Whether the file was closed and nobody uses it any more.
  package var isReleased: Bool { state.withLock { $0.isClosed && $0.uses == 0 } }
}

// Writing, without Foundation's `FileHandle`, which ends the process if a write fails.
extension Descriptor {
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

// The system's functions, whose names mean methods inside `Descriptor`.
private func writeSome(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}
private func closeFile(_ number: Int32) { _ = close(number) }
