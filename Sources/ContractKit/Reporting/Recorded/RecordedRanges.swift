package import ContractCore

/// Finds the places of reports in the files of contracts. It belongs to one thread.
package final class RecordedRanges {
  private struct File {
    var source: Source
    /// The value, once a place in the file was found.
    var json: JSON?
  }

  private var files: [String: File?]
  /// The paths of files that contracts name. No other file is read, whatever a report says.
  private let named: Set<String>

  /// - Parameters:
  ///   - contracts: The contracts of the run.
  ///   - named: The absolute paths of the files that they name.
  package init(_ contracts: some Sequence<Contract>, naming named: Set<String>) {
    files = Dictionary(contracts.map { ($0.source.path, File(source: $0.source)) }) { first, _ in first }
    self.named = named
  }

  /// Returns the range of a place; nil if its file does not exist.
  func range(of location: JSON) -> SourceRange? {
    guard let path = location["file"]?.string, let line = location["line"]?.int, let column = location["column"]?.int,
      let file = file(path)
    else { return nil }
    let start = file.source.offset(of: Source.Position(line: line, column: column))
    let end = location["pointer"]?.string.flatMap { Self.end(of: $0, at: start, in: json(path)) }
    return SourceRange(source: file.source, start: start, end: end ?? start)
  }

  private func file(_ path: String) -> File? {
    if let known = files[path] { return known }
    let bytes = named.contains(FileSystem.absolute(path)) ? try? FileSystem.document(path) : nil
    let file = bytes.map { File(source: Source(path: path, bytes: $0)) }
    files[path] = .some(file)
    return file
  }

  private func json(_ path: String) -> JSON? {
    guard let file = files[path] ?? nil else { return nil }
    if let json = file.json { return json }
    var ignored: [Diagnostic] = []
    let json = JSON.parse(file.source, diagnostics: &ignored)
    files[path] = File(source: file.source, json: json)
    return json
  }

  /// Returns the end of the value, or of the member's name, that a pointer leads to and that begins at an offset.
  private static func end(of pointer: String, at start: Int, in json: JSON?) -> Int? {
    guard var value = json, let steps = try? JSONPointer.steps(pointer) else { return nil }
    var range = value.range
    for step in steps {
      if let index = JSONPointer.index(step), let elements = value.array {
        guard elements.indices.contains(index) else { return nil }
        value = elements[index]
        range = value.range
      } else {
        guard let member = value.object?.members.first(where: { $0.name == step }) else { return nil }
        value = member.value
        range = member.nameRange.flatMap { $0.start == start ? $0 : nil } ?? value.range
      }
    }
    return range.flatMap { $0.start == start ? $0.end : nil }
  }
}
