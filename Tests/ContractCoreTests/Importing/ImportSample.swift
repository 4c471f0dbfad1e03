import Foundation

@testable import ContractCore

/// Documents that a test imports into a new folder, which is deleted at the end.
final class ImportSample {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("import-\(UUID().uuidString)").path
  /// The folder of the contracts.
  var specs: String { folder + "/specs" }

  init(_ documents: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in documents { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ text: String, to name: String) throws {
    let path = folder + "/" + name
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// Imports files of the folder, and writes the contracts.
  @discardableResult
  func run(
    _ format: ImportFormat, _ names: [String], _ change: (inout ImportSettings) -> Void = { _ in }
  ) throws -> Import {
    var settings = ImportSettings(format: format, files: names.map { folder + "/" + $0 }, folder: specs)
    change(&settings)
    let result = try Import(settings)
    try result.write()
    return result
  }

  /// The text of a contract.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(specs)/\(name).contract.json", encoding: .utf8)
  }

  /// The value of a contract.
  func contract(_ name: String) throws -> JSON { JSON.parse(try text(name)) ?? nil }

  /// The names of the contracts, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: specs)) ?? []).filter { $0.hasSuffix(".contract.json") }
      .map { String($0.dropLast(".contract.json".count)) }.sorted()
  }

  /// What `check` says about the contracts.
  var errors: [String] {
    ContractSet.load([specs], below: [specs]).diagnostics.filter { $0.severity == .error }.map(\.message)
  }
}

extension Import {
  /// The notes as text: `#/pointer: text`.
  var noteTexts: [String] { notes.filter { $0.level == .note }.map { "#\($0.pointer): \($0.text)" } }
}
