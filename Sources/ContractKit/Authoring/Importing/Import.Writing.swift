package import ContractCore
import Foundation

// The order in which an import writes. It may be stopped at any time, and the next import must not take its contracts for
// those of somebody else.
extension Import {
  enum Step {
    /// Write the history with what follows.
    case announce
    case put(path: String, bytes: [UInt8])
    case copy(from: String, to: String)
    case delete(path: String)
    /// Write the history with what was done.
    case finish
  }

  /// What is written, in order.
  var steps: [Step] {
    if changes.isEmpty { return [] }
    let contracts = texts.map { Step.put(path: $0.path, bytes: $0.bytes) } + deletions.map { .delete(path: $0) }
    return (contracts.isEmpty ? [] : [.announce]) + contracts + copies.map { .copy(from: $0.from, to: $0.to) }
      + [.finish]
  }

  /// Writes what was decided. Nothing outside of the folder is ever written.
  package func write() throws(ReportFile.Failure) {
    let paths = texts.map(\.path) + copies.map(\.to) + [path(of: ImportHistory.fileName)]
    for folder in Set(paths.map(FileSystem.parent)) { AtomicFile.removeLeftovers(in: folder) }
    for step in steps { try perform(step) }
  }

  func perform(_ step: Step) throws(ReportFile.Failure) {
    switch step {
    case .announce: try put(earlier.text(before: digests, history), at: path(of: ImportHistory.fileName))
    case .put(let path, let bytes): try put(bytes, at: path)
    case .copy(let from, let to): try put(FileSystem.bytes(from) ?? [], at: to)
    case .delete(let path):
      try Self.check(path, in: settings.folder)
      guard unlink(path) == 0 || errno == ENOENT else {
        throw ReportFile.Failure(path: path, step: "delete", why: String(cString: strerror(errno)))
      }
    case .finish: try put(history.text(), at: path(of: ImportHistory.fileName))
    }
  }

  /// The fingerprints of the contracts that are written, by their paths below the folder; nil for one that is deleted.
  private var digests: [String: String?] {
    let changed = texts.map { ($0.path, Optional(Fingerprint(of: $0.bytes).text)) } + deletions.map { ($0, nil) }
    return Dictionary(
      changed.compactMap { path, digest in FileSystem.below(folder, path).map { ($0, digest) } }
    ) { _, last in last }
  }

  private func path(of name: String) -> String { FileSystem.join(folder, name) }

  /// Tries whether contracts can be imported into a folder: whether its history can be read, and files can be written.
  /// Nothing in it changes.
  package static func check(_ folder: String) throws(ImportFailure) {
    let path = FileSystem.absolute(folder)
    _ = try ImportHistory(of: path)
    do throws(ReportFile.Failure) {
      try check(FileSystem.join(path, ImportHistory.fileName), in: folder)
      try ReportFile.tryOut(path)
    } catch {
      throw ImportFailure(
        location: FileSystem.shown(path), message: "cannot be written: failed to \(error.step): \(error.why)",
        help: ["make it writable, or use another folder: --out FOLDER"])
    }
  }

  private func put(_ bytes: [UInt8], at path: String) throws(ReportFile.Failure) {
    try Self.check(path, in: settings.folder)
    if FileSystem.bytes(path) == bytes { return }
    try ReportFile.write(bytes, to: path, isOneOfMany: true)
  }

  /// Throws if a link in a folder leads out of it.
  private static func check(_ path: String, in folder: String) throws(ReportFile.Failure) {
    let home = FileSystem.absolute(folder)
    let real = FileSystem.realFolders(FileSystem.target(path) ?? path)
    guard FileSystem.below(FileSystem.realFolders(FileSystem.target(home) ?? home), real) != nil else {
      throw ReportFile.Failure(path: path, step: "write", why: "a link leads out of the folder \(folder)")
    }
  }
}
