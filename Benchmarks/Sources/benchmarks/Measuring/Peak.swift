import Foundation
import Synchronization

/// The most memory that a process has held until now: VmHWM, read again and again while it lives.
///
/// What `wait4` says of it will not do: it counts the parent's memory before the exec, and the greatest of the
/// children's.
final class Peak: Sendable {
  private let kilobytes = Mutex(Int?.none)

  /// Watches a process to its end. Where the system does not show its memory, as on macOS, nothing is seen.
  init(of pid: pid_t) {
    Thread.detachNewThread { [weak self] in
      while let text = Machine.line(of: "/proc/\(pid)/status", "VmHWM"), let self {
        let number = Int(text.prefix { $0.isNumber }) ?? 0
        self.kilobytes.withLock { $0 = max($0 ?? 0, number) }
        usleep(5000)
      }
    }
  }

  /// Nil where nothing was seen.
  var bytes: Int? { kilobytes.withLock { $0.map { $0 * 1024 } } }
}
