/// A file of what people accepted: known issues, approvals of changed fields, or differences between two releases.
package struct AcceptedFile: Sendable {
  /// What the entries of a file are.
  package enum Kind: String, Sendable {
    case knownIssues = "known issues"
    case approvals
    /// Differences between two releases.
    case differences
  }

  let kind: Kind
  /// The text; empty if the file cannot be read.
  package let source: Source
  package let clients: [String]
  /// Why it cannot be read; nil if it can.
  private var unreadable: Diagnostic?

  /// Makes a file that was read elsewhere.
  init(_ kind: Kind, _ source: Source, clients: [String]) {
    (self.kind, self.source, self.clients) = (kind, source, clients)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The path, relative to the current folder if possible.
  ///   - range: The place where the configuration names it; nil if no file does.
  package init(_ kind: Kind, path: String, clients: [String], range: SourceRange? = nil) {
    do throws(FileSystem.Unreadable) {
      self.init(kind, Source(path: path, bytes: try FileSystem.document(path)), clients: clients)
    } catch {
      self.init(kind, Source(path: path, bytes: []), clients: clients)
      unreadable = Diagnostic(
        AcceptedFileProblem.unreadable(kind, path: path, why: error.why),
        at: range ?? SourceRange(source: source, start: 0, end: 0))
    }
  }

  /// Returns readers of the entries. Notes what is not a list of objects, and members that no entry has.
  package func entries(allowed: [String], _ diagnostics: Diagnostic.Collector) -> [ObjectReader] {
    if let unreadable {
      diagnostics.note(unreadable)
      return []
    }
    guard let json = diagnostics.parse(source) else { return [] }
    guard let elements = json.array else {
      diagnostics.note(
        .wrongValue("a file of \(kind.rawValue)", found: json.phrase, expected: "a list of objects"),
        at: json.range ?? .nowhere)
      return []
    }
    let owner =
      switch kind {
      case .knownIssues: "a known issue"
      case .approvals: "an approval"
      case .differences: "an accepted difference"
      }
    return elements.compactMap { ObjectReader($0, as: owner, allowed: allowed, diagnostics) }
  }
}

extension AcceptedFile.Kind {
  /// What to do to have a first file.
  fileprivate var first: String {
    switch self {
    case .knownIssues: "write a list of entries into the file; an empty one is []"
    case .approvals: "write [] into the file, and learn its entries"
    case .differences: "write [] into the file, or let --accept write it"
    }
  }
}

/// What can be wrong with a file of what people accepted, beyond what can be wrong with any JSON file.
package enum AcceptedFileProblem: Diagnostic.Problem {
  /// The file cannot be read. The place is where the configuration names it.
  case unreadable(AcceptedFile.Kind, path: String, why: String)
  /// A known issue has a pointer, but is not about mismatches.
  case pointerWithoutMismatch
  /// The client does not read the file.
  case otherClient(String)
  /// No client of a known issue runs on its transport.
  case otherTransport(String)
  /// The last day of a known issue is over.
  case expired(String)
  /// Another approval covers the same change; without its place, the same approval does twice.
  case duplicate(change: String, first: SourceRange?)
  /// An approval names variations that do not exist.
  case stale(summary: String, names: String)
  /// A contract plays changed fields that people approve, and a test names no file of approvals.
  case noApprovals

  package var text: (message: String, help: [String]) {
    switch self {
    case .unreadable(let kind, let path, let why):
      ("the \(kind.rawValue) in \(path) cannot be read: \(why)", [kind.first])
    case .pointerWithoutMismatch:
      ("only a mismatch has a pointer", ["write \"code\": \"mismatch\", or remove \"pointer\""])
    case .otherClient(let client):
      (
        "the client \"\(client)\" does not use this file",
        ["name the file in \"knownIssues\" of this client, or move the entry to the file of this client"]
      )
    case .otherTransport(let transport):
      ("no client of this entry runs on \(transport)", ["correct or remove \"transport\""])
    case .expired(let day):
      ("this entry does not cover failures any more: its last day was \(day)", ["remove the entry, or set a later day"])
    case .duplicate(let change, nil):
      ("this entry has \(change) twice", ["remove one of the equal pointers or changes"])
    case .duplicate(let change, let first?):
      ("line \(first.line) already has a result for \(change)", ["remove one of the entries"])
    case .stale(let summary, let names):
      (summary, ["it names \(names)", "remove them, or learn the approvals again"])
    case .noApprovals:
      (
        "what the client does with changed fields is not compared, because there are no approvals",
        ["pass `approvals`: the path of the file that \"approvals\" of the client names in contract-run.json"]
      )
    }
  }
}
