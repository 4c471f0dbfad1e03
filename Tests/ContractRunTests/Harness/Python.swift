import ContractCore
import Foundation
import Testing

@testable import contract_run

/// The machine's Python 3, in which most misbehaving drivers are written.
enum Python {
  /// The path of the interpreter itself, not of a wrapper that selects it. Nil if there is none.
  static let path: String? = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import sys; print(sys.executable)"]
    let output = Foundation.Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let path = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return process.terminationStatus == 0 && !path.isEmpty ? path : nil
  }()

  static var isThere: Bool { path != nil }
  static let absence: Comment = "the misbehaving driver needs python3 on PATH"

  /// Returns whether the interpreter has a module.
  static func has(_ module: String) -> Bool { Processes.canRun([path ?? "python3", "-c", "import \(module)"]) }

  /// Returns the command of a misbehaving driver.
  static func driver(_ words: [String]) -> [String] {
    guard let path, let file = words.first else { return words }
    return [path, "-S", TestFolder.misbehavingDrivers.appendingPathComponent("\(file).py").path] + words.dropFirst()
  }
}
