import CContractRun
import Synchronization

/// A driver's standard output, of which one thread reads and any thread knows how much the driver has written.
final class DriverOutput: Sendable {
  private struct State {
    /// Nil when it is closed.
    var descriptor: Int32?
    var read = 0
  }

  private let state: Mutex<State>

  init(_ descriptor: Int32) { state = Mutex(State(descriptor: descriptor)) }

  /// How many bytes the driver has written, whether or not they were read.
  var written: Int {
    state.withLock { $0.read + ($0.descriptor.map { Int(contractRunUnread($0)) } ?? 0) }
  }

  /// Reads into a buffer, as the system's `read` does, with its result and its error number.
  func read(into buffer: inout [UInt8]) -> Int {
    state.withLock { state in
      guard let descriptor = state.descriptor else { return 0 }
      let count = Platform.read(descriptor, &buffer, buffer.count)
      state.read += max(0, count)
      return count
    }
  }

  func end() {
    state.withLock { state in
      if let descriptor = state.descriptor { close(descriptor) }
      state.descriptor = nil
    }
  }
}
