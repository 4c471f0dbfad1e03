import Foundation

/// The files that one contract names in any place. They belong to one thread.
final class NamedFiles {
  let file: ContractFile
  /// The contract's own text.
  let source: Source
  private let json: JSON
  let documents: Documents
  let diagnostics: Diagnostic.Collector
  /// The absolute locations of the files that were named within the contract's folder, in that order, each once, found
  /// or not.
  private(set) var locations: [String] = []
  private var known: Set<String> = []
  /// The places that led to the texts of other files.
  private var uses = Uses()

  init(_ file: ContractFile, source: Source, json: JSON, documents: Documents, _ diagnostics: Diagnostic.Collector) {
    (self.file, self.source, self.json) = (file, source, json)
    (self.documents, self.diagnostics) = (documents, diagnostics)
  }

  // MARK: Places

  /// Returns the absolute location of a file. If its path is absolute, is a URL or leaves the folder of the contracts,
  /// notes that and returns nil.
  ///
  /// - Parameter path: The path, relative to the folder of the file that contains it.
  func location(_ path: String, namedAt range: SourceRange) -> String? {
    if let end = path.range(of: "://"), path[..<end.lowerBound].allSatisfy({ $0.isLetter }) {
      return diagnostics.mistake(.fileIsAddress(path), at: range)
    }
    if path.hasPrefix("/") { return diagnostics.mistake(.fileAbsolute(path), at: range) }
    let location = FileSystem.absolute(FileSystem.parent(self.location(of: range.source)) + "/" + path)
    // A link may lead anywhere: in Bazel's folder of a test, each file is a link out of it.
    guard FileSystem.below(file.root, location) != nil else {
      return diagnostics.mistake(.fileLeaves(path, folder: FileSystem.shown(file.root)), at: range)
    }
    if known.insert(location).inserted {
      locations.append(location)
      documents.named.insert(location)
    }
    return location
  }

  package func location(of source: Source) -> String {
    source === self.source ? file.location : documents.location(of: source) ?? file.location
  }

  // MARK: Contents

  /// Returns the bytes of a file. If they cannot be read, notes that and returns nil.
  func bytes(_ path: String, namedAt range: SourceRange) -> [UInt8]? {
    guard let location = location(path, namedAt: range) else { return nil }
    if !path.utf8.contains(0), FileSystem.kind(location) == .file, let bytes = FileSystem.bytes(location) {
      return bytes
    }
    noteMissing(path, at: location, namedAt: range)
    return nil
  }

  /// Returns the value of a JSON file. If it cannot be read, notes that and returns nil. A mistake in its text is noted
  /// both there and at the place that names the file.
  func document(_ path: String, namedAt range: SourceRange) -> (json: JSON, location: String)? {
    guard let location = location(path, namedAt: range) else { return nil }
    if location == file.location { return (json, location) }
    switch path.utf8.contains(0) ? .failure(.missing) : documents.document(at: location) {
    case .success(let document):
      let whole = SourceRange(source: document.source, start: 0, end: document.source.bytes.count)
      noteUse(of: whole, from: range)
      diagnostics.note(parsing: document.diagnostics)
      if let first = document.diagnostics.first {
        diagnostics.note(.fileBroken(path, first: first.range), at: range)
      }
      return document.json.map { ($0, location) }
    case .failure(.missing): noteMissing(path, at: location, namedAt: range)
    case .failure(.unreadable(let why)): diagnostics.note(.fileUnreadable(path, why: why), at: range)
    }
    return nil
  }

  /// Returns the value of a file that was already read; nil if it is not one of the contract's files.
  package func document(of source: Source) -> JSON? {
    if source === self.source { return json }
    return try? documents.location(of: source).map(documents.document)?.get().json
  }

  // MARK: Diagnostics

  /// Records the place that names a range of a file.
  func noteUse(of range: SourceRange, from origin: SourceRange) { uses.add(range, from: origin) }

  /// Returns the diagnostics, with the places that led to their texts.
  func traced(_ found: [Diagnostic]) -> [Diagnostic] {
    if uses.isEmpty { return found }
    let trace = Uses.Trace(uses, from: source)
    return found.map { diagnostic in
      var diagnostic = diagnostic
      var origins = trace.origins(leadingTo: diagnostic.range)
      // The message already shows these places.
      if let shown = (diagnostic.problem as? ContractProblem)?.shown { origins.removeAll(where: shown.contains) }
      diagnostic.usedAt = Array(origins.prefix(6))
      return diagnostic
    }
  }

  /// Returns a function that finds the place in the contract's own file that leads to a range, of what was named so far.
  /// For a range in that file, it returns the range itself.
  ///
  /// - Parameter otherwise: The place for ranges that nothing in the contract's own file leads to.
  func origins(otherwise: SourceRange) -> (SourceRange) -> SourceRange {
    let trace = Uses.Trace(uses, from: source)
    return { [source] range in
      if range.source === source { return range }
      return trace.origins(leadingTo: range).first { $0.source === source } ?? otherwise
    }
  }

  private func noteMissing(_ path: String, at location: String, namedAt range: SourceRange) {
    switch path.utf8.contains(0) ? .missing : FileSystem.kind(location) {
    case .folder: return diagnostics.note(.fileUnreadable(path, why: "it is a folder"), at: range)
    case .file: return diagnostics.note(.fileUnreadable(path, why: "the file cannot be opened"), at: range)
    case .missing: break
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: FileSystem.parent(location))) ?? []
    let near = Suggestion.ofShort(FileSystem.last(location), in: names.sorted())
    let meant = near.map { String(path.dropLast(path.split(separator: "/").last?.count ?? 0)) + $0 }
    diagnostics.note(.fileMissing(path, looked: FileSystem.shown(location), near: meant), at: range)
  }
}
