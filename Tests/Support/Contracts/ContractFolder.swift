import Foundation
import Testing

@testable import ContractCore

/// A folder with files, removed when nothing uses it any more.
final class ContractFolder {
  let path: String

  /// - Parameter files: The contents of the files, by path below the folder.
  init(_ files: [String: String] = [:]) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("contracts-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to file: String) throws {
    let whole = path + "/" + file
    try FileManager.default.createDirectory(atPath: FileSystem.parent(whole), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: whole))
  }

  /// Creates a symbolic link.
  func link(_ file: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path + "/" + file, withDestinationPath: destination)
  }

  func load() -> ContractSet { ContractSet.load([path]) }

  /// Returns the diagnostics of the contracts, without the folder's own path.
  func said() -> String { load().diagnostics.map(\.text).joined(separator: "\n").replacing(path + "/", with: "") }
}

extension Contract {
  /// Returns the scenario with a name.
  func scenario(_ name: String) throws -> Scenario {
    try #require(scenarios.first { $0.name == name }, "no scenario \(name)")
  }
}

extension Exchange {
  /// The request, in a test whose contract describes it.
  var shape: RequestShape {
    guard let request else { preconditionFailure("the exchange at \(range.description) has no request") }
    return request
  }
}
