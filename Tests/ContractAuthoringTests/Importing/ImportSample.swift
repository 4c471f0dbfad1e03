import Foundation

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

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
  func contract(_ name: String) throws -> JSON { JSON.parse(try text(name)) ?? .null }

  /// The names of the contracts, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: specs)) ?? []).filter { $0.hasSuffix(".contract.json") }
      .map { String($0.dropLast(".contract.json".count)) }.sorted()
  }

  /// What `check` says about the contracts.
  var errors: [String] {
    if names.isEmpty { return [] }
    return ContractSet.load([specs], below: [specs]).diagnostics.filter { $0.severity == .error }.map(\.message)
  }
}

extension Import {
  /// The notes as text: `#/pointer: text`.
  var noteTexts: [String] { notes.filter { $0.level == .note }.map { "#\($0.pointer): \($0.text)" } }
}

extension ImportSample {
  /// Returns the pointers of the values of a document that are neither in a contract nor in the report: a text or number
  /// that no contract contains, without a note at it or around it, and not below a name that was left out.
  ///
  /// A test gives each value a text of its own, so that none is found by accident.
  func lost(of document: JSON, _ result: Import) throws -> [String] {
    let contracts = try names.map(text).joined()
    let noted = Set(result.notes.map(\.pointer))
    var lost: [String] = []
    func visit(_ json: JSON, _ pointer: String, _ names: [String]) {
      if noted.contains(pointer) || names.contains(where: { result.leftOut[$0] != nil }) { return }
      for member in json.object?.members ?? [] {
        visit(member.value, pointer + JSONPointer.step(member.name), names + [member.name])
      }
      for (index, element) in (json.array ?? []).enumerated() { visit(element, "\(pointer)/\(index)", names) }
      let text = json.string ?? json.number?.literal
      if let text, !contracts.contains(text), !names.contains(where: { noted.contains($0) }) { lost.append(pointer) }
    }
    visit(document, "", [])
    return lost
  }
}
