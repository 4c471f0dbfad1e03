/// The files that one contract names, wherever it does; belongs to one thread.
final class NamedFiles {
  let file: ContractFile
  /// The contract's own text.
  let source: Source
  let documents: Documents
  let diagnostics: Diagnostic.Collector
  /// The absolute locations of what was named within the contract's folder, in that order, each once, found or not.
  private(set) var locations: [String] = []
  private var known: Set<String> = []

  init(_ file: ContractFile, source: Source, documents: Documents, _ diagnostics: Diagnostic.Collector) {
    (self.file, self.source, self.documents, self.diagnostics) = (file, source, documents, diagnostics)
  }

  /// The absolute location of a file; nil, and noted, where its path leaves the folder of the contracts.
  ///
  /// - Parameters:
  ///   - path: Relative to the folder of the file that says it.
  ///   - range: Where that is said.
  func location(_ path: String, namedAt range: SourceRange) -> String? {
    if let end = path.range(of: "://"), path[..<end.lowerBound].allSatisfy({ $0.isLetter }) {
      diagnostics.note(.broken(.fileIsAddress(path)), at: range)
      return nil
    }
    if path.hasPrefix("/") {
      diagnostics.note(.broken(.fileAbsolute(path)), at: range)
      return nil
    }
    let location = Path.absolute(Path.parent(self.location(of: range.source)) + "/" + path)
    // Links count as what they lead to, at both ends: the specs folder may be one.
    guard Path.below(file.root, location) != nil,
      Path.below(documents.real(file.root), documents.real(location)) != nil
    else {
      diagnostics.note(.broken(.fileLeaves(path, folder: Path.shown(file.root))), at: range)
      return nil
    }
    if known.insert(location).inserted { locations.append(location) }
    return location
  }

  /// Where the file is that a text was read from.
  func location(of source: Source) -> String {
    source === self.source ? file.location : documents.location(of: source) ?? file.location
  }

  /// The bytes of a file; nil, and noted, where there are none.
  func bytes(_ path: String, namedAt range: SourceRange) -> [UInt8]? {
    guard let location = location(path, namedAt: range) else { return nil }
    if !path.utf8.contains(0), Path.kind(location) == .file, let bytes = Path.bytes(location) { return bytes }
    noteMissing(path, at: location, namedAt: range)
    return nil
  }

  /// What a file of JSON says; nil, and noted, where it cannot be read. A mistake in its text is noted there, and here.
  func document(_ path: String, namedAt range: SourceRange) -> (json: JSON, location: String)? {
    guard let location = location(path, namedAt: range) else { return nil }
    switch path.utf8.contains(0) ? .failure(.missing) : documents.document(at: location) {
    case .success(let document):
      diagnostics.note(parsing: document.diagnostics)
      if let first = document.diagnostics.first {
        diagnostics.note(.broken(.fileBroken(path, first: first.range)), at: range)
      }
      return document.json.map { ($0, location) }
    case .failure(.missing): noteMissing(path, at: location, namedAt: range)
    case .failure(.unreadable(let why)): diagnostics.note(.broken(.fileUnreadable(path, why: why)), at: range)
    }
    return nil
  }

  private func noteMissing(_ path: String, at location: String, namedAt range: SourceRange) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Path.parent(location))) ?? []
    let near = names.count > 1000 ? nil : NearName.of(Path.last(location), in: names.sorted())
    let meant = near.map { String(path.dropLast(path.split(separator: "/").last?.count ?? 0)) + $0 }
    diagnostics.note(.broken(.fileMissing(path, looked: Path.shown(location), near: meant)), at: range)
  }
}

extension ContractReader {
  /// Reads a JSON file that something in the contract, or in a file that it names, names.
  ///
  /// - Parameters:
  ///   - path: Relative to the folder of the file that says it. It may not leave the folder of the contracts, links
  ///     followed, and is no URL: nothing is fetched.
  ///   - range: Where that is said; what is wrong is noted here.
  /// - Returns: The value, which knows its places in its file, and the file's absolute location; nil where it cannot be
  ///   read. A file is read once in a run, and its own mistakes are told once.
  func document(_ path: String, namedAt range: SourceRange) -> (json: JSON, location: String)? {
    files.document(path, namedAt: range)
  }
}
