package import Foundation

/// A program of this machine that a test asks for a second opinion.
package struct CommandLineTool: Sendable {
  package var path: String

  /// Finds a program in the folders of PATH. Nil if there is none.
  package init?(_ name: String) {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
    self.path = path
  }

  /// Runs the program to its end. Returns its exit status, and its standard output and error.
  package func run(
    _ arguments: [String], in folder: URL? = nil, input: String = ""
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
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

  /// Returns whether a command can be run, and succeeds.
  package static func canRun(_ command: [String]) -> Bool {
    (try? CommandLineTool(command[0])?.run(Array(command.dropFirst())).status) == 0
  }
}
