import ContractAuthoring
import ContractCore
import ContractReporting
import Foundation

/// Entries that `--accept` adds to the file of what people accepted.
struct AcceptedEntries {
  /// The path of the file.
  let path: String
  let because: String
  private(set) var all: [JSON] = []
  /// Why the file was not written; nil if it was, or need not be.
  private(set) var failure: String?
  private(set) var isWritten = false

  /// Adds an entry for each failure of a scenario. Changed fields have entries of their own, which `learn` proposes.
  mutating func add(_ verdict: Verdict, of subject: AcceptedEntry.Subject) {
    for reason in verdict.reasons where reason.status == .failed {
      if case .unapproved = reason { continue }
      let entry = AcceptedEntry.json(
        client: subject.client, contract: subject.contract, scenario: subject.scenario,
        .failure(code: reason.code), because: because)
      if !all.contains(entry) { all.append(entry) }
    }
  }

  /// Adds the entries at the end of the file as it is now. The file need not exist.
  mutating func write() {
    if all.isEmpty { return }
    let folder = FileSystem.parent(FileSystem.real(FileSystem.absolute(path)))
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    AtomicFile.removeLeftovers(in: folder)
    // Another run may accept something at the same time.
    failure = AtomicFile.locked(folder) { () -> String? in
      do {
        if FileSystem.kind(path) == .missing { try ReportFile.write(Array("[]\n".utf8), to: path) }
        let source = Source(path: path, bytes: Array(FileManager.default.contents(atPath: path) ?? Data()))
        guard let list = source.whole, let known = JSON.parse(source.bytes)?.array else {
          return "\(path) was not changed: it is not a list anymore"
        }
        let new = all.filter { !known.contains($0) }
        try SourceFile.replace(source, with: source.edited(new.map { JSONEdit(at: list, .append($0)) }))
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
