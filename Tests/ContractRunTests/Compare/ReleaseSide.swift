import Foundation
import TestSupport

@testable import contract_run

/// A release of the client of Tests/Fixtures/Releases.
enum ReleaseSide {
  private static let folder = TestFolder.package.appendingPathComponent("Tests/Fixtures/Releases")
  static let specs = folder.appendingPathComponent("specs").path

  /// Returns the command of the driver of a release.
  static func driver(_ release: String) -> String {
    let words = [Python.path ?? "python3", "-S", folder.appendingPathComponent("driver.py").path]
    return ShellWords.text(words + release.split(separator: " ").map(String.init))
  }

  /// Compares two releases in a folder.
  static func compare(
    _ old: String, _ new: String, _ words: [String] = [], in folder: URL, specs: String = specs
  ) async throws -> BuiltCommand.Ended {
    try await contractRun(
      ["compare", "--old", driver(old), "--new", driver(new), "--transport", "loopback", specs] + words, in: folder)
  }
}

extension BuiltCommand.Ended {
  /// The lines of causes.
  var causes: [String] { output.split(separator: "\n").filter { $0.hasPrefix("✗ ") }.dropLast().map(String.init) }

  /// The last line.
  var lastLine: String { output.split(separator: "\n").last.map(String.init) ?? "" }
}
