import CContractRun
import ContractCore
import Dispatch
import Synchronization

/// The process of a driver or a build step: its pipes, and a thread that waits for its end.
///
/// `waitpid` determines its end, not the end of its output, because a grandchild can keep the output open.
final class DriverProcess: Sendable {
  let child: Processes.Child
  let output: DriverOutput
  private let processes: Processes
  private let state = Mutex<TerminationStatus?>(nil)
  private let reaped = DispatchSemaphore(value: 0)

  /// - Throws: The system's error if there is no thread that can wait for the process. Then the process was killed.
  init(_ child: Processes.Child, processes: Processes, wake: WakePipe) throws(Processes.SpawnFailure) {
    self.child = child
    output = DriverOutput(child.output)
    self.processes = processes
    for descriptor in [child.input, child.output, child.errors] { Pipe.stopBlocking(descriptor) }
    do throws(SystemThread.Failure) {
      try SystemThread.start { [self] in
        let termination = processes.reap(child.pid)
        state.withLock { $0 = termination }
        reaped.signal()
        wake.wake()
      }
    } catch {
      kill(-child.pid, SIGKILL)
      _ = processes.reap(child.pid)
      closePipes()
      throw Processes.SpawnFailure(command: "cannot start a thread", number: error.number)
    }
  }

  /// How the process ended; nil while it lives.
  var termination: TerminationStatus? { state.withLock { $0 } }

  /// Kills the process and its group, waits for its end, and closes the pipes.
  func end() {
    if termination == nil { kill(-child.pid, SIGKILL) }
    reaped.wait()
    reaped.signal()
    closePipes()
  }

  private func closePipes() {
    output.end()
    for descriptor in [child.input, child.errors] { close(descriptor) }
  }
}

/// A driver's standard output, of which one thread reads and any thread knows how much the driver has written.
final class DriverOutput: Sendable {
  private struct State {
    /// Nil when it is closed.
    var descriptor: Int32?
    /// How many bytes were read.
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
