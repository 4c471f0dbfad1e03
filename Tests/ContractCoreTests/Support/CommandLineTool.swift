import ContractCore
import Foundation

/// A program of this machine that a test asks for a second opinion.
struct CommandLineTool {
  var path: String

  /// Finds a program in the folders of PATH. Nil if there is none.
  init?(_ name: String) {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
    self.path = path
  }

  /// Runs the program to its end. Returns its exit status, and its standard output and error.
  func run(_ arguments: [String], input: String = "") throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let (stdin, output) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let writer = Thread {
      try? stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try? stdin.fileHandleForWriting.close()
    }
    writer.start()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}

/// The folders that tests use.
enum TestFolder {
  /// The root of the package.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The JUnit XML schemas of other projects; see their README. Nil if the folder is absent.
  static var junitSchemas: URL? {
    let folder = package.appendingPathComponent("../shared/suites/junit-xsd").standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// The JSON Schema test suite of another project; see its README. Nil if the folder is absent.
  static var schemaSuite: URL? {
    let folder = package.appendingPathComponent("../shared/suites/json-schema").standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// Calls a test with a new folder, which is removed afterwards.
  static func temporary<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("contractkit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
