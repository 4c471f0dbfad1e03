import ContractCore
import ContractReporting
import Foundation

/// Plays the releases of a comparison, or reads their reports.
struct ComparisonRun {
  /// A file that cannot be compared.
  struct Failure: Error {
    var path: String
    var failure: RecordedReport.Failure
  }

  let sides: ComparedReleases
  let plan: Plan
  let context: RunContext
  /// The drivers that are played, by whether they are the new one.
  private var clients: [Bool: Plan.Client] = [:]

  /// - Parameter plan: The plan of the releases that are played, the old one first.
  init(sides: ComparedReleases, plan: Plan, context: RunContext) {
    (self.sides, self.plan, self.context) = (sides, plan, context)
    var clients = plan.clients[...]
    for (side, isNew) in [(sides.old, false), (sides.new, true)] {
      if case .played = side { self.clients[isNew] = clients.popFirst() }
    }
  }

  /// Plays the old release, the new one, and the old one again.
  mutating func play() throws(Failure) -> (old: Release, new: Release) {
    defer { context.console.close() }
    var releases = try begin()
    play(&releases.old, isNew: false)
    play(&releases.new, isNew: true)
    // A driver that did not start the first time does not start the second time.
    if !releases.old.isErrored { play(&releases.old, isNew: false) }
    if releases.old.name == releases.new.name {
      releases.old.name += " (old)"
      releases.new.name += " (new)"
    }
    return releases
  }

  /// Returns the releases of reports, and those that have not been played yet.
  private func begin() throws(Failure) -> (old: Release, new: Release) {
    let (old, new) = (try report(sides.old), try report(sides.new))
    let reports = [old, new].compactMap(\.self)
    // What is played is a whole run.
    let origins = [old, new].map { $0?.origin ?? Command.run.name }
    if origins[0] != origins[1] {
      throw Failure(
        path: "\(sides.old.name) and \(sides.new.name)",
        failure: RecordedReport.Failure(
          "they have the results of \(origins[0]) and of \(origins[1])",
          help: "compare results of the same command; put the shards of a run together first, with contract-run merge"))
    }
    let isOne = reports.allSatisfy { $0.clients.count == 1 }
    // Only contracts of a report can be others than those that are played.
    let record = reports.isEmpty ? nil : plan.record()
    func release(_ side: ComparedReleases.Side, _ report: RecordedReport?, isNew: Bool) throws(Failure) -> Release {
      guard let report else {
        let contracts = clients[isNew].flatMap { record?.contracts[$0.name] } ?? [:]
        return Release(name: side.name, ids: [], runs: [], contracts: contracts.merging(record?.files ?? [:]) { $1 })
      }
      // Two reports of multiple clients have the same ones.
      let client = isOne ? report.clients.first : sides.clients.first?.name
      if let client, !report.clients.contains(client) {
        throw Failure(
          path: report.path,
          failure: RecordedReport.Failure(
            "it has the clients \(report.clients.joined(separator: ", ")), and not \(client)",
            help: "compare it with one of them, or write it with --client NAME"))
      }
      do throws(RecordedReport.Failure) {
        var release = try Release(report, of: client, hiding: sides.secrets)
        release.keepOnly(context.settings.selection)
        return release
      } catch { throw Failure(path: report.path, failure: error) }
    }
    let releases = (old: try release(sides.old, old, isNew: false), new: try release(sides.new, new, isNew: true))
    if let path = sides.files.first, let failure = releases.old.difference(from: releases.new) {
      throw Failure(path: path, failure: failure)
    }
    return releases
  }

  /// Reads the report of a release; nil if it is played.
  private func report(_ side: ComparedReleases.Side) throws(Failure) -> RecordedReport? {
    guard case .report(let path) = side else { return nil }
    do throws(RecordedReport.Failure) {
      return try RecordedReport(path)
    } catch { throw Failure(path: path, failure: error) }
  }

  private mutating func play(_ release: inout Release, isNew: Bool) {
    guard let client = clients[isNew], context.interruption.signal == nil else { return }
    context.console.begin(Plan(clients: [client], diagnostics: [], isFull: false).parts)
    ReleaseRun(client: client, context: context).play(&release)
    // The second run does not build again.
    clients[isNew]?.configured.build = nil
  }
}

extension RecordedReport {
  /// The clients that were played.
  fileprivate var clients: [String] { plan.contracts.keys.sorted() }

  /// The command that played it, or which shards of a run it has. `--prove` plays what a run plays.
  fileprivate var origin: String {
    if part.indexes.count < part.count {
      return "shard \(English.listed(part.indexes.map(String.init))) of \(part.count)"
    }
    return plan.command == Command.verify.name ? Command.verify.name : Command.run.name
  }
}

extension Release {
  /// Whether nothing could be played.
  fileprivate var isErrored: Bool { runs.first?.calls.values.allSatisfy { $0.status == .errored } == true }

  /// Leaves out the scenarios that texts of ids do not choose.
  fileprivate mutating func keepOnly(_ selection: RunSettings.Selection) {
    let known = Set(ids)
    func isNamed(_ id: String, by texts: [String]) -> Bool {
      texts.contains { known.contains($0) ? $0 == id : id.range(of: $0, options: .caseInsensitive) != nil }
    }
    ids = ids.filter { id in
      (selection.filters.isEmpty || isNamed(id, by: selection.filters)) && !isNamed(id, by: selection.skips)
    }
  }
}
