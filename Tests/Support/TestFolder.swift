package import Foundation

/// The folders that tests use.
package enum TestFolder {
  /// The root of the package.
  package static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The folder of the built products, beside the test bundle.
  package static let products: URL = {
    var folder = Bundle.main.executableURL?.deletingLastPathComponent() ?? package
    // On Apple platforms a tool of Xcode runs the tests, with the bundle's name on its command line.
    if let bundle = CommandLine.arguments.first(where: { $0.contains(".xctest") }) {
      folder = URL(
        fileURLWithPath: String(bundle.prefix(upTo: bundle.range(of: ".xctest")?.lowerBound ?? bundle.endIndex))
      )
      .deletingLastPathComponent()
    }
    return folder
  }()

  /// The JUnit XML schemas of other projects; see their README. Nil if the folder is absent.
  package static var junitSchemas: URL? { suite("junit-xsd") }

  /// The JSON Schema test suite of another project; see its README. Nil if the folder is absent.
  package static var schemaSuite: URL? { suite("json-schema") }

  private static func suite(_ name: String) -> URL? {
    let folder = package.appendingPathComponent("../shared/suites/\(name)").standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// Calls a test with a new folder, and removes the folder afterwards.
  package static func temporary<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = try new()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  /// Calls a test with a new folder, and removes the folder afterwards.
  package static func temporary<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = try new()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }

  private static func new() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("contractkit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
