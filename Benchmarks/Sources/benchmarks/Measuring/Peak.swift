import Foundation
import Synchronization

/// The largest amount of memory that a process has used: VmHWM, read repeatedly until the process ends.
///
/// `wait4` cannot give this number. It includes the parent's memory before the exec, and the largest of the children's.
final class Peak: Sendable {
  private let kilobytes = Mutex(Int?.none)

  /// Watches a process until it ends. On systems that do not show its memory, such as macOS, there is no number.
  init(of pid: pid_t) {
    Thread.detachNewThread { [weak self] in
      while let text = Machine.line(of: "/proc/\(pid)/status", "VmHWM"), let self {
        let number = Int(text.prefix { $0.isNumber }) ?? 0
        self.kilobytes.withLock { $0 = max($0 ?? 0, number) }
        usleep(5000)
      }
    }
  }

  /// The number of bytes, or nil if the system did not show it.
  var bytes: Int? { kilobytes.withLock { $0.map { $0 * 1024 } } }
}
