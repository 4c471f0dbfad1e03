import Foundation
import TestSupport

/// The build folder of test packages that depend on ContractKit. ContractKit is built in it only once.
enum SharedBuild {
  private static let folder = TestFolder.package.appendingPathComponent(".build/init")
  /// Makes `swift` build in the folder, without debug information, which nobody reads there.
  static let environment = [
    "SWIFTPM_BUILD_DIR": folder.path,
    "ADDITIONAL_SWIFT_DRIVER_FLAGS":
      (ProcessInfo.processInfo.environment["ADDITIONAL_SWIFT_DRIVER_FLAGS"] ?? "") + " -gnone",
  ]

  /// Two builds that begin at the same time would both compile ContractKit.
  private static let gate = Gate(places: 1)

  /// Builds a package, and calls a test while no other test builds. The package's `.build/debug` leads to the products.
  ///
  /// - Parameters:
  ///   - files: The folder of the files with the output.
  ///   - test: Receives how the build ended.
  static func with(
    _ package: URL, product: String, files: URL, _ test: (BuiltCommand.Ended) async throws -> Void
  ) async throws {
    let own = package.appendingPathComponent(".build")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: own.appendingPathComponent("debug"), withDestinationURL: folder.appendingPathComponent("debug"))
    try await gate.pass {
      let build = try BuiltCommand(
        ["swift", "build", "--product", product], program: "/usr/bin/env", in: package, environment: environment,
        files: files)
      // It builds all of ContractKit, on a machine that may be busy.
      try await test(await build.end(within: 3600))
    }
  }
}
