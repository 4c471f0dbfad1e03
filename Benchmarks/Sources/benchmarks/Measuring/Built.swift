import Foundation

/// What the benchmarks run beside themselves: built by them, in the same package and so in the same way.
enum Built {
  /// This program.
  static let benchmarks = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
    .resolvingSymlinksInPath().path

  /// The package of the benchmarks: PACKAGE/.build/TRIPLE/release/benchmarks.
  static let package = URL(fileURLWithPath: benchmarks).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The repository.
  static let repository = URL(fileURLWithPath: package).deletingLastPathComponent().path

  /// Builds a product where it is not up to date; gives its path.
  static func product(_ name: String) throws -> String {
    try swift(["build", "-c", "release", "--product", name])
    return URL(fileURLWithPath: benchmarks).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// The runner, linked with the Swift libraries, as it is shipped; in a build folder of its own, since it is linked
  /// otherwise.
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
