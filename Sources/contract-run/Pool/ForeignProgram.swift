import Foundation

/// A program for another kind of processor than the runner's, such as a 32-bit one. The network guard refuses all of its
/// system calls, because they have other numbers.
enum ForeignProgram {
  /// What to print if such a program did not start.
  static let explanation =
    "it is a program for another kind of processor, which the network guard does not let run; to turn the guard off, add"
    + " \"allow\": [\"*\"] to the client in contract-run.json"

  /// Returns whether a program is one. A program without a slash is looked up in PATH.
  static func isForeign(_ program: String, in folder: String?, _ environment: [String: String]) -> Bool {
    let folders =
      program.contains("/") ? [folder ?? "."] : (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let paths = program.hasPrefix("/") ? [program] : folders.map { "\($0)/\(program)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }), let own = kind(ofFile: "/proc/self/exe") else {
      return false
    }
    return kind(ofFile: path).map { $0 != own } ?? false
  }

  private static func kind(ofFile path: String) -> [UInt8]? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return (try? file.read(upToCount: 20)).flatMap { kind(of: Array($0)) }
  }

  /// Returns the class and the machine in the head of a program (elf(5)); nil if it is not such a program.
  static func kind(of head: [UInt8]) -> [UInt8]? {
    guard head.count >= 20, head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return nil }
    return [head[4]] + head[18..<20]
  }
}
