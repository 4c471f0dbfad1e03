/// A file of what people accepted: failures, what a client does with changed fields, and differences between releases.
package struct AcceptedFile: Sendable {
  /// The text; empty if the file cannot be read.
  package let source: Source
  /// The clients that entries can be about; an entry that names none is about all of them.
  package let clients: [String]
  /// Why it cannot be read; nil if it can.
  private var unreadable: Diagnostic?

  /// Makes a file that was read elsewhere.
  init(_ source: Source, clients: [String]) { (self.source, self.clients) = (source, clients) }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The path, relative to the current folder if possible.
  ///   - range: The place where the configuration names it; nil if no file does.
  ///   - isNew: Whether `--accept` writes it, so that it need not exist.
  package init(path: String, clients: [String], range: SourceRange? = nil, isNew: Bool = false) {
    if isNew, FileSystem.kind(path) == .missing {
      self.init(Source(path: path, bytes: Array("[]\n".utf8)), clients: clients)
      return
    }
    do throws(FileSystem.Unreadable) {
      self.init(Source(path: path, bytes: try FileSystem.document(path)), clients: clients)
    } catch {
      self.init(Source(path: path, bytes: []), clients: clients)
      unreadable = Diagnostic(
        AcceptedProblem.unreadable(path: path, why: error.why),
        at: range ?? SourceRange(source: source, start: 0, end: 0))
    }
  }

  /// Returns the entries. Notes what is not a list of objects.
  package func entries(_ diagnostics: Diagnostic.Collector) -> [JSON] {
    if let unreadable {
      diagnostics.note(unreadable)
      return []
    }
    guard let json = diagnostics.parse(source) else { return [] }
    guard let elements = json.array else {
      diagnostics.note(
        .wrongValue("a file of what is accepted", found: json.phrase, expected: "a list of objects"),
        at: json.range ?? .nowhere)
      return []
    }
    return elements
  }
}

/// What can be wrong with a file of what people accepted, beyond what can be wrong with any JSON file.
package enum AcceptedProblem: Diagnostic.Problem {
  /// The file cannot be read. The place is where the configuration names it.
  case unreadable(path: String, why: String)
  /// An entry has the form of one of the three files that came before this one.
  case former(path: String)
  /// A failure has a pointer, but is not about mismatches.
  case pointerWithoutMismatch
  /// No client of an entry runs on its transport.
  case otherTransport(String)
  /// The last day of an entry is over.
  case expired(String)
  /// Another entry covers the same change; without its place, the same entry does twice.
  case duplicate(change: String, first: SourceRange?)
  /// Another entry accepts the same.
  case again(first: SourceRange)
  /// An entry names variations that do not exist.
  case missing(summary: String, names: String)
  /// A contract plays changed fields that people approve, and a test names no file.
  case noFields

  package var text: (message: String, help: [String]) {
    switch self {
    case .unreadable(let path, let why):
      (
        "what is accepted cannot be read from \(path): \(why)",
        ["write a list of entries into the file; an empty one is []"]
      )
    case .former(let path):
      (
        "this entry has the form of earlier files: known issues, approvals, or differences",
        ["convert the file: contract-run import accepted \(path.shellWord) > new.json"]
      )
    case .pointerWithoutMismatch:
      ("only a mismatch has a pointer", ["write \"code\": \"mismatch\", or remove \"pointer\""])
    case .otherTransport(let transport):
      ("no client of this entry runs on \(transport)", ["correct or remove \"transport\""])
    case .expired(let day):
      ("this entry does not cover anything any more: its last day was \(day)", ["remove the entry, or set a later day"])
    case .duplicate(let change, nil):
      ("this entry has \(change) twice", ["remove one of the equal pointers or changes"])
    case .duplicate(let change, let first?):
      ("line \(first.line) already has a result for \(change)", ["remove one of the entries"])
    case .again(let first):
      ("line \(first.line) already accepts this", ["remove one of the entries"])
    case .missing(let summary, let names):
      (summary, ["it names \(names)", "remove them, or learn them again"])
    case .noFields:
      (
        "what the client does with changed fields is not compared, because no test names a file of what is accepted",
        ["pass `accepted`: the path of the file that \"accepted\" names in contract-run.json"]
      )
    }
  }
}
