import ContractAuthoring
import ContractCore
import ContractReporting
import Foundation

/// Entries that `--accept` adds to the file of what people accepted.
struct AcceptedEntries {
  /// The path of the file.
  let path: String
  let because: String
  /// What failed, and what would cover it.
  private var failures: [(subject: AcceptedEntry.Subject, scenario: String, what: AcceptedEntry.What)] = []
  private var passed: Set<AcceptedEntry.Subject> = []
  /// Why the file was not written; nil if it was, or need not be.
  private(set) var failure: String?
  private(set) var isWritten = false

  init(path: String, because: String) { (self.path, self.because) = (path, because) }

  /// Adds what failed in a scenario.
  mutating func add(_ verdict: Verdict, of subject: AcceptedEntry.Subject) {
    failures += verdict.acceptable.map { (subject, verdict.acceptableName(of: subject.scenario), $0) }
  }

  /// Adds a scenario that passed, so that its failure on the other transport is accepted only there.
  mutating func addPassed(_ subject: AcceptedEntry.Subject) { passed.insert(subject.onAny) }

  /// The entries that cover what failed.
  var all: [JSON] {
    failures.map { subject, scenario, what in
      AcceptedEntry.json(
        client: subject.client, contract: subject.contract, scenario: scenario,
        transport: passed.contains(subject.onAny) ? subject.transport : nil, what, because: because)
    }.uniqued(on: HashedJSON.init)
  }

  /// Adds entries at the end of the file as it is now, which need not exist. An entry that accepts the same stays, unless
  /// its last day is over: then it is replaced.
  mutating func write(_ all: [JSON]) {
    if all.isEmpty { return }
    let folder = FileSystem.parent(FileSystem.real(FileSystem.absolute(path)))
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    AtomicFile.removeLeftovers(in: folder)
    // Another run may accept something at the same time.
    failure = AtomicFile.locked(folder) { () -> String? in
      do {
        if FileSystem.kind(path) == .missing { try ReportFile.write(Array("[]\n".utf8), to: path) }
        let source = Source(path: path, bytes: Array(FileManager.default.contents(atPath: path) ?? Data()))
        var problems: [Diagnostic] = []
        guard let list = source.whole, let known = JSON.parse(source, diagnostics: &problems)?.array else {
          return "\(path) was not changed: it is not a list anymore"
        }
        let claims = Dictionary(known.map { (HashedJSON(AcceptedEntry.claim(of: $0)), $0) }) { first, _ in first }
        let edits = all.compactMap { entry -> JSONEdit? in
          guard let same = claims[HashedJSON(AcceptedEntry.claim(of: entry))], let range = same.range else {
            return JSONEdit(at: list, .append(entry))
          }
          let isOver = same["until"]?.string.map { $0 < Accepted.day(of: .now) } ?? false
          return isOver ? JSONEdit(at: range, .replace(entry)) : nil
        }
        try SourceFile.replace(source, with: source.edited(edits))
        return nil
      } catch let error as ReportFile.Failure {
        return "\(error.path) cannot be written: failed to \(error.step): \(error.why)"
      } catch { return "\(error)" }
    }
    isWritten = failure == nil
  }
}

extension Option {
  static let accept = Option("accept", .text("REASON"), "accept what the client does, with this reason")
}

extension Invocation {
  /// Returns where `--accept` writes, and the reason; nil if it is not given.
  ///
  /// - Parameter file: The file; nil if nothing names one.
  func accepting(into file: String?) throws(Exit) -> AcceptedEntries? {
    guard let because = arguments.last(.accept) else { return nil }
    if because.allSatisfy(\.isWhitespace) {
      throw .usage("'--accept' needs a reason", "write why what the client does is accepted")
    }
    if try configuration().secrets.applied(to: because).value != because {
      throw .usage(
        "the reason of '--accept' has a secret, which would be written to a file",
        "leave it out; values such as 'password=…' and tokens are secret wherever they stand")
    }
    if arguments.driver != nil {
      throw .usage(
        "'--accept' cannot be combined with '-- DRIVER'",
        "what is accepted is accepted of the clients of \(Configuration.fileName)")
    }
    guard let file else {
      throw .usage(
        "'--accept' needs a file for what it accepts",
        "write \"accepted\": \"accepted.json\" into \(Configuration.fileName)")
    }
    return AcceptedEntries(path: file, because: because)
  }
}
