import Foundation

/// A UDP socket of a guarded process.
///
/// Foundation wakes its run loops with two sockets of this machine that are connected to each other. So a process may
/// connect a socket to another one of its own.
enum UDPSocket {
  /// Returns whether a process has a UDP socket at a port of this machine (proc_pid_net(5)); nil if the system does not
  /// show that.
  static func isOpen(at port: Int, in thread: pid_t) -> Bool? {
    let tables = ["udp", "udp6"].compactMap { FileManager.default.contents(atPath: "/proc/\(thread)/net/\($0)") }
    if tables.isEmpty { return nil }
    let found = tables.flatMap { inodes(at: port, in: $0) }
    if found.isEmpty { return false }
    let folder = "/proc/\(thread)/fd"
    guard let open = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
    return open.contains { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return found.contains { target == "socket:[\($0)]" }
    }
  }

  /// Returns the numbers of the sockets at a port, from a table such as /proc/net/udp.
  static func inodes(at port: Int, in table: Data) -> [Substring] {
    let text = String(decoding: table, as: UTF8.self)
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 9, let local = words[1].split(separator: ":").last, Int(local, radix: 16) == port else {
        return nil
      }
      return words[9]
    }
  }
}
