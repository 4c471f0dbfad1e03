import ContractCore
import ContractReporting
import Foundation

/// Plays the releases of a comparison, or reads them from their files.
struct ComparisonRun {
  /// A file that cannot be compared.
  struct Failure: Error {
    var path: String
    var failure: ReleaseFile.Failure
  }

  /// What the releases did. The old one is nil if the new one is only saved.
  typealias Releases = (old: Release?, new: Release)

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
      if case .played? = side { self.clients[isNew] = clients.popFirst() }
    }
  }

  /// Plays the old release, the new one, and the old one again. If the new one is saved, it is played twice, too.
  mutating func play(saves: Bool) throws(Failure) -> Releases {
    defer { context.console.close() }
    var old: Release?
    if let side = sides.old { old = try begin(side, isNew: false) }
    var new = try begin(sides.new, isNew: true)
    try check(old, new)
    play(&old, isNew: false)
    var played: Release? = new
    play(&played, isNew: true)
    // A driver that did not start the first time does not start the second time.
    if old?.isErrored != true { play(&old, isNew: false) }
    if saves { play(&played, isNew: true) }
    new = played ?? new
    if let name = old?.name, name == new.name {
      old?.name += " (old)"
      new.name += " (new)"
    }
    return (old, new)
  }

  /// Returns a release that was saved, or one that has not been played yet.
  private func begin(_ side: ComparedReleases.Side, isNew: Bool) throws(Failure) -> Release {
    switch side {
    case .played(_, let name):
      return Release(
        name: name, ids: [], runs: [], contracts: clients[isNew].map(plan.fingerprints) ?? [:],
        variations: context.settings.variations.rawValue)
    case .saved(let path):
      do throws(ReleaseFile.Failure) {
        var release = try ReleaseFile.read(path, runner: Version.text())
        release.keepOnly(context.settings.selection)
        return release
      } catch { throw Failure(path: path, failure: error) }
    }
  }

  /// Refuses a file that was saved with other contracts or variations.
  private func check(_ old: Release?, _ new: Release) throws(Failure) {
    guard let old, let path = sides.files.first, let failure = old.difference(from: new) else { return }
    throw Failure(path: path, failure: failure)
  }

  private mutating func play(_ release: inout Release?, isNew: Bool) {
    guard let client = clients[isNew], context.interruption.signal == nil else { return }
    context.console.begin(Plan(clients: [client], diagnostics: [], isFull: false).parts)
    let (ids, run) = ReleaseRun(client: client, context: context).play()
    release?.ids = ids
    release?.runs.append(run)
    // The second run does not build again.
    clients[isNew]?.configured.build = nil
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
