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
