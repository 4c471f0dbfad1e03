import Foundation
import Synchronization

/// The properties of the machine that the numbers depend on.
enum Machine {
  /// Returns the processor, its cores, whether the benchmarks are pinned to some of them, and the Swift version that
  /// built the measured code.
  static func description() throws -> String {
    let information = ProcessInfo.processInfo
    let swift = try Child.output(of: ["swift", "--version"]).split(separator: "\n").first.map(String.init)
    return """
      \(processor ?? "an unknown processor"); \(information.activeProcessorCount) cores, \(pinning).
      \(swift ?? "an unknown Swift"), release; \(information.operatingSystemVersionString).
      Medians of rounds that alternate between what is compared; CPU is user and system time over all processes.
      """
  }

  private static var processor: String? {
    if let line = line(of: "/proc/cpuinfo", "model name") { return line }
    return try? Child.output(of: ["sysctl", "-n", "machdep.cpu.brand_string"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static var pinning: String {
    guard let allowed = line(of: "/proc/self/status", "Cpus_allowed_list") else { return "not pinned" }
    return sysconf(Int32(_SC_NPROCESSORS_ONLN)) == information.activeProcessorCount
      ? "not pinned (\(allowed))" : "pinned to \(allowed)"
  }

  private static var information: ProcessInfo { .processInfo }

  /// Returns the value of a name in a file of `NAME: VALUE` lines.
  static func line(of file: String, _ name: String) -> String? {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let colon = line.firstIndex(of: ":")
    else { return nil }
    return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
  }
}

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
