import Foundation

/// A process that a driver started and that is still running after it.
struct Remnant: Sendable {
  var process: pid_t
  /// The name of its program, as the system shows it.
  var name: String

  /// Returns the processes with a variable in their environment (proc_pid_environ(5)).
  ///
  /// - Parameters:
  ///   - variable: `NAME=VALUE`.
  ///   - group: A process group whose processes do not count.
  static func all(markedBy variable: String, without group: pid_t) -> [Remnant] {
    let mark = Data(variable.utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.sorted().compactMap { process in
      // A process that has ended has no environment.
      guard let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ"),
        environment.split(separator: 0).contains(where: { $0 == mark }), getpgid(process) != group
      else { return nil }
      let name = FileManager.default.contents(atPath: "/proc/\(process)/comm").map {
        String(decoding: $0, as: UTF8.self)
      }
      return Remnant(process: process, name: (name ?? "").trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }
}
