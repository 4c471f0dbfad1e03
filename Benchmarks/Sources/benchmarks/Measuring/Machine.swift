import Foundation

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
