import Foundation

/// The folder for the files of the benchmarks. It is also the working folder, so that no command finds a configuration
/// by chance.
enum Scratch {
  /// Makes the folder, and makes it the working folder.
  static func enter() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("contractkit-benchmarks-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard FileManager.default.changeCurrentDirectoryPath(folder.path) else { throw Wrong("no folder \(folder.path)") }
  }

  /// Removes the folder.
  static func remove() {
    let folder = FileManager.default.currentDirectoryPath
    _ = FileManager.default.changeCurrentDirectoryPath("/")
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Makes an empty folder in it, after removing an old one, and returns its path.
  static func folder(_ name: String) throws -> String {
    let path = FileManager.default.currentDirectoryPath + "/" + name
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// Returns the path of a file in it.
  static func file(_ name: String) -> String { FileManager.default.currentDirectoryPath + "/" + name }
}
