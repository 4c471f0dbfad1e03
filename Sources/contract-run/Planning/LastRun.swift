import ContractCore
import ContractReporting
import Foundation

/// The scenarios that did not pass when they ran last, in a file beside the configuration. `--last-failed` chooses them.
///
/// The file is a JSON report with no more than the ids of these scenarios, so that a run without failures does not have to
/// write it.
struct LastRun {
  let path: String

  /// - Parameter configuration: The path of the configuration. Each configuration in a folder has its own file:
  ///   `.contract-run.last.json` beside `contract-run.json`.
  init(beside configuration: String) {
    let name = configuration.split(separator: "/").last.map(String.init) ?? configuration
    let base = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    path = configuration.dropLast(name.count) + ".\(base).last.json"
  }

  /// Returns the keys of the scenarios that did not pass. If the file cannot be used, returns none, and a note.
  func read() -> (failed: Set<String>, note: String?) {
    guard FileManager.default.fileExists(atPath: path) else { return ([], nil) }
    // To open a pipe would wait for its other end.
    if !isFile { return ([], "\(path) is not a file, so it is neither read nor written") }
    do throws(RecordedReport.Failure) {
      let broken = try RecordedReport.summaries(path).filter { $0.status.isBroken }
      // It may be the report of a run, which names the transport in the id only if there are two.
      let ids = broken.map { summary in
        let suffix = summary.transport.map { "@\($0.rawValue)" } ?? ""
        return summary.id.hasSuffix(suffix) ? summary.id : summary.id + suffix
      }
      return (Set(ids), nil)
    } catch { return ([], "\(path) is treated as if it did not exist, and a run replaces it: \(error.message)") }
  }

  /// Writes the results of a run into the file. Scenarios that did not run keep their state.
  ///
  /// - Parameter report: The report, with the result of each scenario of the plan, in its order.
  /// - Returns: What went wrong.
  func update(_ plan: Plan, _ report: RunReport) -> [String] {
    let (old, note) = read()
    let failed = Self.failed(after: plan, report, old)
    let notes = note.map { [$0] } ?? []
    // A file that is not a list is replaced in any case, so that the note about it appears only once.
    if failed == old, note == nil { return [] }
    if FileManager.default.fileExists(atPath: path), !isFile { return notes }
    let json = JSONReport.failed(failed.sorted())
    do {
      try ReportFile.write(Array(json.prettyText.utf8) + [0x0A], to: path)
      return notes
    } catch {
      return notes + [
        "the scenarios for --last-failed were not kept: \(error.path) cannot be written: failed to \(error.step): \(error.why)"
      ]
    }
  }

  /// Whether the path, with links followed, leads to a regular file.
  private var isFile: Bool {
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    return type == .typeRegular
  }

  private static func failed(after plan: Plan, _ report: RunReport, _ old: Set<String>) -> Set<String> {
    // In a full run, what is not in the plan does not exist any more.
    var failed = plan.isFull ? [] : old
    let jobs = plan.clients.lazy.flatMap { client in client.jobs.lazy.map { (client, $0) } }
    for ((client, job), result) in zip(jobs, report.results) {
      let isBroken = result.verdict.status.isBroken
      if old.isEmpty, !isBroken { continue }
      let keys = client.keys(of: job)
      if !result.verdict.hadTurn {
        failed.formUnion(old.intersection(keys))
      } else {
        failed.subtract(keys)
        if isBroken { failed.insert(client.id(of: job, on: result.transport)) }
      }
    }
    for varied in report.variations {
      func key(_ variation: Variation) -> String {
        varied.contract.id(of: varied.scenario, variation, client: varied.client, on: varied.transport)
      }
      if !old.isEmpty { failed.formUnion(old.intersection(varied.notRun.map(key))) }
      for played in varied.played where played.status.isBroken || !old.isEmpty {
        let key = key(played.variation)
        if played.status.isBroken { failed.insert(key) } else { failed.remove(key) }
      }
    }
    return failed
  }
}
