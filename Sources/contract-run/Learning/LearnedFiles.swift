import ContractAuthoring
import ContractCore

/// The files that learning changes: how they were, and how they become.
struct LearnedFiles {
  /// One file.
  struct File {
    /// The text on disk, as far as it is known.
    var source: Source
    /// The text as it was before anything was written.
    var original: Source
    /// The changes of the original text.
    fileprivate(set) var edits: LearnedEdits

    /// The path to show.
    var path: String { source.path }

    /// The text with all changes.
    var text: [UInt8] { original.edited(edits.all.map(\.change)) }
  }

  private(set) var all: [File] = []

  init(_ edits: LearnedEdits) {
    for part in edits.byFile {
      guard let source = part.all.first?.change.place.source else { continue }
      all.append(File(source: source, original: source, edits: part))
    }
  }

  /// The changes of all files, as lines of a unified diff.
  var difference: [LineDiff.Line] {
    all.flatMap { LineDiff($0.original.bytes, $0.text, path: $0.path).lines }
  }

  /// The proposals that need any of the files.
  var owners: Set<Int> { all.reduce(into: []) { $0.formUnion($1.edits.owners) } }

  /// Writes all files that differ from what is on disk. A file that cannot be written is left as it is.
  ///
  /// - Returns: The errors, each with the file.
  mutating func write() -> [(file: File, error: SourceFile.Failure)] {
    var failures: [(File, SourceFile.Failure)] = []
    for (index, file) in all.enumerated() {
      let text = file.text
      if text == file.source.bytes { continue }
      do throws(SourceFile.Failure) {
        try SourceFile.replace(file.source, with: text)
        all[index].source = Source(path: file.path, bytes: text)
      } catch {
        failures.append((file, error))
      }
    }
    for (file, _) in failures { all.removeAll { $0.path == file.path } }
    return failures
  }

  /// Removes the changes that only some proposals need.
  mutating func remove(_ owners: Set<Int>) {
    for index in all.indices { all[index].edits.remove(owners) }
  }
}
