import Foundation
import Testing

@testable import ContractCore

/// A folder with files, taken away when nothing uses it any more.
final class ContractFolder {
  let path: String

  /// - Parameter files: By their paths below the folder.
  init(_ files: [String: String] = [:]) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("contracts-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to file: String) throws {
    let whole = path + "/" + file
    try FileManager.default.createDirectory(atPath: Path.parent(whole), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: whole))
  }

  /// A symbolic link.
  func link(_ file: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path + "/" + file, withDestinationPath: destination)
  }

  func load() -> ContractSet { ContractSet.load([path]) }

  /// What is wrong with the contracts, the folder's own path left out.
  func said() -> String { load().diagnostics.map(\.text).joined(separator: "\n").replacing(path + "/", with: "") }
}
