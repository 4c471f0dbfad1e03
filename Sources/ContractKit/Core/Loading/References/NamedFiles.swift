import Foundation

/// The files that one contract names, wherever it does; belongs to one thread.
final class NamedFiles {
  let file: ContractFile
  /// The contract's own text.
  let source: Source
  private let json: JSON
  let documents: Documents
  let diagnostics: Diagnostic.Collector
  /// The absolute locations of what was named within the contract's folder, in that order, each once, found or not.
  private(set) var locations: [String] = []
  private var known: Set<String> = []
  /// What led to the texts of other files.
  private var uses = Uses()

  /// - Parameters:
  ///   - source: The contract's own text.
  ///   - json: What it says.
  init(
    _ file: ContractFile, source: Source, json: JSON, documents: Documents, _ diagnostics: Diagnostic.Collector
  ) {
    (self.file, self.source, self.json) = (file, source, json)
    (self.documents, self.diagnostics) = (documents, diagnostics)
  }

  // MARK: Places

  /// The absolute location of a file; nil, and noted, where its path leaves the folder of the contracts.
  ///
  /// - Parameters:
  ///   - path: Relative to the folder of the file that says it.
  ///   - range: Where that is said.
  func location(_ path: String, namedAt range: SourceRange) -> String? {
    if let end = path.range(of: "://"), path[..<end.lowerBound].allSatisfy({ $0.isLetter }) {
      diagnostics.note(.fileIsAddress(path), at: range)
      return nil
    }
    if path.hasPrefix("/") {
      diagnostics.note(.fileAbsolute(path), at: range)
      return nil
    }
    let location = Path.absolute(Path.parent(self.location(of: range.source)) + "/" + path)
    // Links count as what they lead to, at both ends: the specs folder may be one.
    guard Path.below(file.root, location) != nil,
      Path.below(documents.real(file.root), documents.real(location)) != nil
    else {
      diagnostics.note(.fileLeaves(path, folder: Path.shown(file.root)), at: range)
      return nil
    }
    if known.insert(location).inserted {
      locations.append(location)
      documents.noteNamed(location)
    }
    return location
  }

  /// Where the file is that a text was read from.
  func location(of source: Source) -> String {
    source === self.source ? file.location : documents.location(of: source) ?? file.location
  }

  // MARK: What they hold

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

  /// What a file says that was read already; nil where it is none of the contract's.
  func document(of source: Source) -> JSON? {
    if source === self.source { return json }
    return try? documents.location(of: source).map(documents.document)?.get().json
  }

  // MARK: What is wrong with them

  /// Takes note of what names a stretch of a file.
  func noteUse(of range: SourceRange, from place: SourceRange) { uses.add(range, from: place) }

  /// The diagnostics, each that is about text which something names with what does.
  func traced(_ found: [Diagnostic]) -> [Diagnostic] {
    if uses.isEmpty { return found }
    let trace = Uses.Trace(uses, from: source)
    return found.map { diagnostic in
      var diagnostic = diagnostic
      var places = trace.places(leadingTo: diagnostic.range)
      if case ContractProblem.referenceCircle(let steps, _) = diagnostic.problem {
        // Which are told already.
        places.removeAll { place in steps.contains { $0.range.isSame(place) } }
      }
      diagnostic.usedAt = Array(places.prefix(6))
      return diagnostic
    }
  }

  /// Where the contract's own file names what other files have.
  struct Places {
    fileprivate let source: Source
    fileprivate let trace: Uses.Trace
    /// The place of what nothing in the contract's own file leads to.
    fileprivate let otherwise: SourceRange

    /// The place in the contract's own file that leads to a stretch: the stretch itself where it stands there.
    func place(of range: SourceRange) -> SourceRange {
      if range.source === source { return range }
      return trace.places(leadingTo: range).first { $0.source === source } ?? otherwise
    }
  }

  /// Finds the places of what was named so far.
  ///
  /// - Parameter range: The place of what nothing in the contract's own file leads to.
  func places(otherwise range: SourceRange) -> Places {
    Places(source: source, trace: Uses.Trace(uses, from: source), otherwise: range)
  }

  private func noteMissing(_ path: String, at location: String, namedAt range: SourceRange) {
    switch path.utf8.contains(0) ? .missing : Path.kind(location) {
    case .folder: return diagnostics.note(.fileUnreadable(path, why: "it is a folder"), at: range)
    case .file: return diagnostics.note(.fileUnreadable(path, why: "the file cannot be opened"), at: range)
    case .missing: break
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Path.parent(location))) ?? []
    let near = NearName.ofShort(Path.last(location), in: names.sorted())
    let meant = near.map { String(path.dropLast(path.split(separator: "/").last?.count ?? 0)) + $0 }
    diagnostics.note(.fileMissing(path, looked: Path.shown(location), near: meant), at: range)
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
