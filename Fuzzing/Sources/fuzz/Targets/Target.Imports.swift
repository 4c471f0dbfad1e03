import Foundation

@testable import ContractAuthoring
@testable import ContractCore

extension Target {
  /// A document becomes contracts that can be read, or has a failure with a description. A second import of the same
  /// document changes nothing. The input is the document, in any of the formats.
  static func checkImport(_ bytes: [UInt8]) -> Bool {
    guard case .document(let document) = JSON.Document.read(Source(path: "fuzz", bytes: bytes)),
      let format = ImportFormat(of: document.value(0))
    else { return false }
    let folder = temporaryFolder + "/import"
    try? FileManager.default.removeItem(atPath: folder)
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = folder + "/document.json"
    try? Data(bytes).write(to: URL(fileURLWithPath: file))
    let settings = ImportSettings(format: format, files: [file], folder: folder + "/specs")
    do {
      let first = try Import(settings)
      for note in first.notes { require(!note.text.isEmpty, "a note at \(note.pointer) has no text") }
      for failure in first.failures { require(!failure.message.isEmpty, "a failure has no description") }
      try first.write()
      let errors = ContractSet.load([settings.folder], below: [settings.folder]).diagnostics.filter {
        $0.severity == .error
      }
      require(
        errors.isEmpty || first.endpoints.isEmpty, "an imported contract has errors: \(errors.map(\.text).prefix(2))")
      let second = try Import(settings)
      require(
        second.texts.isEmpty && second.changes.allSatisfy { $0.kind == .unchanged },
        "the second import changes \(second.changes.filter { $0.kind != .unchanged })")
      let (old, new) = (
        first.notes.map { "\($0.pointer): \($0.text)" }, second.notes.map { "\($0.pointer): \($0.text)" }
      )
      require(new == old, "the second import has other notes: \(new) and \(old)")
    } catch let failure as ImportFailure {
      require(!failure.message.isEmpty, "the failure has no description")
    } catch {
      require(false, "the import ends with \(error)")
    }
    return true
  }

  /// A folder of this process, in memory if the system has such a folder.
  static let temporaryFolder: String = {
    let memory = "/dev/shm"
    let parent = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    let folder = "\(parent)/contractkit-fuzz-\(getpid())"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }()
}
