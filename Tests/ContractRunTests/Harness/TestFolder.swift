import ContractCore
import Foundation

/// Folders that tests know.
enum TestFolder {
  /// The root of the package.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Where the misbehaving drivers are.
  static let zoo = package.appendingPathComponent("Tests/Fixtures/Zoo")

  /// Where the built products are: beside the test bundle.
  static let products: URL = {
    var folder = Bundle.main.executableURL?.deletingLastPathComponent() ?? package
    // On Apple platforms tests run in a tool of Xcode's, and the bundle is named on its command line.
    if let bundle = CommandLine.arguments.first(where: { $0.contains(".xctest") }) {
      folder = URL(
        fileURLWithPath: String(bundle.prefix(upTo: bundle.range(of: ".xctest")?.lowerBound ?? bundle.endIndex))
      )
      .deletingLastPathComponent()
    }
    return folder
  }()

  /// The schemas of JUnit XML by others; see their README. Nil where the folder is absent.
  static var junitSchemas: URL? {
    let folder = package.appendingPathComponent("../shared/suites/junit-xsd").standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// Calls a test with a new folder that is gone afterwards.
  static func temporary<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("contract-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}

extension URL {
  /// Writes a file below a folder, making the folders between.
  func write(_ text: String, to path: String) throws {
    let file = appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// A file's text; nil where there is none.
  func text(_ path: String) -> String? {
    (try? Data(contentsOf: appendingPathComponent(path))).map { String(decoding: $0, as: UTF8.self) }
  }
}
