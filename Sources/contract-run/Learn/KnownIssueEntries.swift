import ContractAuthoring
import ContractCore
import Foundation

/// Entries that `learn --known` adds to files of known issues.
struct KnownIssueEntries {
  /// The entries, each with its file.
  private(set) var all: [(file: String, entry: JSON)] = []
  private(set) var files = ProposedFiles()
  /// Why failures are known; nil if none are.
  let because: String?
  let clients: [Configuration.Client]

  /// Adds entries for the scenarios that failed, except for known issues.
  mutating func add(failuresOf calls: LearnRun.Calls) {
    for (job, observations) in calls.all {
      for observation in observations {
        let result = calls.client.result(job, on: observation.transport, observation.verdict)
        if result.verdict.status == .failed { add(observation.verdict, of: job, client: calls.client.name) }
      }
    }
  }

  mutating func add(_ verdict: Verdict, of job: Job, client: String) {
    let file = clients.first { $0.name == client }?.accepted[.knownIssues]?.value
    guard let because, let file else { return }
    for code in verdict.reasons.map(\.code) {
      let entry: JSON = [
        "client": .string(client), "contract": .string(job.contract.name), "scenario": .string(job.scenario.name),
        "code": .string(code), "because": .string(because),
      ]
      if !all.contains(where: { $0.file == file && $0.entry == entry }) { all.append((file, entry)) }
    }
  }

  /// Writes the entries at the end of their files, as these are now.
  mutating func write() {
    for (path, entries) in Dictionary(grouping: all, by: \.file).sorted(by: { $0.key < $1.key }) {
      let source = Source(path: path, bytes: Array(FileManager.default.contents(atPath: path) ?? Data()))
      if let list = source.whole {
        files.add(source, source.edited(entries.map { JSONEdit(at: list, .append($0.entry)) }))
      } else {
        files.failures.append("\(path) was not changed: it is not a list anymore")
      }
      // Two paths may lead to one file, so that the next one is read after this one is written.
      files.write()
    }
  }
}
