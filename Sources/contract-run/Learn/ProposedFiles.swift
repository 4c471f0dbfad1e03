import ContractAuthoring
import ContractCore

/// The files that learning changes: how they were, and how they become.
struct ProposedFiles {
  struct File {
    /// The text on disk, as far as it is known.
    fileprivate(set) var source: Source
    /// The text as it was before anything was written.
    let original: Source
    /// The text with all changes.
    fileprivate(set) var text: [UInt8]

    /// The absolute path.
    var location: String { FileSystem.absolute(original.path) }
  }

  private(set) var all: [File] = []
  /// Why files were not written.
  var failures: [String] = []

  /// Makes the files that some changes are about.
  init(_ edits: ProposedEdits = ProposedEdits()) {
    for (_, own) in Dictionary(grouping: edits.all, by: \.file).sorted(by: { $0.key < $1.key }) {
      let source = own[0].change.range.source
      add(source, source.edited(own.map(\.change)))
    }
  }

  mutating func add(_ source: Source, _ text: [UInt8]) {
    all.append(File(source: source, original: source, text: text))
  }

  /// The changes of all files, as lines of a unified diff.
  var difference: [LineDiff.Line] {
    all.flatMap { LineDiff($0.original.bytes, $0.text, path: $0.original.path).lines }
  }

  /// The paths of the files that were written, and are not as they were.
  var written: [String] { all.filter { $0.source.bytes != $0.original.bytes }.map(\.original.path) }

  /// Writes all files that differ from what is on disk. A file that cannot be written is left as it is.
  ///
  /// - Returns: The files that were not written.
  @discardableResult mutating func write() -> [File] {
    var lost: [File] = []
    let changed = all.indices.filter { all[$0].text != all[$0].source.bytes }
    let folders = Set(changed.map { FileSystem.parent(FileSystem.real(all[$0].source.path)) })
    for folder in folders { AtomicFile.removeLeftovers(in: folder) }
    for index in changed {
      let (source, text) = (all[index].source, all[index].text)
      do throws(SourceFile.Failure) {
        try AtomicFile.locked(FileSystem.parent(FileSystem.real(source.path))) { () throws(SourceFile.Failure) in
          try SourceFile.replace(source, with: text)
        }
        all[index].source = Source(path: source.path, bytes: text)
      } catch {
        failures.append("\(error)")
        lost.append(all[index])
      }
    }
    all.removeAll { file in lost.contains { $0.location == file.location } }
    return lost
  }

  /// Writes the files again with the changes that are left.
  mutating func rewrite(_ edits: ProposedEdits) {
    let byFile = Dictionary(grouping: edits.all, by: \.file)
    for index in all.indices {
      all[index].text = all[index].original.edited((byFile[all[index].location] ?? []).map(\.change))
    }
    for file in write() { failures.append("\(file.original.path) still has what did not pass: correct it by hand") }
  }
}
