import ContractAuthoring
import ContractCore
import Foundation

/// Entries that `learn --known` adds to files of known issues.
struct KnownIssueEntries {
  /// The entries, each with its file.
  private(set) var all: [(file: String, entry: JSON)] = []
  /// The files that were changed.
  private(set) var written: [String] = []
  private let because: String?
  private let clients: [Configuration.Client]

  /// - Parameter because: Why failures are known; nil if none are.
  init(because: String?, clients: [Configuration.Client]) { (self.because, self.clients) = (because, clients) }

  /// Adds entries for the scenarios that failed, except for known issues.
  mutating func add(failuresOf calls: LearningRun.Calls) {
    for (job, observations) in calls.all {
      for observation in observations {
        let result = calls.client.result(job, on: observation.transport, observation.verdict)
        if result.verdict.status == .failed { add(observation.verdict, of: job, client: calls.client.name) }
      }
    }
  }

  /// Adds entries for a failed verdict.
  mutating func add(_ verdict: Verdict, of job: Job, client: String) {
    guard let because, let file = clients.first(where: { $0.name == client })?.knownIssues?.value else { return }
    var codes: [String] = []
    for reason in verdict.reasons where !codes.contains(reason.code) { codes.append(reason.code) }
    for code in codes {
      let members: [(String, JSON)] = [
        ("client", .string(client)), ("contract", .string(job.contract.name)),
        ("scenario", .string(job.scenario.name)), ("code", .string(code)), ("because", .string(because)),
      ]
      let entry = JSON.object(members)
      if !all.contains(where: { $0.file == file && $0.entry == entry }) { all.append((file, entry)) }
    }
  }

  /// Writes the files. Returns why some could not be written.
  mutating func write() -> [String] {
    var failures: [String] = []
    for (file, entries) in Dictionary(grouping: all, by: \.file).sorted(by: { $0.key < $1.key }) {
      let source = Source(path: file, bytes: Array(FileManager.default.contents(atPath: file) ?? Data()))
      if let failure = Self.append(entries.map(\.entry), to: source) {
        failures.append(failure)
      } else {
        written.append(file)
      }
    }
    return failures
  }

  /// Appends entries to a file of known issues. Returns why it could not be written; nil if it was.
  private static func append(_ entries: [JSON], to source: Source) -> String? {
    guard let list = source.whole else { return "\(source.path) was not changed: it is not a list anymore" }
    do throws(SourceFile.Failure) {
      try SourceFile.replace(source, with: source.edited(entries.map { JSONEdit(at: list, .append($0)) }))
      return nil
    } catch {
      return "\(error)"
    }
  }
}
