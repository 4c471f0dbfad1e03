import ContractCore
import Dispatch
import Foundation
import Synchronization

/// The process of a driver or a build step: its pipes, and a thread that waits for its end.
///
/// `waitpid` determines its end, not the end of its output, because a grandchild can keep the output open.
final class DriverProcess: Sendable {
  let child: Processes.Child
  private let processes: Processes
  private let state = Mutex<Death?>(nil)
  private let reaped = DispatchSemaphore(value: 0)

  init(_ child: Processes.Child, processes: Processes, wake: WakePipe) {
    self.child = child
    self.processes = processes
    for descriptor in [child.input, child.output, child.errors] { Pipe.stopBlocking(descriptor) }
    Thread.detachNewThread { [self] in
      let death = processes.reap(child.pid)
      state.withLock { $0 = death }
      reaped.signal()
      wake.wake()
    }
  }

  /// How the process ended; nil while it lives.
  var death: Death? { state.withLock { $0 } }

  /// Kills the process and its group, waits for its end, and closes the pipes.
  func end() {
    if death == nil { kill(-child.pid, SIGKILL) }
    reaped.wait()
    reaped.signal()
    close(child.input)
    close(child.output)
    close(child.errors)
  }
}
