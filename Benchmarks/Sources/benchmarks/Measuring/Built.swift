import Foundation

/// The programs that the benchmarks run. The benchmarks build them in the same package, and so with the same settings.
enum Built {
  /// The path of this program.
  static let benchmarks = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
    .resolvingSymlinksInPath().path

  /// The package of the benchmarks. This program is at PACKAGE/.build/TRIPLE/release/benchmarks.
  static let package = URL(fileURLWithPath: benchmarks).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The path of the repository.
  static let repository = URL(fileURLWithPath: package).deletingLastPathComponent().path

  /// Builds a product unless it is up to date, and returns its path.
  static func product(_ name: String) throws -> String {
    try swift(["build", "-c", "release", "--product", name])
    return URL(fileURLWithPath: benchmarks).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Builds the runner as it is shipped, linked with the Swift libraries, and returns its path. It has its own build
  /// folder because it is linked differently.
  static func staticRunner() throws -> String {
    let folder = package + "/.build/static"
    try swift([
      "build", "-c", "release", "--static-swift-stdlib", "--product", "contract-run", "--scratch-path", folder,
    ])
    return folder + "/release/contract-run"
  }

  /// Builds the tests of this package.
  static func tests() throws { try swift(["build", "-c", "release", "--build-tests"]) }

  private static func swift(_ arguments: [String]) throws {
    try Child.run(["swift"] + arguments + ["--package-path", package])
  }
}

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
