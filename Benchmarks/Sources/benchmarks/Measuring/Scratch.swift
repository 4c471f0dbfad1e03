import Foundation

/// Where the benchmarks leave their files: a folder of their own, that is the working folder too, so that no command
/// finds anybody's configuration.
enum Scratch {
  /// Makes the folder, and makes it the working folder.
  static func enter() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("contractkit-benchmarks-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard FileManager.default.changeCurrentDirectoryPath(folder.path) else { throw Wrong("no folder \(folder.path)") }
  }

  /// Removes it.
  static func remove() {
    let folder = FileManager.default.currentDirectoryPath
    _ = FileManager.default.changeCurrentDirectoryPath("/")
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Makes an empty folder, and removes what it held; gives its path.
  static func folder(_ name: String) throws -> String {
    let path = FileManager.default.currentDirectoryPath + "/" + name
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// The path of a file in it.
  static func file(_ name: String) -> String { FileManager.default.currentDirectoryPath + "/" + name }
}
