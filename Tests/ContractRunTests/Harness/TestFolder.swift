import ContractCore
import Foundation
import Testing

/// Folders that tests use.
enum TestFolder {
  /// The root of the package.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the misbehaving drivers.
  static let misbehavingDrivers = package.appendingPathComponent("Tests/Fixtures/MisbehavingDrivers")

  /// The folder of the built products, beside the test bundle.
  static let products: URL = {
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

  /// The folder with the JUnit XML schemas of other projects, which its README describes. Nil if there is no such
  /// folder.
  static var junitSchemas: URL? {
    let folder = package.appendingPathComponent("../shared/suites/junit-xsd").standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// Calls a test with a new folder, and removes the folder afterwards.
  static func temporary<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("contract-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}

extension URL {
  /// Writes a file below a folder, and creates the folders in between.
  func write(_ text: String, to path: String) throws {
    let file = appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Writes a driver in Python below a folder, `driver.py`, with the driver kit beside it.
  ///
  /// - Parameter operations: The driver's operations, which may use `json`, `sys` and `urllib.request`.
  func writePythonDriver(_ operations: String) throws {
    let text = """
      import json
      import sys
      import urllib.request

      from contract_driver import Driver

      driver = Driver("shop")


      \(operations)


      driver.run()

      """
    try write(text, to: "driver.py")
    try copyPythonKit()
  }

  /// Copies the driver kit for Python into a folder.
  func copyPythonKit() throws {
    let kit = "contract_driver.py"
    try write(try #require(TestFolder.package.text("Examples/python/\(kit)")), to: kit)
  }

  /// Returns a file's text, or nil if there is no such file.
  func text(_ path: String) -> String? {
    (try? Data(contentsOf: appendingPathComponent(path))).map { String(decoding: $0, as: UTF8.self) }
  }
}
